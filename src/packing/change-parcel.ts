import type { Pool } from 'pg';
import type { Doing } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, parcelNotFound } from '../platform/errors/errors.ts';
import { requirePrinter } from '../printing/manage-print-jobs.ts';
import type { ParcelEnd } from '../production/begin-production.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import { orderRefusalOf } from '../production/scan-rules.ts';
import { loadParcel } from './load-packing.ts';
import { shippedAs } from './packing-rules.ts';
import type { OrderParcel } from './packing-state.ts';
import { noPaper, type PaperKind, papersToReprint, papersToRequest, voidKinds } from './parcel-paper-rules.ts';
import { loadPaperSources, savePapers } from './parcel-papers.ts';
import { closePackedParcels, dropParcels, emptyOpenParcels, findParcelByCode, markPacked } from './parcel-store.ts';
import { recordReprint, shipParcel } from './save-packing.ts';

interface ParcelContext extends Doing {
  pool: Pool;
}

/**
 * Prints the label, and other missing papers, of a parcel that was packed without one. No piece is scanned
 * again. Uses the printers of the station that packed it, or the given printer. Throws `parcel_not_found`,
 * `parcel_not_packed`, `label_not_made`, `printer_not_found`.
 */
export async function printLabelNow(
  { pool, by, now }: ParcelContext,
  code: string,
  printerId: string | undefined,
): Promise<void> {
  const problem = await inTransaction(pool, async (connection) => {
    const { parcel, order, items } = await loadPackedParcel(connection, code);
    const printer = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
    const at = { connection, station: parcel.station, printer, by, now };
    const { papers, problem } = papersToRequest(order, items, await loadPaperSources(at, parcel, order));
    await savePapers(at, parcel, papers);
    await markPacked(connection, parcel, problem ?? null, now);
    return problem;
  });
  // Thrown after the commit, which keeps the problem with the parcel.
  if (problem) throw new ApiError('label_not_made', problem.details.map((one) => one.message).join(' '));
}

/**
 * Ships a parcel that was packed without a label, as a scan of its tracking number would. Does nothing if it
 * has left. Throws `parcel_not_found`, `parcel_not_packed`, `order_not_changeable`, `papers_void`.
 */
export async function shipPackedParcel(
  { pool, by, now }: ParcelContext,
  code: string,
  trackingNumber: string | undefined,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const known = await findParcelByCode(connection, code);
    if (known?.state === 'SHIPPED') return;
    const found = await loadPackedParcel(connection, code);
    const refusal = orderRefusalOf(found.order);
    if (refusal) throw new ApiError('order_not_changeable', refusal.message);
    const at = { connection, station: found.parcel.station, by, now };
    if (voidKinds(found, await loadPaperSources(at, found.parcel, found.order)).length > 0)
      throw new ApiError('papers_void', 'Papers of this parcel are void. Print its label again, then ship it.');
    await shipParcel(
      connection,
      { ...found, parcel: shippedAs(found.parcel, trackingNumber ?? null, now) },
      { by, now },
    );
  });
}

async function loadPackedParcel(connection: Connection, code: string): Promise<OrderParcel> {
  const found = await loadParcel(connection, code);
  if (!found) throw parcelNotFound();
  const { state, station } = found.parcel;
  if (state === 'PACKED') return found;
  const messages = {
    OPEN: `This parcel is being packed at ${station}.`,
    SHIPPED: 'This parcel has left. To print its papers again, send a reprint with a reason.',
    DROPPED: 'The order ended or was changed without this parcel. Empty the parcel.',
  };
  throw new ApiError('parcel_not_packed', messages[state]);
}

interface ReprintRequest {
  kinds: readonly PaperKind[];
  reason: string;
  /** Printer to use. Absent: a printer of the station. */
  printerId?: string | undefined;
}

/**
 * Prints papers of a parcel again, drawn from the order as it is now. The parcel may have left.
 * Throws `parcel_not_found`, `label_not_made`, `printer_not_found`.
 */
export async function reprintPapers(
  { connection, station, by, now }: Pick<AtStation, 'connection' | 'station' | 'by' | 'now'>,
  code: string,
  { kinds, reason, printerId }: ReprintRequest,
): Promise<void> {
  const found = await loadParcel(connection, code);
  if (!found) throw parcelNotFound();
  const { parcel, order, items } = found;
  const printer = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
  const at = { connection, station: station === '' ? parcel.station : station, printer, by, now };
  const sources = await loadPaperSources(at, parcel, order);
  const { papers, problem } = papersToReprint(order, items, sources, { kinds, reason });
  if (papers.length === 0) throw new ApiError('label_not_made', noPaper(problem));
  await savePapers(at, parcel, papers);
  await recordReprint(connection, parcel, { kinds, reason, by, now });
}

/**
 * Ends the parcels of locked orders. Parcels of a shipped order that waited for their labels have left with
 * it. An order whose pieces are made again keeps its open parcel, without its products.
 */
export async function endParcels(connection: Connection, clientId: string, ends: readonly ParcelEnd[]): Promise<void> {
  const restarted = ends.flatMap(({ orderId, reason }) => (reason === 'RESTARTED' ? [orderId] : []));
  if (restarted.length > 0) {
    await emptyOpenParcels(connection, clientId, restarted);
    await dropParcels(connection, clientId, restarted, ['PACKED']);
  }
  for (const { orderId, reason, since } of ends) {
    if (reason === 'RESTARTED') continue;
    if (reason === 'SHIPPED') await closePackedParcels(connection, clientId, orderId, since);
    await dropParcels(connection, clientId, [orderId], ['OPEN', 'PACKED']);
  }
}
