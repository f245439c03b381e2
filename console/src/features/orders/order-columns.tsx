import { Badge, Group, Table, Text } from '@mantine/core';
import { useCopy, useFormats, useLanguage, wordOf } from '../../shared/copy/copy.ts';
import { nameOfCountry } from '../../shared/copy/country-names.ts';
import { dueStateOf } from '../../shared/list/due-rules.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { type Column, type OrderSearch, USUAL_COLUMNS } from './order-search.ts';
import { type ListedOrder, useCarrierName } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import classes from './orders-table.module.css';
import { StatusBadge } from './status-badge.tsx';

/** Returns the columns without a choice: sorted by the time in a status, the list shows this time. */
export function usualColumns({ q, sort }: OrderSearch): readonly Column[] {
  const isBySince = q === undefined && (sort === 'longest' || sort === 'since' || sort === '-since');
  return isBySince ? USUAL_COLUMNS.map((column) => (column === 'due' ? 'since' : column)) : USUAL_COLUMNS;
}

/** The columns of a phone's card. */
const ON_CARD: readonly Column[] = ['order', 'recipient', 'status', 'due', 'since'];
/** The usual columns that a narrow window leaves out. */
const ON_WIDE: readonly Column[] = ['carrier', 'created'];
const SHORTENED: readonly Column[] = ['client', 'recipient', 'carrier', 'assignee', 'country'];
const NUMBERS: readonly Column[] = ['created', 'updated', 'since'];

/** Returns the class of a column. A column that a person chose is also shown in a narrow window. */
export function classNameOf(column: Column, isChosen: boolean): string | undefined {
  const names = [
    ON_CARD.includes(column) ? undefined : classes.more,
    !isChosen && ON_WIDE.includes(column) ? classes.wide : undefined,
    SHORTENED.includes(column) ? classes.text : undefined,
    NUMBERS.includes(column) ? classes.number : undefined,
  ];
  return names.filter((name) => name !== undefined).join(' ') || undefined;
}

interface OrderCellProps {
  column: Column;
  order: ListedOrder;
  now: number;
  /** All columns of the table: marks without their own column are beside the order's number. */
  columns: readonly Column[];
  className: string | undefined;
}

/** Shows one fact of an order. */
export function OrderCell({ column, order, now, columns, className }: OrderCellProps) {
  const copy = useCopy(ordersCopy);
  const { moment, count, age } = useFormats();
  const language = useLanguage();
  const nameOfCarrier = useCarrierName();
  const { recipient, statusReason, statusMessage } = order;
  const reason = statusReason && (
    <span className={classes.reason} title={statusMessage && copy.sayProblem(statusMessage)}>
      {wordOf(copy.reasons, statusReason)}
    </span>
  );
  const cell = { className };
  switch (column) {
    case 'order':
      return <NumberCell {...{ order, columns }} />;
    case 'client':
      return <Table.Td {...cell}>{order.clientName}</Table.Td>;
    case 'recipient':
      if (recipient) return <Table.Td {...cell}>{`${recipient.name ?? ''} ${recipient.country}`}</Table.Td>;
      return (
        <Table.Td {...cell}>
          <Text c="dimmed" inherit span>
            {copy.ownLabel}
          </Text>
        </Table.Td>
      );
    case 'country':
      return <Table.Td {...cell}>{recipient && nameOfCountry(recipient.country, language)}</Table.Td>;
    case 'status':
      return (
        <Table.Td {...cell}>
          <Group gap={6} wrap="nowrap">
            <StatusBadge status={order.status} />
            {!columns.includes('reason') && reason}
          </Group>
        </Table.Td>
      );
    case 'reason':
      return <Table.Td {...cell}>{reason}</Table.Td>;
    case 'due':
      return <DueCell order={order} now={now} />;
    case 'since':
      return (
        <Table.Td {...cell} title={moment(order.statusSince)}>
          {age(order.statusSince, now)}
        </Table.Td>
      );
    case 'items':
      return (
        <Table.Td {...cell} ta="right">
          {count(order.items)}
        </Table.Td>
      );
    case 'carrier':
      return <Table.Td {...cell}>{nameOfCarrier(order.carrier)}</Table.Td>;
    case 'created':
    case 'updated':
      return <Table.Td {...cell}>{moment(order[column])}</Table.Td>;
    case 'assignee':
      return <Table.Td {...cell}>{order.assignee}</Table.Td>;
    case 'tags':
      return (
        <Table.Td {...cell}>
          <Group gap={4}>
            <Tags order={order} />
          </Group>
        </Table.Td>
      );
  }
}

function Tags({ order: { tags = [] } }: { order: ListedOrder }) {
  return tags.map((tag) => (
    <Badge key={tag} size="xs" color="gray" variant="outline" flex="none" tt="none">
      {tag}
    </Badge>
  ));
}

function NumberCell({ order, columns }: Pick<OrderCellProps, 'order' | 'columns'>) {
  const copy = useCopy(ordersCopy);
  const { clientId, orderId } = order;
  return (
    <Table.Td>
      <div className={classes.named}>
        <AnchorLink
          to="/orders/$clientId/$orderId"
          params={{ clientId, orderId }}
          className={classes.id}
          size="sm"
          fw={600}
        >
          {orderId}
        </AnchorLink>
        {(order.rush || order.preferred) && (
          <Badge size="xs" color="red" variant="filled" flex="none">
            {copy.tags.rush}
          </Badge>
        )}
        {!columns.includes('tags') && <Tags order={order} />}
        {order.assignee && !columns.includes('assignee') && (
          <Badge size="xs" color="blue" variant="outline" flex="none" tt="none" title={copy.marks.assignee}>
            {order.assignee}
          </Badge>
        )}
        {order.cancellation === 'REQUESTED' && (
          <Badge size="xs" color="orange" flex="none">
            {copy.tags.cancellation}
          </Badge>
        )}
      </div>
    </Table.Td>
  );
}

/** Shows when an order is due, or how late it is, and whether it is at risk. */
function DueCell({ order, now }: { order: ListedOrder; now: number }) {
  const copy = useCopy(ordersCopy);
  const { age, moment } = useFormats();
  const { due } = order;
  if (due === undefined) return <Table.Td />;
  const state = dueStateOf(order, now);
  const left = () => copy.dueIn(age(new Date(now).toISOString(), Date.parse(due)));
  return (
    <Table.Td title={moment(due)} className={classes.number} data-due={state}>
      {state === 'LATE' ? copy.lateBy(age(due, now)) : state === 'AT_RISK' ? copy.atRisk(left()) : left()}
    </Table.Td>
  );
}
