import type { Actor } from '../../platform/audit/actor.ts';
import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';

const TELLS_OF_PEOPLE = `status in ('SHIPPED', 'CANCELLED') and personal_data_erased is null and coalesce(status_since, updated) < $1`;

/** Returns the query for clients whose orders ended before this time and still have personal data. */
export function dueErasures(endedBefore: Date): DueQuery {
  return {
    text: `select distinct client_id as key from orders where ${ofAnyClient()} and ${TELLS_OF_PEOPLE}`,
    values: [endedBefore],
  };
}

export type EndedOrder = { orderId: string; ended: Date };

/** Lists such orders of the client after `after`, earliest end first. */
export async function findOrdersToErase(
  connection: Connection,
  clientId: string,
  endedBefore: Date,
  { after, limit }: { after: EndedOrder | undefined; limit: number },
): Promise<EndedOrder[]> {
  return queryRows<EndedOrder>(connection, {
    name: 'find-orders-to-erase',
    text: `select order_id as "orderId", coalesce(status_since, updated) as ended from orders
           where client_id = $1 and status in ('SHIPPED', 'CANCELLED') and personal_data_erased is null
             and coalesce(status_since, updated) < $2
             and (coalesce(status_since, updated), order_id) > ($3::timestamptz, $4::text)
           order by coalesce(status_since, updated), order_id limit $5`,
    values: [clientId, endedBefore, after?.ended ?? new Date(0), after?.orderId ?? '', limit],
  });
}

/** Marks an order as erased. A carrier that staff typed freely is removed. */
export async function markErased(
  connection: Connection,
  clientId: string,
  orderId: string,
  erased: Date,
): Promise<void> {
  await connection.query({
    name: 'mark-erased',
    text: `update orders o set personal_data_erased = $3, customer_reference = null, status_since = coalesce(status_since, updated),
                  carrier = (select k.carrier_id from carriers k where k.carrier_id = o.carrier)
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, erased],
  });
}

/** Erases the reasons and changed fields of the order's events. Customers and staff typed them. */
export async function eraseReasons(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-reasons',
    text: `update order_events set reason = null, correction = null
           where client_id = $1 and order_id = $2 and (reason is not null or correction is not null)`,
    values: [clientId, orderId],
  });
}

type ErasureEvent = { eventId: string; occurred: Date; version: number; by: Actor; reason: string };

/** Records the erasure without webhooks: receivers would get an event for years of orders on one day. */
export async function insertErasureEvent(
  connection: Connection,
  clientId: string,
  orderId: string,
  { eventId, occurred, version, by, reason }: ErasureEvent,
): Promise<void> {
  await connection.query({
    name: 'insert-erasure-event',
    text: `insert into order_events (client_id, order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name)
           select client_id, order_id, $3, 'order.updated', $4, status, status, $5, $6, $7, $8, $9
           from orders where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, eventId, occurred, version, reason, by.kind, by.id, by.name],
  });
}
