import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { urgencyOf } from './piece-rules.ts';
import { QUEUE_MAX, stationQueueQuery } from './station-api.ts';
import { packCopy, piecesCopy } from './station-copy.ts';
import classes from './waiting-work.module.css';

/** Shows the next work at an idle station, the amount that is left, and the late orders. */
export function WaitingWork({ work }: { work: 'MAKE' | 'CHECK' }) {
  const copy = useCopy(piecesCopy);
  const { count, moment } = useFormats();
  const now = useNow();
  const { data } = useQuery(stationQueueQuery(work));
  if (!data) return null;
  const { tickets, pieces, late, next } = data;
  const isMore = tickets >= QUEUE_MAX;
  return (
    <section className={classes.queue} aria-label={copy.left}>
      <p className={classes.counts}>
        <strong data-tickets={tickets}>
          {tickets === 0 ? copy.nothingLeft : copy.leftOf(count(tickets) + (isMore ? '+' : ''), tickets)}
        </strong>
        {pieces > tickets && <span>{copy.withPieces(count(pieces))}</span>}
        {late > 0 && <strong className={classes.late}>{copy.lateOf(count(late))}</strong>}
      </p>
      {next.length > 0 && (
        <>
          <p className={classes.title}>{copy.dueFirst}</p>
          <ol className={classes.next}>
            {next.map(({ code, sku, article, technology, quantity, batchId, due, isRush }) => {
              const urgency = urgencyOf(due, now);
              return (
                <li key={code}>
                  <strong>{article ? `${article.color} · ${article.size}` : sku}</strong>
                  <span>
                    {[article?.title, technology, quantity > 1 && copy.lot(quantity), batchId && copy.inBatch(batchId)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {isRush && <strong className={classes.rush}>{copy.rush}</strong>}
                  <span className={urgency === 'late' ? classes.late : undefined}>
                    {urgency ? copy.urgency[urgency] : `${copy.due} ${moment(due)}`}
                  </span>
                  <code>{code}</code>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
}

/** Shows an idle packing station the complete bins, and the other orders that can be packed. */
export function ReadyOrders() {
  const copy = useCopy(packCopy);
  const words = useCopy(piecesCopy);
  const { count, moment } = useFormats();
  const now = useNow();
  const { data } = useQuery(stationQueueQuery('PACK'));
  if (!data) return null;
  const { tickets, late, ready = [] } = data;
  const isMore = tickets >= QUEUE_MAX;
  return (
    <section className={classes.queue} aria-label={copy.ready}>
      <p className={classes.counts}>
        <strong data-tickets={tickets}>
          {tickets === 0 ? copy.nothingReady : copy.readyOf(count(tickets) + (isMore ? '+' : ''), tickets)}
        </strong>
        {late > 0 && <strong className={classes.late}>{words.lateOf(count(late))}</strong>}
      </p>
      {ready.length > 0 && <p className={classes.title}>{words.dueFirst}</p>}
      <ol className={classes.next}>
        {ready.map(({ code, orderId, bin, pieces, due, isRush }) => {
          const urgency = urgencyOf(due, now);
          return (
            <li key={code} data-ready={code}>
              <strong>{bin === undefined ? copy.order(orderId) : copy.bin(bin)}</strong>
              <span>
                {[bin !== undefined && copy.order(orderId), pieces > 0 && copy.pieces(count(pieces), pieces)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {isRush && <strong className={classes.rush}>{words.rush}</strong>}
              <span className={urgency === 'late' ? classes.late : undefined}>
                {urgency ? words.urgency[urgency] : `${words.due} ${moment(due)}`}
              </span>
              <code>{code}</code>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
