import type { Actor } from '../../platform/audit/actor.ts';
import type { LeavingStock } from '../../stock/stock-change-rules.ts';
import { type StockQuantity, stockNeeds } from '../../stock/stock-rules.ts';
import type { OrderEventType } from '../../webhooks/event-types.ts';
import {
  carrierOf,
  changedOrder,
  type OrderExtras,
  orderColumns,
  orderEventBody,
  orderSummary,
  type ReturnNews,
} from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { KeptFile, OrderFile } from '../files/order-file-store.ts';
import { isUpload, orderFiles, urlsOfComplaint } from '../files/order-files.ts';
import type { NewOrderEvent } from '../rows/order-event-store.ts';
import type { LockedOrder, OrderUpdate } from '../rows/order-row-store.ts';
import { technologyPieces } from './backlog-rules.ts';
import { listChanges, TRACKING_CORRECTED } from './listed-changes-rules.ts';
import { findTransition, requireTransition, type StockEffect, type Transition } from './order-states.ts';
import { addShipments, changedShipments, type NewParcel, type Pieces } from './shipment-rules.ts';

interface AnyChange {
  by: Actor;
  reason?: string | undefined;
  /** Words for staff: why the order was corrected, held or shortened. The customer does not see them. */
  correctionReason?: string | undefined;
  /** The changed request. The stored document then has only its fields and `extras`. */
  content?: { order: Order; requestHash: Buffer };
  /** Fields of the document that no request has; null removes a field. */
  extras?: OrderExtras;
  /** Parcels that leave at the time of the change. */
  parcels?: readonly NewParcel[];
  /** When a background job next works on the order; absent: never. */
  workDue?: Date;
  /** Pieces to take off the shelf. The stock effect of the transition applies to the rest. */
  leaving?: readonly LeavingPieces[];
  /** Stock to take off the shelf, named by its code instead of by item. */
  leavingStock?: readonly LeavingStock[];
  /** Pieces that were reported as shipped and have not left. Their stock is reserved again. */
  withdrawn?: readonly Pieces[];
  /** Stored files for places that have none yet. */
  files?: readonly KeptFile[];
  /** Fetches every file again, including kept files. */
  refetch?: boolean | undefined;
}

export type LeavingPieces = { id: string; quantity: number; reason: LeavingStock['reason']; note?: string };

/** A change of status. The table of transitions gives its event and its effect on stock. */
interface StatusChange extends AnyChange {
  to: OrderStatus;
}

/** A change within the present status. */
export interface Occurrence extends AnyChange {
  event: OrderEventType;
  /** Failed attempts at intake; absent: intake starts from the first attempt. */
  attempts?: number;
  /** Records no event, because only a time in the reason has changed. */
  isQuiet?: boolean;
  stopsWaiting?: boolean;
  /** Pieces that came back. The event has them. */
  returned?: ReturnNews;
  /** Gives the order priority RUSH. */
  isRushed?: boolean;
  /** Releases the reserved stock that the changed order no longer needs. */
  trims?: boolean;
}

export type OrderChange = StatusChange | Occurrence;

export interface NextOrder extends OrderUpdate {
  created: Date;
  version: number;
  content: Order;
  by: Actor;
  /** Absent if the change is quiet. */
  event?: Omit<NewOrderEvent, 'eventId' | 'traceParent'>;
  /** Pieces that came back. */
  returned?: ReturnNews | undefined;
  /** Absent if the stock stays as it is. Sandbox orders have no stock. */
  stock?: StockEffect;
  /** Taken off the shelf before `stock` applies. */
  leaving?: readonly LeavingStock[];
  /** Put on the shelf and reserved. */
  withdrawn?: readonly StockQuantity[];
  /** Set if intake starts again. Kept files stay linked to these places, except those with a refused URL. */
  files?: { places: OrderFile[]; refused: ReadonlySet<string>; added?: readonly KeptFile[] | undefined };
  /** Whether its search terms must be written again. */
  isFoundByOthers: boolean;
}

/**
 * Returns the order after the change, without side effects. Its time comes from `changeTime`.
 * Throws `order_not_changeable` for a transition that the table does not have.
 */
export function applyChange(order: LockedOrder, change: OrderChange, now: Date): NextOrder {
  const { orderId, created, mode } = order;
  const updated = changeTime(order, now);
  const transition = 'to' in change ? requireStatusChange(order, change) : undefined;
  const status = transition?.to ?? order.status;
  const replacement = change.content;
  const extras = { ...repeatsOf(order), ...extrasOf(order, change, updated) };
  const state = { status, created, updated };
  const isRushed = 'event' in change && change.isRushed === true;
  const changed = changedOrder(replacement?.order ?? order.content, state, extras);
  const content = isRushed ? { ...changed, priority: 'RUSH' as const } : changed;
  const isQuiet = 'event' in change && change.isQuiet === true;
  // An order in NEW can change before the search terms job has written its terms.
  const isFoundByOthers = (order.status === 'NEW' && !isQuiet) || replacement || extras.shipments;
  const ofOccurrence = 'event' in change && ((change.trims && 'trim') || (change.stopsWaiting && 'none'));
  const stock = transition?.stock ?? (ofOccurrence || undefined);
  const next: NextOrder = {
    ...state,
    orderId,
    version: order.version + 1,
    content,
    by: change.by,
    document: JSON.stringify(content),
    summary: orderSummary(orderId, state),
    requestHash: replacement?.requestHash ?? order.requestHash,
    cancellation: content.cancellation?.status ?? null,
    ...orderColumns(content),
    ...carrierColumns(order, content, change, extras),
    technologyPieces: technologyPieces(status, content),
    rush: isRushed ? true : rushOf(order, change),
    workDue: change.workDue ?? null,
    attempts: 'event' in change ? change.attempts : undefined,
    ...(stock && mode === 'live' && { stock }),
    ...(mode === 'live' && leavingOf(content, change)),
    ...(change.withdrawn && { withdrawn: stockNeeds(listItems(content, change.withdrawn)) }),
    ...((transition?.to === 'NEW' || change.refetch || change.files) && filesOf(order, content, change)),
    ...('event' in change && { returned: change.returned }),
    isFoundByOthers: Boolean(isFoundByOthers),
  };
  return isQuiet ? next : { ...next, event: eventOf(order, change, transition, next) };
}

/** Also an order with changed content keeps the names of its repeats. */
function repeatsOf({ content: { repeatOf, repeatedBy } }: LockedOrder): OrderExtras {
  return { ...(repeatOf && { repeatOf }), ...(repeatedBy && { repeatedBy }) };
}

function extrasOf({ content }: LockedOrder, change: OrderChange, updated: Date): OrderExtras {
  const { extras, parcels } = change;
  const to = 'to' in change ? change.to : undefined;
  const ends = to === 'ERROR' || to === 'CANCELLED';
  return {
    ...extras,
    ...(ends && { expectedShipDate: null }),
    ...(parcels && { shipments: addShipments(content, parcels, updated) }),
  };
}

/** Returns whether the order goes before others, if the change decides it. Null: it stays as it is. */
function rushOf({ content }: LockedOrder, { content: replacement }: OrderChange): boolean | null {
  const priority = replacement?.order.priority;
  return replacement && priority !== content.priority ? priority === 'RUSH' : null;
}

/**
 * Resolves the default carrier when an order is created, changed or assigned. After shipping, the carrier is
 * the one that staff reported.
 */
function carrierColumns(
  order: LockedOrder,
  { shipping }: Order,
  change: OrderChange,
  { shipments }: OrderExtras,
): Pick<NextOrder, 'carrier' | 'statedCarrier'> {
  const isResolved = shipments === null || change.content !== undefined || ('to' in change && change.to === 'ASSIGNED');
  const carrier = isResolved ? carrierOf(shipping, order.defaultCarrier) : order.carrier;
  return { carrier, statedCarrier: (!isResolved && shipments && shipping.trackingCarrier) || null };
}

/** Returns the transition. In the sandbox, Platen makes the changes that staff make elsewhere. */
function requireStatusChange({ status, mode }: LockedOrder, { to, by }: StatusChange): Transition {
  const asStaff = mode === 'sandbox' && by.kind === 'system' ? findTransition(status, to, 'operator') : undefined;
  return asStaff ?? requireTransition(status, to, by.kind);
}

/** Returns the files of the content. It refuses the files that the reason of an ERROR names, or all files. */
function filesOf(
  { status, content: before }: LockedOrder,
  content: Order,
  { refetch, files: added }: OrderChange,
): Pick<NextOrder, 'files'> {
  const places = orderFiles(content);
  const urls = places.map(({ url }) => url);
  if (refetch) return { files: { places, refused: new Set(urls.filter((url) => !isUpload(url))) } };
  const complaint = status === 'ERROR' ? before.statusReason : undefined;
  return { files: { places, refused: urlsOfComplaint(orderFiles(before), complaint), added } };
}

function leavingOf(content: Order, { leaving, leavingStock: stock = [] }: OrderChange) {
  return leaving || stock.length > 0 ? { leaving: [...leavingStock(content, leaving ?? []), ...sumAlike(stock)] } : {};
}

function sumAlike(leaving: readonly LeavingStock[]): LeavingStock[] {
  const alike = Map.groupBy(leaving, ({ kind, code, reason, note }) => JSON.stringify([kind, code, reason, note]));
  return [...alike.values()].map((some) => ({
    ...(some[0] as LeavingStock),
    quantity: some.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/** Returns the stock that the pieces take: the product, or the blank and its customizations. */
function leavingStock({ items }: Order, pieces: readonly LeavingPieces[]): LeavingStock[] {
  const whys = Map.groupBy(pieces, ({ reason, note = '' }) => `${reason} ${note}`);
  return [...whys.values()].flatMap((together) => {
    const [{ reason, note }] = together as [LeavingPieces];
    return stockNeeds(listItems({ items }, together)).map((one) => ({ ...one, reason, note }));
  });
}

function listItems({ items }: Pick<Order, 'items'>, pieces: readonly Pieces[]): Order['items'] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return pieces.flatMap(({ id, quantity }) => {
    const item = byId.get(id);
    return item ? [{ ...item, quantity }] : [];
  });
}

function eventOf(
  { orderId, status: previousStatus, content: before }: LockedOrder,
  change: OrderChange,
  transition: Transition | undefined,
  { status, updated, version, content }: NextOrder,
): NonNullable<NextOrder['event']> {
  const type = 'event' in change ? change.event : (transition as Transition).event;
  const news = { orderId, type, occurred: updated, status, previousStatus, version };
  const { by: actor, reason = null, correctionReason } = change;
  const returned = 'event' in change ? change.returned : undefined;
  const shipments = changedShipments(before.shipments, content.shipments);
  // Reporting a parcel does not count as a correction. Its event has the parcel.
  const isCorrected = change.content !== undefined || reason === TRACKING_CORRECTED;
  const changes = isCorrected ? listChanges(before, content) : [];
  const isExplained = changes.length > 0 || correctionReason !== undefined;
  const correction = isExplained ? JSON.stringify({ changes, reason: correctionReason }) : null;
  return {
    ...news,
    actor,
    reason,
    correction,
    webhookBody: orderEventBody({ ...news, reason, returned }, content, shipments),
  };
}

/** Returns a time at least 1 ms after the last change, so the times of an order always increase. */
export function changeTime({ updated }: { updated: Date }, now: Date): Date {
  return now > updated ? now : new Date(updated.getTime() + 1);
}
