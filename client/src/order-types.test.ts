import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order, OrderRequest, PlatenClient } from './platen-client.ts';

const existing = { quantity: 1, existingProduct: { ean13: '4006381333931' } };
const print = {
  dataUrl: 'https://files.example.com/front.png',
  location: 'FRONT',
  technology: 'DTG',
};
const custom = { quantity: 1, customProduct: { sku: 'ST-CREATOR-BLK-M', prints: [print] } };
const address = { personName: 'Ada Lovelace', street: 'Musterstraße 1', city: 'Berlin', country: 'DE' };
const shippingLabelUrl = 'https://files.example.com/labels/1.pdf';

/** Never called: what stands here is for the compiler. */
async function compiled({ orders }: PlatenClient, read: Order) {
  const orderId = 'SHOP-1';
  const unitPriceCurrency = 'EUR';
  await orders.create({ orderId, items: [existing], shipping: { shippingLabelUrl } });
  await orders.create({ orderId, items: [existing, custom], shipping: { address }, unitPriceCurrency });
  // What was read can be sent: as it is, or in another order.
  await orders.replace({ ...read, packingSlip: 'https://files.example.com/slips/1.pdf' });
  await orders.create({ orderId, items: read.items, shipping: read.shipping, unitPriceCurrency });
  for (const { existingProduct, customProduct } of read.items) {
    existingProduct?.name.trim();
    customProduct?.prints?.at(0);
  }
  read.shipping.address?.country.trim();

  // @ts-expect-error: an item is of a product, and a shipment has a way.
  await orders.create({ orderId, items: [{ quantity: 1 }], shipping: {} });
  // @ts-expect-error: an item is of a product.
  await orders.create({ orderId, items: [{ quantity: 1 }], shipping: { shippingLabelUrl } });
  // @ts-expect-error: a shipment has a way.
  await orders.create({ orderId, items: [existing], shipping: {} });
  // @ts-expect-error: an item is of one product.
  const both: OrderRequest = { orderId, items: [{ ...existing, ...custom }], shipping: { shippingLabelUrl } };
  // @ts-expect-error: a shipment has one way.
  await orders.create({ orderId, items: [existing], shipping: { address, shippingLabelUrl } });
  // @ts-expect-error: a carrier needs an address.
  await orders.create({ orderId, items: [existing], shipping: { carrierId: 'dhl-paket' } });
  // @ts-expect-error: an address has a country.
  await orders.create({ orderId, items: [existing], shipping: { address: { street: 'A', city: 'B' } } });
  return both;
}

test('orders that cannot be made do not compile, and what was read can be sent', () => {
  // npm run check compiles this file, and refuses an @ts-expect-error where nothing is wrong.
  assert.equal(typeof compiled, 'function');
});
