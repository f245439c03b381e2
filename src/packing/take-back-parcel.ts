import { randomUUIDv7 } from 'node:crypto';
import { changeTime, type OrderChange } from '../orders/change/apply-change.ts';
import { type OperateInput, saveInTurn, staffVerb } from '../orders/change/change-order.ts';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { withdrawalChange } from '../orders/change/ship-order.ts';
import { listNonEmpty, type Pieces, remainingPieces, shipmentIdOf } from '../orders/change/shipment-rules.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError, type ErrorName, parcelNotFound } from '../platform/errors/errors.ts';
import { sentence } from '../production/floor-sentences.ts';
import { insertPieceEvent, resumePieces } from '../production/piece-store.ts';
import { continueRun, findProductionOrders } from '../production/production-order-store.ts';
import { type Refusal, refuse, runOf } from '../production/scan-rules.ts';
import type { AtStation } from '../production/work-on-piece.ts';
import { takeOffList } from './change-hand-over.ts';
import { listParams } from './hand-over-rules.ts';
import { findLeavingParcel, type HandOver, lockHandOver } from './hand-over-store.ts';
import { lockParcel, type OpenParcel, stationRefusalOf } from './pack-parcel.ts';
import type { PaperKind } from './parcel-paper-rules.ts';
import { voidPapers } from './parcel-paper-store.ts';
import {
  findOpenParcel,
  findParcelByCode,
  listParcelsClosedAt,
  type Parcel,
  reopenParcel,
  takeParcelBack,
} from './parcel-store.ts';
import { readInside } from './read-parcel.ts';
import { sumReturned } from './return-store.ts';

/** The papers that go onto a parcel. */
const VOID_KINDS: readonly PaperKind[] = ['LABEL', 'CUSTOMS'];

interface TakenBack {
  /** OPEN at the station. */
  parcel: OpenParcel;
  /** The printed papers that must not be used. */
  voided: PaperKind[];
}

/**
 * Opens a closed parcel again at the station. If it was shipped, its shipment is withdrawn. A parcel that is
 * open here stays as it is. Locks the order. A refusal has changed nothing.
 */
export async function takeBackParcel(
  at: AtStation,
  code: string,
  reason?: string,
): Promise<TakenBack | { refusal: Refusal }> {
  const { connection, by, now } = at;
  const found = await lockParcel(at, code);
  if (!found) return { refusal: refuse('UNKNOWN', 'parcel_unknown') };
  const { clientId, order, parcel } = found;
  const { orderId } = order;
  const key = { clientId, orderId };
  const open = await findOpenParcel(connection, key);
  if (open?.code === parcel.code) {
    const refusal = stationRefusalOf(at, open);
    return refusal ? { refusal } : { parcel: found, voided: [] };
  }
  if (open) {
    const params = { open: open.code, orderId, station: open.station };
    return { refusal: refuse('NOT_COMPLETE', 'other_parcel_open', params) };
  }
  if (parcel.state === 'DROPPED') return { refusal: refuse('FOREIGN', 'parcel_given_up', { code, orderId }) };
  if (parcel.state !== 'SHIPPED')
    return { parcel: { ...found, parcel: await reopenParcel(connection, parcel, at) }, voided: [] };
  const shipmentId = shipmentIdOfParcel(order, parcel);
  if (shipmentId === undefined) return { refusal: refuse('SHIPPED', 'shipment_unknown', { code, orderId }) };
  const withdrawal = await loadWithdrawal(connection, clientId, order, shipmentId, by);
  if ('refusal' in withdrawal) return withdrawal;
  const voided = await saveWithdrawal(connection, clientId, order, withdrawal, { ...at, reason });
  const next = await saveInTurn(connection, clientId, order, [withdrawal.change], { eventId: randomUUIDv7(), now });
  return { parcel: { ...found, order: next, parcel: await reopenParcel(connection, parcel, at) }, voided };
}

/** Takes a parcel back for the office. Throws `parcel_not_found`, and the errors of `withdrawShipment`. */
export async function takeBackForOffice(at: AtStation, code: string, reason: string): Promise<void> {
  const known = await findParcelByCode(at.connection, code);
  if (!known) throw parcelNotFound();
  const { station, stationId } = known;
  const isThere = at.station === '' || known.state === 'OPEN';
  const taken = await takeBackParcel(isThere ? { ...at, station, stationId } : at, code, reason);
  if ('refusal' in taken) throw refusalError(taken.refusal);
}

/**
 * Withdraws a shipment that has not left the center. Its only parcel is open again where it was packed; several
 * parcels wait for their labels. Idempotent.
 * Throws `shipment_not_found`, `shipment_not_withdrawable`, `parcel_handed_over`.
 */
export const withdrawShipment = staffVerb<OperateInput & { shipmentId: string; reason: string }>(
  'shipments/{shipmentId}/withdraw',
  ({ shipmentId, by, reason }, { clientId, orderId }) => ({
    isDone: ({ content }) => content.withdrawnShipments?.includes(shipmentId) === true,
    decide: async (order, now, connection) => {
      const withdrawal = await loadWithdrawal(connection, clientId, order, shipmentId, by);
      if ('refusal' in withdrawal) throw refusalError(withdrawal.refusal);
      await saveWithdrawal(connection, clientId, order, withdrawal, {
        station: null,
        stationId: null,
        by,
        now,
        reason,
      });
      const [parcel] = withdrawal.parcels;
      const isAlone = withdrawal.parcels.length === 1 && !(await findOpenParcel(connection, { clientId, orderId }));
      if (parcel && isAlone) await reopenParcel(connection, parcel, { ...parcel, by });
      return withdrawal.change;
    },
  }),
);

function refusalError({ code, message }: Refusal): ApiError {
  const names: Partial<Record<string, ErrorName>> = { parcel_on_closed_list: 'parcel_handed_over' };
  return new ApiError(names[code ?? ''] ?? 'shipment_not_withdrawable', message);
}

/** A shipment left with its parcels: their times are equal. Of several, the tracking number decides. */
function shipmentIdOfParcel({ content }: LockedOrder, { closed, trackingNumber }: Parcel): string | undefined {
  const all = (content.shipments ?? []).map((one, index) => ({ ...one, id: shipmentIdOf(one, index) }));
  const together = all.filter(({ shipped }) => shipped === closed?.toISOString());
  const tracked = (one: { trackingNumber?: string }) => one.trackingNumber === (trackingNumber ?? undefined);
  const byTracking = trackingNumber === null ? undefined : all.find(tracked);
  return (together.find(tracked) ?? together[0] ?? byTracking)?.id;
}

interface Withdrawal {
  change: OrderChange;
  withdrawn: readonly Pieces[];
  parcels: readonly Parcel[];
  /** The locked lists of the parcels. */
  lists: ReadonlyMap<string, HandOver>;
  run: number;
}

/** Reads what a withdrawal changes, and locks the lists of its parcels. */
async function loadWithdrawal(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  shipmentId: string,
  by: Actor,
): Promise<Withdrawal | { refusal: Refusal }> {
  const { orderId, status, content } = order;
  const key = { clientId, orderId };
  if (content.personalDataErased !== undefined) return { refusal: refuse('SHIPPED', 'shipment_erased', { orderId }) };
  if (status !== 'SHIPPED' && status !== 'ACCEPTED')
    return { refusal: refuse('SHIPPED', 'shipment_final', { orderId, status }) };
  const { change, shipped, withdrawn } = withdrawalChange(order, shipmentId, by);
  const returned = await sumReturned(connection, key);
  const left = remainingPieces({ ...content, shipments: change.extras?.shipments ?? [] });
  if (content.items.some(({ id, quantity }) => quantity - (left.get(id) ?? 0) < (returned.get(id) ?? 0)))
    return { refusal: refuse('SHIPPED', 'shipment_returned', { orderId }) };
  const [begun] = await findProductionOrders(connection, clientId, [orderId]);
  const parcels = await listParcelsClosedAt(connection, key, shipped);
  const lists = new Map<string, HandOver>();
  for (const { code, handOverId } of parcels) {
    const list = handOverId === null ? undefined : await lockHandOver(connection, handOverId);
    if (list?.closed)
      return { refusal: refuse('ALREADY_DONE', 'parcel_on_closed_list', { code, orderId, ...listParams(list) }) };
    if (list) lists.set(code, list);
  }
  return { change, withdrawn, parcels, lists, run: begun ? runOf(order, begun) : 0 };
}

type Withdrawing = Omit<AtStation, 'connection' | 'station'> & { station: string | null; reason: string | undefined };

/** Saves a withdrawal, except the change of the order. Its parcels become PACKED. Returns the void papers. */
async function saveWithdrawal(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  { withdrawn, parcels, lists, run }: Withdrawal,
  { reason, ...at }: Withdrawing,
): Promise<PaperKind[]> {
  const { orderId } = order;
  const key: OrderKey = { clientId, orderId };
  const voided: PaperKind[] = [];
  const loose = new Map(withdrawn.map(({ id, quantity }) => [id, quantity]));
  for (const parcel of parcels) {
    const { code } = parcel;
    const piece = { ...key, code };
    const list = lists.get(code);
    const leaving = list && (await findLeavingParcel(connection, code));
    if (leaving && (await takeOffList(connection, leaving, list)))
      await insertPieceEvent(connection, { piece, type: 'parcel.hand_over_undone' }, at);
    if (!(await takeParcelBack(connection, parcel, at.now)))
      throw new ApiError('parcel_handed_over', sentence('parcel_just_listed', { code, orderId }).message);
    await insertPieceEvent(connection, { piece, type: 'parcel.taken_back', reason }, at);
    voided.push(...(await voidPapers(connection, parcel, VOID_KINDS)));
    for (const [itemId, inside] of await readInside(connection, run, parcel))
      loose.set(itemId, (loose.get(itemId) ?? 0) - inside);
  }
  if (order.status === 'SHIPPED') {
    const rest = listNonEmpty(loose);
    if (rest.length > 0) await resumePieces(connection, key, rest, at.now);
    await continueRun(connection, key, changeTime(order, at.now));
  }
  const detail = { parcels: parcels.map(({ code }) => code), ...(reason !== undefined && { reason }) };
  const subject = ['order', `${clientId}/${orderId}`] as const;
  await recordAudit(connection, at.by, at.now, { action: 'order.shipment_withdrawn', subject, detail });
  return voided;
}
