import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillWithOrders } from '../../../test/support/many-orders.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { readOrdersAfter } from '../rows/order-list-store.ts';

const ORDERS = 10_000;

test('recent changes are found by their index, which PostgreSQL before 18 uses only with the names of statuses', async (t) => {
  const { pool, close } = await openTestDatabase();
  t.after(close);
  await fillWithOrders(pool, 0, ORDERS);
  await pool.query(
    `update orders set updated = '2025-01-01' where order_id in ('SHOP-1005', 'SHOP-3005', 'SHOP-3006')`,
  );
  await pool.query('analyze orders');
  const plans: string[] = [];
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query(`explain (costs off) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return pool.query(text, values);
    },
  } as unknown as Connection;
  const updatedFrom = new Date('2024-12-31');
  const first = await readOrdersAfter(explaining, 'growth-5', { updatedFrom }, undefined);
  assert.deepEqual(
    first.map(({ orderId }) => orderId),
    ['SHOP-1005', 'SHOP-3005'],
  );
  assert.deepEqual(await readOrdersAfter(explaining, 'growth-5', { updatedFrom }, first[0]), first.slice(1));
  for (const plan of plans)
    assert.match(plan, /orders_changed_by_status.*Index Cond: .*client_id = .*status = ANY .*updated > /s, plan);
});
