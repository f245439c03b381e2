import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder } from './order-api.ts';
import { orderParts, partAt } from './order-part-rules.ts';

const url = 'https://files.example.com/a.png';
const ORDER = {
  items: [
    { id: '1', quantity: 1, unitPrice: 3, existingProduct: { ean13: '4006381333931', name: 'Mug' } },
    {
      id: '2',
      quantity: 2,
      customProduct: {
        sku: 'TEE-M',
        prints: [
          { dataUrl: url, location: 'FRONT', technology: 'DTG', qualityControlImageUrl: url },
          { dataUrl: url, location: 'BACK', technology: 'DTF' },
        ],
        customizations: [{ sku: 'LABEL', location: 'NECK', technology: 'DTF', qualityControlImageUrl: url }],
        qualityControlImageUrl: url,
      },
    },
  ],
  shipping: {
    address: { personName: 'Ada', street: 'Way 1', city: 'Berlin', country: 'DE' },
    carrierId: 'dhl',
  },
  packingSlip: url,
} as unknown as OperatorOrder['order'];

const valueAt = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], ORDER);

test('every part of an order has a valid pointer', () => {
  const parts = orderParts(ORDER);
  const pointers = parts.map(({ pointer }) => pointer);
  assert.equal(new Set(pointers).size, pointers.length);
  for (const pointer of pointers) assert.notEqual(valueAt(pointer), undefined, pointer);
  const kinds = new Set(parts.map(({ kind }) => kind));
  for (const kind of ['item', 'artwork', 'qualityControl', 'customization', 'address', 'carrier', 'packingSlip'])
    assert.ok(kinds.has(kind as 'item'), kind);
  const back = parts.find(({ pointer }) => pointer === '/items/1/customProduct/prints/1/dataUrl');
  assert.deepEqual(back, {
    pointer: '/items/1/customProduct/prints/1/dataUrl',
    kind: 'artwork',
    item: { number: 2, name: 'TEE-M' },
    place: 'BACK DTF',
  });
});

test("an order with the client's own label has labels and no address", () => {
  const shipping = { shippingLabelUrl: url, returnLabelUrl: url };
  const kinds = orderParts({ ...ORDER, shipping } as OperatorOrder['order']).map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(-3), ['shippingLabelUrl', 'returnLabelUrl', 'packingSlip']);
  assert.ok(!kinds.includes('address'));
});

test('a pointer into a part finds that part', () => {
  const parts = orderParts(ORDER);
  assert.equal(partAt(parts, '/items/1/customProduct/prints/0/location')?.place, 'FRONT DTG');
  assert.equal(partAt(parts, '/items/1/customProduct/sku')?.kind, 'item');
  assert.equal(partAt(parts, '/items/1/customProduct/customizations/0/sku')?.kind, 'customization');
  assert.equal(partAt(parts, '/shipping/address/city')?.place, 'city');
  assert.equal(partAt(parts, '/items/10'), undefined);
});
