import type { Order } from './order-schemas.ts';

/** What a text reads that was erased where one must be, so that whoever reads the order strictly still can. */
export const ERASED_TEXT = 'erased';
/** The same of a URL. Nobody can have this host (RFC 6761 6.4). */
export const ERASED_URL = 'https://erased.invalid/';

/**
 * The order without anything about a person. It is made anew out of what is known to be none, so that a field to come is left out until it is named
 * here: what was ordered, its prices and times, and what it is identified by.
 */
export function erasedOrder(order: Order, erased: Date): Order {
  const { shipments, cancellation, unitPriceCurrency } = order;
  return {
    orderId: order.orderId,
    status: order.status,
    items: order.items.map(erasedItem),
    shipping: erasedShipping(order.shipping),
    ...(unitPriceCurrency !== undefined && { unitPriceCurrency }),
    ...(cancellation && { cancellation: { status: cancellation.status } }),
    ...(shipments && {
      shipments: shipments.map(({ shipmentId, items, shipped }) => ({
        ...(shipmentId !== undefined && { shipmentId }),
        items: items.map(({ id, quantity }) => ({ id, quantity })),
        shipped,
      })),
    }),
    personalDataErased: order.personalDataErased ?? erased.toISOString(),
    created: order.created,
    updated: order.updated,
  };
}

/** The country stays: orders are counted by it. */
function erasedShipping({ address, carrierId }: Order['shipping']): Order['shipping'] {
  if (!address) return { shippingLabelUrl: ERASED_URL };
  const { country } = address;
  return {
    address: {
      personName: ERASED_TEXT,
      street: ERASED_TEXT,
      city: ERASED_TEXT,
      ...(country !== undefined && { country }),
    },
    ...(carrierId !== undefined && { carrierId }),
  };
}

function erasedItem({
  id,
  quantity,
  unitPrice,
  existingProduct,
  customProduct,
}: Order['items'][number]): Order['items'][number] {
  return {
    id,
    quantity,
    ...(unitPrice !== undefined && { unitPrice }),
    ...(existingProduct && {
      existingProduct: { ean13: existingProduct.ean13, name: existingProduct.name },
    }),
    ...(customProduct && { customProduct: erasedProduct(customProduct) }),
  };
}

/** What is printed may be somebody's name or picture. */
function erasedProduct({
  sku,
  prints,
  customizations,
}: NonNullable<Order['items'][number]['customProduct']>): NonNullable<
  Order['items'][number]['customProduct']
> {
  return {
    sku,
    ...(prints && {
      prints: prints.map(({ location, technology }) => ({ dataUrl: ERASED_URL, location, technology })),
    }),
    ...(customizations && {
      customizations: customizations.map(({ sku: part, location, technology }) => ({
        sku: part,
        location,
        technology,
      })),
    }),
  };
}
