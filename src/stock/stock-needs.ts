import { sumByCode } from './stock-rules.ts';
import type { StockQuantity } from './stock-store.ts';

interface NeedyItem {
  quantity: number;
  existingProduct?: { ean13: string } | undefined;
  customProduct?: { sku: string; customizations?: readonly { sku: string }[] | undefined } | undefined;
}

/** What the items take from the shelf, each code once: variants, blanks, and a customization for each piece it goes on. */
export function stockNeeds(items: readonly NeedyItem[]): StockQuantity[] {
  return sumByCode(stockPlaces(items));
}

/** The same place by place of the order, each with its JSON Pointer. */
export function stockPlaces(items: readonly NeedyItem[]): (StockQuantity & { pointer: string })[] {
  return items.flatMap(({ quantity, existingProduct, customProduct }, index) => {
    const places: (StockQuantity & { pointer: string })[] = [];
    const add = (kind: StockQuantity['kind'], code: string, path: string) =>
      places.push({ kind, code, quantity, pointer: `/items/${index}/${path}` });
    if (existingProduct) add('PRODUCT', existingProduct.ean13, 'existingProduct');
    if (customProduct) add('ARTICLE', customProduct.sku, 'customProduct');
    for (const [place, { sku }] of (customProduct?.customizations ?? []).entries())
      add('ARTICLE', sku, `customProduct/customizations/${place}`);
    return places;
  });
}
