import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOf, stillExpected } from './match-rules.ts';

const MUG = { itemId: '1', title: 'Mug', ean13: '4006381333931', packed: 1, of: 2 };
const SHIRT = { itemId: '2', title: 'Shirt', sku: 'ST-CREATOR-BLK-M', packed: 1, of: 1 };
const ZEROS = { itemId: '3', title: 'Pen', ean13: '0036000291452', packed: 0, of: 3 };
const LINES = [MUG, SHIRT, ZEROS];

test('the missing pieces are those that were expected', () => {
  assert.deepEqual(
    stillExpected(LINES).map(({ line, missing }) => [line.title, missing]),
    [
      ['Mug', 1],
      ['Pen', 3],
    ],
  );
  assert.deepEqual(progressOf(LINES), { packed: 2, of: 6 });
  assert.deepEqual(progressOf([]), { packed: 0, of: 0 });
});
