import type { OrderKey } from '../src/orders/rows/order-row-store.ts';
import type { Connection } from '../src/platform/database/transaction.ts';

/** Returns true if the database has no catalogue, and no clients except the demo's. */
export async function isUnused(connection: Connection, demoClientIds: readonly string[]): Promise<boolean> {
  const { rows } = await connection.query<{ unused: boolean }>({
    text: `select not exists (select 1 from clients where client_id <> all($1))
                  and not exists (select 1 from articles) and not exists (select 1 from products) as unused`,
    values: [demoClientIds],
  });
  return rows[0]?.unused === true;
}

/** Returns true if the client exists and the order does not. */
export async function lacksOrder(connection: Connection, { clientId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await connection.query<{ lacks: boolean }>({
    text: `select exists (select 1 from clients where client_id = $1)
                  and not exists (select 1 from orders where client_id = $1 and order_id = $2) as lacks`,
    values: [clientId, orderId],
  });
  return rows[0]?.lacks === true;
}

/** Finds when the order was created and last changed. Returns undefined if it does not exist. */
export async function findOrderTimes(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<{ created: Date; updated: Date } | undefined> {
  const { rows } = await connection.query<{ created: Date; updated: Date }>({
    name: 'demo-order-times',
    text: 'select created, updated from orders where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  return rows[0];
}

/** Finds the latest open batch since this time. */
export async function findOpenBatch(connection: Connection, since: Date): Promise<string | undefined> {
  const { rows } = await connection.query<{ batchId: string }>({
    name: 'demo-open-batch',
    text: `select batch_id as "batchId" from batches where ended is null and created >= $1
           order by created desc, batch_id desc limit 1`,
    values: [since],
  });
  return rows[0]?.batchId;
}

/** Returns true if the order has a note with this text. */
export async function hasNote(connection: Connection, { clientId, orderId }: OrderKey, text: string): Promise<boolean> {
  const { rows } = await connection.query<{ has: boolean }>({
    text: `select exists (select 1 from order_notes where client_id = $1 and order_id = $2 and text = $3) as has`,
    values: [clientId, orderId, text],
  });
  return rows[0]?.has === true;
}

/**
 * Locks the client's orders until the transaction ends. Returns the orders that reserve stock or wait for it.
 */
export async function lockOrdersWithStock(connection: Connection, clientId: string): Promise<string[]> {
  await connection.query({
    text: 'select 1 from orders where client_id = $1 order by created, order_id for update',
    values: [clientId],
  });
  const { rows } = await connection.query<{ orderId: string }>({
    text: `select order_id as "orderId" from stock_reservations where client_id = $1
           union select order_id from stock_waits where client_id = $1`,
    values: [clientId],
  });
  return rows.map(({ orderId }) => orderId);
}

const DELETED = [
  'production_due',
  'piece_events',
  'parcel_papers',
  'paper_runs',
  'return_lines',
  'returns',
  'parcel_lines',
  'parcels',
  'pieces',
  'production_orders',
  'order_notes',
  'order_files',
  'order_events',
  'order_search',
  'order_items',
  'orders',
];

/**
 * Deletes the client's orders with all their rows, and the batches that are empty then. The orders must not
 * have reserved stock.
 */
export async function deleteClientOrders(connection: Connection, clientId: string): Promise<void> {
  for (const table of DELETED) {
    await connection.query({ text: `delete from ${table} where client_id = $1`, values: [clientId] });
  }
  await connection.query(`delete from batches where batch_id not in (
    select batch_id from production_orders where batch_id is not null union
    select batch_id from pieces where batch_id is not null)`);
}
