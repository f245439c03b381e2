import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { FoundWait, QueuePlace, StockCode, StockWait } from './stock-rules.ts';

// Citus keeps a copy of the stock on each node. It locks the whole table for a locked or changed row:
// reservations would wait for each other and could deadlock. All transactions therefore lock codes by
// advisory locks on the coordinator. One PostgreSQL keeps row locks, with which an import does not stop
// reservations of other codes.

/** Any fixed number. A transaction that locks all codes holds this lock alone; the others share it. */
const CATALOG_STOCK_LOCK = 7_521_883_413;

/** Beyond this number, a transaction locks all codes: PostgreSQL limits the locks of all transactions. */
const CODES_MAX = 200;

/** Locks the codes by advisory locks, in a fixed order, until the transaction ends. */
export async function lockCodesByName(connection: Connection, codes: readonly StockCode[]): Promise<void> {
  if (codes.length > CODES_MAX) await lockAllCodesByName(connection);
  await connection.query({
    name: 'lock-stock-on-nodes',
    text: `select pg_advisory_xact_lock_shared(${CATALOG_STOCK_LOCK}), set_config('citus.all_modifications_commutative', 'on', true)`,
  });
  if (codes.length > CODES_MAX) return;
  await connection.query({
    name: 'lock-codes-on-nodes',
    text: `select pg_advisory_xact_lock(hashtextextended(kind || ' ' || code, 0))
           from (select distinct kind, code from unnest($1::text[], $2::text[]) as given (kind, code) order by kind, code) sorted`,
    values: columnsOf(codes, 'kind', 'code'),
  });
}

export async function lockAllCodesByName(connection: Connection): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${CATALOG_STOCK_LOCK})`);
}

// The orders that wait for a code are on many nodes, and Citus refuses a statement that queries all nodes for
// each of its rows. The one statement of stock-waits-store is therefore several here. One PostgreSQL keeps
// it, because it stops at the first order of each code that can be served.

/** The queue of a code, with its available pieces and its oldest preferred order. */
interface CodeQueue extends StockCode {
  available: number;
  first: { clientId: string; orderId: string } | undefined;
}

export async function wakeOnNodes(connection: Connection, codes: readonly StockCode[], wakeId: string): Promise<void> {
  const stocked = await findAvailable(connection, codes);
  const { rows } = await connection.query<StockCode>(
    `select kind, code from stock_waits join unnest($1::text[], $2::text[], $3::int[]) as given (kind, code, pieces) using (kind, code)
     where quantity <= pieces group by kind, code order by kind, code`,
    [...columnsOf(stocked, 'kind', 'code', 'available')],
  );
  if (rows.length === 0) return;
  await connection.query(
    `insert into stock_wakes (kind, code, wake_id) select kind, code, $3 from unnest($1::text[], $2::text[]) as given (kind, code)
     on conflict (kind, code) do update set wake_id = excluded.wake_id`,
    [...columnsOf(rows, 'kind', 'code'), wakeId],
  );
}

export async function findWaitsOnNodes(
  connection: Connection,
  codes: readonly (StockCode & { position: QueuePlace | undefined })[],
  limit: number,
): Promise<FoundWait[]> {
  const queues = await findQueues(connection, codes);
  const found: Omit<FoundWait, 'canBeFilled'>[] = [];
  for (const { kind, code, position } of codes) {
    const queue = queues.get(keyOf({ kind, code })) as CodeQueue;
    const values: unknown[] = [kind, code, queue.available, limit];
    const value = (one: unknown) => `$${values.push(one)}`;
    const where = ['kind = $1 and code = $2 and quantity <= $3'];
    if (position) {
      const place = [position.created, position.clientId, position.orderId].map(value).join(', ');
      where.push(`(created, client_id, order_id) > (${place})`);
    }
    // All other orders leave the code to the preferred one.
    if (queue.first)
      where.push(`client_id = ${value(queue.first.clientId)} and order_id = ${value(queue.first.orderId)}`);
    const { rows } = await connection.query<StockWait>(
      `select ${WAIT} from stock_waits where ${where.join(' and ')} order by created, client_id, order_id limit $4`,
      values,
    );
    found.push(...rows.map((row) => ({ ...row, available: queue.available })));
  }
  const fillable = await findFillable(connection, found);
  return found
    .map((wait) => ({ ...wait, canBeFilled: fillable.has(orderOf(wait)) }))
    .sort((one, other) => Number(one.created) - Number(other.created) || compare(one, other));
}

const WAIT = `client_id as "clientId", order_id as "orderId", kind, code, created, quantity, is_preferred as "isPreferred"`;

/** Finds the orders that can have everything they wait for, and that no preferred order precedes. */
async function findFillable(
  connection: Connection,
  orders: readonly { clientId: string; orderId: string }[],
): Promise<Set<string>> {
  const { rows: waits } = await connection.query<StockWait>(
    `select distinct ${WAIT} from stock_waits join unnest($1::text[], $2::text[]) as given (client_id, order_id) using (client_id, order_id)`,
    columnsOf(orders, 'clientId', 'orderId'),
  );
  const queues = await findQueues(connection, waits);
  const isShort = (wait: StockWait) => {
    const { available, first } = queues.get(keyOf(wait)) as CodeQueue;
    return wait.quantity > available || (first !== undefined && orderOf(first) !== orderOf(wait));
  };
  const short = new Set(waits.filter(isShort).map(orderOf));
  return new Set(waits.map(orderOf).filter((order) => !short.has(order)));
}

async function findQueues(connection: Connection, codes: readonly StockCode[]): Promise<Map<string, CodeQueue>> {
  const { rows } = await connection.query<StockCode & { clientId: string; orderId: string }>(
    `select distinct on (kind, code) kind, code, client_id as "clientId", order_id as "orderId"
     from stock_waits join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
     where is_preferred order by kind, code, created, client_id, order_id`,
    columnsOf(codes, 'kind', 'code'),
  );
  const preferred = new Map(rows.map((row) => [keyOf(row), row]));
  const stocked = await findAvailable(connection, codes);
  return new Map(stocked.map((one) => [keyOf(one), { ...one, first: preferred.get(keyOf(one)) }]));
}

/** Finds the available pieces; 0 for codes that are not in the catalogue. */
function findAvailable(connection: Connection, codes: readonly StockCode[]) {
  return queryRows<StockCode & { available: number }>(connection, {
    text: `select distinct given.kind, given.code,
            coalesce(case when given.kind = 'ARTICLE' then a.stock_level_quantity - a.reserved else p.stock_level_quantity - p.reserved end, 0) as available
     from unnest($1::text[], $2::text[]) as given (kind, code)
     left join article_variants a on a.sku = given.code
     left join product_variants p on p.ean13 = given.code`,
    values: columnsOf(codes, 'kind', 'code'),
  });
}

function keyOf({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

function orderOf({ clientId, orderId }: { clientId: string; orderId: string }): string {
  return `${clientId} ${orderId}`;
}

function compare(one: StockWait, other: StockWait): number {
  return Buffer.compare(Buffer.from(orderOf(one)), Buffer.from(orderOf(other)));
}
