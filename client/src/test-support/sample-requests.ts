import * as samples from '../../../src/orders/test-support/sample-orders.ts';
import type { ExistingProductItemRequest, OrderItemRequest, OrderRequest } from '../platen-client.ts';

/** Returns the server's sample order as the type that users of the client see. */
export function order(changes: Partial<OrderRequest> = {}): OrderRequest {
  return { ...(samples.order() as OrderRequest), ...changes };
}

export function item(changes: Partial<ExistingProductItemRequest> = {}): OrderItemRequest {
  return { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: samples.EAN }, ...changes };
}
