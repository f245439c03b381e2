import * as samples from '../../../src/orders/test-support/sample-orders.ts';
import type { ExistingProductItemRequest, OrderItemRequest, OrderRequest } from '../platen-client.ts';

/** The server's samples, typed as those who use this client type them. */
export function order(changes: Partial<OrderRequest> = {}): OrderRequest {
  return { ...(samples.order() as OrderRequest), ...changes };
}

export function item(changes: Partial<ExistingProductItemRequest> = {}): OrderItemRequest {
  return { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: samples.EAN }, ...changes };
}
