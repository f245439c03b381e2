import type { Actor } from '../platform/audit/actor.ts';
import { isDistributed } from '../platform/database/distribution.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { columnsOf, valuesOf } from '../platform/database/statement-parts.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { LevelChange, ReservationChange } from './stock-change-rules.ts';
import { lockCodesByName } from './stock-distributed-store.ts';
import type { LockedStock, OrderStock, StockCode, StockKind } from './stock-rules.ts';

const TABLES = { ARTICLE: ['article_variants', 'sku'], PRODUCT: ['product_variants', 'ean13'] } as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;

/** Locks the codes that exist, in a fixed order, until the transaction ends. Returns their levels. */
export async function lockStock(connection: Connection, codes: readonly StockCode[]): Promise<LockedStock[]> {
  if (codes.length === 0) return [];
  const locked: LockedStock[] = [];
  const isByName = isDistributed();
  if (isByName) await lockCodesByName(connection, codes);
  const lock = isByName ? '' : 'for no key update';
  for (const kind of KINDS) {
    const wanted = codesOf(codes, kind);
    if (wanted.length === 0) continue;
    const [table, key] = TABLES[kind];
    const { rows } = await connection.query<Omit<LockedStock, 'kind'>>(
      `select ${key} as code, stock_level_quantity as "onHand", reserved, retired is not null as "isRetired" from ${table}
       where ${key} = any($1) order by ${key} ${lock}`,
      [wanted],
    );
    locked.push(...rows.map((row) => ({ kind, ...row })));
  }
  return locked;
}

/** Adds the changes to the levels. The rows must be locked. */
export async function changeLevels(connection: Connection, changes: readonly LevelChange[]): Promise<void> {
  for (const kind of KINDS) {
    const ofKind = changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    const [table, key] = TABLES[kind];
    await connection.query(
      `update ${table} set stock_level_quantity = stock_level_quantity + on_hand_change, reserved = reserved + reserved_change
       from unnest($1::text[], $2::int[], $3::int[]) as change (code, on_hand_change, reserved_change)
       where ${key} = change.code`,
      [...columnsOf(ofKind, 'code', 'onHandChange', 'reservedChange')],
    );
  }
}

/** Reserves stock for a client's orders, and records it in the ledger. The codes must be locked. */
export async function reserveStock(
  connection: Connection,
  clientId: string,
  reservations: readonly OrderStock[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  // One statement keeps the locks short: other transactions that need these codes wait for them.
  await connection.query(
    `with wanted as (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::uuid[]) as w (order_id, kind, code, quantity, movement_id)
     ), sums as (
       select kind, code, sum(quantity)::int as quantity from wanted group by kind, code
     ), articles as (
       update article_variants set reserved = reserved + quantity from sums where kind = 'ARTICLE' and sku = code
     ), products as (
       update product_variants set reserved = reserved + quantity from sums where kind = 'PRODUCT' and ean13 = code
     ), reserved as (
       insert into stock_reservations (client_id, order_id, kind, code, quantity)
       select $1, order_id, kind, code, quantity from wanted
       on conflict (client_id, order_id, kind, code) do update set quantity = stock_reservations.quantity + excluded.quantity
     )
     insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, client_id, order_id, occurred, actor, actor_id, actor_name)
     select movement_id, kind, code, 0, quantity, 'reserved', $1, order_id, $7, $8, $9, $10 from wanted`,
    [
      clientId,
      ...columnsOf(reservations, 'orderId', 'kind', 'code', 'quantity'),
      reservations.map(() => risingId()),
      occurred,
      ...valuesOf(actor, 'kind', 'id', 'name'),
    ],
  );
}

export async function findReservations(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<OrderStock[]> {
  const { rows } = await connection.query<OrderStock>(
    `select order_id as "orderId", kind, code, quantity from stock_reservations
     where client_id = $1 and order_id = any($2)`,
    [clientId, orderIds],
  );
  return rows;
}

/** Writes how many pieces stay reserved; 0 deletes the reservation. */
export async function saveReservations(
  connection: Connection,
  clientId: string,
  changes: readonly ReservationChange[],
): Promise<void> {
  const ended = changes.filter(({ left }) => left === 0);
  const reduced = changes.filter(({ left }) => left > 0);
  const keysOf = (some: readonly ReservationChange[]) => [clientId, ...columnsOf(some, 'orderId', 'kind', 'code')];
  const isGiven = 'r.client_id = $1 and r.order_id = given.order_id and r.kind = given.kind and r.code = given.code';
  if (ended.length > 0)
    await connection.query(
      `delete from stock_reservations r
       using unnest($2::text[], $3::text[], $4::text[]) as given (order_id, kind, code) where ${isGiven}`,
      keysOf(ended),
    );
  if (reduced.length > 0)
    await connection.query(
      `update stock_reservations r set quantity = given.quantity
       from unnest($2::text[], $3::text[], $4::text[], $5::int[]) as given (order_id, kind, code, quantity)
       where ${isGiven}`,
      [...keysOf(reduced), reduced.map(({ left }) => left)],
    );
}

function codesOf(codes: readonly StockCode[], kind: StockKind): string[] {
  return codes.filter((one) => one.kind === kind).map(({ code }) => code);
}
