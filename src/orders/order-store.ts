import type { Connection } from '../database/transaction.ts';
import type { OrderStatus } from './order-schemas.ts';

export interface OrderKey {
  clientId: string;
  orderId: string;
}

export interface NewOrder extends OrderKey {
  status: OrderStatus;
  created: Date;
  requestHash: Buffer;
  document: string;
  summary: string;
  /** UUIDv7 of its order.created event. */
  eventId: string;
}

export interface StoredOrder extends OrderKey {
  document: string;
  version: number;
  requestHash: Buffer;
}

/**
 * Inserts orders with their order.created events in one statement, so in one commit. Answers the keys of those that
 * were inserted; the others exist already. No two of one call may have the same key.
 */
export async function insertOrders(connection: Connection, orders: readonly NewOrder[]): Promise<OrderKey[]> {
  const { rows } = await connection.query<OrderKey>({
    name: 'insert-orders',
    text: `with wanted as (
             select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bytea[], $6::text[], $7::text[], $8::uuid[])
               as w (client_id, order_id, status, created, request_hash, document, summary, event_id)
           ), inserted as (
             insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
             select client_id, order_id, status, created, created, request_hash, document, summary from wanted
             on conflict (client_id, order_id) do nothing
             returning client_id, order_id
           ), recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor)
             select client_id, order_id, event_id, 'order.created', created, status, 1, 'client'
             from wanted join inserted using (client_id, order_id)
           )
           select client_id as "clientId", order_id as "orderId" from inserted`,
    values: [
      orders.map((order) => order.clientId),
      orders.map((order) => order.orderId),
      orders.map((order) => order.status),
      orders.map((order) => order.created),
      orders.map((order) => order.requestHash),
      orders.map((order) => order.document),
      orders.map((order) => order.summary),
      orders.map((order) => order.eventId),
    ],
  });
  return rows;
}

/** The orders that exist among the keys, in any order. */
export async function findOrders(connection: Connection, keys: readonly OrderKey[]): Promise<StoredOrder[]> {
  const { rows } = await connection.query<StoredOrder>({
    name: 'find-orders',
    text: `select client_id as "clientId", order_id as "orderId", document, version, request_hash as "requestHash"
           from orders
           join unnest($1::text[], $2::text[]) as wanted (client_id, order_id) using (client_id, order_id)`,
    values: [keys.map((key) => key.clientId), keys.map((key) => key.orderId)],
  });
  return rows;
}

export interface OrderFilter {
  status?: OrderStatus | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Exclusive. */
  updatedFrom?: Date | undefined;
  /** Inclusive. */
  updatedTo?: Date | undefined;
  /** Only what comes after this order in the list. */
  after?: { created: Date; orderId: string } | undefined;
}

/** Summaries, as JSON texts, of orders newest first, then by orderId in code-point order. */
export async function listOrders(
  connection: Connection,
  clientId: string,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const values: unknown[] = [clientId, limit, offset];
  const conditions: string[] = [];
  let name = 'list-orders ';
  const where = (letter: string, value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`and ${condition(`$${values.length}`)}`);
    name += letter;
  };
  where('s', filter.status, (status) => `status = ${status}`);
  where('c', filter.createdFrom, (moment) => `created > ${moment}`);
  where('C', filter.createdTo, (moment) => `created <= ${moment}`);
  where('u', filter.updatedFrom, (moment) => `updated > ${moment}`);
  where('U', filter.updatedTo, (moment) => `updated <= ${moment}`);
  where('a', filter.after?.created, (created) => `created <= ${created}`);
  where(
    'o',
    filter.after?.orderId,
    (orderId) => `(created < $${values.length - 1} or order_id > ${orderId})`,
  );
  const { rows } = await connection.query<[string]>({
    // Each combination of filters is a statement of its own, with a plan of its own.
    name,
    rowMode: 'array',
    text: `select summary from orders
           where client_id = $1 ${conditions.join(' ')}
           order by created desc, order_id limit $2 offset $3`,
    values,
  });
  return rows.map(([summary]) => summary);
}
