import type { Pool } from 'pg';
import { shipLocked } from '../../orders/change/orders-in-production.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ApiError, parcelNotFound } from '../../platform/errors/errors.ts';
import { printerOf } from '../../printing/printers-of-station.ts';
import { freeBin } from '../../production/scan/bin-store.ts';
import { orderRefusalOf } from '../../production/scan/scan-rules.ts';
import type { AtStation } from '../../production/scan/work-on-piece.ts';
import { decidePapers, reprintPapers } from '../papers/decide-papers.ts';
import { readContents, readInside } from '../papers/parcel-contents.ts';
import type { PaperKind } from '../papers/parcel-paper-rules.ts';
import { shipmentItems } from '../parcel-rules.ts';
import { closeParcel, findParcelByCode, markPacked, type Parcel } from '../parcel-store.ts';
import { lockOrder, type OpenParcel, type PackingOrder } from './pack-parcel.ts';

interface Asked {
  pool: Pool;
  by: Actor;
  now: Date;
}

/**
 * Prints the label of a parcel that was packed without one, with what else it lacks; no piece is scanned again. Printed where it was packed, or on
 * the printer that is named. Throws `parcel_not_found`, `parcel_not_packed`, `label_not_made`, `printer_not_found`.
 */
export async function printLabelNow(
  { pool, by, now }: Asked,
  code: string,
  printerId: string | undefined,
): Promise<void> {
  const problem = await inTransaction(pool, async (connection) => {
    const open = await lockPacked({ connection, by, now, station: '', stationId: null }, code);
    const { parcel, order, run } = open;
    const printer = printerId === undefined ? undefined : await printerOf(connection, printerId);
    const items = await readContents(connection, order.content, run, parcel);
    const at = { connection, station: parcel.station, printer, by, now };
    const found = await decidePapers(at, parcel, order, items);
    if (found) return found;
    await markPacked(connection, parcel, null, now);
    return undefined;
  });
  if (problem) {
    const message = problem.details.map((one) => one.message).join(' ');
    throw new ApiError('label_not_made', message);
  }
}

/**
 * Ships a parcel that was packed without a label, as the packer would have by the tracking number; one that has left stays as it is. Throws
 * `parcel_not_found`, `parcel_not_packed`, `order_not_changeable`.
 */
export async function shipPacked(
  { pool, by, now }: Asked,
  code: string,
  trackingNumber: string | undefined,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const known = await findParcelByCode(connection, code);
    if (known?.state === 'SHIPPED') return;
    const open = await lockPacked({ connection, by, now, station: '', stationId: null }, code);
    const { clientId, order, run, parcel } = open;
    const refusal = orderRefusalOf(order);
    if (refusal) throw new ApiError('order_not_changeable', refusal.message);
    const items = shipmentItems(await readContents(connection, order.content, run, parcel));
    const tracking = trackingNumber === undefined ? {} : { trackingNumber };
    const next = await shipLocked(connection, clientId, order, { items, ...tracking }, by, now);
    await closeParcel(connection, parcel, trackingNumber ?? null, now);
    if (next.status === 'SHIPPED') await freeBin(connection, { clientId, orderId: order.orderId });
  });
}

async function lockPacked(at: AtStation, code: string): Promise<OpenParcel> {
  const found = await findParcelByCode(at.connection, code);
  const order = found && (await lockOrder(at, found));
  // As it is now that nobody else can change it.
  const parcel = order && (await findParcelByCode(at.connection, code));
  if (!order || !parcel) throw parcelNotFound();
  if (parcel.state === 'PACKED') return { ...order, parcel };
  const messages = {
    OPEN: `This parcel is being packed at ${parcel.station}.`,
    SHIPPED: 'This parcel has left already: print its papers again, with a reason.',
    DROPPED: 'The order ended, or was changed, without this parcel: empty it.',
  };
  throw new ApiError('parcel_not_packed', messages[parcel.state]);
}

interface ReprintRequest {
  /** Those that it has of these. */
  kinds: readonly PaperKind[];
  /** Why; the old one is to be destroyed. */
  reason: string;
  /** In place of the printers of the station. */
  printerId?: string | undefined;
}

/**
 * Has papers of a parcel printed again, also of one that has left; drawn anew, by the order as it is now. In a transaction. Throws `parcel_not_found`,
 * `label_not_made`, `printer_not_found`.
 */
export async function reprintOfParcel(
  at: AtStation,
  code: string,
  { kinds, reason, printerId }: ReprintRequest,
): Promise<void> {
  const { connection, by, now } = at;
  const found = await findParcelByCode(connection, code);
  const order = found && (await lockOrder(at, found));
  // As it is now that nobody else can change it.
  const parcel = order && (await findParcelByCode(connection, code));
  if (!order || !parcel) throw parcelNotFound();
  const printer = printerId === undefined ? undefined : await printerOf(connection, printerId);
  const station = at.station === '' ? parcel.station : at.station;
  const deciding = { connection, station, printer, by, now };
  const items = await contentsOf(at, order, parcel);
  await reprintPapers(deciding, parcel, order.order, items, { kinds, reason });
  const { clientId, orderId } = parcel;
  const subject = ['order', `${clientId}/${orderId}`] as const;
  const detail = { parcel: code, papers: kinds, reason };
  await recordAudit(connection, by, now, { action: 'order.reprinted', subject, detail });
}

/** What was in it, also once it has left. */
async function contentsOf(
  { connection }: AtStation,
  { order, run }: PackingOrder,
  parcel: Parcel,
): Promise<{ itemId: string; packed: number }[]> {
  if (parcel.state !== 'SHIPPED') return readContents(connection, order.content, run, parcel);
  return [...(await readInside(connection, run, parcel))].map(([itemId, packed]) => ({ itemId, packed }));
}
