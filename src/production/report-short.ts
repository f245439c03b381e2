import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { giveUpMissing } from '../stock/change-stock.ts';
import type { StockLevel } from '../stock/stock-rules.ts';
import { choosePiecesToLeave, sumByOrder } from './batch-rules.ts';
import { findBatch, markBatchEnded, reduceBatch } from './batch-store.ts';
import { lockOrdersOf } from './load-piece-scan.ts';
import { insertPieceEvent, leaveBatch, listPickedPieces, type Piece } from './piece-store.ts';

/** The reason of a piece that left its batch because its blank was not found. */
export const SHORT = 'SHORT';

export interface ShortRequest extends Doing {
  batchId: string;
  sku: string;
  /** Blanks that were not found. */
  missing: number;
  station: { name: string; stationId: string } | undefined;
}

export interface Short {
  pieces: Piece[];
  stock: StockLevel;
}

/**
 * Removes pieces of the youngest orders from a batch for which too few blanks were found, and corrects the
 * stock. They wait until there is a blank. Returns undefined for an unknown batch. Throws `invalid_request`
 * if the batch needs fewer blanks than are missing.
 */
export async function reportShort(
  connection: Connection,
  { batchId, sku, missing, station, by, now }: ShortRequest,
): Promise<Short | undefined> {
  if (!(await findBatch(connection, batchId))) return undefined;
  const orders = await lockOrdersOf(connection, await listPickedPieces(connection, batchId, sku));
  // Read again, because only now nobody else can change them.
  const pieces = await listPickedPieces(connection, batchId, sku);
  const leaving = choosePiecesToLeave(pieces, orders, missing);
  const note = `Short at picking of batch ${batchId}.`;
  const stock = await giveUpMissing(connection, sku, sumByOrder(leaving), { by, now, note });
  const codes = leaving.map(({ code }) => code);
  await leaveBatch(connection, codes, SHORT);
  await reduceBatch(
    connection,
    batchId,
    leaving.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  const at = { station: station?.name ?? null, stationId: station?.stationId ?? null, by, now };
  for (const piece of leaving) await insertPieceEvent(connection, { piece, type: 'piece.short', reason: note }, at);
  await markBatchEnded(connection, batchId, now);
  await recordAudit(connection, by, now, {
    action: 'batch.short',
    subject: ['batch', batchId],
    detail: { sku, missing, pieces: leaving.length },
  });
  const changed = { batchId: null, batchPlace: null, hasBlank: false, reason: SHORT };
  return { pieces: leaving.map((piece) => ({ ...piece, ...changed })), stock };
}
