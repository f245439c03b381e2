import type { Actor } from '../platform/audit/actor.ts';
import { isDistributed } from '../platform/database/distribution.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { lockCodesByName } from './stock-locks-distributed-store.ts';

export type StockKind = 'ARTICLE' | 'PRODUCT';

/** What is kept on a shelf: an article variant by SKU, or a product variant by EAN-13. */
export interface StockCode {
  kind: StockKind;
  code: string;
}

/** Pieces on the shelf, and pieces of them that orders have reserved. */
export interface StockLevel {
  onHand: number;
  reserved: number;
}

export interface LockedStock extends StockCode, StockLevel {
  /** No more of it is expected. */
  isRetired: boolean;
}

export interface StockQuantity extends StockCode {
  /** Pieces. */
  quantity: number;
}

export interface OrderStock extends StockQuantity {
  orderId: string;
}

export type MovementReason =
  | 'reserved'
  | 'released'
  | 'shipped'
  | 'scrapped'
  | 'returned'
  | 'set'
  | 'adjusted'
  | 'imported';

export interface StockMovement extends StockCode {
  onHandChange: number;
  reservedChange: number;
  reason: MovementReason;
  clientId?: string;
  orderId?: string;
  /** Why, in words. */
  note?: string | undefined;
  occurred: Date;
  actor: Actor;
}

const TABLES = { ARTICLE: ['article_variants', 'sku'], PRODUCT: ['product_variants', 'ean13'] } as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;

/** The levels of the codes that exist, locked in a fixed order until the transaction ends. */
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

/** Changes what lies on the shelf and what is reserved of it. The rows must be locked. */
export async function changeStock(
  connection: Connection,
  changes: readonly (StockCode & { onHandChange: number; reservedChange: number })[],
): Promise<void> {
  for (const kind of KINDS) {
    const ofKind = changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    const [table, key] = TABLES[kind];
    await connection.query(
      `update ${table} set stock_level_quantity = stock_level_quantity + on_hand_change, reserved = reserved + reserved_change
       from unnest($1::text[], $2::int[], $3::int[]) as change (code, on_hand_change, reserved_change)
       where ${key} = change.code`,
      [
        ofKind.map(({ code }) => code),
        ofKind.map(({ onHandChange }) => onHandChange),
        ofKind.map(({ reservedChange }) => reservedChange),
      ],
    );
  }
}

/** Puts so much on the shelf, and tells the ledger. The row must be locked. */
export async function moveOnHand(
  connection: Connection,
  { kind, code }: StockCode,
  movement: {
    /** UUIDv7. */
    movementId: string;
    change: number;
    reason: MovementReason;
    note: string | undefined;
    occurred: Date;
    actor: Actor;
  },
): Promise<void> {
  const [table, key] = TABLES[kind];
  // Two statements: of a distributed database no statement writes what is on every node and what is in one place.
  await connection.query(
    `update ${table} set stock_level_quantity = stock_level_quantity + $2 where ${key} = $1`,
    [code, movement.change],
  );
  await connection.query(
    `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, note, occurred, actor, actor_id, actor_name)
     values ($4, $1, $2, $3::int, 0, $5, $6, $7, $8, $9, $10)`,
    [
      kind,
      code,
      movement.change,
      movement.movementId,
      movement.reason,
      movement.note ?? null,
      movement.occurred,
      movement.actor.kind,
      movement.actor.id,
      movement.actor.name,
    ],
  );
}

/** Whether the movement was recorded. */
export async function hasMovement(connection: Connection, movementId: string): Promise<boolean> {
  const { rowCount } = await connection.query('select 1 from stock_movements where movement_id = $1', [
    movementId,
  ]);
  return rowCount === 1;
}

export async function insertMovements(
  connection: Connection,
  movements: readonly StockMovement[],
): Promise<void> {
  if (movements.length === 0) return;
  await connection.query(
    `insert into stock_movements (movement_id, kind, code, on_hand_change, reserved_change, reason, client_id, order_id, occurred, note,
                                  actor, actor_id, actor_name)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[],
                          $11::text[], $12::text[], $13::text[])`,
    [
      movements.map(() => risingId()),
      movements.map(({ kind }) => kind),
      movements.map(({ code }) => code),
      movements.map(({ onHandChange }) => onHandChange),
      movements.map(({ reservedChange }) => reservedChange),
      movements.map(({ reason }) => reason),
      movements.map(({ clientId }) => clientId ?? null),
      movements.map(({ orderId }) => orderId ?? null),
      movements.map(({ occurred }) => occurred),
      movements.map(({ note }) => note ?? null),
      movements.map(({ actor }) => actor.kind),
      movements.map(({ actor }) => actor.id),
      movements.map(({ actor }) => actor.name),
    ],
  );
}

/** Reserves for the client's orders what they need, and notes it in the ledger. The rows of the stock must be locked. */
export async function reserveStock(
  connection: Connection,
  clientId: string,
  reservations: readonly OrderStock[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  // Short and in one statement: whoever else wants these pieces waits for the locks.
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
      reservations.map(({ orderId }) => orderId),
      reservations.map(({ kind }) => kind),
      reservations.map(({ code }) => code),
      reservations.map(({ quantity }) => quantity),
      reservations.map(() => risingId()),
      occurred,
      actor.kind,
      actor.id,
      actor.name,
    ],
  );
}

/** What the orders have reserved. */
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

/** Takes the quantities off what the client's orders have reserved; they must not be more than that. */
export async function reduceReservations(
  connection: Connection,
  clientId: string,
  less: readonly OrderStock[],
): Promise<void> {
  const values = [
    clientId,
    less.map(({ orderId }) => orderId),
    less.map(({ kind }) => kind),
    less.map(({ code }) => code),
    less.map(({ quantity }) => quantity),
  ];
  const ofOrder = `r.client_id = $1 and r.order_id = less.order_id and r.kind = less.kind and r.code = less.code`;
  const reductions = `unnest($2::text[], $3::text[], $4::text[], $5::int[]) as less (order_id, kind, code, quantity)`;
  await connection.query(
    `delete from stock_reservations r using ${reductions} where ${ofOrder} and r.quantity = less.quantity`,
    values,
  );
  await connection.query(
    `update stock_reservations r set quantity = r.quantity - less.quantity from ${reductions} where ${ofOrder}`,
    values,
  );
}

/** Takes the reservations of the client's orders away and answers what they were. */
export async function deleteReservations(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<OrderStock[]> {
  const { rows } = await connection.query<OrderStock>(
    `delete from stock_reservations where client_id = $1 and order_id = any($2)
     returning order_id as "orderId", kind, code, quantity`,
    [clientId, orderIds],
  );
  return rows;
}

function codesOf(codes: readonly StockCode[], kind: StockKind): string[] {
  return codes.filter((one) => one.kind === kind).map(({ code }) => code);
}
