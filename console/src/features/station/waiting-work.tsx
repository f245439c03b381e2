import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { urgencyOf } from './piece-rules.ts';
import { QUEUE_MAX, stationQueueQuery } from './station-api.ts';
import { piecesCopy } from './station-copy.ts';
import classes from './waiting-work.module.css';

/** Shows an idle station what is next, how much is left, and what is late. */
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
            {next.map(({ code, sku, article, technology, quantity, batchId, due }) => {
              const urgency = urgencyOf(due, now);
              return (
                <li key={code}>
                  <strong>{article ? `${article.color} · ${article.size}` : sku}</strong>
                  <span>
                    {[article?.title, technology, quantity > 1 && copy.lot(quantity), batchId && copy.inBatch(batchId)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
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
