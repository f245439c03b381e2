import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useNow } from '../../shared/copy/use-now.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './piece-head.module.css';
import { attemptOf, urgencyOf } from './piece-rules.ts';
import { piecesCopy } from './pieces-copy.ts';
import type { PieceInHand, ScannedOrder } from './station-api.ts';

interface PieceHeadProps {
  piece: PieceInHand;
  order: ScannedOrder | undefined;
}

/** Which piece it is: article, colour and size as large as they are looked for, which of how many, and what is special about it. */
export function PieceHead({ piece, order }: PieceHeadProps) {
  const copy = useCopy(piecesCopy);
  const { moment } = useFormats();
  const urgency = urgencyOf(piece.due, useNow());
  const attempt = attemptOf(piece);
  const { article, batch } = piece;
  return (
    <header className={classes.head}>
      <div className={classes.what}>
        <h2 className={classes.article}>{article?.title ?? piece.sku}</h2>
        <p className={classes.variant}>
          {article && <span>{article.color}</span>}
          {article && <strong className={classes.size}>{article.size}</strong>}
          {attempt && <strong className={classes.attempt}>{attempt}</strong>}
          {piece.isPreferred && (
            <span className={classes.preferred}>
              <Icon name="star" size={24} /> {copy.preferred}
            </span>
          )}
          {urgency && <strong className={classes.urgent}>{copy.urgency[urgency]}</strong>}
        </p>
      </div>
      <div className={classes.which}>
        <p className={classes.number}>
          {piece.quantity > 1 ? copy.lot(piece.quantity) : copy.numberOf(piece.number, piece.of)}
        </p>
        {order?.pieces !== undefined && order.pieces > 1 && <p>{copy.orderOf(order.pieces)}</p>}
      </div>
      <dl className={classes.facts}>
        <Fact name={copy.code} value={piece.code} isCode />
        <Fact name={copy.orderName} value={`${order?.clientName ?? ''} ${piece.orderId}`.trim()} />
        {batch && <Fact name={copy.batch} value={copy.placeOf(batch.name, batch.place, batch.of)} />}
        <Fact name={copy.sku} value={piece.sku} />
        {piece.due && <Fact name={copy.due} value={moment(piece.due)} />}
      </dl>
    </header>
  );
}

function Fact({ name, value, isCode = false }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className={isCode ? classes.code : undefined}>{value}</dd>
    </div>
  );
}

/** What colleagues wrote about the order and the article; nobody has to look for it. */
export function PieceNotes({ order }: { order: ScannedOrder | undefined }) {
  const copy = useCopy(piecesCopy);
  if (!order || order.notes.length === 0) return null;
  return (
    <ul className={classes.notes} aria-label={copy.notes}>
      {order.notes.map(({ text, author, created }) => (
        <li key={`${created}${text}`}>
          <Icon name="note" size={24} />
          <span>
            {text}
            {author && <small> {author}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
