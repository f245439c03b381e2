import { Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import type { OrderSearch } from './order-search.ts';
import type { OrdersPage } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** Of the orders that were asked for by their numbers, those that the list does not have. */
export function MissingOrders({ search, page }: { search: OrderSearch; page: OrdersPage }) {
  const copy = useCopy(ordersCopy);
  if (search.orderIds === undefined || search.cursor !== undefined || page.next !== undefined) return null;
  const listed = new Set(page.rows.map(({ orderId }) => orderId));
  const asked = search.orderIds.split('\n').map((id) => id.trim());
  const missing = [...new Set(asked)].filter((id) => id !== '' && !listed.has(id));
  if (missing.length === 0) return null;
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {copy.missing(missing.join(', '))}
    </Text>
  );
}
