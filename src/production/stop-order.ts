import type { Pool } from 'pg';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { failLocked, lockForProduction } from '../orders/change/orders-in-production.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { stepPointer } from './describe-piece.ts';
import { findPieceByCode, type Piece } from './piece-store.ts';
import { findProductionOrders } from './production-order-store.ts';
import { type Refusal, refusalOf, refuse, runOf } from './scan-rules.ts';

/** The office uses this code too. */
const CODE = 'artwork_unusable';
const MESSAGE = 'The artwork cannot be printed as it is. Send another file, or cancel the order.';

export interface Stopped {
  /** JSON Pointer to the print in the order. */
  pointer: string;
  message: string;
}

/** The print to blame. */
interface StopRequest {
  /** Number of the step, from 1. Absent: the next print, or the first one if all are done. */
  step?: number | undefined;
  message?: string | undefined;
}

/** Puts a locked order into ERROR because of bad artwork, so that its customer sends another file. */
export async function stopOrder(
  { connection, by, now }: Doing & { connection: Connection },
  piece: Piece,
  order: LockedOrder,
  { step, message = MESSAGE }: StopRequest = {},
): Promise<{ stopped: Stopped } | { refusal: Refusal }> {
  const print = findPrint(piece, step);
  if (!print) return { refusal: refuse('UNKNOWN', 'nothing_printed') };
  const pointer = `${stepPointer(piece, print)}/dataUrl`;
  const failed = await failLocked(connection, piece.clientId, order, { by, code: CODE, message, pointer }, now);
  if (failed) return { stopped: { pointer, message } };
  return { refusal: refuse('ASKED_TO_CANCEL', 'part_has_left') };
}

function findPrint({ steps, stepsDone }: Piece, step: number | undefined) {
  const isPrint = ({ kind }: Piece['steps'][number]) => kind === 'PRINT';
  if (step !== undefined) return steps.slice(step - 1, step).find(isPrint);
  return steps.slice(stepsDone).find(isPrint) ?? steps.find(isPrint);
}

/**
 * Stops the order of a piece without a scan. Stopping it again changes nothing. Returns undefined for an
 * unknown piece. Throws `order_not_changeable` if nobody may work on the piece, or the step is no print.
 */
export async function stopOrderOfPiece(
  { pool, by, now }: Doing & { pool: Pool },
  code: string,
  request: StopRequest,
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
    const outcome = await stopOrder({ connection, by, now }, piece, order, request);
    if ('stopped' in outcome) return outcome.stopped;
    throw new ApiError('order_not_changeable', outcome.refusal.message);
  });
}
