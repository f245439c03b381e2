import { recordAudit } from '../../audit/record-audit.ts';
import { parcelNotFound } from '../../http/not-found-errors.ts';
import { printerOf } from '../../printing/printers-of-station.ts';
import { reprintPapers } from '../papers/decide-papers.ts';
import { readContents, readInside } from '../papers/parcel-contents.ts';
import type { PaperKind } from '../papers/parcel-paper-rules.ts';
import { findParcelByCode, type Parcel } from '../parcel-store.ts';
import { lockOrder, type PackingOrder } from './pack-parcel.ts';
import type { AtStation } from './work-on-piece.ts';

export interface ReprintRequest {
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
