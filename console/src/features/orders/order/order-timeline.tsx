import { Button, Timeline } from '@mantine/core';
import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats, useLanguage, wordOf } from '../../../shared/copy/copy.ts';
import { nameOfCountry } from '../../../shared/copy/country-names.ts';
import { RequestFailure, Section } from '../../../shared/ui/page.tsx';
import { ordersCopy } from '../orders-copy.ts';
import { earlierEventsQuery, type OperatorOrder, type OrderEvent, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { changedPart } from './order-part-rules.ts';
import { historyKey, mergeHistory } from './order-rules.ts';
import classes from './order-timeline.module.css';
import { usePartName } from './use-order-words.ts';

/** The events and cursor of the order when earlier events were requested. */
type Asked = { cursor: string; events: readonly OrderEvent[] };

/** Lists the events, newest first, with their actors. Earlier events are loaded on request. */
export function OrderTimeline({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { reasons } = useCopy(ordersCopy);
  const because: Record<string, string> = { ...reasons, ...copy.because };
  const { count, moment } = useFormats();
  const [request, setRequest] = useState<Asked>();
  const query = earlierEventsQuery(orderKey, request?.cursor ?? '');
  const earlier = useInfiniteQuery({ ...query, ...(!request && { queryFn: skipToken }) });
  const pages = earlier.data?.pages ?? [];
  const events = mergeHistory(...pages.map((page) => page.events), request?.events ?? [], seen.events);
  const hasMore = request ? earlier.hasNextPage : seen.earlierEvents !== undefined;
  const readOn = () => {
    if (request) void earlier.fetchNextPage();
    else if (seen.earlierEvents) setRequest({ cursor: seen.earlierEvents, events: seen.events });
  };
  return (
    <Section title={copy.timeline}>
      <Timeline bulletSize={12} lineWidth={2} active={events.length}>
        {events.map((event) => {
          const { type, occurred, actor, actorName, reason, returned, changes, correctionReason } = event;
          return (
            <Timeline.Item key={historyKey(event)} title={copy.events[type]}>
              <p className={classes.who}>
                {moment(occurred)} · {actorName ?? copy.by[actor]}
              </p>
              {reason && <p className={classes.reason}>{because[reason] ?? reason}</p>}
              {correctionReason && <p className={classes.reason}>{copy.correctedBecause(correctionReason)}</p>}
              {changes && <Changes order={seen.order} changes={changes} />}
              {returned?.map(({ itemId, piece, quantity, condition, note }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a return have no other name, and never move.
                <p className={classes.reason} key={index}>
                  {copy.returned(count(quantity), piece ?? itemId, copy.conditions[condition])}
                  {note !== undefined && ` · ${note}`}
                </p>
              ))}
            </Timeline.Item>
          );
        })}
      </Timeline>
      {earlier.error && <RequestFailure error={earlier.error} onRetry={() => void earlier.refetch()} />}
      {hasMore && (
        <Button
          variant="default"
          size="xs"
          fullWidth
          mt="sm"
          loading={earlier.isFetching && request !== undefined}
          onClick={readOn}
        >
          {copy.earlierEvents}
        </Button>
      )}
    </Section>
  );
}

type ChangesProps = { order: OperatorOrder['order']; changes: NonNullable<OrderEvent['changes']> };

/** Lists the changed fields with their values before and after. */
function Changes({ order, changes }: ChangesProps) {
  const copy = useCopy(orderCopy);
  const language = useLanguage();
  const nameOfPart = usePartName();
  return (
    <ul className={classes.changes}>
      {changes.map(({ pointer, before, after }) => {
        const part = changedPart(order, pointer);
        const say = (value: string | undefined) => {
          if (value === undefined) return copy.correction.nothing;
          if (part?.place === 'country') return nameOfCountry(value, language) ?? value;
          return /^https?:/.test(value) ? (value.split(/[?#]/)[0]?.split('/').at(-1) ?? value) : value;
        };
        return (
          <li key={pointer}>
            {part
              ? nameOfPart(part, part.kind === 'addressField')
              : wordOf(copy.changedFields, pointer.replace(/^.*\//, ''))}
            : <del title={before}>{say(before)}</del> → <ins title={after}>{say(after)}</ins>
          </li>
        );
      })}
    </ul>
  );
}
