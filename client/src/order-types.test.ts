import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorName, Order, OrderEvent, OrderRequest, PlatenClient, WebhookEndpoint } from './platen-client.ts';

const existing = { quantity: 1, existingProduct: { ean13: '4006381333931' } };
const print = {
  dataUrl: 'https://files.example.com/front.png',
  location: 'FRONT',
  technology: 'DTG',
};
const custom = { quantity: 1, customProduct: { sku: 'ST-CREATOR-BLK-M', prints: [print] } };
const address = { personName: 'Ada Lovelace', street: 'Musterstraße 1', city: 'Berlin', country: 'DE' };
const shippingLabelUrl = 'https://files.example.com/labels/1.pdf';

/** Never called. Only the compiler checks it. */
async function compiled({ orders }: PlatenClient, read: Order) {
  const orderId = 'SHOP-1';
  const unitPriceCurrency = 'EUR';
  await orders.create({ orderId, items: [existing], shipping: { shippingLabelUrl } });
  await orders.create({ orderId, items: [existing, custom], shipping: { address }, unitPriceCurrency });
  // An order that was read can be sent, unchanged or as part of another.
  await orders.replace({ ...read, packingSlip: 'https://files.example.com/slips/1.pdf' });
  await orders.create({ orderId, items: read.items, shipping: read.shipping, unitPriceCurrency });
  for (const { existingProduct, customProduct } of read.items) {
    existingProduct?.name.trim();
    customProduct?.prints?.at(0);
  }
  read.shipping.address?.country.trim();

  // @ts-expect-error: an item needs a product, and shipping needs an address or a label.
  await orders.create({ orderId, items: [{ quantity: 1 }], shipping: {} });
  // @ts-expect-error: an item needs a product.
  await orders.create({ orderId, items: [{ quantity: 1 }], shipping: { shippingLabelUrl } });
  // @ts-expect-error: shipping needs an address or a label.
  await orders.create({ orderId, items: [existing], shipping: {} });
  // @ts-expect-error: an item has only one product.
  const both: OrderRequest = { orderId, items: [{ ...existing, ...custom }], shipping: { shippingLabelUrl } };
  // @ts-expect-error: shipping has an address or a label, not both.
  await orders.create({ orderId, items: [existing], shipping: { address, shippingLabelUrl } });
  // @ts-expect-error: a carrier needs an address.
  await orders.create({ orderId, items: [existing], shipping: { carrierId: 'dhl-paket' } });
  // @ts-expect-error: an address needs a country.
  await orders.create({ orderId, items: [existing], shipping: { address: { street: 'A', city: 'B' } } });
  // Names that a later release adds.
  const newer = 'newer' as string;
  const error: ErrorName = newer;
  const event: Pick<OrderEvent, 'type'> = { type: newer };
  const endpoint: Pick<WebhookEndpoint, 'types' | 'disabledReason'> = { types: [newer], disabledReason: newer };
  return [both, error, event, endpoint];
}

test('invalid orders do not compile, an order that was read can be sent, and new names can be read', () => {
  // `npm run check` compiles this file and fails if an @ts-expect-error line has no error.
  assert.equal(typeof compiled, 'function');
});
