import type { ArtworkName } from './demo-artwork.ts';
import type { DemoItem } from './order-story.ts';

type Print = NonNullable<NonNullable<DemoItem['customProduct']>['prints']>[number];
type Customization = NonNullable<NonNullable<DemoItem['customProduct']>['customizations']>[number];

/** A blank with its prints and what is applied to it. */
export function custom(
  quantity: number,
  unitPrice: number,
  sku: string,
  prints: Print[],
  more: { customizations?: Customization[]; qualityControlImageUrl?: string } = {},
): DemoItem {
  return { quantity, unitPrice, customProduct: { sku, prints, ...more } };
}

/** The artwork in a technology at a place. */
export function print(artwork: ArtworkName, technology: 'DTG' | 'DTF', location = 'FRONT'): Print {
  return printOf(`artwork/${artwork}.png`, technology, location);
}

/** A file that is not among the demo's artwork. */
export function printOf(dataUrl: string, technology: 'DTG' | 'DTF', location = 'FRONT'): Print {
  return { dataUrl, location, technology };
}

export const NECK_LABEL: Customization = {
  sku: 'CZ-NECK-LABEL-WHT-60X60MM',
  location: 'NECK',
  technology: 'DTF',
};

/** A product from the shelf. */
export function ready(quantity: number, unitPrice: number, ean13: string): DemoItem {
  return { quantity, unitPrice, existingProduct: { ean13 } };
}
