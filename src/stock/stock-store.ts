import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import { isDistributed } from '../platform/database/distribution.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { columnsOf, unnest, valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { StockChange } from './stock-change-rules.ts';
import { lockCodesByName, wakeOnNodes } from './stock-distributed-store.ts';
import { insertOfMovements, insertOfWakes } from './stock-parts-store.ts';
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

/** Locks blanks that a locked order has reserved. Returns their levels, and the reservations of the order. */
export async function lockReservedBlanks(
  connection: Connection,
  { clientId, orderId }: { clientId: string; orderId: string },
  skus: readonly string[],
): Promise<{ held: OrderStock[]; levels: LockedStock[] }> {
  const isByName = isDistributed();
  if (isByName)
    await lockCodesByName(
      connection,
      skus.map((code) => ({ kind: 'ARTICLE', code })),
    );
  const rows = await queryRows<Omit<LockedStock, 'kind'> & { held: number }>(connection, {
    text: `select v.sku as code, v.stock_level_quantity as "onHand", v.reserved, v.retired is not null as "isRetired", r.quantity as held
           from stock_reservations r join article_variants v on v.sku = r.code
           where r.client_id = $1 and r.order_id = $2 and r.kind = 'ARTICLE' and r.code = any($3)
           order by v.sku ${isByName ? '' : 'for no key update of v'}`,
    values: [clientId, orderId, skus],
  });
  return {
    held: rows.map(({ code, held: quantity }) => ({ orderId, kind: 'ARTICLE', code, quantity })),
    levels: rows.map(({ held: _, ...level }) => ({ kind: 'ARTICLE', ...level })),
  };
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

export async function findReservations(connection: Connection, clientId: string, orderIds: readonly string[]) {
  return queryRows<OrderStock>(connection, {
    text: `select order_id as "orderId", kind, code, quantity from stock_reservations
     where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
}

/** Writes a change for one client, and marks codes for waiting orders. The codes must be locked. */
export async function saveStock(
  connection: Connection,
  clientId: string | undefined,
  { levels, reservations, movements, wakes }: StockChange,
): Promise<void> {
  const values: unknown[] = [clientId];
  const level = unnest(
    values,
    'text text int int',
    columnsOf(levels, 'kind', 'code', 'onHandChange', 'reservedChange'),
  );
  const change = 'stock_level_quantity = stock_level_quantity + on_hand_change, reserved = reserved + reserved_change';
  const left = unnest(values, 'text text text int', columnsOf(reservations, 'orderId', 'kind', 'code', 'left'));
  const isGiven = 'r.client_id = $1 and r.order_id = l.order_id and r.kind = l.kind and r.code = l.code';
  const parts = [
    `levels as (select * from ${level} as level (kind, code, on_hand_change, reserved_change))`,
    `articles as (update article_variants set ${change} from levels where kind = 'ARTICLE' and sku = code)`,
    `products as (update product_variants set ${change} from levels where kind = 'PRODUCT' and ean13 = code)`,
    `remaining as (select * from ${left} as remaining (order_id, kind, code, quantity))`,
    `ended as (delete from stock_reservations r using remaining l where ${isGiven} and l.quantity = 0)`,
    `reduced as (update stock_reservations r set quantity = l.quantity from remaining l where ${isGiven} and l.quantity > 0)`,
  ];
  const wakeId = randomUUIDv7();
  // A distributed database finds the waiting orders in separate statements.
  if (!isDistributed()) parts.push(`woken as (${insertOfWakes(values, wakes, wakeId, 'levels')})`);
  await connection.query(`with ${parts.join(', ')} ${insertOfMovements(values, movements)}`, values);
  if (isDistributed() && wakes.length > 0) await wakeOnNodes(connection, wakes, wakeId);
}

function codesOf(codes: readonly StockCode[], kind: StockKind): string[] {
  return codes.filter((one) => one.kind === kind).map(({ code }) => code);
}

/** Returns whether the minimum of the variant has changed. */
export async function updateMinimum(connection: Connection, { kind, code }: StockCode, minimum: number | null) {
  const [table, key] = TABLES[kind];
  return queryHasRow(connection, {
    text: `update ${table} set minimum = $2 where ${key} = $1 and minimum is distinct from $2::integer`,
    values: [code, minimum],
  });
}
