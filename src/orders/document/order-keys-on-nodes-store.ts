import { isDistributed } from '../../database/is-distributed.ts';
import { textArray } from '../../database/text-array.ts';
import type { OrderKey } from './order-store.ts';

const WANTED = 'unnest($1::text[], $2::text[]) with ordinality as wanted (client_id, order_id, place)';

/**
 * The end of a statement that asks for orders by their keys; where they are on several nodes those of one client are asked of its node alone.
 * On one node each is read by its key: asked to join, PostgreSQL looks for each among all of the client's by another index, or reads the table, while it has no statistics yet.
 */
export function ofKeys(keys: readonly OrderKey[]): string {
  if (isOfOneNode(keys)) return 'orders where client_id = $1 and order_id = any($2::text[])';
  if (isDistributed()) return `orders join ${WANTED} using (client_id, order_id)`;
  return `${WANTED} cross join lateral (
    select version, request_hash, document from orders o where o.client_id = wanted.client_id and o.order_id = wanted.order_id limit 1) found`;
}

/** Their parameters, `$1` and `$2`. */
export function valuesOf(keys: readonly OrderKey[]): unknown[] {
  const orderIds = textArray(keys.map((key) => key.orderId));
  return isOfOneNode(keys)
    ? [keys[0]?.clientId, orderIds]
    : [textArray(keys.map((key) => key.clientId)), orderIds];
}

/** Whether the orders are of one client in a distributed database. */
export function isOfOneNode(keys: readonly OrderKey[]): boolean {
  return isDistributed() && keys.every(({ clientId }) => clientId === keys[0]?.clientId);
}
