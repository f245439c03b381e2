import type { Order } from '../document/order-schemas.ts';

/** An item of an order as a row. */
export interface ItemRow {
  orderId: string;
  /** From 1. */
  position: number;
  itemId: string;
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 of a product, or SKU of the blank of a custom product. */
  code: string;
  quantity: number;
  /** Of a custom product: its first print, else customization. */
  technology: string | null;
}

/** The order's items as rows. */
export function itemRows({ orderId, items }: Pick<Order, 'orderId' | 'items'>): ItemRow[] {
  return items.map(({ id, quantity, existingProduct, customProduct }, index) => ({
    orderId,
    position: index + 1,
    itemId: id,
    kind: existingProduct ? 'PRODUCT' : 'ARTICLE',
    code: existingProduct?.ean13 ?? customProduct?.sku ?? '',
    quantity,
    technology: (customProduct?.prints?.[0] ?? customProduct?.customizations?.[0])?.technology ?? null,
  }));
}
