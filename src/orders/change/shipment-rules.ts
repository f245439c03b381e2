import { VIOLATIONS_LISTED_MAX, type Violation } from '../../platform/errors/errors.ts';
import { fileUrlViolation } from '../../platform/network/url-rules.ts';
import { type TrackedCarrier, trackingUrlOf } from '../../shipping/tracking-rules.ts';
import type { Order } from '../document/order-schemas.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';

/** Lines of items in all parcels of one order. A last parcel without items can always ship the rest. */
export const SHIPPED_LINES_MAX = 5_000;
const LISTED_PIECES_MAX = 10;

export type Tracking = { trackingNumber?: string; trackingCarrier?: string; trackingUrl?: string };

export type Pieces = { id: string; quantity: number };

export interface Parcel extends Tracking {
  /** Absent: everything that is left. */
  items?: Pieces[];
}

/** A parcel that was not reported before, with its place in the report. */
export type NewParcel = Parcel & { place: number };

export type Shipment = NonNullable<Order['shipments']>[number];
type Shippable = Pick<Order, 'status' | 'items' | 'shipments' | 'withdrawnShipments'>;

/** Returns the id of a shipment. An old shipment without an id is identified by its place, from 1. */
export function shipmentIdOf({ shipmentId }: Shipment, index: number): string {
  return shipmentId ?? String(index + 1);
}

export function isPartlyShipped({ status, shipments = [] }: Pick<Shippable, 'status' | 'shipments'>): boolean {
  return status === 'ACCEPTED' && shipments.length > 0;
}

export function remainingPieces({ items, shipments = [] }: Omit<Shippable, 'status'>): Map<string, number> {
  const left = new Map(items.map(({ id, quantity }) => [id, quantity]));
  for (const { items: pieces } of shipments)
    for (const { id, quantity } of pieces) left.set(id, (left.get(id) ?? 0) - quantity);
  return left;
}

export function listNonEmpty(left: ReadonlyMap<string, number>): Pieces[] {
  return [...left].flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []));
}

/**
 * Returns the parcels that were not reported before.
 * A parcel with a known tracking number and carrier, and at least the same items, is a repeated report: only
 * its additional pieces are new.
 * Parcels without a tracking number are matched by their items and count, unless the caller has seen the
 * earlier reports (`areSeen`).
 * A parcel without items is always new while something is left.
 */
export function newParcels(
  { status, shipments = [] }: Pick<Shippable, 'status' | 'shipments'>,
  parcels: readonly Parcel[],
  areSeen: boolean,
): NewParcel[] {
  const known = new Map<string, number>();
  const count = (key: string, change: 1 | -1) => known.set(key, (known.get(key) ?? 0) + change);
  const reported = new Map<string, Pick<Shipment, 'items'>[]>(Map.groupBy(shipments, trackingKey));
  for (const shipment of shipments) {
    count(trackingKey(shipment), 1);
    count(parcelKey(shipment, shipment.items), 1);
  }
  const fresh: NewParcel[] = [];
  for (const [place, parcel] of parcels.entries()) {
    const { items, trackingNumber } = parcel;
    if (items && trackingNumber !== undefined) {
      const key = trackingKey(parcel);
      const before = reported.get(key) ?? [];
      const more = subtractReported(items, before);
      if (more.every(({ quantity }) => quantity === 0)) continue;
      fresh.push({ ...parcel, items: more, place });
      reported.set(key, [...before, { items: more }]);
      continue;
    }
    const restKey = status === 'ACCEPTED' ? `rest ${trackingKey(parcel)}` : trackingKey(parcel);
    const key = items ? parcelKey(parcel, items) : restKey;
    const isKnown = (known.get(key) ?? 0) > 0;
    if (trackingNumber !== undefined) count(key, 1);
    else if (isKnown && !areSeen) count(key, -1);
    if (!isKnown || (trackingNumber === undefined && areSeen)) fresh.push({ ...parcel, place });
  }
  return fresh;
}

/** Returns the lines without the parcels that they contain completely. */
function subtractReported(lines: readonly Pieces[], parcels: readonly Pick<Shipment, 'items'>[]): Pieces[] {
  const rest = sumsOf(lines);
  // Largest first, so that a parcel with all of these lines is found before its parts.
  const largestFirst = parcels
    .map(({ items }) => ({ items: mergePieces(items), pieces: pieceCount(items) }))
    .sort((one, other) => other.pieces - one.pieces);
  for (const { items } of largestFirst) {
    if (!items.every(({ id, quantity }) => (rest.get(id) ?? 0) >= quantity)) continue;
    for (const { id, quantity } of items) rest.set(id, (rest.get(id) ?? 0) - quantity);
  }
  return lines.map(({ id, quantity }) => {
    const more = Math.min(quantity, rest.get(id) ?? 0);
    rest.set(id, (rest.get(id) ?? 0) - more);
    return { id, quantity: more };
  });
}

/** Returns the violations of the report. Pointers are relative to the report. */
export function parcelViolations(order: Omit<Shippable, 'status'>, parcels: readonly NewParcel[]): Violation[] {
  const violations: Violation[] = [];
  const report = (pointer: string, code: string, message: string, allowed?: readonly string[]) =>
    violations.push({ pointer, code, message, ...(allowed && { allowed }) });
  for (const { place, trackingUrl } of parcels)
    violations.push(...trackingUrlViolations(trackingUrl, `/parcels/${place}/trackingUrl`));
  const partial = parcels.filter(({ items }) => items !== undefined);
  if (partial.length === 0) return violations;
  const left = remainingPieces(order);
  const leftBefore = describePieces(left);
  for (const { place, items = [] } of partial) {
    for (const [line, { id, quantity }] of items.entries()) {
      if (violations.length >= VIOLATIONS_LISTED_MAX) return violations;
      const at = `/parcels/${place}/items/${line}`;
      const ofItem = left.get(id);
      if (ofItem === undefined) {
        report(`${at}/id`, 'unknown_item', 'The order has no item with this id.', [...left.keys()]);
        continue;
      }
      if (quantity > ofItem) {
        const message = `${describeLimit(ofItem)} left to ship. Left of the order: ${leftBefore}.`;
        report(`${at}/quantity`, 'too_large', message);
      }
      left.set(id, Math.max(0, ofItem - quantity));
    }
  }
  const unnamed = parcels.filter(({ items }) => items === undefined);
  for (const { place } of unnamed) {
    if (unnamed.length > 1)
      report(`/parcels/${place}/items`, 'required', 'Name the items of every parcel but one, or of none.');
    else if (violations.length === 0 && listNonEmpty(left).length === 0)
      report(`/parcels/${place}/items`, 'nothing_left', 'The other parcels hold all that is left.');
  }
  if (violations.length === 0 && lineCount(order.shipments) + lineCount(partial) > SHIPPED_LINES_MAX) {
    const message = `The parcels of an order can name ${SHIPPED_LINES_MAX} lines of items together. Report the rest as one parcel without items.`;
    report('/parcels', 'too_many_items', message);
  }
  return violations;
}

/** Returns all shipments after these parcels have left. Several without items have unknown contents. */
export function addShipments(
  order: Omit<Shippable, 'status'>,
  parcels: readonly NewParcel[],
  shipped: Date,
): Shipment[] {
  const { shipments = [], withdrawnShipments = [] } = order;
  const reported = shipments.length + withdrawnShipments.length;
  const left = remainingAfter(order, parcels);
  const isRestTold = parcels.filter(({ items }) => items === undefined).length === 1;
  const added = parcels.map(({ items, ...parcel }, index) => ({
    shipmentId: String(reported + index + 1),
    ...trackingOf(parcel),
    items: items ? mergePieces(items) : isRestTold ? listNonEmpty(left) : [],
    shipped: shipped.toISOString(),
  }));
  return [...shipments, ...added];
}

/** Returns the pieces of each item that are neither shipped nor in the parcels, by item id. */
export function remainingAfter(order: Omit<Shippable, 'status'>, parcels: readonly Parcel[]): Map<string, number> {
  const left = remainingPieces(order);
  for (const { items = [] } of parcels)
    for (const { id, quantity } of items) left.set(id, (left.get(id) ?? 0) - quantity);
  return left;
}

export function changedShipments(before: readonly Shipment[] = [], after: readonly Shipment[] = []): Shipment[] {
  const known = new Set(before.map((shipment) => JSON.stringify(shipment)));
  return after.filter((shipment) => !known.has(JSON.stringify(shipment)));
}

/**
 * Adds the carrier's page to tracking that has a number and no page. `trackingCarrier` is one of `told`, or a
 * name that nobody has stored; absent: the carrier of the order.
 */
export function withTrackingUrl<Told extends Tracking>(
  { carrier, knownCarrier }: Pick<LockedOrder, 'carrier' | 'knownCarrier'>,
  carriers: readonly TrackedCarrier[],
  tracking: Told,
): Told {
  const { trackingNumber, trackingCarrier, trackingUrl } = tracking;
  if (!trackingNumber || trackingUrl !== undefined) return tracking;
  const name = trackingCarrier ?? carrier ?? '';
  const ofOrder = trackingCarrier === undefined ? knownCarrier : null;
  const isNamed = (one: TrackedCarrier) => one.name?.toLowerCase() === name.toLowerCase();
  const stored = ofOrder ?? carriers.find(({ carrierId }) => carrierId === name) ?? carriers.find(isNamed);
  const url = trackingUrlOf(stored ?? { name }, trackingNumber);
  return url === undefined ? tracking : { ...tracking, trackingUrl: url };
}

export function trackingUrlViolations(trackingUrl: string | undefined, pointer: string): Violation[] {
  const violation = trackingUrl === undefined ? undefined : fileUrlViolation(trackingUrl, pointer, undefined);
  return violation ? [violation] : [];
}

/** Describes pieces for messages: 2 of item "1", 1 of item "2". */
export function describePieces(left: ReadonlyMap<string, number>): string {
  const pieces = listNonEmpty(left).map(({ id, quantity }) => `${quantity} of item ${JSON.stringify(id)}`);
  const more = pieces.length - LISTED_PIECES_MAX;
  const list = pieces.slice(0, LISTED_PIECES_MAX).join(', ') || 'nothing';
  return more > 0 ? `${list}, and of ${more} more` : list;
}

function describeLimit(left: number): string {
  if (left <= 0) return 'Nothing of this item is';
  return `No more than ${left} of this item ${left === 1 ? 'is' : 'are'}`;
}

function lineCount(parcels: readonly { items?: readonly Pieces[] }[] = []): number {
  return parcels.reduce((sum, { items = [] }) => sum + items.length, 0);
}

function pieceCount(pieces: readonly Pieces[]): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0);
}

function trackingOf({ trackingNumber, trackingCarrier, trackingUrl }: Tracking): Tracking {
  return {
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingCarrier !== undefined && { trackingCarrier }),
    ...(trackingUrl !== undefined && { trackingUrl }),
  };
}

function mergePieces(pieces: readonly Pieces[]): Pieces[] {
  return listNonEmpty(sumsOf(pieces));
}

function sumsOf(pieces: readonly Pieces[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { id, quantity } of pieces) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return sums;
}

function trackingKey({ trackingNumber = '', trackingCarrier = '' }: Tracking): string {
  return JSON.stringify([trackingNumber, trackingCarrier]);
}

function parcelKey(tracking: Tracking, items: readonly Pieces[]): string {
  const pieces = mergePieces(items)
    .map(({ id, quantity }) => [id, quantity])
    .sort();
  return `${trackingKey(tracking)} ${JSON.stringify(pieces)}`;
}
