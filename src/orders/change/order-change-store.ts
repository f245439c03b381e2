import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import type { TrackedCarrier } from '../../shipping/tracking-rules.ts';

/** Finds the carriers whose id or name is in `names`. Upper and lower case of a name are the same. */
export async function findCarriersNamed(connection: Connection, names: readonly string[]): Promise<TrackedCarrier[]> {
  return queryRows<TrackedCarrier>(connection, {
    text: `select carrier_id as "carrierId", name, tracking_url_pattern as "trackingUrlPattern" from carriers
           where carrier_id = any($1) or lower(name) = any($2) order by carrier_id`,
    values: [names, names.map((name) => name.toLowerCase())],
  });
}

/** A piece that the floor has begun and that has not left. */
export interface BegunPiece {
  sku: string;
  /** 1, or the size of a lot. */
  quantity: number;
  steps: string;
  stepsDone: number;
  isMade: boolean;
}

/** Lists begun pieces of the present run that were not rejected and have not left. Lock the order first. */
export async function listBegunPieces(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<BegunPiece[]> {
  return queryRows<BegunPiece>(connection, {
    name: 'list-begun-pieces',
    text: `select sku, quantity, steps, steps_done as "stepsDone", state <> 'TO_MAKE' as "isMade"
           from pieces p join production_orders q using (client_id, order_id)
           where client_id = $1 and order_id = $2 and p.run = q.run
             and (state in ('MADE', 'CHECKED', 'PACKED') or (state = 'TO_MAKE' and steps_done > 0))
             and not exists (select 1 from parcels l where l.client_id = $1 and l.order_id = $2 and l.parcel = p.parcel and l.state = 'SHIPPED')`,
    values: [clientId, orderId],
  });
}

/** Queues the orders for the job that creates or ends their pieces. */
export async function insertProductionDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; updated: Date }[],
): Promise<void> {
  if (orders.length === 0) return;
  await connection.query({
    name: 'insert-production-due',
    text: `insert into production_due (client_id, order_id, accepted) select $1, * from unnest($2::text[], $3::timestamptz[])
           on conflict (client_id, order_id) do update set accepted = excluded.accepted`,
    values: [clientId, orders.map(({ orderId }) => orderId), orders.map(({ updated }) => updated)],
  });
}

/** Queues orders whose parcels changed for the job that charges them, if the client has prices. */
export async function insertChargesDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; updated: Date }[],
): Promise<void> {
  if (orders.length === 0) return;
  await connection.query({
    name: 'insert-charges-due',
    text: `insert into charges_due (client_id, order_id, since) select $1, * from unnest($2::text[], $3::timestamptz[])
           where exists (select 1 from price_lists where client_id = $1)
           on conflict (client_id, order_id) do update set since = excluded.since, failures = 0, retry_at = null`,
    values: [clientId, orders.map(({ orderId }) => orderId), orders.map(({ updated }) => updated)],
  });
}

/** Queues the orders for the job that makes their print files. */
export async function insertPrintFilesDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; updated: Date }[],
): Promise<void> {
  if (orders.length === 0) return;
  await connection.query({
    name: 'insert-print-files-due',
    text: `insert into print_files_due (client_id, order_id, since) select $1, * from unnest($2::text[], $3::timestamptz[])
           on conflict (client_id, order_id) do update set since = excluded.since, failures = 0, retry_at = null`,
    values: [clientId, orders.map(({ orderId }) => orderId), orders.map(({ updated }) => updated)],
  });
}

/** Queues every order in production with print files, because a setting has changed. */
export async function queuePrintFiles(connection: Connection, now: Date): Promise<void> {
  await connection.query({
    name: 'queue-print-files',
    text: `insert into print_files_due (client_id, order_id, since)
           select distinct f.client_id, f.order_id, $1::timestamptz from print_files f
           join orders o on o.client_id = f.client_id and o.order_id = f.order_id
           where o.status in ('ASSIGNED', 'ACCEPTED')
           on conflict (client_id, order_id) do update set since = excluded.since, failures = 0, retry_at = null`,
    values: [now],
  });
}
