import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, type Work } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import {
  hasMovement,
  lockStock,
  type MovementReason,
  moveOnHand,
  type StockCode,
  type StockLevel,
} from './stock-store.ts';
import { wakeWaits } from './stock-waits-store.ts';

/** Pieces of one code. */
export const ON_HAND_MAX = 2_000_000_000;

interface StockChange {
  /** In the words of staff. */
  note?: string | undefined;
  now: Date;
  actor: Actor;
  /** Whether what is stored is what the sender has read; asked when the stock is locked. */
  mayChange?: (connection: Connection) => Promise<boolean>;
}

/** In a transaction of its own; see `settingStock`. */
export async function setStock(
  pool: Pool,
  stock: StockCode,
  quantity: number,
  change: StockChange,
): Promise<StockLevel> {
  return inTransaction(pool, settingStock(stock, quantity, change));
}

/** In a transaction of its own; see `adjustingStock`. */
export async function adjustStock(
  pool: Pool,
  stock: StockCode,
  by: number,
  change: StockChange,
): Promise<StockLevel> {
  return inTransaction(pool, adjustingStock(stock, by, change));
}

/**
 * Sets what was counted on the shelf, and has those tried who wait for it. What lies there counts: it may be less than
 * what is reserved, and then nothing is available until it is more again. Throws `stock_not_found`, `precondition_failed`.
 */
export function settingStock(
  stock: StockCode,
  quantity: number,
  { note, now, actor, mayChange }: StockChange,
): Work<StockLevel> {
  const movement = newMovement('set', note, now, actor);
  return async (connection, { mayBeDone }) => {
    const level = await requireLevel(connection, stock);
    if (mayBeDone && (await hasMovement(connection, movement.movementId))) return level;
    if (mayChange && !(await mayChange(connection))) throw changedSince(level);
    return move(connection, stock, level, quantity - level.onHand, movement);
  };
}

/**
 * Puts pieces on the shelf, or takes them off it when `by` is negative, and has those tried who wait for it. Throws
 * `stock_not_found`, `precondition_failed`, and `not_enough_stock` when that leaves less than is reserved, or more than ON_HAND_MAX.
 */
export function adjustingStock(
  stock: StockCode,
  by: number,
  { note, now, actor, mayChange }: StockChange,
): Work<StockLevel> {
  const movement = newMovement('adjusted', note, now, actor);
  return async (connection, { mayBeDone }) => {
    const level = await requireLevel(connection, stock);
    if (mayBeDone && (await hasMovement(connection, movement.movementId))) return level;
    if (mayChange && !(await mayChange(connection))) throw changedSince(level);
    const { onHand, reserved } = level;
    if (by < 0 && onHand + by < reserved) {
      const free = Math.max(0, onHand - reserved);
      const message = `On hand: ${onHand}, reserved: ${reserved}. At most ${free} can be taken off; set the quantity when you have counted less.`;
      throw new ApiError('not_enough_stock', message);
    }
    if (onHand + by > ON_HAND_MAX)
      throw new ApiError(
        'too_much_stock',
        `There can be at most ${ON_HAND_MAX} pieces; there are ${onHand}.`,
      );
    return move(connection, stock, level, by, movement);
  };
}

function changedSince({ onHand, reserved }: StockLevel): ApiError {
  const message = `The stock has changed since you read it; read it again. On hand: ${onHand}, reserved: ${reserved}.`;
  return new ApiError('precondition_failed', message);
}

/** Made once: when the transaction runs again after its commit was lost, it finds the movement. */
function newMovement(reason: MovementReason, note: string | undefined, occurred: Date, actor: Actor) {
  return { movementId: risingId(), reason, note, occurred, actor };
}

async function requireLevel(connection: Connection, stock: StockCode): Promise<StockLevel> {
  const [level] = await lockStock(connection, [stock]);
  if (!level) throw new ApiError('stock_not_found', 'There is no variant of this kind and code.');
  return level;
}

async function move(
  connection: Connection,
  stock: StockCode,
  { onHand, reserved }: StockLevel,
  change: number,
  movement: ReturnType<typeof newMovement>,
): Promise<StockLevel> {
  if (change !== 0) {
    await moveOnHand(connection, stock, { change, ...movement });
    await recordAudit(connection, movement.actor, movement.occurred, {
      entryId: movement.movementId,
      action: `stock.${movement.reason}`,
      subject: ['stock', `${stock.kind}/${stock.code}`],
      detail: { by: change, onHand: onHand + change, ...(movement.note && { reason: movement.note }) },
    });
  }
  if (change > 0) await wakeWaits(connection, [stock], randomUUIDv7());
  return { onHand: onHand + change, reserved };
}
