import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { OrderStepLink } from '../../shared/ui/order-step.tsx';
import { RequestFailure, Section } from '../../shared/ui/page.tsx';
import classes from './oldest-orders.module.css';
import { type StuckOrder, stuckOrdersQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** Names the oldest orders that wait for a person, each with its reason and the button that solves it. */
export function OldestOrders() {
  const copy = useCopy(todayCopy);
  const { data, error, refetch } = useQuery(stuckOrdersQuery);
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Section title={copy.firstTitle}>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {copy.noneStuck}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {data.map((order) => (
            <StuckRow key={`${order.clientId} ${order.orderId}`} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function StuckRow({ order }: { order: StuckOrder }) {
  const copy = useCopy(todayCopy);
  const { age, moment } = useFormats();
  const now = useNow();
  const { clientId, clientName, orderId, status, statusReason, statusMessage, held, due, created } = order;
  const isAsked = order.cancellation === 'REQUESTED';
  const isError = status === 'ERROR';
  const isLate = due !== undefined && Date.parse(due) <= now;
  const key = { clientId, orderId };
  return (
    <li className={classes.row} data-stuck={orderId}>
      <span className={classes.name}>
        <OrderLink {...key} fw={600} /> <span className={classes.client}>{clientName}</span>
      </span>
      <span className={classes.why}>
        <Badge color={isError ? 'red' : isAsked ? 'orange' : 'yellow'}>
          {isError ? copy.statuses.ERROR : isAsked ? copy.cancellations : copy.onHold}
        </Badge>{' '}
        {isError && statusReason && wordOf(copy.reasons, statusReason)}
        {held && !isAsked && statusMessage}
      </span>
      <span className={classes.due} data-late={isLate || undefined} title={due && copy.dueAt(moment(due))}>
        {isLate ? copy.lateBy(age(due, now)) : copy.openFor(age(created, now))}
      </span>
      <Group gap={6} wrap="nowrap" className={classes.do}>
        {isAsked ? (
          <>
            <OrderStepLink {...key} step="acceptCancellation" isMain>
              {copy.steps.accept}
            </OrderStepLink>
            <OrderStepLink {...key} step="rejectCancellation">
              {copy.steps.reject}
            </OrderStepLink>
          </>
        ) : isError ? (
          <OrderStepLink {...key} step="amend" isMain>
            {copy.steps.amend}
          </OrderStepLink>
        ) : (
          <OrderStepLink {...key}>{copy.steps.open}</OrderStepLink>
        )}
      </Group>
    </li>
  );
}
