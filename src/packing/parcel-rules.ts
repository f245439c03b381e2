import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { ParcelProblem } from './parcel-paper-rules.ts';
import type { FilledParcel, Parcel, ParcelLine } from './parcel-store.ts';

/** An item of which something is still to leave. */
export interface PackedItem {
  itemId: string;
  /** Name of an existing product, or SKU of the blank. */
  title: string;
  /** The code that is scanned, of an existing product. */
  ean13?: string;
  /** The blank of a custom item. */
  sku?: string;
  packed: number;
  /** Pieces still to leave, in this parcel or not. */
  of: number;
}

type Content = Pick<LockedOrder['content'], 'items' | 'shipments'>;

/**
 * Returns the items with pieces that have not left: how many are in an open parcel (`inside`), and how many
 * are still to leave. Pieces in other parcels that wait for labels (`waiting`), or were reported shipped
 * meanwhile, do not count.
 */
export function packedItems(
  { items, shipments = [] }: Content,
  inside: readonly ParcelLine[],
  waiting: readonly ParcelLine[] = [],
): PackedItem[] {
  const left = new Map<string, number>();
  for (const { itemId, quantity } of waiting) left.set(itemId, (left.get(itemId) ?? 0) - quantity);
  for (const { items: gone } of shipments)
    for (const { id, quantity } of gone) left.set(id, (left.get(id) ?? 0) - quantity);
  const packed = new Map(inside.map(({ itemId, quantity }) => [itemId, quantity]));
  return items.flatMap(({ id, quantity, existingProduct, customProduct }) => {
    const of = quantity + (left.get(id) ?? 0);
    if (of <= 0) return [];
    const inParcel = Math.min(packed.get(id) ?? 0, of);
    const title = existingProduct?.name ?? existingProduct?.ean13 ?? customProduct?.sku ?? '';
    const code = existingProduct ? { ean13: existingProduct.ean13 } : { sku: customProduct?.sku ?? '' };
    return [{ itemId: id, title, ...code, packed: inParcel, of }];
  });
}

/** Returns the contents of one of the order's `parcels`. A parcel that has left has only its own items. */
export function itemsOf(
  content: Content,
  parcels: readonly FilledParcel[],
  { parcel: number, state, inside }: Pick<FilledParcel, 'parcel' | 'state' | 'inside'>,
): PackedItem[] {
  if (state === 'SHIPPED') {
    const whole = packedItems({ items: content.items }, inside);
    return whole.flatMap((one) => (one.packed > 0 ? [{ ...one, of: one.packed }] : []));
  }
  const waiting = parcels.filter((one) => one.state === 'PACKED' && one.parcel !== number);
  return packedItems(
    content,
    inside,
    waiting.flatMap((one) => one.inside),
  );
}

/** Returns whether the parcel has everything that is left to ship. */
export function isFull(items: readonly PackedItem[]): boolean {
  return items.every(({ packed, of }) => packed >= of);
}

/** Returns the item that takes one more of this EAN-13, or `full` if there are enough. */
export function itemForEan(items: readonly PackedItem[], ean13: string): { itemId: string } | 'full' | undefined {
  const ofEan = items.filter((one) => one.ean13 === ean13);
  const open = ofEan.find(({ packed, of }) => packed < of);
  if (open) return { itemId: open.itemId };
  return ofEan.length > 0 ? 'full' : undefined;
}

/** Returns the contents as a shipment of the order. */
export function shipmentItems(items: readonly PackedItem[]): { id: string; quantity: number }[] {
  return items.flatMap(({ itemId, packed }) => (packed > 0 ? [{ id: itemId, quantity: packed }] : []));
}

/** The station of a parcel that was put aside, or left empty. Any table may continue it. */
export const NO_TABLE = '';

export function isEmpty({ inside }: Pick<FilledParcel, 'inside'>): boolean {
  return inside.every(({ quantity }) => quantity === 0);
}

export function isPackedAt(
  parcel: Pick<Parcel, 'station' | 'stationId'>,
  { station, stationId }: { station: string; stationId: string | null },
): boolean {
  // The station may have been renamed.
  return stationId ? parcel.stationId === stationId : parcel.station === station;
}

export function openedAt<P extends Pick<Parcel, 'code'>>(
  parcel: P,
  { station, stationId, by }: { station: string; stationId: string | null; by: Actor },
) {
  const here = { station, stationId, openedById: by.id, openedByName: by.name, state: 'OPEN' as const };
  return { ...parcel, ...here, isLabelComing: false, trackingNumber: null, closed: null, ...NO_PROBLEM };
}

const NO_PROBLEM = { packed: null, problem: null, problemDetails: null, problemSentences: null };

/** Returns the parcel as it is closed while its label is bought. */
export function packedAs(parcel: FilledParcel, now: Date): FilledParcel {
  return { ...parcel, state: 'PACKED', packed: parcel.packed ?? now };
}

export function withProblem(parcel: FilledParcel, { code, details }: ParcelProblem, now: Date): FilledParcel {
  return {
    ...parcel,
    state: 'PACKED',
    packed: parcel.packed ?? now,
    problem: code,
    problemDetails: details.map(({ message }) => message),
    problemSentences: JSON.stringify(details),
  };
}

export function shippedAs(parcel: FilledParcel, trackingNumber: string | null, now: Date): FilledParcel {
  return { ...parcel, state: 'SHIPPED', trackingNumber, closed: now, ...NO_PROBLEM };
}
