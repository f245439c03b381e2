import type { LockedOrder } from '../../orders/change/order-change-store.ts';
import { lockForProduction, shipLocked } from '../../orders/change/orders-in-production.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { type ScanCode, scanCodeOf } from '../../platform/text/scan-codes.ts';
import { findPieceTransition } from '../../production/piece-states.ts';
import type { Piece } from '../../production/piece-store.ts';
import { findProductionOrders } from '../../production/production-order-store.ts';
import { freeBin } from '../../production/scan/bin-store.ts';
import { orderRefusalOf, refusalOf, refuse, runOf } from '../../production/scan/scan-rules.ts';
import { type AtStation, changePiece } from '../../production/scan/work-on-piece.ts';
import { decidePapers } from '../papers/decide-papers.ts';
import { readContents } from '../papers/parcel-contents.ts';
import { isFull, itemForEan, shipmentItems } from '../parcel-rules.ts';
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
} from '../parcel-store.ts';
import type { Refusal, ScanAnswer, ShownParcel } from './scan-answers.ts';

/** An order that is locked, and its present run. */
export interface PackingOrder {
  clientId: string;
  /** R and a number. */
  code: string;
  order: LockedOrder;
  run: number;
}

/** A parcel that is open, with its order, which is locked. */
export interface OpenParcel extends PackingOrder {
  parcel: Parcel;
}

type Told = Pick<ScanAnswer, 'parcel' | 'asks' | 'refusal' | 'done'>;

/** The order, if it is or was in production; locked. */
export async function lockOrder(
  { connection }: AtStation,
  { clientId, orderId }: OrderKey,
): Promise<PackingOrder | undefined> {
  const [order] = await lockForProduction(connection, clientId, [orderId]);
  const [begun] = await findProductionOrders(connection, clientId, [orderId]);
  return order && begun && { clientId, order, run: runOf(order, begun), code: begun.code };
}

/** The open parcel of the code, with its order locked; undefined: there is none, or it was closed. */
export async function lockParcel(at: AtStation, code: string): Promise<OpenParcel | undefined> {
  const found = await findParcelByCode(at.connection, code);
  const order = found && (await lockOrder(at, found));
  if (!order) return undefined;
  // As it is now that nobody else can change it.
  const parcel = await findParcelByCode(at.connection, code);
  return parcel?.state === 'OPEN' ? { ...order, parcel } : undefined;
}

/** Opens the parcel of an order that is to be packed here; what somebody packs elsewhere is left to them. */
export async function openParcel(
  at: AtStation,
  packing: PackingOrder,
  number: number,
  scanned?: ScanCode,
): Promise<{ open: OpenParcel } | { refusal: Refusal }> {
  const { clientId, order } = packing;
  const key = { clientId, orderId: order.orderId };
  const known = await findOpenParcel(at.connection, key);
  const refusal = orderRefusalOf(order) ?? (known && inUse(at, known));
  if (refusal) return { refusal };
  const parcel = known ?? (await resume(at, packing, scanned)) ?? (await begin(at, packing, number));
  return { open: { ...packing, parcel } };
}

async function begin(at: AtStation, { clientId, order }: PackingOrder, number: number): Promise<Parcel> {
  const key = { clientId, orderId: order.orderId };
  const code = scanCodeOf('parcel', number);
  return insertParcel(at.connection, key, { ...at, code, carrier: order.carrier });
}

/** The parcel that was scanned and waits for its label; else the first one, where nothing else of the order is still to be packed. */
async function resume(
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

/** Somebody packs it at another station. */
export function inUse(at: AtStation, parcel: Parcel): Refusal | undefined {
  if (isPackedAt(parcel, at)) return undefined;
  return refuse('IN_USE', 'order_in_use', { who: parcel.openedByName, station: parcel.station });
}

/** Goes on here with what somebody began to pack elsewhere. */
export async function takeOver(at: AtStation, packing: PackingOrder): Promise<OpenParcel | undefined> {
  const { clientId, order } = packing;
  const parcel = await findOpenParcel(at.connection, { clientId, orderId: order.orderId });
  if (!parcel) return undefined;
  await updateParcelStation(at.connection, parcel, at);
  return { ...packing, parcel: { ...parcel, station: at.station, stationId: at.stationId } };
}

/** A piece goes into the parcel. */
export async function packPiece(at: AtStation, open: OpenParcel, piece: Piece): Promise<Told> {
  const { order, run, parcel, clientId } = open;
  if (piece.clientId !== clientId || piece.orderId !== order.orderId) {
    const which = { orderId: piece.orderId, open: order.orderId };
    return { ...(await told(at, open)), refusal: refuse('FOREIGN', 'piece_of_other_order', which) };
  }
  const refusal = refusalOf(piece, order, run) ?? packedAlready(piece) ?? withoutBlank(piece);
  const before = await told(at, open);
  const item = before.parcel?.items.find(({ itemId }) => itemId === piece.itemId);
  const tooMany = refuse('TOO_MANY', 'enough_of_item');
  if (refusal || !item || item.packed >= item.of) return { ...before, refusal: refusal ?? tooMany };
  const packed = await changePiece(at, piece, 'pack', {
    parcel: parcel.parcel,
    stepsDone: piece.steps.length,
  });
  return { ...(await told(at, open)), done: { piece: packed } };
}

/** One piece of an existing product goes into the parcel. */
export async function packProduct(at: AtStation, open: OpenParcel, ean13: string): Promise<Told> {
  const item = itemForEan((await told(at, open)).parcel?.items ?? [], ean13);
  if (item === undefined || item === 'full') {
    const why =
      item === 'full'
        ? refuse('TOO_MANY', 'enough_of_product', { ean13 })
        : refuse('FOREIGN', 'product_not_of_order', { orderId: open.order.orderId, ean13 });
    return { ...(await told(at, open)), refusal: why };
  }
  await addToParcel(at.connection, open.parcel, item.itemId);
  return told(at, open);
}

/** The piece comes out of the parcel again. */
export async function unpackPiece(at: AtStation, open: OpenParcel, piece: Piece): Promise<Told> {
  const { clientId, orderId, parcel } = open.parcel;
  const isHere = piece.clientId === clientId && piece.orderId === orderId && piece.parcel === parcel;
  if (!isHere || !findPieceTransition(piece.state, 'unpack'))
    return { ...(await told(at, open)), refusal: refuse('FOREIGN', 'piece_not_in_parcel') };
  const unpacked = await changePiece(at, piece, 'unpack', { parcel: null });
  return { ...(await told(at, open)), done: { piece: unpacked } };
}

/** Has the papers of the parcel printed, which holds what will leave in it. Where a label cannot be made the parcel waits for it, and the station is free. */
export async function printPapers(at: AtStation, open: OpenParcel): Promise<Told> {
  const { connection } = at;
  const { clientId, order, run, parcel } = open;
  const items = await readContents(connection, order.content, run, parcel);
  const problem = await decidePapers(at, parcel, order, items);
  if (!problem) return told(at, open);
  if (isFull(items)) await freeBin(connection, { clientId, orderId: order.orderId });
  const shown = { code: parcel.code, number: parcel.parcel, items };
  const details = problem.details.map(({ message }) => message);
  return {
    parcel: { ...shown, state: 'PACKED', problem: problem.code, details, detailSentences: problem.details },
  };
}

/** The parcel leaves with what is in it: a part of the order, or with the last piece all of it. */
export async function shipParcel(
  at: AtStation,
  open: OpenParcel,
  trackingNumber: string | null,
): Promise<Told> {
  const { connection, by, now } = at;
  const { clientId, order, parcel } = open;
  const before = await told(at, open);
  const items = before.parcel?.items ?? [];
  const leaving = shipmentItems(items);
  if (leaving.length === 0) return { ...before, refusal: refuse('NOT_COMPLETE', 'parcel_empty') };
  let next: LockedOrder;
  try {
    const tracking = trackingNumber === null ? {} : { trackingNumber };
    next = await shipLocked(connection, clientId, order, { items: leaving, ...tracking }, by, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = error.violations?.[0]?.message ?? error.message;
    return { ...before, refusal: refuse('SHIPPED', 'order_not_to_be_shipped', { message }) };
  }
  await closeParcel(connection, parcel, trackingNumber, now);
  if (next.status === 'SHIPPED') await freeBin(connection, { clientId, orderId: order.orderId });
  const closed = { ...(before.parcel as ShownParcel), state: 'SHIPPED' as const };
  return { parcel: trackingNumber === null ? closed : { ...closed, trackingNumber } };
}

/** How the open parcel stands, and whether it waits for its tracking number. */
export async function told({ connection }: AtStation, open: OpenParcel): Promise<Told> {
  const { order, run, parcel } = open;
  const items = await readContents(connection, order.content, run, parcel);
  const shown = { code: parcel.code, number: parcel.parcel, state: parcel.state, items };
  return { parcel: shown, ...(isFull(items) && { asks: 'TRACKING' as const }) };
}

function packedAlready(piece: Piece): Refusal | undefined {
  if (findPieceTransition(piece.state, 'pack')) return undefined;
  return refuse('ALREADY_DONE', 'in_parcel_of_order', { parcel: piece.parcel });
}

function withoutBlank({ hasBlank, sku }: Piece): Refusal | undefined {
  return hasBlank ? undefined : refuse('NO_BLANK', 'blank_not_counted', { sku });
}
