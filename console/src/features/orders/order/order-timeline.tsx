import { Timeline } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { ordersCopy } from '../orders-copy.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-timeline.module.css';

/** What happened, the newest first, and who did it. */
export function OrderTimeline({ seen: { events } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { reasons } = useCopy(ordersCopy);
  const { moment } = useFormats();
  return (
    <Section title={copy.timeline}>
      <Timeline bulletSize={12} lineWidth={2} active={events.length}>
        {events.toReversed().map(({ type, occurred, actor, actorName, reason, version }) => (
          <Timeline.Item key={`${version} ${type}`} title={copy.events[type] ?? type}>
            <p className={classes.who}>
              {moment(occurred)} · {actorName ?? copy.by[actor]}
            </p>
            {reason && <p className={classes.reason}>{reasons[reason] ?? reason}</p>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
