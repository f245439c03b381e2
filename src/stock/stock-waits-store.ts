import type { DueQuery } from '../platform/database/due-query.ts';
import { type ColumnTypes, columnsOf, namesOf, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { FoundWait, OrderStock, QueuePosition, StockClaim, StockCode, StockWait } from './stock-rules.ts';

/** The mark of a code whose pieces may now be enough for a waiting order. */
export interface StockWake extends StockCode {
  /** UUID; changes when more pieces arrive. */
  wakeId: string;
  /** Rises with each new order since the mark that left the code to older orders. */
  joined: number;
}

/** The largest integer of PostgreSQL, above ON_HAND_MAX: an order that needs this much waits forever. */
const QUANTITY_MAX = 2_147_483_647;

const WAIT_ROW: ColumnTypes<StockWait> = {
  clientId: 'text',
  orderId: 'text',
  kind: 'text',
  code: 'text',
  created: 'timestamptz',
  quantity: 'int',
  isPreferred: 'boolean',
};
const CODE: ColumnTypes<StockCode> = { kind: 'text', code: 'text' };

/** Inserts waits. Each wait puts one order into the queue for the stock of one SKU or EAN-13. */
export async function insertWaits(connection: Connection, waits: readonly StockWait[]): Promise<void> {
  const values: unknown[] = [];
  const rows = waits.map((wait) => ({ ...wait, quantity: Math.min(wait.quantity, QUANTITY_MAX) }));
  const names = namesOf(WAIT_ROW);
  await connection.query(
    `insert into stock_waits (${names}) select ${names} from ${tableOf('given', rows, WAIT_ROW, values)}`,
    values,
  );
}

/** Removes the orders from all queues. Returns the codes that the orders waited for. */
export async function deleteWaits(connection: Connection, clientId: string, orderIds: readonly string[]) {
  return queryRows<StockCode & { isPreferred: boolean }>(connection, {
    text: `delete from stock_waits where client_id = $1 and order_id = any($2)
     returning kind, code, is_preferred as "isPreferred"`,
    values: [clientId, orderIds],
  });
}

/** Ends the order's preference in all queues. Returns the codes that were kept for the order. */
export async function unpreferWaits(connection: Connection, clientId: string, orderId: string): Promise<StockCode[]> {
  return queryRows<StockCode>(connection, {
    text: `update stock_waits set is_preferred = false where client_id = $1 and order_id = $2 and is_preferred
     returning kind, code`,
    values: [clientId, orderId],
  });
}

/** Marks those codes whose available pieces are enough for a waiting order. The codes must be locked. */
export async function wakeWaits(connection: Connection, codes: readonly StockCode[], wakeId: string): Promise<void> {
  const values: unknown[] = [wakeId];
  await connection.query(
    `insert into stock_wakes (kind, code, wake_id)
     select w.kind, w.code, $1::uuid from ${tableOf('given', codes, CODE, values)} join stock_waits w using (kind, code) ${LEVELS}
     where w.quantity <= ${AVAILABLE}
     group by w.kind, w.code order by w.kind, w.code on conflict (kind, code) do update set wake_id = excluded.wake_id`,
    values,
  );
}

/** Joins the levels of the codes in `given`, so that AVAILABLE is their available pieces. */
const LEVELS = `left join article_variants a on given.kind = 'ARTICLE' and a.sku = given.code
     left join product_variants p on given.kind = 'PRODUCT' and p.ean13 = given.code`;
/** 0 for codes that are not in the catalogue. */
const AVAILABLE = 'coalesce(a.stock_level_quantity - a.reserved, p.stock_level_quantity - p.reserved, 0)';

/** Adds 1 to `joined` of the codes that are marked, and returns these codes. The codes must be locked. */
export async function joinWakes(connection: Connection, codes: readonly StockCode[]): Promise<StockCode[]> {
  return queryRows<StockCode>(connection, {
    text: `update stock_wakes s set joined = joined + 1 from unnest($1::text[], $2::text[]) as given (kind, code)
     where s.kind = given.kind and s.code = given.code returning s.kind, s.code`,
    values: columnsOf(codes, 'kind', 'code'),
  });
}

export function dueWakes(): DueQuery {
  return { text: `(select 'waiting' as key from stock_wakes limit 1)`, values: [] };
}

/** Finds at most `limit` marked codes, in random order. */
export async function findWakes(connection: Connection, limit: number): Promise<StockWake[]> {
  return queryRows<StockWake>(connection, {
    text: 'select kind, code, wake_id as "wakeId", joined from stock_wakes order by random() limit $1',
    values: [limit],
  });
}

/** The queue of a code, with its available pieces and its oldest preferred order. */
interface CodeQueue extends StockCode {
  available: number;
  first: { clientId: string; orderId: string } | undefined;
}

/**
 * Finds each code's oldest orders after `position` for which its pieces suffice, at most `limit` per code. If
 * preferred orders wait for the code, finds only the oldest of these.
 */
export async function findWaitsBehind(
  connection: Connection,
  codes: readonly (StockCode & { position: QueuePosition | undefined })[],
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

function findAvailable(connection: Connection, codes: readonly StockCode[]) {
  const values: unknown[] = [];
  return queryRows<StockCode & { available: number }>(connection, {
    text: `select distinct given.kind, given.code, ${AVAILABLE} as available from ${tableOf('given', codes, CODE, values)} ${LEVELS}`,
    values,
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

/** Deletes the marks that are unchanged since they were found, and that no transaction is changing. */
export async function endWakes(connection: Connection, wakes: readonly StockWake[]): Promise<void> {
  await connection.query(
    `delete from stock_wakes s
     using (
       select kind, code from stock_wakes
       join unnest($1::text[], $2::text[], $3::uuid[], $4::int[]) as ended (kind, code, wake_id, joined)
         using (kind, code, wake_id, joined) for update of stock_wakes skip locked
     ) ended
     where s.kind = ended.kind and s.code = ended.code`,
    [...columnsOf(wakes, 'kind', 'code', 'wakeId', 'joined')],
  );
}

export type StockPreference = { preferred: Date; preferredBy: string | null };

export async function findPreferred(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<Map<string, StockPreference>> {
  const { rows } = await connection.query<StockPreference & { orderId: string }>({
    name: 'find-preferred',
    text: `select order_id as "orderId", preferred, preferred_by as "preferredBy" from stock_preferences
           where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
  return new Map(rows.map(({ orderId, ...preference }) => [orderId, preference]));
}

/** Stores a preference for stock. Returns false if the order has one already. */
export async function insertPreference(
  connection: Connection,
  clientId: string,
  orderId: string,
  { preferred, preferredBy }: StockPreference,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into stock_preferences (client_id, order_id, preferred, preferred_by) values ($1, $2, $3, $4)
     on conflict (client_id, order_id) do nothing`,
    values: [clientId, orderId, preferred, preferredBy],
  });
}

export async function deletePreferences(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<boolean> {
  return (
    (await queryCount(connection, 'delete from stock_preferences where client_id = $1 and order_id = any($2)', [
      clientId,
      orderIds,
    ])) > 0
  );
}

/** Finds the oldest preferred order that waits for each code. Ignores the given orders. */
export async function findClaims(
  connection: Connection,
  codes: readonly StockCode[],
  { clientId, orderIds }: { clientId: string; orderIds: readonly string[] },
): Promise<StockClaim[]> {
  return queryRows<StockClaim>(connection, {
    name: 'find-claims',
    text: `select distinct on (kind, code) kind, code, client_id as "clientId", order_id as "orderId", created
           from stock_waits w join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
           where w.is_preferred and not (w.client_id = $3 and w.order_id = any($4))
           order by kind, code, created, client_id, order_id`,
    values: [...columnsOf(codes, 'kind', 'code'), clientId, orderIds],
  });
}

/** An order whose reason for waiting may have changed, since a variant was retired or brought back. */
interface OutdatedWait {
  orderId: string;
  /** UUID; changes with each further mark. */
  markId: string;
  /** False when the order no longer waits, so there is nothing to do. */
  isWaiting: boolean;
}

/** Marks all orders that wait for the codes, to update their reasons. The codes must be locked. */
export async function markOutdatedWaits(
  connection: Connection,
  codes: readonly StockCode[],
  markId: string,
): Promise<void> {
  await connection.query(
    `insert into stock_waits_untold (client_id, order_id, mark_id)
     select distinct client_id, order_id, $3::uuid
     from stock_waits join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
     on conflict (client_id, order_id) do update set mark_id = excluded.mark_id`,
    [...columnsOf(codes, 'kind', 'code'), markId],
  );
}

export function dueOutdatedWaits(): DueQuery {
  return { text: 'select distinct client_id as key from stock_waits_untold', values: [] };
}

export async function findOutdatedWaits(connection: Connection, clientId: string, limit: number) {
  return queryRows<OutdatedWait>(connection, {
    text: `select order_id as "orderId", mark_id as "markId",
            exists (select 1 from stock_waits w where w.client_id = u.client_id and w.order_id = u.order_id) as "isWaiting"
     from stock_waits_untold u where client_id = $1 order by order_id limit $2`,
    values: [clientId, limit],
  });
}

/** Deletes the marks that are unchanged since they were found. */
export async function deleteOutdatedMarks(
  connection: Connection,
  clientId: string,
  waits: readonly OutdatedWait[],
): Promise<void> {
  await connection.query(
    `delete from stock_waits_untold u using unnest($2::text[], $3::uuid[]) as given (order_id, mark_id)
     where u.client_id = $1 and u.order_id = given.order_id and u.mark_id = given.mark_id`,
    [clientId, ...columnsOf(waits, 'orderId', 'markId')],
  );
}

/** Removes orders from all queues, and preferences of `endedIds`. Returns the waits and the reservations. */
export async function leaveQueue(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  endedIds: readonly string[],
): Promise<{ waits: (StockCode & { isPreferred: boolean })[]; held: OrderStock[] }> {
  type Wait = StockCode & { isPreferred: boolean; orderId: null };
  const { rows } = await connection.query<Wait | OrderStock>({
    name: 'leave-queue',
    text: `with waits as (
             delete from stock_waits where client_id = $1 and order_id = any($2) returning kind, code, is_preferred
           ), preferences as (
             delete from stock_preferences where client_id = $1 and order_id = any($3)
           )
           select kind, code, is_preferred as "isPreferred", null as "orderId", null as quantity from waits
           union all
           select kind, code, false, order_id, quantity from stock_reservations
           where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds, endedIds],
  });
  return {
    waits: rows.filter((row) => row.orderId === null),
    held: rows
      .filter((row) => row.orderId !== null)
      .map(({ orderId, kind, code, quantity }) => ({ orderId, kind, code, quantity })),
  };
}
