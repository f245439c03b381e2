import type { Pool } from 'pg';
import { failLocked, mayFail } from '../orders/change/orders-in-production.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, sendTogether } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { replaceSpoiled, reserveLocked } from '../stock/change-stock.ts';
import { orderKeyOf } from './batch-rules.ts';
import { markBatchEnded, markBatchOpen } from './batch-store.ts';
import { takeBin } from './bin-store.ts';
import { loadPieces, lockOrdersOf } from './load-piece-scan.ts';
import { insertMachineRequest } from './machine-files/machine-request-store.ts';
import { requestSuccessorTicket } from './paper-runs.ts';
import { materialOf } from './piece-rules.ts';
import type { Done, PieceScanChange } from './piece-scan-rules.ts';
import { insertPieceEvent, type Piece, savePiece, savePieces } from './piece-store.ts';
import { replacePiece } from './scan-store.ts';
import { decideStop, type Stopped, type StopRequest } from './stop-rules.ts';

export interface Station {
  /** Its name. */
  station: string;
  /** Null if a program names a station that staff have not set up. */
  stationId: string | null;
}

/** A person at a station, in the transaction of a scan. */
export interface AtStation extends Station {
  connection: Connection;
  by: Actor;
  now: Date;
}

/** Thrown when another scan took what this one had read. The scan is carried out again. */
export class StateChanged extends Error {}

/** Saves the changes of a scan. Returns the successor of a rejected piece, and the printer of its ticket. */
export async function savePieceScan(
  at: AtStation,
  orders: ReadonlyMap<string, LockedOrder>,
  changes: readonly PieceScanChange[],
): Promise<Remade> {
  const { connection, now } = at;
  let remade: Remade = {};
  for (const change of changes) {
    switch (change.type) {
      case 'PIECE':
        await savePiece(connection, change, at);
        break;
      case 'PIECES':
        for (const [clientId, ofClient] of Map.groupBy(change.pieces, ({ piece }) => piece.clientId))
          await savePieces(connection, clientId, ofClient, at);
        break;
      case 'BATCH_ENDED':
        await markBatchEnded(connection, change.batchId, now);
        break;
      case 'BATCH_OPEN':
        await markBatchOpen(connection, change.batchId);
        break;
      case 'TAKE_BIN':
        if (!(await takeBin(connection, change.bin, change.piece, now))) throw new StateChanged();
        break;
      case 'RESERVE':
        await saveBlank(at, change);
        break;
      case 'REJECT':
        remade = await saveRejection(at, change);
        break;
      case 'STOP':
        await stopLocked(at, orders.get(orderKeyOf(change.piece)), change);
    }
  }
  return remade;
}

type Remade = Pick<Done, 'successor' | 'printer'>;

async function saveBlank(at: AtStation, { piece, needs }: Extract<PieceScanChange, { type: 'RESERVE' }>) {
  const { connection, by, now } = at;
  await reserveLocked(connection, piece.clientId, { orderId: piece.orderId, by }, needs, now);
  await savePiece(connection, { before: piece, piece, event: null }, at);
}

/** Saves a rejection. Without material on the shelf, the successor waits for its blank. */
async function saveRejection(
  at: AtStation,
  { before, piece, reason, successor }: Extract<PieceScanChange, { type: 'REJECT' }>,
): Promise<Remade> {
  const { connection, by, now } = at;
  const { clientId, orderId, hasBlank } = before;
  const spoiled = materialOf(before, before.stepsDone);
  const isReplaced =
    hasBlank && (await replaceSpoiled(connection, clientId, { orderId, by }, spoiled, { note: reason, occurred: now }));
  if (!successor) {
    await insertPieceEvent(connection, { piece, type: 'piece.rejected', reason }, at);
    return {};
  }
  const stored = { ...successor, hasBlank: isReplaced };
  const { batchId, code } = stored;
  const request = { requestId: risingId(), batchId, piece: code, stationId: null, machineId: null, requested: now };
  const [isStored] = await sendTogether([
    replacePiece(connection, { before, piece, successor: stored }, at),
    insertMachineRequest(connection, { ...request, cause: 'RELEASE' }),
  ]);
  if (!isStored) throw new StateChanged();
  const printer = await requestSuccessorTicket({ ...at, reason: null }, stored);
  return { successor: stored, ...(printer && { printer }) };
}

/** The office uses this code too. */
const ARTWORK_UNUSABLE = 'artwork_unusable';

/** Puts the locked order of a piece into ERROR, for its customer to mend or cancel. */
async function stopLocked(
  { connection, by, now }: Pick<AtStation, 'connection' | 'by' | 'now'>,
  order: LockedOrder | undefined,
  { piece, stopped }: { piece: Piece; stopped: Stopped },
): Promise<void> {
  if (!order) throw new StateChanged();
  await failLocked(connection, piece.clientId, order, { by, code: ARTWORK_UNUSABLE, ...stopped }, now);
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
    const before = await loadPieces(connection, [code]);
    const [order] = (
      await lockOrdersOf(
        connection,
        before.map(({ piece }) => piece),
      )
    ).values();
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
