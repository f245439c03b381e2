import type { Actor } from '../../platform/audit/actor.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import type { LeavingStock } from '../../stock/take-reserved.ts';
import type { OrderEventType } from '../../webhooks/event-types.ts';
import {
  carrierOf,
  changedOrder,
  type OrderExtras,
  orderColumns,
  orderEventBody,
  orderSummary,
} from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderFile } from '../files/order-file-store.ts';
import { complainedUrls, orderFiles } from '../files/order-files.ts';
import { searchTerms } from '../search/search-terms.ts';
import type { LockedOrder, NewOrderEvent, OrderUpdate } from './order-change-store.ts';
import { findTransition, requireTransition, type StockEffect, type Transition } from './order-states.ts';
import { changedShipments, type NewParcel, shipmentsWith } from './shipment-rules.ts';

interface AnyChange {
  by: Actor;
  reason?: string | undefined;
  /** Fields that only answers carry; null takes one away. */
  extras?: OrderExtras;
  /** Parcels that leave with it, at the time of the change. */
  parcels?: readonly NewParcel[];
  /** When the background is to work on it next; absent: not at all. */
  workDue?: Date;
  /** Pieces that leave the shelf for good. What a transition does to stock, it does to the rest. */
  leaving?: readonly LeavingPieces[];
  /** What leaves the shelf for good, named by itself. */
  leavingStock?: readonly LeavingStock[];
  /** Every file of it is fetched anew, also what is kept. */
  refetch?: boolean | undefined;
}

/** Pieces of an item, by the item's id. */
export interface LeavingPieces {
  id: string;
  quantity: number;
  reason: LeavingStock['reason'];
  /** Why, in words. */
  note?: string;
}

/** Along the table of transitions, which says what it is called and what it does to stock. */
export interface StatusChange extends AnyChange {
  to: OrderStatus;
  /** What is asked for from now on, and its hash. */
  content?: { order: Order; requestHash: Buffer };
}

/** Something happens to the order, which goes on in its status. */
export interface Occurrence extends AnyChange {
  event: OrderEventType;
  /** Attempts at its intake that failed for now; absent: the intake begins anew. */
  attempts?: number;
  /** Nothing that is worth an event: no more than a time in the reason has changed. */
  isQuiet?: boolean;
  /** It leaves those who wait for stock. */
  stopsWaiting?: boolean;
}

export type OrderChange = StatusChange | Occurrence;

/** What becomes of a change, all of it. */
export interface NextOrder extends OrderUpdate {
  created: Date;
  version: number;
  content: Order;
  by: Actor;
  /** Absent where nothing is told. */
  event?: Omit<NewOrderEvent, 'eventId' | 'traceParent'>;
  /** Absent where its stock stays as it is; a sandbox order has none. */
  stock?: StockEffect;
  /** What leaves the shelf before that. */
  leaving?: readonly LeavingStock[];
  /** It is taken in anew: of what is kept the files at these places stay, but for the URLs that were complained of, or all. */
  files?: { places: OrderFile[]; refused: ReadonlySet<string> };
  /** What staff find it by from now on; absent where that stays. */
  searchTerms?: string;
}

/**
 * What the change makes of the order, at `now` or right after the change before (see `changeTime`). Does nothing itself. Throws
 * `order_not_changeable` for a transition that the table does not have.
 */
export function applyChange(order: LockedOrder, change: OrderChange, now: Date): NextOrder {
  const { orderId, created, mode } = order;
  const updated = changeTime(order, now);
  const transition = 'to' in change ? permit(order, change) : undefined;
  const status = transition?.to ?? order.status;
  const asked = 'to' in change ? change.content : undefined;
  const extras = extrasOf(order, change, updated);
  const state = { status, created, updated };
  const content = changedOrder(asked?.order ?? order.content, state, extras);
  const isQuiet = 'event' in change && change.isQuiet === true;
  // What happens to an order in NEW may happen before anybody has written its words.
  const isFoundByOthers = (order.status === 'NEW' && !isQuiet) || asked || extras.shipments;
  const stock = transition?.stock ?? ('event' in change && change.stopsWaiting ? 'none' : undefined);
  const next: NextOrder = {
    ...state,
    orderId,
    version: order.version + 1,
    content,
    by: change.by,
    document: JSON.stringify(content),
    summary: orderSummary(orderId, state),
    requestHash: asked?.requestHash ?? order.requestHash,
    cancellation: content.cancellation?.status ?? null,
    ...orderColumns(content),
    ...carried(order, content, change, extras),
    workDue: change.workDue ?? null,
    attempts: 'event' in change ? change.attempts : undefined,
    ...(stock && mode === 'live' && { stock }),
    ...(mode === 'live' && leavingOf(content, change)),
    ...((transition?.to === 'NEW' || change.refetch) && filesOf(order, content, change.refetch)),
    ...(isFoundByOthers && { searchTerms: searchTerms(content) }),
  };
  return isQuiet ? next : { ...next, event: eventOf(order, change, transition, next) };
}

function extrasOf({ content }: LockedOrder, { extras, parcels }: OrderChange, updated: Date): OrderExtras {
  return { ...extras, ...(parcels && { shipments: shipmentsWith(content, parcels, updated) }) };
}

/** The default carrier of today counts when an order is made, changed or assigned; what staff have shipped it with, from then on. */
function carried(
  order: LockedOrder,
  { shipping }: Order,
  change: OrderChange,
  { shipments }: OrderExtras,
): Pick<NextOrder, 'carrier' | 'carrierTold'> {
  const isResolved = 'to' in change && (change.content !== undefined || change.to === 'ASSIGNED');
  const carrier = isResolved ? carrierOf(shipping, order.defaultCarrier) : order.carrier;
  return { carrier, carrierTold: (shipments && shipping.trackingCarrier) ?? null };
}

/** In the sandbox nobody works, so there the service may also do what staff would. */
function permit({ status, mode }: LockedOrder, { to, by }: StatusChange): Transition {
  const asStaff =
    mode === 'sandbox' && by.kind === 'system' ? findTransition(status, to, 'operator') : undefined;
  return asStaff ?? requireTransition(status, to, by.kind);
}

/** What its customer or staff complained of is fetched anew, or everything. */
function filesOf(
  { status, content: before }: LockedOrder,
  content: Order,
  isAll: boolean | undefined,
): Pick<NextOrder, 'files'> {
  const places = orderFiles(content);
  if (isAll) return { files: { places, refused: new Set(places.map(({ url }) => url)) } };
  const complaint = status === 'ERROR' ? before.statusReason : undefined;
  return { files: { places, refused: complainedUrls(orderFiles(before), complaint) } };
}

function leavingOf(content: Order, { leaving, leavingStock: named = [] }: OrderChange) {
  return leaving || named.length > 0
    ? { leaving: [...leavingStock(content, leaving ?? []), ...together(named)] }
    : {};
}

/** Each code once for one reason. */
function together(leaving: readonly LeavingStock[]): LeavingStock[] {
  const alike = Map.groupBy(leaving, ({ kind, code, reason, note }) =>
    JSON.stringify([kind, code, reason, note]),
  );
  return [...alike.values()].map((some) => ({
    ...(some[0] as LeavingStock),
    quantity: some.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

/** What the pieces take from the shelf: of each its variant, or its blank and what is applied to that. Those that leave for one reason leave together. */
function leavingStock({ items }: Order, pieces: readonly LeavingPieces[]): LeavingStock[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const whys = Map.groupBy(pieces, ({ reason, note = '' }) => `${reason} ${note}`);
  return [...whys.values()].flatMap((together) => {
    const [{ reason, note }] = together as [LeavingPieces];
    const leaving = together.flatMap(({ id, quantity }) => {
      const item = byId.get(id);
      return item ? [{ ...item, quantity }] : [];
    });
    return stockNeeds(leaving).map((one) => ({ ...one, reason, note }));
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
  const { by: actor, reason = null } = change;
  const shipments = changedShipments(before.shipments, content.shipments);
  return { ...news, actor, reason, webhookBody: orderEventBody(news, content, shipments) };
}

/** An order's times never run backwards: a change is at least 1 ms after the one before, whoever came first to the lock. */
export function changeTime({ updated }: { updated: Date }, now: Date): Date {
  return now > updated ? now : new Date(updated.getTime() + 1);
}
