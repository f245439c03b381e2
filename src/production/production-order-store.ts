import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export interface ProductionOrder {
  clientId: string;
  orderId: string;
  /** R and a number. */
  code: string;
  /** Counts how often it was accepted, from 1. */
  run: number;
  batchId: string | null;
  begun: Date;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", code, run, batch_id as "batchId", begun`;

export async function findProductionOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<ProductionOrder[]> {
  return queryRows<ProductionOrder>(connection, {
    name: 'find-production-orders',
    text: `select ${COLUMNS} from production_orders where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
}

export async function findProductionOrderByCode(
  connection: Connection,
  code: string,
): Promise<ProductionOrder | undefined> {
  return queryRow<ProductionOrder>(connection, {
    name: 'find-production-order-by-code',
    text: `select ${COLUMNS} from production_orders where code = $1`,
    values: [code],
  });
}

/** Finds the order of a parcel. */
export async function findOrderOfParcel(
  connection: Connection,
  parcel: string,
): Promise<Pick<ProductionOrder, 'clientId' | 'orderId' | 'code'> | undefined> {
  return queryRow<Pick<ProductionOrder, 'clientId' | 'orderId' | 'code'>>(connection, {
    name: 'find-order-of-parcel',
    text: `select client_id as "clientId", order_id as "orderId", q.code
           from parcels p join production_orders q using (client_id, order_id) where p.code = $1`,
    values: [parcel],
  });
}

/** Saves that the runs of these orders have begun. The code of an order never changes. */
export async function saveProductionOrders(
  connection: Connection,
  clientId: string,
  orders: readonly Omit<ProductionOrder, 'clientId'>[],
): Promise<void> {
  await connection.query({
    text: `insert into production_orders (client_id, order_id, code, run, batch_id, begun)
           select $1, * from unnest($2::text[], $3::text[], $4::int[], $5::bigint[], $6::timestamptz[])
           on conflict (client_id, order_id) do update set run = excluded.run, batch_id = excluded.batch_id, begun = excluded.begun`,
    values: [clientId, ...columnsOf(orders, 'orderId', 'code', 'run', 'batchId', 'begun')],
  });
}

/** Continues the run of an order that is ACCEPTED again since then. Its pieces stay. */
export async function continueRun(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  accepted: Date,
): Promise<void> {
  await connection.query({
    name: 'continue-run',
    text: 'update production_orders set begun = $3 where client_id = $1 and order_id = $2',
    values: [clientId, orderId, accepted],
  });
}

/** Returns the query for clients with accepted orders whose pieces are still to be written. */
export function dueProduction(): DueQuery {
  return { text: `select distinct client_id as key from production_due where ${ofAnyClient()}`, values: [] };
}

export async function findOrdersToBegin(connection: Connection, clientId: string, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ orderId: string }>({
    name: 'find-orders-to-begin',
    text: `select order_id as "orderId" from production_due where client_id = $1 order by order_id limit $2`,
    values: [clientId, limit],
  });
  return rows.map(({ orderId }) => orderId);
}

/** Returns whether the pieces of the accepted order are still to be written. */
export async function isProductionDue(connection: Connection, clientId: string, orderId: string): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'is-production-due',
    text: 'select 1 from production_due where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}

/** Records that the pieces of these orders are written. */
export async function deleteProductionDue(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await connection.query({
    name: 'delete-production-due',
    text: 'delete from production_due where client_id = $1 and order_id = any($2)',
    values: [clientId, orderIds],
  });
}

/** Deletes the order's print runs, and the reasons of its pieces, except the `codes` that reports count. */
export async function eraseProduction(
  connection: Connection,
  clientId: string,
  orderId: string,
  codes: readonly string[],
): Promise<void> {
  await connection.query({
    name: 'erase-pieces',
    text: 'update pieces set reason = null where client_id = $1 and order_id = $2 and reason <> all($3)',
    values: [clientId, orderId, codes],
  });
  await connection.query({
    name: 'erase-paper-runs',
    text: 'delete from paper_runs where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
