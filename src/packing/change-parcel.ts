import type { Pool } from 'pg';
import type { Doing } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError, parcelNotFound } from '../platform/errors/errors.ts';
import { requirePrinter } from '../printing/manage-print-jobs.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import { orderRefusalOf } from '../production/scan-rules.ts';
import { findProvider, listPackages } from '../shipping/labels/label-provider-store.ts';
import { labelProviderNotFound } from '../shipping/labels/manage-label-providers.ts';
import { loadParcel } from './load-packing.ts';
import type { OrderParcel } from './packing-state.ts';
import { insertReturnLabel, insertWantedLabel, retryLabel } from './parcel-label-store.ts';
import { noPaper, type PaperKind, papersToReprint, papersToRequest, voidKinds } from './parcel-paper-rules.ts';
import { loadPaperSources, savePapers } from './parcel-papers.ts';
import { shippedAs } from './parcel-rules.ts';
import { findParcelByCode, markPacked, updateParcelPackage } from './parcel-store.ts';
import { recordReprint, shipParcel } from './save-packing.ts';

interface ParcelContext extends Doing {
  pool: Pool;
}

interface LabelRequest {
  printerId?: string | undefined;
  /** A label provider and its service, which replace the choice of the rules. */
  providerId?: string | undefined;
  service?: string | undefined;
}

/**
 * Prints the label, and other missing papers, of a parcel that was packed without one. No piece is scanned
 * again. Uses the printers of the station that packed it, or the given printer. A label that is bought comes
 * later, by the job `labels`. Throws `parcel_not_found`, `parcel_not_packed`, `label_not_made`,
 * `printer_not_found`, `label_provider_not_found`.
 */
export async function printLabelNow(
  { pool, by, now }: ParcelContext,
  code: string,
  { printerId, providerId, service }: LabelRequest,
): Promise<void> {
  const problem = await inTransaction(pool, async (connection) => {
    const { parcel, order, items } = await loadPackedParcel(connection, code);
    const printer = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
    if (providerId !== undefined && !(await findProvider(connection, providerId))) throw labelProviderNotFound();
    const at = { connection, station: parcel.station, printer, by, now };
    const sources = await loadPaperSources(at, parcel, order);
    const { papers, problem, buysLabel } = papersToRequest(order, items, sources);
    if (service !== undefined || (buysLabel && !problem && !(await retryLabel(connection, parcel, now))))
      await insertWantedLabel(connection, { ...parcel, by, now, wantedProviderId: providerId, wantedService: service });
    // The job prints a bought label, and ships the parcel.
    else if (sources.bought) await retryLabel(connection, parcel, now);
    if (!sources.bought) await savePapers(at, parcel, papers);
    await markPacked(connection, parcel, problem ?? null, now);
    return problem;
  });
  // Thrown after the commit, which keeps the problem with the parcel.
  if (problem) throw new ApiError('label_not_made', problem.details.map((one) => one.message).join(' '));
}

/**
 * Requests a label for the return of a parcel that has left. The job `labels` buys it, once. Throws
 * `parcel_not_found`, `label_not_made`, `label_provider_not_found`.
 */
export async function requestReturnLabel(
  connection: Connection,
  { by, now }: Doing,
  code: string,
  { providerId, service }: Pick<LabelRequest, 'providerId' | 'service'> = {},
): Promise<void> {
  const found = await loadParcel(connection, code);
  if (!found) throw parcelNotFound();
  const { parcel, order } = found;
  if (parcel.state !== 'SHIPPED') throw new ApiError('label_not_made', 'This parcel has not left.');
  if (!order.content.shipping.address) throw new ApiError('label_not_made', 'The order has no address.');
  if (providerId !== undefined && !(await findProvider(connection, providerId))) throw labelProviderNotFound();
  const wanted = { ...parcel, by, now, wantedProviderId: providerId, wantedService: service };
  await insertReturnLabel(connection, wanted);
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

/** Sets the package and the weight of a parcel. Throws `parcel_not_found`, `package_not_found`. */
export async function setParcelPackage(
  pool: Pool,
  code: string,
  { packageId = null, weightGrams = null }: { packageId?: string | null; weightGrams?: number | null },
): Promise<void> {
  const packages = await withRetry(() => listPackages(pool));
  if (packageId !== null && !packages.some((one) => one.packageId === packageId))
    throw new ApiError('package_not_found', 'There is no package with this packageId.');
  if (!(await withRetry(() => updateParcelPackage(pool, code, { packageId, weightGrams })))) throw parcelNotFound();
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
