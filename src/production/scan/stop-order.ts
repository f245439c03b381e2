import type { Pool } from 'pg';
import type { Actor } from '../../audit/actor.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import type { LockedOrder } from '../../orders/change/order-change-store.ts';
import { failLocked, lockForProduction } from '../../orders/change/orders-in-production.ts';
import { stepPointer } from '../describe-piece.ts';
import { findPieceByCode, type Piece } from '../piece-store.ts';
import { findProductionOrders } from '../production-order-store.ts';
import type { Refusal } from './scan-answers.ts';
import { refusalOf, refuse, runOf } from './scan-rules.ts';
import type { AtStation } from './work-on-piece.ts';

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
