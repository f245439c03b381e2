import type { Pool } from 'pg';
import { mayFail } from '../orders/change/orders-in-production.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { loadPieces, lockOrders } from './load-piece-scan.ts';
import { decideStop, type Stopped, type StopRequest } from './piece-scan-rules.ts';
import { ARTWORK_UNUSABLE, stopLocked } from './save-piece-scan.ts';

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
    const [order] = (await lockOrders(connection, await loadPieces(connection, [code]))).values();
    const [found] = await loadPieces(connection, [code]);
    if (!order || !found) return undefined;
    const { statusReason } = order.content;
    if (order.status === 'ERROR' && statusReason?.code === ARTWORK_UNUSABLE && statusReason.pointer)
      return { pointer: statusReason.pointer, message: statusReason.message };
    const outcome = decideStop(found, mayFail(order), request);
    if ('refusal' in outcome) throw new ApiError('order_not_changeable', outcome.refusal.message);
    await stopLocked({ connection, by, now }, order, { piece: found.piece, stopped: outcome.stopped });
    return outcome.stopped;
  });
}
