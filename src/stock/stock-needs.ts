import type { StockQuantity } from './stock-store.ts';

interface NeedyItem {
  quantity: number;
  existingProduct?: { ean13: string } | undefined;
  customProduct?: { sku: string; customizations?: readonly { sku: string }[] | undefined } | undefined;
}

/** What the items take from the shelf, each code once: variants, blanks, and a customization for each piece it goes on. */
export function stockNeeds(items: readonly NeedyItem[]): StockQuantity[] {
  const needs = new Map<string, StockQuantity>();
  const add = (kind: StockQuantity['kind'], code: string, quantity: number) => {
    const key = keyOf({ kind, code });
    needs.set(key, { kind, code, quantity: (needs.get(key)?.quantity ?? 0) + quantity });
  };
  for (const { quantity, existingProduct, customProduct } of items) {
    if (existingProduct) add('PRODUCT', existingProduct.ean13, quantity);
    if (customProduct) add('ARTICLE', customProduct.sku, quantity);
    for (const { sku } of customProduct?.customizations ?? []) add('ARTICLE', sku, quantity);
  }
  return [...needs.values()];
}

/** What is left of some quantities without others; only what is above 0. */
export function without(
  quantities: readonly StockQuantity[],
  others: readonly StockQuantity[],
): StockQuantity[] {
  const without = new Map(others.map((other) => [keyOf(other), other.quantity]));
  return quantities
    .map((one) => ({ ...one, quantity: one.quantity - (without.get(keyOf(one)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function keyOf({ kind, code }: Pick<StockQuantity, 'kind' | 'code'>): string {
  return `${kind} ${code}`;
}
