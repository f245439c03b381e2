import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBlocks } from '../../test/support/count-blocks.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { recountSums } from '../orders/change/count-orders.ts';
import { sumDayDurations, sumOrderDays } from './overview-store.ts';

const CLIENTS = 100;
const YEARS_DAYS = 1_200;
const BLOCKS_MAX = 20;

test('the last days are told by the sums of all clients, without a look at each', async () => {
  const { pool, close } = await openTestDatabase();
  try {
    await pool.query(
      `insert into clients (client_id, name, mode, scope, status, created)
       select 'c' || n, 'C', 'live', 'fulfillment', 'active', now() from generate_series(1, $1::int) n`,
      [CLIENTS],
    );
    // As they come: day by day, of all clients.
    await pool.query(
      `insert into order_days (client_id, day, created, shipped, cancelled, open)
       select 'c' || n, date '2023-01-01' + d, 1, 1, 0, 0 from generate_series(0, $2::int - 1) d, generate_series(1, $1::int) n`,
      [CLIENTS, YEARS_DAYS],
    );
    await pool.query(
      'insert into order_day_durations (client_id, day, bucket, orders) select client_id, day, 80, 1 from order_days',
    );
    await recountSums(pool, 'UTC', new Date('2026-04-14'));
    await pool.query('analyze clients, order_sums');
    const from = '2026-04-01';
    for (const sum of [sumOrderDays, sumDayDurations]) {
      const counting = countBlocks(pool);
      const days = await sum(counting, from, 'UTC');
      assert.equal(days.length, 14);
      const blocks = counting.takeBlocks();
      assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
    }
  } finally {
    await close();
  }
});
