import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOf, progressOf, stillExpected } from './match-rules.ts';

const MUG = { itemId: '1', title: 'Mug', ean13: '4006381333931', packed: 1, of: 2 };
const SHIRT = { itemId: '2', title: 'Shirt', sku: 'ST-CREATOR-BLK-M', packed: 1, of: 1 };
const ZEROS = { itemId: '3', title: 'Pen', ean13: '0036000291452', packed: 0, of: 3 };
const LINES = [MUG, SHIRT, ZEROS];

test('a scan matches its incomplete line', () => {
  assert.deepEqual(matchOf(LINES, ' 4006381333931'), { meets: MUG });
  assert.deepEqual(matchOf(LINES, 'ST-CREATOR-BLK-M'), { surplus: SHIRT });
  const second = { ...MUG, itemId: '4', packed: 0 };
  assert.deepEqual(matchOf([{ ...MUG, packed: 2 }, second], '4006381333931'), { meets: second });
});

test('leading zeros count, and an empty text matches nothing', () => {
  assert.deepEqual(matchOf(LINES, '0036000291452'), { meets: ZEROS });
  for (const other of ['36000291452', '', 'st-creator-blk-m ', '9999999999994'])
    assert.equal(matchOf(LINES, other), 'foreign', other);
});

test('a Platen code is left to the server', () => {
  assert.equal(matchOf(LINES, 'P0000000120'), 'ours');
});

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
