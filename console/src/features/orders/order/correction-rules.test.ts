import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFields, correctionOf, destinationFields, textFields, voidsPaper } from './correction-rules.ts';
import type { OperatorOrder } from './order-api.ts';

const print = (dataUrl: string) => ({ dataUrl, location: 'FRONT', technology: 'DTG' });
const order = {
  items: [
    { id: 'a', quantity: 2, existingProduct: { ean13: '4006381333931', name: 'Logo Tee' } },
    { id: 'b', quantity: 1, customProduct: { sku: 'TEE', prints: [print('https://one'), print('https://two')] } },
  ],
  shipping: { address: { personName: 'Ada', street: 'Weg 1', city: 'Berlin', country: 'DE' } },
} as unknown as OperatorOrder['order'];

test('the fields of the destination and of the content have their present values', () => {
  const values = Object.fromEntries(destinationFields(order).map(({ pointer, value }) => [pointer, value]));
  assert.deepEqual([values['/shipping/address/street'], values['/shipping/address/state']], ['Weg 1', '']);
  assert.equal(values['/shipping/carrierId'], '');
  const content = contentFields(order, new Set()).map(({ pointer, value }) => `${pointer} ${value}`);
  assert.ok(content.includes('/items/1/customProduct/prints/1/dataUrl https://two'));
  assert.ok(content.includes('/items/0/existingProduct/ean13 4006381333931'));
});

test('a correction names only what has changed, and sends a changed product whole', () => {
  const changed = new Map([
    ['/shipping/address/street', 'Weg 2'],
    ['/shipping/carrierId', 'ups'],
    ['/items/0/quantity', '3'],
    ['/items/1/customProduct/prints/1/dataUrl', 'https://three'],
    ['/items/1/customProduct/sku', 'TEE-L'],
  ]);
  assert.deepEqual(correctionOf(order, changed), {
    shipping: { address: { street: 'Weg 2' }, carrierId: 'ups' },
    items: [
      { id: 'a', quantity: 3 },
      { id: 'b', customProduct: { sku: 'TEE-L', prints: [print('https://one'), print('https://three')] } },
    ],
  });
});

test('texts are corrected and removed, and void at most the packing slip', () => {
  assert.deepEqual(
    textFields({ ...order, message: 'Thanks' }).map(({ value }) => value),
    ['Thanks', '', '', ''],
  );
  const changed = new Map([
    ['/giftMessage', 'For you'],
    ['/message', ''],
  ]);
  assert.deepEqual(correctionOf(order, changed), { giftMessage: 'For you', message: '' });
  const [message, , , wishedDay] = textFields(order);
  const [street] = destinationFields(order);
  const papers = ['OURS SLIP', 'OURS LABEL', 'CLIENT SLIP'].map((one) => one.split(' ') as [string, string]);
  const voided = (...fields: (typeof street)[]) =>
    papers
      .filter(([source, kind]) => voidsPaper(fields as NonNullable<typeof street>[], { source, kind }))
      .map(([, kind]) => kind);
  assert.deepEqual([voided(message), voided(wishedDay), voided(street, message)], [['SLIP'], [], ['SLIP', 'LABEL']]);
});
