import type { DueTerms } from '../../clients/due-rules.ts';
import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { OrderColumns } from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';

export function dueFills(): DueQuery {
  return {
    text: `select client_id as key from (
             select client_id from order_fills where ${ofAnyClient()}
             union select client_id from orders where ${ofAnyClient()} and status in ('ASSIGNED', 'ACCEPTED') and technology_pieces is null
             union select client_id from orders where ${ofAnyClient()} and status in ('ASSIGNED', 'ACCEPTED') and due is null
           ) lacking`,
    values: [],
  };
}

/** Locks and reads orders in ASSIGNED or ACCEPTED that the previous version saved without technologies. */
export async function lockWithoutTechnologies(
  connection: Connection,
  clientId: string,
  limit: number,
): Promise<{ orderId: string; status: OrderStatus; document: string }[]> {
  return queryRows(connection, {
    text: `select order_id as "orderId", status, document from orders
           where client_id = $1 and status in ('ASSIGNED', 'ACCEPTED') and technology_pieces is null
           order by created, order_id limit $2 for no key update`,
    values: [clientId, limit],
  });
}

/** Locks and reads orders in ASSIGNED or ACCEPTED that the previous version saved without a due time. */
export async function lockWithoutDue(
  connection: Connection,
  clientId: string,
  limit: number,
): Promise<{ orderId: string; created: Date; document: string; terms: DueTerms }[]> {
  return queryRows(connection, {
    text: `select o.order_id as "orderId", o.created, o.document,
                  json_build_object('productionDays', c.production_days, 'cutOff', c.cut_off, 'workingDays', c.working_days) as terms
           from orders o join clients c using (client_id)
           where client_id = $1 and o.status in ('ASSIGNED', 'ACCEPTED') and o.due is null
           order by o.order_id limit $2 for no key update of o`,
    values: [clientId, limit],
  });
}

/** Saves due times and the documents that have them. The new version lets customers read it again. */
export async function fillDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; due: Date; document: string }[],
): Promise<void> {
  await connection.query(
    `update orders o set due = u.due, document = u.document, version = version + 1
     from unnest($2::text[], $3::timestamptz[], $4::text[]) as u (order_id, due, document)
     where o.client_id = $1 and o.order_id = u.order_id`,
    [clientId, ...columnsOf(orders, 'orderId', 'due', 'document')],
  );
}

export async function fillTechnologies(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; pieces: string }[],
): Promise<void> {
  await connection.query(
    `update orders o set technology_pieces = u.pieces from unnest($2::text[], $3::text[]) as u (order_id, pieces)
     where o.client_id = $1 and o.order_id = u.order_id`,
    [clientId, ...columnsOf(orders, 'orderId', 'pieces')],
  );
}

/** Locks and returns the last filled orderId (null: none yet). Undefined when all orders are filled. */
export async function lockFill(
  connection: Connection,
  clientId: string,
): Promise<{ filledTo: string | null } | undefined> {
  return queryRow<{ filledTo: string | null }>(
    connection,
    'select filled_to as "filledTo" from order_fills where client_id = $1 for update',
    [clientId],
  );
}

export async function moveFill(connection: Connection, clientId: string, filledTo: string): Promise<void> {
  await connection.query('update order_fills set filled_to = $2 where client_id = $1', [clientId, filledTo]);
}

export async function endFill(connection: Connection, clientId: string): Promise<void> {
  await connection.query('delete from order_fills where client_id = $1', [clientId]);
}

/**
 * Locks and reads the client's next orders after `after`, by orderId: at most `limit`, with at most `bytes`
 * of documents together. One larger document is returned alone.
 */
export async function lockOrdersAfter(
  connection: Connection,
  clientId: string,
  after: string | null,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<{ orderId: string; document: string }[]> {
  const { rows } = await connection.query<{ orderId: string; document: string }>(
    `select order_id as "orderId", document from (
       select *, sum(octet_length(document)) over (order by order_id) - octet_length(document) as bytes_before from (
         select order_id, document from orders where client_id = $1 and order_id > $2
         order by order_id limit $3 for no key update
       ) next
     ) counted
     where bytes_before <= $4 order by order_id`,
    [clientId, after ?? '', limit, bytes],
  );
  return rows;
}

interface FilledOrder extends OrderColumns {
  orderId: string;
  carrierId: string | null;
  /** The carrier as staff typed it when they shipped the order. */
  statedCarrier: string | null;
}

export async function fillOrders(
  connection: Connection,
  clientId: string,
  orders: readonly FilledOrder[],
): Promise<void> {
  await connection.query(
    `update orders o
     set item_count = u.item_count, recipient = u.recipient, country = u.country, reason_code = u.reason_code, reason_message = u.reason_message,
         carrier = coalesce(
           o.carrier,
           (select k.carrier_id from carriers k where k.carrier_id = u.carrier_told or lower(k.name) = lower(u.carrier_told)
            order by k.carrier_id = u.carrier_told desc, k.carrier_id limit 1),
           u.carrier_told,
           u.carrier_id,
           case when u.country is not null and o.status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')
             then (select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default) end),
         status_since = case when o.status_since is null and o.status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')
           then coalesce((
             select e.occurred from order_events e
             where e.client_id = $1 and e.order_id = o.order_id and e.previous_status is distinct from e.status
             order by e.version desc limit 1), o.updated)
           else o.status_since end
     from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       as u (order_id, item_count, recipient, country, reason_code, reason_message, carrier_id, carrier_told)
     where o.client_id = $1 and o.order_id = u.order_id
       and (o.item_count is null or o.carrier is null or o.status_since is null
            or (o.recipient, o.country, o.reason_message) is distinct from (u.recipient, u.country, u.reason_message))`,
    [
      clientId,
      ...columnsOf(orders, 'orderId', 'itemCount', 'recipient', 'country', 'reasonCode', 'reasonMessage'),
      ...columnsOf(orders, 'carrierId', 'statedCarrier'),
    ],
  );
}
