import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';

/** Returns the query for clients of the mode with due orders, in random order for fairness. */
export function dueOrders(mode: 'live' | 'sandbox', now: Date): DueQuery {
  return { text: DUE_ORDERS, values: [mode, now] };
}

/** After a restore, sandbox orders pause until an administrator resumes the server. */
const UNLESS_PAUSED = `($1 <> 'sandbox' or not exists (select 1 from restore_pause))`;

const DUE_ORDERS = `select client_id as key from (
    select o.client_id from orders o join clients c on c.client_id = o.client_id
    where c.mode = $1 and ${ofAnyClient('o.client_id')} and (o.work_due <= $2 or o.parked_host is not null) and ${UNLESS_PAUSED}
    group by o.client_id
  ) due order by random()`;

export interface DueOrder {
  orderId: string;
  version: number;
  created: Date;
  updated: Date;
  attempts: number;
  ownFailures: number;
  traceParent: string | null;
}

export interface DueDocument extends DueOrder {
  document: string;
}

const DUE_ORDER = `order_id as "orderId", version, created, updated, document, intake_attempts as attempts,
                   own_failures as "ownFailures", trace_parent as "traceParent"`;

/**
 * Reads the client's due orders outside `except`, longest due first: the NEW ones, or all others. Returns at
 * most `limit`, with at most `bytes` of documents together. One larger document is returned alone.
 * With `unlessPaused`, returns none while a restored database is paused.
 */
export async function findOrdersWithWork(
  connection: Connection,
  clientId: string,
  now: Date,
  {
    areNew,
    except = [],
    limit,
    bytes,
    unlessPaused = false,
  }: { areNew: boolean; except?: readonly string[]; limit: number; bytes: number; unlessPaused?: boolean },
): Promise<DueDocument[]> {
  return queryRows<DueDocument>(
    connection,
    `select ${DUE_ORDER} from (
       select *, sum(octet_length(document)) over (order by work_due, order_id) - octet_length(document) as bytes_before from (
         select * from orders where client_id = $1 and work_due <= $2 and order_id <> all($3)
           and not ($6 and exists (select 1 from restore_pause)) and (status = 'NEW') = $7
         order by work_due, order_id limit $4
       ) next
     ) counted
     where bytes_before <= $5 order by work_due, order_id`,
    [clientId, now, except, limit, bytes, unlessPaused, areNew],
  );
}

export async function findOrderVersions(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ orderId: string; version: number }>({
    name: 'find-order-versions',
    text: `select order_id as "orderId", version from orders where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
  return new Map(rows.map(({ orderId, version }) => [orderId, version]));
}

/** Parks orders until a place for their host is free, unless they have changed since. */
export async function parkOrders(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; version: number; host: string }[],
): Promise<void> {
  await connection.query(
    `update orders o set work_due = null, parked_host = p.host
     from unnest($2::text[], $3::int[], $4::text[]) as p (order_id, version, host)
     where o.client_id = $1 and o.order_id = p.order_id and o.version = p.version and o.work_due is not null`,
    [clientId, ...columnsOf(orders, 'orderId', 'version', 'host')],
  );
}

/**
 * Lists the oldest parked orders: at most `perHost` for each host outside `busyHosts`, at most `limit` in
 * total. They stay parked until their intake ends.
 */
export async function findParkedOrders(
  connection: Connection,
  clientId: string,
  {
    busyHosts,
    except,
    perHost,
    limit,
  }: { busyHosts: readonly string[]; except: readonly string[]; perHost: number; limit: number },
): Promise<(DueDocument & { host: string })[]> {
  return queryRows<DueDocument & { host: string }>(
    connection,
    `with recursive hosts as (
       (select parked_host as host from orders where client_id = $1 and parked_host is not null order by parked_host limit 1)
       union all
       select next.host from hosts
       cross join lateral (
         select parked_host as host from orders where client_id = $1 and parked_host > hosts.host order by parked_host limit 1
       ) next
     )
     select host, oldest.* from hosts
     cross join lateral (
       select ${DUE_ORDER} from orders
       where client_id = $1 and parked_host = hosts.host and order_id <> all($3)
       order by created, order_id limit $4
     ) oldest
     where host <> all($2) limit $5`,
    [clientId, busyHosts, except, perHost, limit],
  );
}

/** Postpones the work on an order and stores its internal failures, unless the order has changed since. */
export async function postponeWork(
  connection: Connection,
  clientId: string,
  orderId: string,
  version: number,
  { due, ownFailures }: { due: Date; ownFailures: number },
): Promise<void> {
  await connection.query({
    text: `update orders set work_due = $4, own_failures = $5, parked_host = null
           where client_id = $1 and order_id = $2 and version = $3`,
    values: [clientId, orderId, version, due, ownFailures],
  });
}

export async function endOrderWork(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await connection.query({
    text: `update orders set work_due = null, parked_host = null where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
}

export async function updateRush(
  connection: Connection,
  clientId: string,
  orderId: string,
  isRush: boolean,
): Promise<void> {
  await connection.query('update orders set rush = $3 where client_id = $1 and order_id = $2', [
    clientId,
    orderId,
    isRush,
  ]);
}
