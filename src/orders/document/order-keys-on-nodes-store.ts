import { isDistributed } from '../../database/is-distributed.ts';
import { textArray } from '../../database/text-array.ts';
import type { OrderKey } from './order-store.ts';

/** The end of a statement that asks for orders by their keys; where they are on several nodes those of one client are asked of its node alone. */
export function ofKeys(keys: readonly OrderKey[]): string {
  return isOfOneNode(keys)
    ? 'orders where client_id = $1 and order_id = any($2::text[])'
    : 'orders join unnest($1::text[], $2::text[]) with ordinality as wanted (client_id, order_id, place) using (client_id, order_id)';
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
