import { Badge, Button, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { dueStateOf } from '../../shared/list/due-rules.ts';
import type { Selection } from '../../shared/list/use-selection.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { type OrderSearch, withSort } from './order-search.ts';
import { type ListedOrder, type OrdersPage, useCarrierName } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import classes from './orders-table.module.css';
import { StatusBadge } from './status-badge.tsx';

interface OrdersTableProps {
  page: OrdersPage;
  search: OrderSearch;
  selection: Selection<ListedOrder>;
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
  /** Replaces all filters with these. */
  onShow: (search: OrderSearch) => void;
  onSort: (sort: OrderSearch['sort']) => void;
}

export function OrdersTable(props: OrdersTableProps) {
  const { page, search, selection, isOld, onShow, onSort } = props;
  const { rows: orders } = page;
  const isLongest = search.q === undefined && search.sort === 'longest';
  const copy = useCopy(ordersCopy);
  const now = useNow();
  if (orders.length === 0) return <NoOrders search={search} onShow={onShow} />;
  const isAll = selection.rows.length === orders.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it take the keys.
    <div className={classes.frame} data-old={isOld || undefined} onKeyDown={onRowKey}>
      <Table className={classes.table} horizontalSpacing={8} aria-busy={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <Checkbox
                size="xs"
                aria-label={copy.selectAll}
                checked={isAll}
                indeterminate={!isAll && selection.rows.length > 0}
                onChange={selection.toggleAll}
              />
            </Table.Th>
            <Table.Th>{copy.columns.order}</Table.Th>
            <Table.Th>{copy.columns.client}</Table.Th>
            <Table.Th>{copy.columns.recipient}</Table.Th>
            <SortHead label={copy.columns.status} of={BY_STATUS} {...{ search, onSort }} />
            {isLongest ? (
              <Table.Th>{copy.columns.since}</Table.Th>
            ) : (
              <SortHead label={copy.columns.due} of={BY_DUE} {...{ search, onSort }} />
            )}
            <Table.Th ta="right">{copy.columns.items}</Table.Th>
            <Table.Th className={classes.wide}>{copy.columns.carrier}</Table.Th>
            <SortHead label={copy.columns.created} of={BY_CREATION} className={classes.wide} {...{ search, onSort }} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Row
              key={`${order.clientId} ${order.orderId}`}
              order={order}
              selection={selection}
              now={now}
              isLongest={isLongest}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Offers to search all orders, because other filters may hide the match. */
function NoOrders({ search, onShow }: Pick<OrdersTableProps, 'search' | 'onShow'>) {
  const copy = useCopy(ordersCopy);
  const { q, ...others } = search;
  const isEverything = Object.keys(search).length === 0;
  return (
    <Group py="xl" justify="center" gap="sm">
      <Text>{isEverything ? copy.noneYet : copy.none}</Text>
      {q !== undefined && Object.keys(others).length > 0 && (
        <Button variant="light" size="xs" onClick={() => onShow({ q })}>
          {copy.searchAll(q)}
        </Button>
      )}
      {!isEverything && (
        <Button variant="default" size="xs" onClick={() => onShow({})}>
          {copy.clearFilters}
        </Button>
      )}
    </Group>
  );
}

type RowProps = { order: ListedOrder; selection: Selection<ListedOrder>; now: number; isLongest: boolean };

function Row({ order, selection, now, isLongest }: RowProps) {
  const copy = useCopy(ordersCopy);
  const { moment, count, age } = useFormats();
  const navigate = useNavigate();
  const nameOfCarrier = useCarrierName();
  const { clientId, orderId, status, statusReason, statusMessage, recipient } = order;
  const to = { to: '/orders/$clientId/$orderId', params: { clientId, orderId } } as const;
  return (
    <Table.Tr
      data-order={orderId}
      data-selected={selection.has(order) || undefined}
      className={classes.row}
      onClick={(event) => {
        // A click on the row opens the order, except on controls and while text is being selected.
        const own = (event.target as Element).closest('a, button, input, label');
        if (!own && getSelection()?.isCollapsed !== false) void navigate(to);
      }}
    >
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={copy.select(orderId)}
          checked={selection.has(order)}
          onChange={() => {}}
          onClick={(event) => selection.toggle(order, event.shiftKey)}
        />
      </Table.Td>
      <Table.Td>
        <div className={classes.named}>
          <AnchorLink {...to} className={classes.id} size="sm" fw={600}>
            {orderId}
          </AnchorLink>
          {(order.rush || order.preferred) && (
            <Badge size="xs" color="red" variant="filled" flex="none">
              {copy.tags.rush}
            </Badge>
          )}
          {order.tags?.map((tag) => (
            <Badge key={tag} size="xs" color="gray" variant="outline" flex="none" tt="none">
              {tag}
            </Badge>
          ))}
          {order.assignee && (
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
      <Table.Td className={`${classes.text} ${classes.more}`}>{order.clientName}</Table.Td>
      <Table.Td className={classes.text}>
        {recipient ? (
          `${recipient.name ?? ''} ${recipient.country}`
        ) : (
          <Text c="dimmed" inherit span>
            {copy.ownLabel}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <StatusBadge status={status} />
          {statusReason && (
            <span className={classes.reason} title={statusMessage && copy.sayProblem(statusMessage)}>
              {wordOf(copy.reasons, statusReason)}
            </span>
          )}
        </Group>
      </Table.Td>
      {isLongest ? (
        <Table.Td title={moment(order.statusSince)} className={classes.number}>
          {age(order.statusSince, now)}
        </Table.Td>
      ) : (
        <DueCell order={order} now={now} />
      )}
      <Table.Td ta="right" className={classes.more}>
        {count(order.items)}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.text} ${classes.more}`}>{nameOfCarrier(order.carrier)}</Table.Td>
      <Table.Td className={`${classes.wide} ${classes.number} ${classes.more}`}>{moment(order.created)}</Table.Td>
    </Table.Tr>
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

type Sort = NonNullable<OrderSearch['sort']> | 'newest';

/** The sorts of a column, in the order of clicks. */
const BY_CREATION: readonly Sort[] = ['newest', 'oldest'];
const BY_STATUS: readonly Sort[] = ['longest'];
const BY_DUE: readonly Sort[] = ['due'];
const DIRECTIONS = { newest: 'descending', oldest: 'ascending', longest: 'ascending', due: 'ascending' } as const;

interface SortHeadProps extends Pick<OrdersTableProps, 'search' | 'onSort'> {
  label: string;
  of: readonly Sort[];
  className?: string | undefined;
}

/** The heading of a column that sorts the list. A search is always sorted by the newest. */
function SortHead({ label, of, search, onSort, className }: SortHeadProps) {
  const copy = useCopy(ordersCopy);
  const now: Sort = search.sort ?? 'newest';
  const next = of[(of.indexOf(now) + 1) % of.length] as Sort;
  const to = of.includes(now) && of.length === 1 ? 'newest' : next;
  const isPossible = to === 'newest' || withSort({ ...search, sort: to }).sort === to;
  if (search.q !== undefined || !isPossible) return <Table.Th className={className}>{label}</Table.Th>;
  const isSorted = of.includes(now);
  return (
    <Table.Th className={className} {...(isSorted && { 'aria-sort': DIRECTIONS[now] })}>
      <UnstyledButton
        className={classes.sort}
        title={copy.sorts[to]}
        data-sorted={isSorted ? DIRECTIONS[now] : undefined}
        onClick={() => onSort(to === 'newest' ? undefined : to)}
      >
        {label}
      </UnstyledButton>
    </Table.Th>
  );
}

const LINKS = 'tr[data-order] a';

/** Moves the focus from the search field to the first order. */
export function focusFirstOrder(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>(LINKS);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** Handles keys on the link of an order: space selects one, Shift and space a range. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target as HTMLElement;
  if (!link.matches(LINKS)) return;
  if (event.key === ' ') {
    event.preventDefault();
    const box = link.closest('tr')?.querySelector('input[type="checkbox"]');
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
  }
}
