import type { NormalisedOrder } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';

/** What the catalogue of today may have against an order that was accepted by an earlier one. */
const BY_CATALOGUE: ReadonlySet<string> = new Set([
  'unknown_product_variant',
  'unknown_article_variant',
  'retired_product_variant',
  'retired_article_variant',
  'not_a_blank',
  'not_a_customization',
  'location_not_allowed',
  'technology_not_allowed',
  'unknown_carrier',
]);

/** The parts of an order that are as they were when it was accepted; today's catalogue does not judge them again. */
export interface AcceptedParts {
  /** Indexes of items. */
  items: ReadonlySet<number>;
  carrier: boolean;
}

export const NOTHING_ACCEPTED: AcceptedParts = { items: new Set(), carrier: false };

/** What of the order is as it was accepted. An item may have moved; its id does not count. */
export function acceptedParts(order: NormalisedOrder, accepted: Order): AcceptedParts {
  const known = new Set(accepted.items.map(contentOf));
  const same = order.items.flatMap((item, index) => (known.has(contentOf(item)) ? [index] : []));
  const { carrierId } = order.shipping;
  return {
    items: new Set(same),
    carrier: carrierId !== undefined && carrierId === accepted.shipping.carrierId,
  };
}

/** Whether only the catalogue of today has something against it. */
export function isByCatalogue({ code }: { code: string }): boolean {
  return BY_CATALOGUE.has(code);
}

/** The stored order has its fields in the order of the normalised one. The name of a product is not asked for. */
function contentOf({ id: _, existingProduct, ...rest }: NormalisedOrder['items'][number]): string {
  return JSON.stringify([existingProduct?.ean13, rest]);
}
