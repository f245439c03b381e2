import { Button, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useCopy, useNow } from '../../shared/copy/copy.ts';
import type { Selection } from '../../shared/list/use-selection.ts';
import { useChosenColumns } from './columns-choice.ts';
import { classNameOf, OrderCell, usualColumns } from './order-columns.tsx';
import { type Column, type OrderSearch, type Sort, sortsOf, withSort } from './order-search.ts';
import type { ListedOrder, OrdersPage } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import classes from './orders-table.module.css';

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
  const chosen = useChosenColumns(search);
  const columns = chosen ?? usualColumns(search);
  const classOf = (column: Column) => classNameOf(column, chosen !== undefined);
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
            {columns.map((column) => (
              <SortHead key={column} column={column} className={classOf(column)} {...{ search, onSort }} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Row
              key={`${order.clientId} ${order.orderId}`}
              order={order}
              selection={selection}
              now={now}
              columns={columns}
              classOf={classOf}
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

interface RowProps {
  order: ListedOrder;
  selection: Selection<ListedOrder>;
  now: number;
  columns: readonly Column[];
  classOf: (column: Column) => string | undefined;
}

function Row({ order, selection, now, columns, classOf }: RowProps) {
  const copy = useCopy(ordersCopy);
  const navigate = useNavigate();
  const { clientId, orderId } = order;
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
      {columns.map((column) => (
        <OrderCell key={column} column={column} className={classOf(column)} {...{ order, now, columns }} />
      ))}
    </Table.Tr>
  );
}

interface SortHeadProps extends Pick<OrdersTableProps, 'search' | 'onSort'> {
  column: Column;
  className?: string | undefined;
}

/** The heading of a column sorts the list: from the first value, then from the last, then as usual. */
function SortHead({ column, search, onSort, className }: SortHeadProps) {
  const copy = useCopy(ordersCopy);
  const now: Sort = search.sort ?? 'newest';
  const [rising, falling] = sortsOf(column);
  const direction =
    now === rising || (now === 'longest' && column === 'since')
      ? 'ascending'
      : now === falling
        ? 'descending'
        : undefined;
  const to = direction === 'ascending' ? falling : direction === 'descending' ? AFTER_FALLING[falling] : rising;
  const align = column === 'items' ? { ta: 'right' as const } : {};
  const label = copy.columns[column];
  const isPossible = to === undefined || withSort({ ...search, sort: addressOf(to) }).sort === addressOf(to);
  if (search.q !== undefined || !isPossible)
    return (
      <Table.Th className={className} {...align}>
        {label}
      </Table.Th>
    );
  return (
    <Table.Th className={className} {...align} {...(direction && { 'aria-sort': direction })}>
      <UnstyledButton
        className={classes.sort}
        title={to === undefined ? copy.sorts.newest : copy.sortOf(label, to === falling)}
        data-sorted={direction}
        onClick={() => onSort(addressOf(to))}
      >
        {label}
      </UnstyledButton>
    </Table.Th>
  );
}

/** The newest order first is the usual sort, so it is followed by the oldest. */
const AFTER_FALLING: Partial<Record<Sort, Sort>> = { newest: 'oldest' };

/** Returns the sort as the address has it. */
const addressOf = (sort: Sort | undefined) => (sort === 'newest' ? undefined : sort);

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
