import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, sendTogether, type Work } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import {
  checkAdjustment,
  decideMissing,
  decideReplacement,
  decideReservationEnd,
  decideReturn,
  decideTaking,
  decideTrim,
  type LeavingStock,
  type LevelChange,
  type MissingStock,
  type OrderBy,
  type ReturnedStock,
  type StockChange,
  type StockMovement,
} from './stock-change-rules.ts';
import { hasMovement, insertMovements } from './stock-ledger-store.ts';
import {
  distinctCodes,
  type LockedStock,
  type OrderStock,
  type StockCode,
  type StockLevel,
  type StockQuantity,
  stockKey,
  sumByCode,
} from './stock-rules.ts';
import { findReservations, insertReservations, lockStock, reduceReservations, updateLevels } from './stock-store.ts';
import { leaveQueue, wakeWaits } from './stock-waits-store.ts';

/** Locks and returns the orders' reserved stock, in a fixed sequence of codes. The orders must be locked. */
export async function lockReservedStock(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<{ held: OrderStock[]; levels: LockedStock[] }> {
  const held = await findReservations(connection, clientId, orderIds);
  return { held, levels: await lockStock(connection, held) };
}

/** Writes a change, and marks codes for waiting orders. The codes must be locked. */
async function saveStockChange(
  connection: Connection,
  { levels, reservations, movements, wakes }: StockChange,
): Promise<void> {
  await sendTogether([
    ...saveLevels(connection, levels),
    ...[...Map.groupBy(reservations, ({ clientId }) => clientId)].map(([clientId, some]) =>
      reduceReservations(connection, clientId, some),
    ),
    insertMovements(connection, movements),
    ...(wakes.length > 0 ? [wakeWaits(connection, wakes, randomUUIDv7())] : []),
  ]);
}

function saveLevels(connection: Connection, levels: readonly LevelChange[]): Promise<void>[] {
  return [...Map.groupBy(levels, ({ kind }) => kind)].map(([kind, some]) => updateLevels(connection, kind, some));
}

/** Reserves stock for a client's orders, and records it in the ledger. The codes must be locked. */
export async function reserveStock(
  connection: Connection,
  clientId: string,
  reservations: readonly OrderStock[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  const moved = sumByCode(reservations).map(({ kind, code, quantity }) => {
    return { kind, code, onHandChange: 0, reservedChange: quantity };
  });
  const movements = reservations.map(({ orderId, kind, code, quantity: reservedChange }): StockMovement => {
    return { kind, code, onHandChange: 0, reservedChange, reason: 'reserved', clientId, orderId, occurred, actor };
  });
  await sendTogether([
    ...saveLevels(connection, moved),
    insertReservations(connection, clientId, reservations),
    insertMovements(connection, movements),
  ]);
}

/** The orders' reservations, read under their locks. May include reservations of other locked orders. */
type Holding = { held: readonly OrderStock[]; occurred: Date };

/** Ends the orders' reservations: frees their pieces (`release`), or takes them off the shelf (`consume`). */
export async function endReservations(
  connection: Connection,
  clientId: string,
  orders: readonly OrderBy[],
  effect: 'release' | 'consume',
  { held: all, occurred }: Holding,
): Promise<void> {
  const orderIds = new Set(idsOf(orders));
  const held = all.filter(({ orderId }) => orderIds.has(orderId));
  const levels = await lockStock(connection, held);
  await saveStockChange(connection, decideReservationEnd({ held, levels }, orders, effect, { clientId, occurred }));
}

/** Frees what the orders have reserved beyond their needs. */
export async function trimReservations(
  connection: Connection,
  clientId: string,
  orders: readonly (OrderBy & { needs: readonly StockQuantity[] })[],
  { held, occurred }: Holding,
): Promise<void> {
  const change = decideTrim(held, orders, { clientId, occurred });
  await lockStock(connection, change.levels);
  await saveStockChange(connection, change);
}

/** Takes reserved pieces off the shelf, at most as many as are reserved. The orders must be locked. */
export async function takeReserved(
  connection: Connection,
  clientId: string,
  orders: readonly (OrderBy & { leaving: readonly LeavingStock[] })[],
  occurred: Date,
): Promise<void> {
  // Also locks the stock that stays: the caller may free it right after, and locks are taken in one order.
  const state = await lockReservedStock(connection, clientId, idsOf(orders));
  await saveStockChange(connection, decideTaking(state, orders, { clientId, occurred }));
}

/**
 * Scraps spoiled blanks, and reserves blanks that replace them. Returns false, and reserves nothing, if too
 * few are available. The order must be locked.
 */
export async function replaceSpoiled(
  connection: Connection,
  clientId: string,
  order: OrderBy,
  spoiled: readonly StockQuantity[],
  context: { note: string; occurred: Date },
): Promise<boolean> {
  const [reserved, locked] = await Promise.all([
    findReservations(connection, clientId, [order.orderId]),
    lockStock(connection, spoiled),
  ]);
  const held = reserved.filter((one) => spoiled.some((other) => stockKey(one) === stockKey(other)));
  const levels = locked.filter((level) => held.some((one) => stockKey(one) === stockKey(level)));
  const { change, isReplaced } = decideReplacement({ held, levels }, order, spoiled, { clientId, ...context });
  await saveStockChange(connection, change);
  return isReplaced;
}

/** Reserves all of `needs` for a locked order in production, or nothing. Returns whether it reserved. */
export async function reserveMore(
  connection: Connection,
  clientId: string,
  order: OrderBy,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<boolean> {
  if (!(await isAvailable(connection, needs))) return false;
  await reserveLocked(connection, clientId, order, needs, occurred);
  return true;
}

/** Reserves stock for a locked order in production. `isAvailable` has locked it. */
export async function reserveLocked(
  connection: Connection,
  clientId: string,
  { orderId, by: actor }: OrderBy,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<void> {
  const reservations = needs.map((need) => ({ ...need, orderId }));
  await reserveStock(connection, clientId, reservations, { occurred, actor });
}

/** Locks the stock in `needs`, and returns whether all of it can be reserved. */
export async function isAvailable(connection: Connection, needs: readonly StockQuantity[]): Promise<boolean> {
  const levels = new Map((await lockStock(connection, needs)).map((one) => [stockKey(one), one]));
  return needs.every((need) => {
    const level = levels.get(stockKey(need));
    return level !== undefined && level.onHand - level.reserved >= need.quantity;
  });
}

/**
 * Puts returned pieces on the shelf. Pieces of a withdrawn shipment (`withdrawn`) are reserved for their
 * order again. Throws `too_much_stock`. The order must be locked.
 */
export async function takeBack(
  connection: Connection,
  clientId: string,
  order: OrderBy,
  returned: readonly ReturnedStock[],
  occurred: Date,
  reason: 'returned' | 'withdrawn' = 'returned',
): Promise<void> {
  const levels = await lockStock(connection, distinctCodes(returned));
  const change = decideReturn(levels, order, returned, { clientId, occurred }, reason);
  await saveStockChange(connection, change);
  if (reason === 'returned' || change.levels.length === 0) return;
  const { orderId, by: actor } = order;
  const reserved = change.levels.map(({ kind, code, onHandChange: quantity }) => ({ orderId, kind, code, quantity }));
  await reserveStock(connection, clientId, reserved, { occurred, actor });
}

/**
 * Reduces reservations of an article variant after a picker found too few pieces, and sets the quantity on
 * hand to the remaining reservations. The orders must be locked.
 */
export async function giveUpMissing(
  connection: Connection,
  sku: string,
  missing: readonly MissingStock[],
  by: { by: Actor; now: Date; note: string },
): Promise<StockLevel> {
  const stock = { kind: 'ARTICLE', code: sku } as const;
  const [locked = { onHand: 0, reserved: 0 }] = await lockStock(connection, [stock]);
  const held: (OrderStock & { clientId: string })[] = [];
  for (const [clientId, orders] of Map.groupBy(missing, (one) => one.clientId)) {
    const found = await findReservations(connection, clientId, idsOf(orders));
    held.push(...found.map((one) => ({ ...one, clientId })));
  }
  const { level, onHandChange, ...change } = decideMissing({ ...stock, ...locked }, held, missing, by);
  await saveStockChange(connection, change);
  if (onHandChange !== 0)
    await recordAudit(connection, by.by, by.now, {
      action: 'stock.set',
      subject: ['stock', `ARTICLE/${sku}`],
      detail: { by: onHandChange, onHand: level.onHand, reason: by.note },
    });
  return level;
}

function idsOf(orders: readonly { orderId: string }[]): string[] {
  return orders.map(({ orderId }) => orderId);
}

interface OnHandChange {
  note?: string | undefined;
  now: Date;
  actor: Actor;
  mayChange?: (connection: Connection) => Promise<boolean>;
}

/**
 * Returns the function for a transaction that sets the counted quantity on hand, which may be below the
 * reserved quantity. The function throws `stock_not_found`, `precondition_failed`.
 */
export function setStock(stock: StockCode, quantity: number, change: OnHandChange): Work<StockLevel> {
  return changeOnHand(stock, 'set', change, ({ onHand }) => quantity - onHand);
}

/**
 * Returns the function for a transaction that adds pieces, or removes them if `by` is negative. The function
 * throws `stock_not_found`, `precondition_failed`, `not_enough_stock`, `too_much_stock`.
 */
export function adjustStock(stock: StockCode, by: number, change: OnHandChange): Work<StockLevel> {
  return changeOnHand(stock, 'adjusted', change, (level) => {
    checkAdjustment(level, by);
    return by;
  });
}

function changeOnHand(
  stock: StockCode,
  reason: 'set' | 'adjusted',
  { note, now: occurred, actor, mayChange }: OnHandChange,
  decide: (level: StockLevel) => number,
): Work<StockLevel> {
  // Made once: when the transaction runs again after its commit was lost, it finds the movement.
  const movementId = risingId();
  return async (connection, { mayBeDone }) => {
    const [level] = await lockStock(connection, [stock]);
    if (!level) throw new ApiError('stock_not_found', 'There is no variant of this kind and code.');
    const { onHand, reserved } = level;
    if (mayBeDone && (await hasMovement(connection, movementId))) return { onHand, reserved };
    if (mayChange && !(await mayChange(connection))) {
      const message = `The stock has changed since you read it; read it again. On hand: ${onHand}, reserved: ${reserved}.`;
      throw new ApiError('precondition_failed', message);
    }
    const by = decide(level);
    if (by === 0) return { onHand, reserved };
    const moved = { kind: stock.kind, code: stock.code, onHandChange: by, reservedChange: 0 };
    await saveStockChange(connection, {
      levels: [moved],
      reservations: [],
      movements: [{ ...moved, movementId, reason, note, occurred, actor }],
      wakes: by > 0 ? [stock] : [],
    });
    await recordAudit(connection, actor, occurred, {
      entryId: movementId,
      action: `stock.${reason}`,
      subject: ['stock', `${stock.kind}/${stock.code}`],
      detail: { by, onHand: onHand + by, ...(note && { reason: note }) },
    });
    return { onHand: onHand + by, reserved };
  };
}

/** Removes orders from all queues, and preferences of `endedIds`. Returns the reservations of the orders. */
export async function endWaiting(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  endedIds: readonly string[],
): Promise<OrderStock[]> {
  const { waits, held } = await leaveQueue(connection, clientId, orderIds, endedIds);
  const left = waits.filter(({ isPreferred }) => isPreferred);
  if (left.length > 0) {
    await lockStock(connection, left);
    await wakeWaits(connection, left, randomUUIDv7());
  }
  return held;
}
