import type { Pool } from 'pg';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { failLocked, lockForProduction } from '../orders/change/orders-in-production.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { giveUpMissing } from '../stock/give-up-missing.ts';
import type { StockLevel } from '../stock/stock-store.ts';
import { findBatch, markBatchEnded } from './batch-store.ts';
import { stepPointer } from './describe-piece.ts';
import {
  findPieceByCode,
  insertPieceEvent,
  leaveBatch,
  listPickedPieces,
  type Piece,
} from './piece-store.ts';
import { findProductionOrders } from './production-order-store.ts';
import { type Refusal, refusalOf, refuse, runOf } from './scan-rules.ts';
import type { AtStation } from './work-on-piece.ts';

/** Why a piece is in no batch any more. */
export const SHORT = 'SHORT';

export interface ShortRequest {
  batchId: string;
  /** The blank. */
  sku: string;
  /** How many of it were not found. */
  missing: number;
  /** Where it was told, if at a station. */
  station: { name: string; stationId: string } | undefined;
  by: Actor;
  now: Date;
}

/** What became of it. */
export interface Short {
  /** Those that left the batch. */
  pieces: Piece[];
  stock: StockLevel;
}

/**
 * Whoever picks the blanks of a batch has found too few: pieces of the youngest orders leave the batch, without a blank until there is one, and the stock is
 * put right. Undefined where there is no such batch; throws `invalid_request` when it needs fewer. Runs in the transaction of the caller.
 */
export async function reportShort(
  connection: Connection,
  { batchId, sku, missing, station, by, now }: ShortRequest,
): Promise<Short | undefined> {
  if (!(await findBatch(connection, batchId))) return undefined;
  const orders = await lockOrdersOf(connection, await listPickedPieces(connection, batchId, sku));
  // As they are now that nobody else can change them.
  const pieces = (await listPickedPieces(connection, batchId, sku)).filter(
    (piece) => orders.get(keyOf(piece))?.status === 'ACCEPTED',
  );
  const leaving = takeYoungest(pieces, missing, (piece) => orders.get(keyOf(piece)) as LockedOrder);
  const codes = leaving.map(({ code }) => code);
  const note = `Short at picking of batch ${batchId}.`;
  const stock = await giveUpMissing(connection, sku, sumByOrder(leaving), { by, now, note });
  await leaveBatch(connection, codes, SHORT);
  const at = { station: station?.name ?? null, stationId: station?.stationId ?? null, by, now };
  for (const piece of leaving)
    await insertPieceEvent(connection, { piece, type: 'piece.short', reason: note }, at);
  await markBatchEnded(connection, batchId, now);
  await recordAudit(connection, by, now, {
    action: 'batch.short',
    subject: ['batch', batchId],
    detail: { sku, missing, pieces: leaving.length },
  });
  const without = { batchId: null, batchPlace: null, hasBlank: false, reason: SHORT };
  return { pieces: leaving.map((piece) => ({ ...piece, ...without })), stock };
}

/** By client and order; all stations lock them in one order. */
async function lockOrdersOf(
  connection: Connection,
  pieces: readonly Piece[],
): Promise<Map<string, LockedOrder>> {
  const byClient = [...Map.groupBy(pieces, ({ clientId }) => clientId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const locked = new Map<string, LockedOrder>();
  for (const [clientId, ofClient] of byClient) {
    const orderIds = [...new Set(ofClient.map(({ orderId }) => orderId))];
    for (const order of await lockForProduction(connection, clientId, orderIds))
      locked.set(keyOf({ clientId, orderId: order.orderId }), order);
  }
  return locked;
}

/** Those of the youngest orders, the last in the batch first. A lot leaves as a whole. */
function takeYoungest(
  pieces: readonly Piece[],
  missing: number,
  orderOf: (piece: Piece) => LockedOrder,
): Piece[] {
  const age = (piece: Piece) => orderOf(piece).created.getTime();
  const inTurn = pieces.toSorted(
    (one, other) => age(other) - age(one) || (other.batchPlace ?? 0) - (one.batchPlace ?? 0),
  );
  const taken: Piece[] = [];
  let left = missing;
  for (const piece of inTurn) {
    if (left <= 0) break;
    taken.push(piece);
    left -= piece.quantity;
  }
  if (left <= 0) return taken;
  const message = `Of this batch ${missing - left} of this blank are still to be made, so no more can be short.`;
  throw invalidRequest([{ pointer: '/missing', code: 'too_large', message }]);
}

function sumByOrder(pieces: readonly Piece[]) {
  return [...Map.groupBy(pieces, keyOf).values()].map((ofOrder) => {
    const { clientId, orderId } = ofOrder[0] as Piece;
    return { clientId, orderId, quantity: ofOrder.reduce((sum, { quantity }) => sum + quantity, 0) };
  });
}

function keyOf({ clientId, orderId }: Pick<Piece, 'clientId' | 'orderId'>): string {
  return `${clientId}\0${orderId}`;
}

/** One of the codes that the office gives too. */
const CODE = 'artwork_unusable';
const MESSAGE = 'The artwork cannot be printed as it is. Send another file, or cancel the order.';

/** What the order was stopped for. */
export interface Stopped {
  /** JSON Pointer to the print in the order. */
  pointer: string;
  message: string;
}

/**
 * The artwork of the piece in hand is bad: its order, which is locked and in production, goes into ERROR with a pointer to the print, and its customer is told.
 * All pieces of it answer so from now on.
 */
export async function stopOrder(
  at: Pick<AtStation, 'connection' | 'by' | 'now'>,
  piece: Piece,
  order: LockedOrder,
  { step, message = MESSAGE }: { step?: number | undefined; message?: string | undefined } = {},
): Promise<{ stopped: Stopped } | { refusal: Refusal }> {
  const print = printOf(piece, step);
  if (!print) return { refusal: refuse('UNKNOWN', 'nothing_printed') };
  const pointer = `${stepPointer(piece, print)}/dataUrl`;
  const failure = { by: at.by, code: CODE, message, pointer };
  const failed = await failLocked(at.connection, piece.clientId, order, failure, at.now);
  if (failed) return { stopped: { pointer, message } };
  return { refusal: refuse('ASKED_TO_CANCEL', 'part_has_left') };
}

/** The step that is named, from 1; else the print that comes next, or the first where all are done. */
function printOf({ steps, stepsDone }: Piece, step: number | undefined) {
  if (step !== undefined) return steps[step - 1]?.kind === 'PRINT' ? steps[step - 1] : undefined;
  const isPrint = ({ kind }: Piece['steps'][number]) => kind === 'PRINT';
  return steps.slice(stepsDone).find(isPrint) ?? steps.find(isPrint);
}

/**
 * The same by itself, without a scan. Stopping it again changes nothing. Undefined where no piece has the code; throws `order_not_changeable` where nothing is to
 * be made of it, and `invalid_request` for a step that is no print.
 */
export async function stopOrderOf(
  { pool, by, now }: { pool: Pool; by: Actor; now: Date },
  code: string,
  wish: { step?: number | undefined; message?: string | undefined },
): Promise<Stopped | undefined> {
  return inTransaction(pool, async (connection) => {
    const found = await findPieceByCode(connection, code);
    if (!found) return undefined;
    const { clientId, orderId } = found;
    const [order] = await lockForProduction(connection, clientId, [orderId]);
    const [begun] = await findProductionOrders(connection, clientId, [orderId]);
    const piece = await findPieceByCode(connection, code);
    if (!order || !begun || !piece) return undefined;
    const { statusReason } = order.content;
    if (order.status === 'ERROR' && statusReason?.code === CODE && statusReason.pointer)
      return { pointer: statusReason.pointer, message: statusReason.message };
    const refusal = refusalOf(piece, order, runOf(order, begun));
    if (refusal) throw new ApiError('order_not_changeable', refusal.message);
    const outcome = await stopOrder({ connection, by, now }, piece, order, wish);
    if ('stopped' in outcome) return outcome.stopped;
    throw new ApiError('order_not_changeable', outcome.refusal.message);
  });
}
