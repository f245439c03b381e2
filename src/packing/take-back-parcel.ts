import { changeTime, type OrderChange } from '../orders/change/apply-change.ts';
import { type OperateInput, saveInTurn, staffVerb } from '../orders/change/change-order.ts';
import { withdrawalChange } from '../orders/change/ship-order.ts';
import { listNonEmpty, remainingPieces, shipmentIdOf } from '../orders/change/shipment-rules.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { ApiError, parcelNotFound } from '../platform/errors/errors.ts';
import { insertPieceEvent, resumePieces } from '../production/piece-store.ts';
import { continueRun } from '../production/production-order-store.ts';
import type { AtStation } from '../production/save-piece-scan.ts';
import { type Refusal, refuse } from '../production/scan-rules.ts';
import { takeOffList } from './change-hand-over.ts';
import { listParams } from './hand-over-rules.ts';
import { findLeavingParcel, lockHandOver } from './hand-over-store.ts';
import { loadOrder, loadParcel } from './load-packing.ts';
import { withItems } from './packing-rules.ts';
import { type OrderParcel, type PackingOrder, stationRefusalOf } from './packing-state.ts';
import type { PaperKind } from './parcel-paper-rules.ts';
import { voidPapers } from './parcel-paper-store.ts';
import { NO_TABLE, openedAt } from './parcel-rules.ts';
import { listParcelsClosedAt, type Parcel, takeParcelBack, upsertParcel } from './parcel-store.ts';
import { sumReturned } from './return-store.ts';

/** The papers that go onto a parcel. */
const VOID_KINDS: readonly PaperKind[] = ['LABEL', 'CUSTOMS'];

export interface TakenBack {
  /** OPEN at the station. */
  parcel: OrderParcel;
  /** The printed papers that must not be used. */
  voided: PaperKind[];
}

/**
 * Opens a closed parcel again at the station, or where it was packed if the station is empty. If it was
 * shipped, its shipment is withdrawn. A parcel that is open there stays as it is. Locks the order. A refusal
 * has changed nothing. Throws `parcel_not_found`.
 */
export async function takeBackParcel(
  at: AtStation,
  code: string,
  reason?: string,
): Promise<TakenBack | { refusal: Refusal }> {
  const { connection, now } = at;
  const found = await loadParcel(connection, code);
  if (!found) throw parcelNotFound();
  const { clientId, orderId, order, parcel, parcels } = found;
  const { station, stationId } = at.station === '' ? parcel : at;
  const there = { ...at, station, stationId };
  const open = parcels.find(({ state }) => state === 'OPEN');
  if (open?.code === code) {
    const refusal = stationRefusalOf(there, open);
    return refusal ? { refusal } : { parcel: found, voided: [] };
  }
  if (open) {
    const params = { open: open.code, orderId, station: open.station };
    const why = open.station === NO_TABLE ? 'other_parcel_aside' : 'other_parcel_open';
    return { refusal: refuse('NOT_COMPLETE', why, params) };
  }
  if (parcel.state === 'DROPPED') return { refusal: refuse('FOREIGN', 'parcel_given_up', { code, orderId }) };
  const opened = openedAt(parcel, there);
  if (parcel.state !== 'SHIPPED') {
    await upsertParcel(connection, opened, null);
    return { parcel: withItems(found, opened), voided: [] };
  }
  const shipmentId = shipmentIdOfParcel(order, parcel);
  if (shipmentId === undefined) return { refusal: refuse('SHIPPED', 'shipment_unknown', { code, orderId }) };
  const withdrawn = await withdraw(there, found, shipmentId, reason);
  if ('refusal' in withdrawn) return withdrawn;
  const next = await saveInTurn(connection, clientId, order, [withdrawn.change], { eventId: risingId(), now });
  await upsertParcel(connection, opened, null);
  return { parcel: withItems({ ...found, order: next }, opened), voided: withdrawn.voided };
}

/**
 * Withdraws a shipment that has not left. Its only parcel is open again where it was packed; several
 * parcels wait for their labels. Idempotent.
 * Throws `shipment_not_found`, `shipment_not_withdrawable`, `parcel_handed_over`.
 */
export const withdrawShipment = staffVerb<OperateInput & { shipmentId: string; reason: string }>(
  'shipments/{shipmentId}/withdraw',
  ({ shipmentId, by, reason }, { clientId, orderId }) => ({
    isDone: ({ content }) => content.withdrawnShipments?.includes(shipmentId) === true,
    decide: async (order, now, connection) => {
      const at = { connection, station: '', stationId: null, by, now };
      const parcels = (await loadOrder(connection, { clientId, orderId }))?.parcels ?? [];
      const withdrawn = await withdraw(at, { clientId, orderId, order, parcels }, shipmentId, reason);
      if ('refusal' in withdrawn) throw takeBackError(withdrawn.refusal);
      const [parcel, second] = withdrawn.parcels;
      if (parcel && !second && !parcels.some(({ state }) => state === 'OPEN'))
        await upsertParcel(connection, openedAt(parcel, { ...parcel, by }), null);
      return withdrawn.change;
    },
  }),
);

export function takeBackError({ code, message }: Refusal): ApiError {
  return new ApiError(code === 'parcel_on_closed_list' ? 'parcel_handed_over' : 'shipment_not_withdrawable', message);
}

/** Returns the shipment that left with the parcel. If several did, the tracking number decides. */
function shipmentIdOfParcel({ content }: LockedOrder, { closed, trackingNumber }: Parcel): string | undefined {
  const all = (content.shipments ?? []).map((one, index) => ({ ...one, id: shipmentIdOf(one, index) }));
  const together = all.filter(({ shipped }) => shipped === closed?.toISOString());
  const isTracked = (one: { trackingNumber?: string }) => one.trackingNumber === (trackingNumber ?? undefined);
  const byTracking = trackingNumber === null ? undefined : all.find(isTracked);
  return (together.find(isTracked) ?? together[0] ?? byTracking)?.id;
}

/** Withdraws a shipment of a locked order. Returns the order's change. Its parcels become PACKED. */
async function withdraw(
  { connection, ...at }: AtStation,
  { clientId, orderId, order, parcels: known }: Pick<PackingOrder, 'clientId' | 'orderId' | 'order' | 'parcels'>,
  shipmentId: string,
  reason: string | undefined,
): Promise<{ change: OrderChange; parcels: Parcel[]; voided: PaperKind[] } | { refusal: Refusal }> {
  const { status, content } = order;
  const key = { clientId, orderId };
  if (content.personalDataErased !== undefined) return { refusal: refuse('SHIPPED', 'shipment_erased', { orderId }) };
  if (status !== 'SHIPPED' && status !== 'ACCEPTED')
    return { refusal: refuse('SHIPPED', 'shipment_final', { orderId, status }) };
  const { change, shipped, withdrawn } = withdrawalChange(order, shipmentId, at.by);
  const returned = await sumReturned(connection, key);
  const left = remainingPieces({ ...content, shipments: change.extras?.shipments ?? [] });
  if (content.items.some(({ id, quantity }) => quantity - (left.get(id) ?? 0) < (returned.get(id) ?? 0)))
    return { refusal: refuse('SHIPPED', 'shipment_returned', { orderId }) };
  const parcels = await listParcelsClosedAt(connection, key, shipped);
  const lists = new Map(
    await Promise.all(
      parcels.map(async ({ code, handOverId }) => {
        const list = handOverId === null ? undefined : await lockHandOver(connection, handOverId);
        return [code, list] as const;
      }),
    ),
  );
  for (const [code, list] of lists)
    if (list?.closed)
      return { refusal: refuse('ALREADY_DONE', 'parcel_on_closed_list', { code, orderId, ...listParams(list) }) };
  const voided: PaperKind[] = [];
  const loose = new Map(withdrawn.map(({ id, quantity }) => [id, quantity]));
  for (const parcel of parcels) {
    const { code } = parcel;
    const list = lists.get(code);
    const leaving = list && (await findLeavingParcel(connection, code));
    const piece = { ...key, code };
    if (leaving && (await takeOffList(connection, leaving, list)))
      await insertPieceEvent(connection, { piece, type: 'parcel.hand_over_undone' }, at);
    if (!(await takeParcelBack(connection, parcel, at.now)))
      throw takeBackError(refuse('ALREADY_DONE', 'parcel_just_listed', { code, orderId }));
    await insertPieceEvent(connection, { piece, type: 'parcel.taken_back', reason }, at);
    voided.push(...(await voidPapers(connection, parcel, null, VOID_KINDS)));
    for (const { itemId, quantity } of known.find((one) => one.code === code)?.inside ?? [])
      loose.set(itemId, (loose.get(itemId) ?? 0) - quantity);
  }
  if (status === 'SHIPPED') {
    await resumePieces(connection, key, listNonEmpty(loose), at.now);
    await continueRun(connection, key, changeTime(order, at.now));
  }
  const detail = { parcels: parcels.map(({ code }) => code), ...(reason !== undefined && { reason }) };
  const subject = ['order', `${clientId}/${orderId}`] as const;
  await recordAudit(connection, at.by, at.now, { action: 'order.shipment_withdrawn', subject, detail });
  return { change, parcels, voided };
}
