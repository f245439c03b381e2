import { shipLocked } from '../orders/change/orders-in-production.ts';
import type { Tracking } from '../orders/change/shipment-rules.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { freeBin } from '../production/bin-store.ts';
import { savePiece } from '../production/piece-store.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import { type Refusal, refuse } from '../production/scan-rules.ts';
import type { OrderParcel, PackingChange } from './packing-state.ts';
import { insertWantedLabel } from './parcel-label-store.ts';
import { PAPER_KINDS, type PaperKind } from './parcel-paper-rules.ts';
import { voidPapers } from './parcel-paper-store.ts';
import { savePapers } from './parcel-papers.ts';
import { shipmentItems } from './parcel-rules.ts';
import { addToParcel, type Parcel, takeFromParcel, upsertParcel } from './parcel-store.ts';
import { type TakenBack, takeBackParcel } from './take-back-parcel.ts';

/** Thrown when the order itself refuses a change. The transaction is rolled back. */
export class ScanRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Saves the changes of a scan. Returns the parcel taken back, and the void papers. Throws `ScanRefused`. */
export async function savePacking(
  at: AtStation,
  changes: readonly PackingChange[],
): Promise<{ taken?: TakenBack; voided?: PaperKind[] }> {
  let saved: Awaited<ReturnType<typeof savePacking>> = {};
  for (const change of changes) {
    if (change.type === 'TAKE_BACK') saved = { taken: await saveTakeBack(at, change.code) };
    else if (change.type === 'VOID')
      saved = { voided: await voidPapers(at.connection, change.parcel, 'OURS', PAPER_KINDS) };
    else await saveChange(at, change);
  }
  return saved;
}

async function saveChange(
  at: AtStation,
  change: Exclude<PackingChange, { type: 'TAKE_BACK' | 'VOID' }>,
): Promise<void> {
  const { connection, by, now } = at;
  switch (change.type) {
    case 'PARCEL':
      return upsertParcel(connection, change.parcel, change.order);
    case 'PIECE':
      return savePiece(connection, change, at);
    case 'PRODUCT':
      return (change.count === 1 ? addToParcel : takeFromParcel)(connection, change.parcel, change.itemId);
    case 'PAPERS':
      return savePapers(at, change.parcel, change.papers);
    case 'LABEL':
      return insertWantedLabel(connection, { ...change.parcel, by, now });
    case 'FREE_BIN':
      return freeBin(connection, change);
    case 'REPRINT':
      return recordReprint(connection, change.parcel, { kinds: ['LABEL', 'CUSTOMS'], reason: change.reason, by, now });
    case 'SHIP':
      return shipParcel(connection, change.of, { by, now }).catch(refuseScan);
  }
}

async function saveTakeBack(at: AtStation, code: string): Promise<TakenBack> {
  const taken = await takeBackParcel(at, code).catch(refuseScan);
  if ('refusal' in taken) throw new ScanRefused(taken.refusal);
  return taken;
}

function refuseScan(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const message = error.violations?.[0]?.message ?? error.message;
  throw new ScanRefused(refuse('SHIPPED', 'order_not_to_be_shipped', { message }));
}

/** Ships a parcel with its contents: a part of the order, or the rest of it. The last one frees its bin. */
export async function shipParcel(
  connection: Connection,
  { clientId, orderId, order, parcel, items }: OrderParcel,
  { by, now }: Doing,
  tracking: Pick<Tracking, 'trackingCarrier' | 'trackingUrl'> = {},
): Promise<void> {
  const { trackingNumber } = parcel;
  const shipment = { items: shipmentItems(items), ...(trackingNumber !== null && { trackingNumber }), ...tracking };
  const next = await shipLocked(connection, clientId, order, shipment, by, now);
  // A parcel and its shipment left at the same time.
  await upsertParcel(connection, { ...parcel, closed: next.updated }, order);
  if (next.status === 'SHIPPED') await freeBin(connection, { clientId, orderId });
}

/** Records in the audit log that papers of the parcel are printed again. */
export async function recordReprint(
  connection: Connection,
  { clientId, orderId, code }: Parcel,
  { kinds, reason, by, now }: Doing & { kinds: readonly PaperKind[]; reason: string },
): Promise<void> {
  const subject = ['order', `${clientId}/${orderId}`] as const;
  const detail = { parcel: code, papers: kinds, reason };
  await recordAudit(connection, by, now, { action: 'order.reprinted', subject, detail });
}
