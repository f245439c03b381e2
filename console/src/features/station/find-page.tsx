import { useCopy } from '../../shared/copy/copy.ts';
import classes from './piece-stage.module.css';
import { piecesCopy } from './pieces-copy.ts';
import { StationFrame } from './station-frame.tsx';

/** What is this piece, and where does it belong? */
export function FindPage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="FIND" title={copy.find}>
      {({ shown }) => {
        const { piece, order } = shown.latest?.answer ?? {};
        if (!order) return <p className={classes.ask}>{copy.scanAny}</p>;
        return (
          <article className={classes.found}>
            {piece && (
              <>
                <h2 className={classes.article}>{piece.sku}</h2>
                <p className={classes.state}>{copy.states[piece.state]}</p>
              </>
            )}
            <p>{copy.order(order.orderId)}</p>
            {order.pieces !== undefined && <p>{copy.pieces(order.pieces)}</p>}
            {order.bin !== undefined && (
              <p className={classes.state}>
                {copy.bin} {order.bin}
              </p>
            )}
          </article>
        );
      }}
    </StationFrame>
  );
}
