import { Button, Timeline } from '@mantine/core';
import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { RequestFailure, Section } from '../../../shared/ui/page.tsx';
import { ordersCopy } from '../orders-copy.ts';
import { earlierEventsQuery, type OperatorOrder, type OrderEvent, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { historyKey, mergeHistory } from './order-rules.ts';
import classes from './order-timeline.module.css';

/** The events and cursor of the order when earlier events were requested. */
type Asked = { cursor: string; events: readonly OrderEvent[] };

/** Lists the events, newest first, with their actors. Earlier events are loaded on request. */
export function OrderTimeline({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { reasons } = useCopy(ordersCopy);
  const because: Record<string, string> = { ...reasons, ...copy.because };
  const { count, moment } = useFormats();
  const [asked, setAsked] = useState<Asked>();
  const query = earlierEventsQuery(orderKey, asked?.cursor ?? '');
  const earlier = useInfiniteQuery({ ...query, ...(!asked && { queryFn: skipToken }) });
  const pages = earlier.data?.pages ?? [];
  const events = mergeHistory(...pages.map((page) => page.events), asked?.events ?? [], seen.events);
  const hasMore = asked ? earlier.hasNextPage : seen.earlierEvents !== undefined;
  const readOn = () => {
    if (asked) void earlier.fetchNextPage();
    else if (seen.earlierEvents) setAsked({ cursor: seen.earlierEvents, events: seen.events });
  };
  return (
    <Section title={copy.timeline}>
      <Timeline bulletSize={12} lineWidth={2} active={events.length}>
        {events.map((event) => {
          const { type, occurred, actor, actorName, reason, returned } = event;
          return (
            <Timeline.Item key={historyKey(event)} title={copy.events[type]}>
              <p className={classes.who}>
                {moment(occurred)} · {actorName ?? copy.by[actor]}
              </p>
              {reason && <p className={classes.reason}>{because[reason] ?? reason}</p>}
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
          loading={earlier.isFetching && asked !== undefined}
          onClick={readOn}
        >
          {copy.earlierEvents}
        </Button>
      )}
    </Section>
  );
}
