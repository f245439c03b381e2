import { isDistributed } from '../platform/database/distribution.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import { findWaitsOnNodes, wakeOnNodes } from './stock-distributed-store.ts';
import { availableOf, insertOfWakes } from './stock-parts-store.ts';
import type { FoundWait, OrderStock, QueuePlace, StockClaim, StockCode, StockWait } from './stock-rules.ts';

/** The mark of a code whose pieces may now be enough for a waiting order. */
export interface StockWake extends StockCode {
  /** UUID; changes when more pieces arrive. */
  wakeId: string;
  /** Rises with each new order since the mark that left the code to older orders. */
  joined: number;
}

/** The largest integer of PostgreSQL, above ON_HAND_MAX: an order that needs this much waits forever. */
const QUANTITY_MAX = 2_147_483_647;

/** Returns SQL that tests for another preferred order in the queue, before the row if that is preferred. */
const isClaimed = (row: string) => `exists (
  select 1 from stock_waits p where p.kind = ${row}.kind and p.code = ${row}.code and p.is_preferred
    and (p.client_id, p.order_id) <> (${row}.client_id, ${row}.order_id)
    and (not ${row}.is_preferred or (p.created, p.client_id, p.order_id) < (${row}.created, ${row}.client_id, ${row}.order_id)))`;

/** Inserts waits. Each wait puts one order into the queue for the stock of one SKU or EAN-13. */
export async function insertWaits(connection: Connection, waits: readonly StockWait[]): Promise<void> {
  await connection.query(
    `insert into stock_waits (client_id, order_id, kind, code, created, quantity, is_preferred)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[])`,
    [
      ...columnsOf(waits, 'clientId', 'orderId', 'kind', 'code', 'created'),
      waits.map(({ quantity }) => Math.min(quantity, QUANTITY_MAX)),
      waits.map(({ isPreferred }) => isPreferred),
    ],
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
  if (isDistributed()) return wakeOnNodes(connection, codes, wakeId);
  const values: unknown[] = [];
  await connection.query(insertOfWakes(values, codes, wakeId), values);
}

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

/**
 * Finds each code's oldest orders after `position` for which its pieces suffice, at most `limit` per code. If
 * preferred orders wait for the code, finds only the oldest of these.
 */
export async function findWaitsBehind(
  connection: Connection,
  codes: readonly (StockCode & { position: QueuePlace | undefined })[],
  limit: number,
): Promise<FoundWait[]> {
  if (isDistributed()) return findWaitsOnNodes(connection, codes, limit);
  return queryRows<FoundWait>(connection, {
    text: `select w.client_id as "clientId", w.order_id as "orderId", w.kind, w.code, w.created, w.quantity, w.is_preferred as "isPreferred",
            available.pieces as available,
            not exists (
              select 1 from stock_waits other
              where other.client_id = w.client_id and other.order_id = w.order_id
                and (other.quantity > ${availableOf('other')} or ${isClaimed('other')})) as "canBeFilled"
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[]) as given (kind, code, created, client_id, order_id)
     cross join lateral (select ${availableOf('given')} as pieces) available
     cross join lateral (
       select * from stock_waits w
       where w.kind = given.kind and w.code = given.code and w.quantity <= available.pieces and not ${isClaimed('w')}
         and (w.created, w.client_id, w.order_id) > (given.created, given.client_id, given.order_id)
       order by w.created, w.client_id, w.order_id limit $6
     ) w
     order by w.created, w.client_id, w.order_id`,
    values: [
      ...columnsOf(codes, 'kind', 'code'),
      codes.map(({ position }) => position?.created.toISOString() ?? '-infinity'),
      codes.map(({ position }) => position?.clientId ?? ''),
      codes.map(({ position }) => position?.orderId ?? ''),
      limit,
    ],
  });
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
  const { rowCount } = await connection.query(
    'delete from stock_preferences where client_id = $1 and order_id = any($2)',
    [clientId, orderIds],
  );
  return (rowCount ?? 0) > 0;
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
