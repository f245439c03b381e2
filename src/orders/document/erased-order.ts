import type { Order } from './order-schemas.ts';

/** Replaces an erased text in required fields, so that strict readers still accept the order. */
export const ERASED_TEXT = 'erased';
/** Replaces an erased URL. This host cannot exist (RFC 6761, section 6.4). */
export const ERASED_URL = 'https://erased.invalid/';

/**
 * Returns the order without personal data. Copies only fields that are known to have none, so that a new
 * field is erased until somebody adds it here.
 */
export function erasedOrder(order: Order, erased: Date): Order {
  const { shipments, withdrawnShipments, cancellation, unitPriceCurrency, priority } = order;
  const { expectedShipDate, charges, repeatOf, repeatedBy } = order;
  return {
    orderId: order.orderId,
    status: order.status,
    items: order.items.map(erasedItem),
    shipping: erasedShipping(order.shipping),
    ...(unitPriceCurrency !== undefined && { unitPriceCurrency }),
    ...(priority && { priority }),
    ...(expectedShipDate !== undefined && { expectedShipDate }),
    ...(cancellation && { cancellation: { status: cancellation.status } }),
    ...(shipments && {
      shipments: shipments.map(({ shipmentId, items, shipped }) => ({
        ...(shipmentId !== undefined && { shipmentId }),
        items: items.map(({ id, quantity }) => ({ id, quantity })),
        shipped,
      })),
    }),
    ...(withdrawnShipments && { withdrawnShipments }),
    ...(charges && { charges }),
    ...(repeatOf && { repeatOf }),
    ...(repeatedBy && { repeatedBy }),
    personalDataErased: order.personalDataErased ?? erased.toISOString(),
    created: order.created,
    updated: order.updated,
  };
}

/** Keeps the country, because statistics count by it. */
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
    ...(existingProduct && { existingProduct: { ean13: existingProduct.ean13, name: existingProduct.name } }),
    ...(customProduct && { customProduct: erasedProduct(customProduct) }),
  };
}

/** Returns the product with erased print files, which may show a name or a picture of a person. */
function erasedProduct({
  sku,
  prints,
  customizations,
}: NonNullable<Order['items'][number]['customProduct']>): NonNullable<Order['items'][number]['customProduct']> {
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
