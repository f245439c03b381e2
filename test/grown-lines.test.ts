import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMNS, type Rows } from '../bench/grown-columns.ts';
import { GrownLines } from '../bench/grown-lines.ts';
import { grownOrder } from '../bench/grown-orders.ts';

const ORDERS = 20_000;

test('orders that fill a database for the growth benchmark have the rows that the program writes', () => {
  const lines = new GrownLines(Object.keys(COLUMNS) as (keyof Rows)[]);
  const shops = [0, 1, 2, 3].map((n) => ({ clientId: `shop${n}`, name: `Shop ${n}`, products: 20 }));
  // It compares the first of each kind, and throws.
  for (let n = 0; n < ORDERS; n++)
    assert.equal(lines.of(grownOrder(n, ORDERS, shops, Date.now())).length, Object.keys(COLUMNS).length);
});
