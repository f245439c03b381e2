import { readVariantCustoms, type VariantCustomsOf } from '../../catalog/variant-data.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { type CustomsDeclaration, type CustomsItem, declareCustoms } from '../../shipping/customs-rules.ts';
import type { Order } from './order-schemas.ts';

type DeclaredOrder = Pick<Order, 'items' | 'shipping' | 'unitPriceCurrency'>;

/**
 * Returns the customs declaration of an order, or of the `pieces` by item id in one parcel, and lists missing
 * data. Uses the present catalogue.
 */
export async function declareOrder(
  connection: Connection,
  order: DeclaredOrder,
  pieces?: ReadonlyMap<string, number>,
): Promise<CustomsDeclaration> {
  const { skus, ean13s } = variantCodesOf(order);
  const variantOf = await readVariantCustoms(connection, skus, ean13s);
  return declareCustoms(customsItems(order, variantOf, pieces), order.shipping.address, order.unitPriceCurrency);
}

export function customsItems(
  { items }: Pick<Order, 'items'>,
  variantOf: VariantCustomsOf,
  pieces?: ReadonlyMap<string, number>,
): CustomsItem[] {
  return items.map(({ id, quantity, unitPrice, existingProduct, customProduct }) => {
    const code = customProduct?.sku ?? existingProduct?.ean13 ?? '';
    const variant = variantOf(customProduct ? 'ARTICLE' : 'PRODUCT', code);
    const applied = customProduct?.customizations ?? [];
    return {
      itemId: id,
      code,
      title: variant?.title ?? existingProduct?.name ?? code,
      quantity: pieces ? (pieces.get(id) ?? 0) : quantity,
      unitPrice,
      customs: variant?.customs ?? {},
      addedGrams: applied.reduce((sum, { sku }) => sum + (variantOf('ARTICLE', sku)?.customs.weightGrams ?? 0), 0),
    };
  });
}

export function variantCodesOf({ items }: Pick<Order, 'items'>): { skus: string[]; ean13s: string[] } {
  const skus = new Set<string>();
  const ean13s = new Set<string>();
  for (const { existingProduct, customProduct } of items) {
    if (existingProduct) ean13s.add(existingProduct.ean13);
    if (customProduct) skus.add(customProduct.sku);
    for (const { sku } of customProduct?.customizations ?? []) skus.add(sku);
  }
  return { skus: [...skus], ean13s: [...ean13s] };
}

/**
 * Returns the declarations of several parcels with one look-up in the catalogue. `weightGrams` is the weight
 * of the pieces; undefined unless all weights are known.
 */
export async function declareParcels(
  connection: Connection,
  parcels: readonly { order: DeclaredOrder; pieces: ReadonlyMap<string, number> }[],
): Promise<{ declaration: CustomsDeclaration; weightGrams?: number }[]> {
  const codes = parcels.map(({ order }) => variantCodesOf(order));
  const distinct = (codes: readonly string[]) => [...new Set(codes)];
  const skus = distinct(codes.flatMap((one) => one.skus));
  const variantOf = await readVariantCustoms(connection, skus, distinct(codes.flatMap((one) => one.ean13s)));
  return parcels.map(({ order, pieces }) => {
    const items = customsItems(order, variantOf, pieces);
    const declaration = declareCustoms(items, order.shipping.address, order.unitPriceCurrency);
    return { declaration, ...weightOf(items) };
  });
}

/** Returns the weight of the items, unless one of them is unknown or there are none. */
export function weightOf(items: readonly CustomsItem[]): { weightGrams?: number } {
  const inside = items.filter(({ quantity }) => quantity > 0);
  let weightGrams = 0;
  for (const { quantity, customs, addedGrams = 0 } of inside) {
    if (customs.weightGrams === undefined) return {};
    weightGrams += quantity * (customs.weightGrams + addedGrams);
  }
  return inside.length > 0 ? { weightGrams } : {};
}
