import type { Connection } from '../platform/database/transaction.ts';
import type { StockCode } from './stock-store.ts';
import type { FoundWait, StockPosition, StockWait } from './stock-waits-store.ts';

// Needed because the orders that wait for a code are of many clients, and so on many nodes: Citus refuses a statement that asks all
// nodes for each of its rows. The one statement of stock-waits-store is several statements here.
// One PostgreSQL keeps the other form, which stops at the first order of each code that can be served.

/** A code, with the pieces of it that may be reserved, and the preferred order that comes first of those that wait for it. */
interface Line extends StockCode {
  available: number;
  first: { clientId: string; orderId: string } | undefined;
}

/** As wakeWaits. */
export async function wakeOnNodes(
  connection: Connection,
  codes: readonly StockCode[],
  wakeId: string,
): Promise<void> {
  const stocked = await findAvailable(connection, codes);
  const { rows } = await connection.query<StockCode>(
    `select kind, code from stock_waits join unnest($1::text[], $2::text[], $3::int[]) as given (kind, code, pieces) using (kind, code)
     where quantity <= pieces group by kind, code order by kind, code`,
    [
      stocked.map(({ kind }) => kind),
      stocked.map(({ code }) => code),
      stocked.map(({ available }) => available),
    ],
  );
  if (rows.length === 0) return;
  await connection.query(
    `insert into stock_wakes (kind, code, wake_id) select kind, code, $3 from unnest($1::text[], $2::text[]) as given (kind, code)
     on conflict (kind, code) do update set wake_id = excluded.wake_id`,
    [rows.map(({ kind }) => kind), rows.map(({ code }) => code), wakeId],
  );
}

/** As findWaitsBehind. */
export async function findWaitsOnNodes(
  connection: Connection,
  codes: readonly (StockCode & { position: StockPosition | undefined })[],
  limit: number,
): Promise<FoundWait[]> {
  const lines = await findLines(connection, codes);
  const found: Omit<FoundWait, 'canBeFilled'>[] = [];
  for (const { kind, code, position } of codes) {
    const line = lines.get(nameOf({ kind, code })) as Line;
    const values: unknown[] = [kind, code, line.available, limit];
    const value = (one: unknown) => `$${values.push(one)}`;
    const where = ['kind = $1 and code = $2 and quantity <= $3'];
    if (position) {
      const place = [position.created, position.clientId, position.orderId].map(value).join(', ');
      where.push(`(created, client_id, order_id) > (${place})`);
    }
    // Nobody comes before the one that is preferred.
    if (line.first)
      where.push(`client_id = ${value(line.first.clientId)} and order_id = ${value(line.first.orderId)}`);
    const { rows } = await connection.query<StockWait>(
      `select ${WAIT} from stock_waits where ${where.join(' and ')} order by created, client_id, order_id limit $4`,
      values,
    );
    found.push(...rows.map((row) => ({ ...row, available: line.available })));
  }
  const fillable = await findFillable(connection, found);
  return found
    .map((wait) => ({ ...wait, canBeFilled: fillable.has(orderOf(wait)) }))
    .sort((one, other) => Number(one.created) - Number(other.created) || compare(one, other));
}

const WAIT = `client_id as "clientId", order_id as "orderId", kind, code, created, quantity, is_preferred as "isPreferred"`;

/** Those of the orders for which there is enough of all that they wait for, and before which nobody comes. */
async function findFillable(
  connection: Connection,
  orders: readonly { clientId: string; orderId: string }[],
): Promise<Set<string>> {
  const { rows: waits } = await connection.query<StockWait>(
    `select distinct ${WAIT} from stock_waits join unnest($1::text[], $2::text[]) as given (client_id, order_id) using (client_id, order_id)`,
    [orders.map(({ clientId }) => clientId), orders.map(({ orderId }) => orderId)],
  );
  const lines = await findLines(connection, waits);
  const isShort = (wait: StockWait) => {
    const { available, first } = lines.get(nameOf(wait)) as Line;
    return wait.quantity > available || (first !== undefined && orderOf(first) !== orderOf(wait));
  };
  const short = new Set(waits.filter(isShort).map(orderOf));
  return new Set(waits.map(orderOf).filter((order) => !short.has(order)));
}

/** By code. */
async function findLines(connection: Connection, codes: readonly StockCode[]): Promise<Map<string, Line>> {
  const { rows } = await connection.query<StockCode & { clientId: string; orderId: string }>(
    `select distinct on (kind, code) kind, code, client_id as "clientId", order_id as "orderId"
     from stock_waits join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
     where is_preferred order by kind, code, created, client_id, order_id`,
    [codes.map(({ kind }) => kind), codes.map(({ code }) => code)],
  );
  const preferred = new Map(rows.map((row) => [nameOf(row), row]));
  const stocked = await findAvailable(connection, codes);
  return new Map(stocked.map((one) => [nameOf(one), { ...one, first: preferred.get(nameOf(one)) }]));
}

/** Pieces that may be reserved; of what the catalogue has not, none. */
async function findAvailable(
  connection: Connection,
  codes: readonly StockCode[],
): Promise<(StockCode & { available: number })[]> {
  const { rows } = await connection.query<StockCode & { available: number }>(
    `select distinct given.kind, given.code,
            coalesce(case when given.kind = 'ARTICLE' then a.stock_level_quantity - a.reserved else p.stock_level_quantity - p.reserved end, 0) as available
     from unnest($1::text[], $2::text[]) as given (kind, code)
     left join article_variants a on a.sku = given.code
     left join product_variants p on p.ean13 = given.code`,
    [codes.map(({ kind }) => kind), codes.map(({ code }) => code)],
  );
  return rows;
}

function nameOf({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

function orderOf({ clientId, orderId }: { clientId: string; orderId: string }): string {
  return `${clientId} ${orderId}`;
}

function compare(one: StockWait, other: StockWait): number {
  return Buffer.compare(Buffer.from(orderOf(one)), Buffer.from(orderOf(other)));
}
