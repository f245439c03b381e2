import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction, shipLocked } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { type ScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { freeBin } from '../production/bin-store.ts';
import { findPieceTransition } from '../production/piece-states.ts';
import type { Piece } from '../production/piece-store.ts';
import { findProductionOrders } from '../production/production-order-store.ts';
import { orderRefusalOf, type Refusal, refusalOf, refuse, runOf } from '../production/scan-rules.ts';
import { type AtStation, changePiece } from '../production/work-on-piece.ts';
import { isFull, itemForEan, type PackedItem, shipmentItems } from './parcel-rules.ts';
import {
  addToParcel,
  closeParcel,
  findOpenParcel,
  findParcelByCode,
  insertParcel,
  isPackedAt,
  listPackedParcels,
  type Parcel,
  reopenParcel,
  updateParcelStation,
} from './parcel-store.ts';
import { readContents } from './read-parcel.ts';
import { requestPapers } from './request-papers.ts';
import type { ParcelView, ScanAnswer } from './scan-answers.ts';

/** A locked order that is or was in production. */
export interface PackingOrder {
  clientId: string;
  code: string;
  order: LockedOrder;
  run: number;
}

export interface OpenParcel extends PackingOrder {
  parcel: Parcel;
}

export interface ParcelWithItems extends OpenParcel {
  items: PackedItem[];
}

/** The parcel after a scan: it is open with these items, or was closed. */
type PackOutcome = Pick<ScanAnswer, 'refusal' | 'done'> & {
  parcel: ParcelWithItems;
  closed?: ParcelView;
};

/** Locks the order. Returns undefined if it never was in production. */
export async function lockPackingOrder(
  { connection }: Pick<AtStation, 'connection'>,
  { clientId, orderId }: OrderKey,
): Promise<PackingOrder | undefined> {
  const [order] = await lockForProduction(connection, clientId, [orderId]);
  const [begun] = await findProductionOrders(connection, clientId, [orderId]);
  return order && begun && { clientId, order, run: runOf(order, begun), code: begun.code };
}

/** Finds a parcel and locks its order. The parcel is read again under the lock. */
export async function lockParcel(at: Pick<AtStation, 'connection'>, code: string): Promise<OpenParcel | undefined> {
  const found = await findParcelByCode(at.connection, code);
  const order = found && (await lockPackingOrder(at, found));
  const parcel = order && (await findParcelByCode(at.connection, code));
  return parcel && { ...order, parcel };
}

/** Opens the parcel of an order at this station, unless it is being packed at another one. */
export async function openParcel(
  at: AtStation,
  packing: PackingOrder,
  number: number,
  scanned?: ScanCode,
): Promise<{ parcel: OpenParcel } | { refusal: Refusal }> {
  const { clientId, order } = packing;
  const key = { clientId, orderId: order.orderId };
  const known = await findOpenParcel(at.connection, key);
  const refusal = orderRefusalOf(order) ?? (known && stationRefusalOf(at, known));
  if (refusal) return { refusal };
  const parcel = known ?? (await resumeParcel(at, packing, scanned)) ?? (await beginParcel(at, packing, number));
  return { parcel: { ...packing, parcel } };
}

function beginParcel(at: AtStation, { clientId, order }: PackingOrder, number: number): Promise<Parcel> {
  const key = { clientId, orderId: order.orderId };
  const code = scanCodeOf('parcel', number);
  return insertParcel(at.connection, key, { ...at, code, carrier: order.carrier });
}

/**
 * Opens a parcel again that waits for its label: the scanned one.
 * Without a scanned one, opens the first of the order, if nothing else of the order is left to pack.
 */
async function resumeParcel(
  at: AtStation,
  { clientId, order, run }: PackingOrder,
  scanned: ScanCode | undefined,
): Promise<Parcel | undefined> {
  const waiting = await listPackedParcels(at.connection, { clientId, orderId: order.orderId });
  const code = scanned?.kind === 'parcel' ? scanCodeOf('parcel', scanned.number) : undefined;
  const named = waiting.find((one) => one.code === code);
  const parcel = named ?? waiting[0];
  if (!parcel) return undefined;
  if (named) return reopenParcel(at.connection, parcel, at);
  const items = await readContents(at.connection, order.content, run, parcel);
  return isFull(items) ? reopenParcel(at.connection, parcel, at) : undefined;
}

/** Returns a refusal if the parcel is being packed at another station. */
export function stationRefusalOf(at: AtStation, parcel: Parcel): Refusal | undefined {
  if (isPackedAt(parcel, at)) return undefined;
  return refuse('IN_USE', 'order_in_use', { who: parcel.openedByName, station: parcel.station });
}

/** Moves the order's open parcel from another station to this one. */
export async function takeOverParcel(at: AtStation, packing: PackingOrder): Promise<OpenParcel | undefined> {
  const { clientId, order } = packing;
  const parcel = await findOpenParcel(at.connection, { clientId, orderId: order.orderId });
  if (!parcel) return undefined;
  await updateParcelStation(at.connection, parcel, at);
  return { ...packing, parcel: { ...parcel, station: at.station, stationId: at.stationId } };
}

/** Packs a piece into the parcel. */
export async function packPiece(at: AtStation, parcel: ParcelWithItems, piece: Piece): Promise<PackOutcome> {
  const refusal = packRefusalOf(parcel, piece);
  if (refusal) return { parcel, refusal };
  const change = { parcel: parcel.parcel.parcel, stepsDone: piece.steps.length };
  const packed = await changePiece(at, piece, 'pack', change);
  return { parcel: await readItems(at, parcel), done: { piece: packed } };
}

function packRefusalOf({ clientId, order, run, items }: ParcelWithItems, piece: Piece): Refusal | undefined {
  if (piece.clientId !== clientId || piece.orderId !== order.orderId)
    return refuse('FOREIGN', 'piece_of_other_order', { orderId: piece.orderId, open: order.orderId });
  const refusal = refusalOf(piece, order, run);
  if (refusal) return refusal;
  if (!findPieceTransition(piece.state, 'pack'))
    return refuse('ALREADY_DONE', 'in_parcel_of_order', { parcel: piece.parcel });
  if (!piece.hasBlank) return refuse('NO_BLANK', 'blank_not_counted', { sku: piece.sku });
  const item = items.find(({ itemId }) => itemId === piece.itemId);
  return item && item.packed < item.of ? undefined : refuse('TOO_MANY', 'enough_of_item');
}

/** Packs one piece of an existing product into the parcel. */
export async function packProduct(at: AtStation, parcel: ParcelWithItems, ean13: string): Promise<PackOutcome> {
  const item = itemForEan(parcel.items, ean13);
  if (item === undefined) {
    const params = { orderId: parcel.order.orderId, ean13 };
    return { parcel, refusal: refuse('FOREIGN', 'product_not_of_order', params) };
  }
  if (item === 'full') return { parcel, refusal: refuse('TOO_MANY', 'enough_of_product', { ean13 }) };
  await addToParcel(at.connection, parcel.parcel, item.itemId);
  return { parcel: await readItems(at, parcel) };
}

/** Takes a piece out of the parcel. */
export async function unpackPiece(at: AtStation, parcel: ParcelWithItems, piece: Piece): Promise<PackOutcome> {
  const { clientId, orderId, parcel: number } = parcel.parcel;
  const isInside = piece.clientId === clientId && piece.orderId === orderId && piece.parcel === number;
  if (!isInside || !findPieceTransition(piece.state, 'unpack'))
    return { parcel, refusal: refuse('FOREIGN', 'piece_not_in_parcel') };
  const unpacked = await changePiece(at, piece, 'unpack', { parcel: null });
  return { parcel: await readItems(at, parcel), done: { piece: unpacked } };
}

/**
 * Requests the papers of the parcel. If a label cannot be made, the parcel is closed until it can, and
 * the station is free for the next order.
 */
export async function printPapers(
  at: AtStation,
  { clientId, order, parcel, items }: ParcelWithItems,
): Promise<{ closed?: ParcelView; hasNew: boolean }> {
  const { problem, hasNew } = await requestPapers(at, parcel, order, items);
  if (!problem) return { hasNew };
  if (isFull(items)) await freeBin(at.connection, { clientId, orderId: order.orderId });
  const closed: ParcelView = {
    ...parcelViewOf({ parcel, items }),
    state: 'PACKED',
    problem: problem.code,
    details: problem.details.map(({ message }) => message),
    detailSentences: problem.details,
  };
  return { closed, hasNew };
}

/** Ships the parcel with its contents: a part of the order, or the rest of it. */
export async function shipParcel(
  at: AtStation,
  parcel: ParcelWithItems,
  trackingNumber: string | null,
): Promise<PackOutcome> {
  const { connection, by, now } = at;
  const { clientId, order } = parcel;
  const items = shipmentItems(parcel.items);
  if (items.length === 0) return { parcel, refusal: refuse('NOT_COMPLETE', 'parcel_empty') };
  let next: LockedOrder;
  try {
    const tracking = trackingNumber === null ? {} : { trackingNumber };
    next = await shipLocked(connection, clientId, order, { items, ...tracking }, by, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = error.violations?.[0]?.message ?? error.message;
    return { parcel, refusal: refuse('SHIPPED', 'order_not_to_be_shipped', { message }) };
  }
  await closeParcel(connection, parcel.parcel, trackingNumber, next.updated);
  if (next.status === 'SHIPPED') await freeBin(connection, { clientId, orderId: order.orderId });
  const closed: ParcelView = {
    ...parcelViewOf(parcel),
    state: 'SHIPPED',
    ...(trackingNumber !== null && { trackingNumber }),
  };
  return { parcel, closed };
}

export async function readItems({ connection }: AtStation, open: OpenParcel): Promise<ParcelWithItems> {
  const { order, run, parcel } = open;
  return { ...open, items: await readContents(connection, order.content, run, parcel) };
}

export function parcelViewOf({ parcel, items }: Pick<ParcelWithItems, 'parcel' | 'items'>): ParcelView {
  return { code: parcel.code, number: parcel.parcel, state: parcel.state, items };
}
