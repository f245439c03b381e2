import { isDistributed } from '../platform/database/distribution.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { StockCode, StockQuantity } from './stock-store.ts';
import { findWaitsOnNodes, wakeOnNodes } from './stock-waits-distributed-store.ts';

/** What an order is short of. */
export interface StockWait extends StockQuantity {
  clientId: string;
  orderId: string;
  /** Of the order: the oldest come first. */
  created: Date;
  /** Nobody else takes it before the order has it. */
  isPreferred: boolean;
}

/** There may be enough of it for somebody who waits. */
export interface StockWake extends StockCode {
  /** UUID; another one when more has come since. */
  wakeId: string;
  /** Orders that have begun to wait since, though there was enough for them: those who waited before come first. */
  joined: number;
}

/** A place in the line of those who wait for a code; those up to it were looked at. */
export interface StockPosition {
  created: Date;
  clientId: string;
  orderId: string;
}

/** An order that waits, as it is found by a code that may be enough for it. */
export interface FoundWait extends StockWait {
  /** Pieces of the code. */
  available: number;
  /** Nothing that it waits for is short any more. */
  canBeFilled: boolean;
}

/** More than can lie on a shelf: what waits for so much waits for good. */
const QUANTITY_MAX = 2_147_483_647;

/** Pieces that may be reserved of what the row with that name says. */
const availableOf = (row: string) => `coalesce(case ${row}.kind
  when 'ARTICLE' then (select stock_level_quantity - reserved from article_variants where sku = ${row}.code)
  else (select stock_level_quantity - reserved from product_variants where ean13 = ${row}.code) end, 0)`;

/** Whether an order that is preferred, and is not the one of the row itself, waits for the row's code; older, where the row's is preferred too. */
const isClaimed = (row: string) => `exists (
  select 1 from stock_waits p where p.kind = ${row}.kind and p.code = ${row}.code and p.is_preferred
    and (p.client_id, p.order_id) <> (${row}.client_id, ${row}.order_id)
    and (not ${row}.is_preferred or (p.created, p.client_id, p.order_id) < (${row}.created, ${row}.client_id, ${row}.order_id)))`;

export async function insertWaits(connection: Connection, waits: readonly StockWait[]): Promise<void> {
  await connection.query(
    `insert into stock_waits (client_id, order_id, kind, code, created, quantity, is_preferred)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[])`,
    [
      waits.map(({ clientId }) => clientId),
      waits.map(({ orderId }) => orderId),
      waits.map(({ kind }) => kind),
      waits.map(({ code }) => code),
      waits.map(({ created }) => created),
      waits.map(({ quantity }) => Math.min(quantity, QUANTITY_MAX)),
      waits.map(({ isPreferred }) => isPreferred),
    ],
  );
}

/** Ends the waiting of the orders; answers what they waited for. */
export async function deleteWaits(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<(StockCode & { isPreferred: boolean })[]> {
  const { rows } = await connection.query<StockCode & { isPreferred: boolean }>(
    `delete from stock_waits where client_id = $1 and order_id = any($2)
     returning kind, code, is_preferred as "isPreferred"`,
    [clientId, orderIds],
  );
  return rows;
}

/** Nobody leaves to the order what it waits for any more; answers what that is. */
export async function unpreferWaits(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<StockCode[]> {
  const { rows } = await connection.query<StockCode>(
    `update stock_waits set is_preferred = false where client_id = $1 and order_id = $2 and is_preferred
     returning kind, code`,
    [clientId, orderId],
  );
  return rows;
}

/** Notes for each of the codes whether there is enough for anybody who waits for it. Their rows must be locked. */
export async function wakeWaits(
  connection: Connection,
  codes: readonly StockCode[],
  wakeId: string,
): Promise<void> {
  if (isDistributed()) return wakeOnNodes(connection, codes, wakeId);
  await connection.query(
    `insert into stock_wakes (kind, code, wake_id)
     select kind, code, $3
     from (select distinct kind, code from unnest($1::text[], $2::text[]) as given (kind, code)) given
     cross join lateral (select ${availableOf('given')} as pieces) available
     where exists (
       select 1 from stock_waits w where w.kind = given.kind and w.code = given.code and w.quantity <= available.pieces)
     order by kind, code
     on conflict (kind, code) do update set wake_id = excluded.wake_id`,
    [codes.map(({ kind }) => kind), codes.map(({ code }) => code), wakeId],
  );
}

/** Which of the codes are woken, so that those who wait come first; they are told that others join them. The codes' rows must be locked. */
export async function joinWakes(connection: Connection, codes: readonly StockCode[]): Promise<StockCode[]> {
  const { rows } = await connection.query<StockCode>(
    `update stock_wakes s set joined = joined + 1
     from unnest($1::text[], $2::text[]) as given (kind, code)
     where s.kind = given.kind and s.code = given.code returning s.kind, s.code`,
    [codes.map(({ kind }) => kind), codes.map(({ code }) => code)],
  );
  return rows;
}

/** Has one key while there may be enough stock for orders that wait. */
export function dueWakes(): DueQuery {
  return { text: `(select 'waiting' as key from stock_wakes limit 1)`, values: [] };
}

/** Any of the codes that are woken. */
export async function findWakes(connection: Connection, limit: number): Promise<StockWake[]> {
  const { rows } = await connection.query<StockWake>(
    'select kind, code, wake_id as "wakeId", joined from stock_wakes order by random() limit $1',
    [limit],
  );
  return rows;
}

/**
 * Of each of the codes the first `limit` orders behind the position for which there is enough of it, and of which nobody who is preferred
 * comes first; all of them oldest first.
 */
export async function findWaitsBehind(
  connection: Connection,
  codes: readonly (StockCode & { position: StockPosition | undefined })[],
  limit: number,
): Promise<FoundWait[]> {
  if (isDistributed()) return findWaitsOnNodes(connection, codes, limit);
  const { rows } = await connection.query<FoundWait>(
    `select w.client_id as "clientId", w.order_id as "orderId", w.kind, w.code, w.created, w.quantity, w.is_preferred as "isPreferred",
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
    [
      codes.map(({ kind }) => kind),
      codes.map(({ code }) => code),
      codes.map(({ position }) => position?.created.toISOString() ?? '-infinity'),
      codes.map(({ position }) => position?.clientId ?? ''),
      codes.map(({ position }) => position?.orderId ?? ''),
      limit,
    ],
  );
  return rows;
}

/** Ends the wakes to which nothing has come since they were found. One that somebody is changing stays. */
export async function endWakes(connection: Connection, wakes: readonly StockWake[]): Promise<void> {
  await connection.query(
    `delete from stock_wakes s
     using (
       select kind, code from stock_wakes
       join unnest($1::text[], $2::text[], $3::uuid[], $4::int[]) as ended (kind, code, wake_id, joined)
         using (kind, code, wake_id, joined)
       for update of stock_wakes skip locked
     ) ended
     where s.kind = ended.kind and s.code = ended.code`,
    [
      wakes.map(({ kind }) => kind),
      wakes.map(({ code }) => code),
      wakes.map(({ wakeId }) => wakeId),
      wakes.map(({ joined }) => joined),
    ],
  );
}
