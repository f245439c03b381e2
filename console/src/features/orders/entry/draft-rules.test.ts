import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draft, emptyDraft, faultsAt, requestOf } from './draft-rules.ts';

const draft = (changes: Partial<Draft>): Draft => ({ ...emptyDraft('c', 1_700_000_000_000), ...changes });
const row = { key: 1, manufacturerCode: undefined, quantity: '2', unitPrice: '', prints: [], customizations: [] };

test('a request has what was typed, and leaves out the rest', () => {
  const items = [
    { ...row, kind: 'PRODUCT' as const, code: '4006381333931', unitPrice: '24,90' },
    { ...row, kind: 'ARTICLE' as const, code: 'TEE', prints: [{ place: 'FRONT\tDTG', dataUrl: ' https://a/b.png ' }] },
  ];
  const address = { personName: 'Ada ', street: '', country: 'DE' };
  assert.deepEqual(requestOf(draft({ items, address, isRush: true })), {
    orderId: 'MANUAL-1700000000',
    items: [
      { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } },
      {
        quantity: 2,
        customProduct: { sku: 'TEE', prints: [{ dataUrl: 'https://a/b.png', location: 'FRONT', technology: 'DTG' }] },
      },
    ],
    shipping: { address: { personName: 'Ada', country: 'DE' } },
    unitPriceCurrency: 'EUR',
    priority: 'RUSH',
  });
  const patch = { manufacturerCode: 'PATCH', sku: 'PATCH-1', place: 'CHEST\tSEWN' };
  const patched = { ...row, kind: 'ARTICLE' as const, code: 'TEE', customizations: [patch] };
  assert.deepEqual(requestOf(draft({ items: [patched] })).items[0]?.customProduct, {
    sku: 'TEE',
    customizations: [{ sku: 'PATCH-1', location: 'CHEST', technology: 'SEWN' }],
  });
  const own = requestOf(draft({ hasLabel: true, shippingLabelUrl: 'https://a/l.pdf' }));
  assert.deepEqual(own.shipping, { shippingLabelUrl: 'https://a/l.pdf' });
});

test('each violation is at the nearest field of the page, or named above', () => {
  const fields = ['orderId', 'items.0', 'items.0.quantity', 'shipping.address.street'];
  const found = faultsAt(
    { 'items.0.quantity': 'q', 'items.0.customProduct.sku': 's', items: 'none', 'shipping.address.street': 'a' },
    fields,
  );
  assert.deepEqual(found, {
    at: { 'items.0.quantity': 'q', 'items.0': 's', 'shipping.address.street': 'a' },
    others: ['none'],
  });
});
