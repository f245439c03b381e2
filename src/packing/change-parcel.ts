import type { Pool } from 'pg';
import { shipLocked } from '../orders/change/orders-in-production.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, parcelNotFound } from '../platform/errors/errors.ts';
import { requirePrinter } from '../printing/manage-print-jobs.ts';
import type { ParcelEnd } from '../production/begin-production.ts';
import { freeBin } from '../production/bin-store.ts';
import { orderRefusalOf } from '../production/scan-rules.ts';
import type { AtStation } from '../production/work-on-piece.ts';
import { lockParcel, type OpenParcel } from './pack-parcel.ts';
import type { PaperKind } from './parcel-paper-rules.ts';
import { shipmentItems } from './parcel-rules.ts';
import {
  closePackedParcels,
  closeParcel,
  dropParcels,
  emptyOpenParcels,
  findParcelByCode,
  markPacked,
} from './parcel-store.ts';
import { readContents, readInside } from './read-parcel.ts';
import { requestPapers, requestReprints } from './request-papers.ts';

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
    const { parcel, order, run } = await lockPackedParcel(connection, code);
    const printer = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
    const items = await readContents(connection, order.content, run, parcel);
    const at = { connection, station: parcel.station, printer, by, now };
    const requested = await requestPapers(at, parcel, order, items);
    if (!requested.problem) await markPacked(connection, parcel, null, now);
    return requested.problem;
  });
  // Thrown after the commit, which keeps the problem with the parcel.
  if (problem) throw new ApiError('label_not_made', problem.details.map((one) => one.message).join(' '));
}

/**
 * Ships a parcel that was packed without a label, as a scan of its tracking number would. Does nothing if it
 * has left. Throws `parcel_not_found`, `parcel_not_packed`, `order_not_changeable`.
 */
export async function shipPackedParcel(
  { pool, by, now }: ParcelContext,
  code: string,
  trackingNumber: string | undefined,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const known = await findParcelByCode(connection, code);
    if (known?.state === 'SHIPPED') return;
    const { clientId, order, run, parcel } = await lockPackedParcel(connection, code);
    const refusal = orderRefusalOf(order);
    if (refusal) throw new ApiError('order_not_changeable', refusal.message);
    const items = shipmentItems(await readContents(connection, order.content, run, parcel));
    const tracking = trackingNumber === undefined ? {} : { trackingNumber };
    const next = await shipLocked(connection, clientId, order, { items, ...tracking }, by, now);
    await closeParcel(connection, parcel, trackingNumber ?? null, next.updated);
    if (next.status === 'SHIPPED') await freeBin(connection, { clientId, orderId: order.orderId });
  });
}

async function lockPackedParcel(connection: Connection, code: string): Promise<OpenParcel> {
  const found = await lockParcel({ connection }, code);
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
  { connection, station, by, now }: AtStation,
  code: string,
  { kinds, reason, printerId }: ReprintRequest,
): Promise<void> {
  const found = await lockParcel({ connection }, code);
  if (!found) throw parcelNotFound();
  const { parcel, order, run } = found;
  const printer = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
  const request = { connection, station: station === '' ? parcel.station : station, printer, by, now };
  const items =
    parcel.state === 'SHIPPED'
      ? [...(await readInside(connection, run, parcel))].map(([itemId, packed]) => ({ itemId, packed }))
      : await readContents(connection, order.content, run, parcel);
  await requestReprints(request, parcel, order, items, { kinds, reason });
  const subject = ['order', `${parcel.clientId}/${parcel.orderId}`] as const;
  const detail = { parcel: code, papers: kinds, reason };
  await recordAudit(connection, by, now, { action: 'order.reprinted', subject, detail });
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
