import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { partsCopy, usePlaceName } from '../../shared/copy/parts-copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { printPdf } from '../../shared/printing/print-pdf-button.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import donePanelClasses from './done-panel.module.css';
import classes from './piece-head.module.css';
import piecePicturesClasses from './piece-pictures.module.css';
import { attemptOf, stepsNow, urgencyOf } from './piece-rules.ts';
import type { PieceInHand, ScanAnswer, ScannedOrder, StepInHand } from './station-api.ts';
import { piecesCopy, questionsCopy } from './station-copy.ts';

type PieceHeadProps = { piece: PieceInHand; order: ScannedOrder | undefined };

/** Shows the article, order and batch of a piece. Article, colour and size are the largest text. */
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
              <Icon name="star" size={24} /> {copy.rush}
            </span>
          )}
          {urgency && <strong className={classes.urgent}>{copy.urgency[urgency]}</strong>}
        </p>
      </div>
      <div className={classes.which}>
        <p className={classes.number}>
          {piece.quantity > 1
            ? copy.lot(piece.quantity)
            : copy.numberOf(piece.inOrder?.number ?? piece.number, piece.inOrder?.of ?? piece.of)}
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

/** Shows the staff's notes on the order and the article. */
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

/** Shows a preview of a client's file as large as the space allows. */
export function Picture({ path, name }: { path: string | undefined; name: string }) {
  const copy = useCopy(piecesCopy);
  const [failed, setFailed] = useState<string>();
  const isThere = path !== undefined && failed !== path;
  return (
    <figure className={piecePicturesClasses.picture}>
      <figcaption>{name}</figcaption>
      {isThere ? (
        <img src={SERVER_URL + path} alt={name} onError={() => setFailed(path)} />
      ) : (
        <p className={piecePicturesClasses.none}>
          <Icon name="image" size={48} />
          {copy.noPicture}
        </p>
      )}
    </figure>
  );
}

/** Shows location, technology and size of a step. */
export function StepLine({ step, piece }: { step: StepInHand; piece: PieceInHand }) {
  const copy = useCopy(piecesCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  const { widthMm, heightMm, kind, title, sku } = step;
  const isUnderbase = kind === 'PRINT' && piece.article?.dtgType === 'WHITE_UNDERBASE';
  return (
    <p className={piecePicturesClasses.step}>
      <strong className={piecePicturesClasses.location}>{nameOfPlace(step.location)}</strong>
      <span>{nameOfPlace(step.technology)}</span>
      {widthMm !== undefined && heightMm !== undefined && (
        <strong className={piecePicturesClasses.millimetres}>
          {count(Math.round(widthMm))} × {count(Math.round(heightMm))} mm
        </strong>
      )}
      {step.technology.startsWith('DTG') && isUnderbase && <span>{copy.underbase}</span>}
      {kind === 'CUSTOMIZATION' && <span>{title ?? sku}</span>}
    </p>
  );
}

/** Lists the piece's finished steps and its later ones, without the steps in `now`. */
export function OtherSteps({ piece, now }: { piece: PieceInHand; now: readonly StepInHand[] }) {
  const copy = useCopy(piecesCopy);
  const nameOfPlace = usePlaceName();
  const others = piece.steps.filter((step) => !now.includes(step));
  if (others.length === 0) return null;
  return (
    <ol className={piecePicturesClasses.steps} aria-label={copy.steps}>
      {others.map((step) => (
        <li key={`${step.kind}${step.place}`} data-done={step.isDone || undefined}>
          <Icon name={step.isDone ? 'check' : 'right'} size={20} />
          {nameOfPlace(step.location)} · {nameOfPlace(step.technology)}
          <small>{step.isDone ? copy.stepDone : copy.stepLater}</small>
        </li>
      ))}
    </ol>
  );
}

interface DonePanelProps {
  /** The answer that finished, rejected or undid a piece. */
  answer: ScanAnswer;
  /** Another piece is already in hand. */
  isBefore: boolean;
}

/** Shows the result for the previous piece and where the piece goes next. Readable from the bins. */
export function DonePanel({ answer, isBefore }: DonePanelProps) {
  const copy = useCopy(piecesCopy);
  const { reasons } = useCopy(questionsCopy);
  const nameOfPlace = usePlaceName();
  const { done, command, reason } = answer;
  if (!done) return null;
  const { piece, bin, isOrderComplete, successor, printer } = done;
  const kind =
    command === 'REJECT' ? 'rejected' : command === 'UNDO' ? 'undone' : isOrderComplete ? 'complete' : 'done';
  const [next] = stepsNow(piece);
  const isMade = piece.state !== 'TO_MAKE';
  return (
    <section className={donePanelClasses.panel} data-kind={kind} role="status">
      <Icon name={kind === 'rejected' ? 'close' : 'check'} size={36} />
      <div className={donePanelClasses.words}>
        <p className={donePanelClasses.about}>
          {isBefore && `${copy.pieceBefore} `}
          <code>{piece.code}</code>
        </p>
        {kind === 'rejected' && (
          <>
            <p className={donePanelClasses.title}>{copy.rejected(reason ? reasons[reason] : '')}</p>
            {successor && <p>{copy.successor(successor.code, `R${successor.attempt}`)}</p>}
            {successor?.hasBlank === false && <p>{copy.successorWaits}</p>}
            {successor && printer && <p>{copy.ticketAt(printer.name)}</p>}
            {successor && !printer && <PrintTicket key={successor.code} code={successor.code} />}
          </>
        )}
        {kind === 'undone' && <p className={donePanelClasses.title}>{copy.undone}</p>}
        {(kind === 'done' || kind === 'complete') && (
          <p className={donePanelClasses.title}>
            {piece.state === 'TO_MAKE' &&
              next &&
              copy.nextStep(nameOfPlace(next.technology), nameOfPlace(next.location))}
            {piece.state === 'MADE' && copy.toChecking}
            {piece.state === 'CHECKED' && bin === undefined && copy.toPacking}
            {bin !== undefined && (isOrderComplete ? copy.complete : copy.intoBin)}
          </p>
        )}
      </div>
      {isMade && bin !== undefined && kind !== 'rejected' && kind !== 'undone' && (
        <p className={donePanelClasses.bin}>
          <small>{copy.bin}</small>
          <strong>{bin}</strong>
        </p>
      )}
    </section>
  );
}

/** Shows what the scan of a gang sheet has made, and which of its prints are thrown away. */
export function SheetPanel({ sheet: { code, made, already, refused } }: { sheet: NonNullable<ScanAnswer['sheet']> }) {
  const copy = useCopy(piecesCopy);
  const { say } = useCopy(floorSentencesCopy);
  return (
    <section className={donePanelClasses.panel} data-kind={refused.length > 0 ? 'rejected' : 'done'} role="status">
      <Icon name={refused.length > 0 ? 'warning' : 'check'} size={36} />
      <div className={donePanelClasses.words}>
        <p className={donePanelClasses.about}>
          {copy.sheet} <code>{code}</code>
        </p>
        <p className={donePanelClasses.title}>{copy.sheetMade(made.length)}</p>
        {already.length > 0 && <p>{copy.sheetAlready(already.length)}</p>}
        {refused.length > 0 && <p>{copy.sheetRefused(refused.length)}</p>}
        {refused.map((one) => (
          <p key={one.code}>
            <code>{one.code}</code> {say(one.refusal)}
          </p>
        ))}
      </div>
    </section>
  );
}

/** Prints the ticket of a piece in this browser, because the station has no printer for it. */
function PrintTicket({ code }: { code: string }) {
  const copy = useCopy(piecesCopy);
  const { printing } = useCopy(partsCopy);
  const print = useMutation({ mutationFn: () => printPdf(`/pieces/${code}/ticket`, code) });
  return (
    <>
      <Button size="md" variant="default" mt={6} loading={print.isPending} onClick={() => print.mutate()}>
        {copy.printTicket}
      </Button>
      {print.isSuccess && <p>{printing[print.data]}</p>}
      {print.error && <RequestFailure error={print.error} title={printing.notPrinted} />}
    </>
  );
}

/** Shows why the previous piece could not be finished. */
export function UnfinishedPanel({ unfinished }: { unfinished: NonNullable<ScanAnswer['unfinished']> }) {
  const copy = useCopy(questionsCopy);
  const { say } = useCopy(floorSentencesCopy);
  return (
    <section className={donePanelClasses.panel} data-kind="rejected" role="status">
      <Icon name="warning" size={36} />
      <div className={donePanelClasses.words}>
        <p className={donePanelClasses.title}>{copy.unfinished}</p>
        <p>
          <code>{unfinished.piece.code}</code> {say(unfinished.refusal)}
        </p>
      </div>
    </section>
  );
}
