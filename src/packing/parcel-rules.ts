import type { LockedOrder } from '../orders/change/order-change-store.ts';
import type { ParcelLine } from './parcel-store.ts';

/** What of an item is in the open parcel. */
export interface PackedItem {
  itemId: string;
  /** Name of an existing product, or SKU of the blank. */
  title: string;
  /** Of an existing product: what is scanned. */
  ean13?: string;
  /** Of a custom item: its blank. */
  sku?: string;
  /** In the parcel. */
  packed: number;
  /** Still to leave: in the parcel, or not yet. */
  of: number;
}

type Content = Pick<LockedOrder['content'], 'items' | 'shipments'>;

/**
 * How far an order's open parcel is, by what is inside of it: each item of which something is still to leave. What was reported shipped meanwhile has left, so
 * of a parcel that holds more than that only the rest counts. What lies in other parcels that wait for their labels (`waiting`) is not to be packed either.
 */
export function packedItems(
  { items, shipments = [] }: Content,
  inside: readonly ParcelLine[],
  waiting: readonly ParcelLine[] = [],
): PackedItem[] {
  const left = new Map(waiting.map(({ itemId, quantity }) => [itemId, -quantity]));
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

/** All that is still to leave lies in the parcel. */
export function isFull(items: readonly PackedItem[]): boolean {
  return items.every(({ packed, of }) => packed >= of);
}

/** The item of which one more with this EAN-13 belongs into the parcel; `full` where there are enough of it already. */
export function itemForEan(
  items: readonly PackedItem[],
  ean13: string,
): { itemId: string } | 'full' | undefined {
  const ofEan = items.filter((one) => one.ean13 === ean13);
  const open = ofEan.find(({ packed, of }) => packed < of);
  if (open) return { itemId: open.itemId };
  return ofEan.length > 0 ? 'full' : undefined;
}

/** What leaves with the parcel, as the order tells of it. */
export function shipmentItems(items: readonly PackedItem[]): { id: string; quantity: number }[] {
  return items.flatMap(({ itemId, packed }) => (packed > 0 ? [{ id: itemId, quantity: packed }] : []));
}
