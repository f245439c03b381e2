import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsOf, draftLines, linesToBook } from './return-lines.ts';
import type { Returnable } from './returns-api.ts';

const ORDER: Returnable = {
  clientId: 'c',
  clientName: 'Shop',
  orderId: 'A-1',
  status: 'SHIPPED',
  items: [
    { itemId: '1', kind: 'ARTICLE', code: 'SKU', title: 'Tee', shipped: 2, returned: 0 },
    { itemId: '2', kind: 'PRODUCT', code: '4006381333931', title: 'Cap', shipped: 1, returned: 1 },
  ],
};

test('the scanned piece is preset as returned, others are not', () => {
  assert.deepEqual(
    draftLines(ORDER).map(({ quantity }) => quantity),
    ['', ''],
  );
  const scanned = { ...ORDER, piece: { code: 'P1', itemId: '1', isReturned: false } };
  const drafts = draftLines(scanned);
  assert.deepEqual(
    drafts.map(({ quantity }) => quantity),
    [1, ''],
  );
  const [line, ...more] = linesToBook(scanned, drafts);
  assert.deepEqual([line?.piece, line?.quantity, more.length], ['P1', 1, 0]);
  const two = drafts.map((one) => (one.itemId === '1' ? { ...one, quantity: 2, note: ' wet ' } : one));
  assert.deepEqual(linesToBook(scanned, two), [
    { itemId: '1', quantity: 2, condition: 'WASTE', reason: 'OTHER', note: 'wet' },
  ]);
  const gone = draftLines({ ...scanned, piece: { ...scanned.piece, isReturned: true } });
  assert.equal(gone[0]?.quantity, '');
});

test('a product can be sold again, a blank can be used again', () => {
  assert.deepEqual(ORDER.items.map(conditionsOf), [
    ['REUSE', 'WASTE'],
    ['RESELL', 'WASTE'],
  ]);
});
