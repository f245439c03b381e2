import { Button, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import type { OrdersPage } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { StatusBadge } from './status-badge.tsx';

interface OrdersTableProps {
  page: OrdersPage;
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  onClear: () => void;
}

export function OrdersTable({ page: { orders }, isOld, onClear }: OrdersTableProps) {
  const copy = useCopy(ordersCopy);
  const { moment, count } = useFormats();
  if (orders.length === 0) {
    return (
      <Text>
        {copy.none}{' '}
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {copy.clearFilters}
        </Button>
      </Text>
    );
  }
  return (
    <Table opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.columns.order}</Table.Th>
          <Table.Th>{copy.columns.client}</Table.Th>
          <Table.Th>{copy.columns.status}</Table.Th>
          <Table.Th ta="right">{copy.columns.items}</Table.Th>
          <Table.Th>{copy.columns.created}</Table.Th>
          <Table.Th>{copy.columns.updated}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={`${order.clientId} ${order.orderId}`} data-order={order.orderId}>
            <Table.Td>{order.orderId}</Table.Td>
            <Table.Td>{order.clientName}</Table.Td>
            <Table.Td>
              <StatusBadge status={order.status} />
            </Table.Td>
            <Table.Td ta="right">{count(order.items)}</Table.Td>
            <Table.Td>{moment(order.created)}</Table.Td>
            <Table.Td>{moment(order.updated)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
