import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBlocks } from '../../test/support/count-blocks.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { recountSums } from '../orders/change/count-orders.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { sumOrderDays } from './overview-store.ts';
import { listDurations } from './production-report-store.ts';
import { lastDays } from './report-rules.ts';

const CLIENTS = 100;
const STORED_DAYS = 1_200;
const READ_DAYS = 14;
const BLOCKS_MAX = 20;

test('the last days are read from the sums of all clients, and not from the rows of each client', async () => {
  const { pool, close } = await openTestDatabase();
  try {
    await pool.query(
      `insert into clients (client_id, name, mode, scope, status, created)
       select 'c' || n, 'C', 'live', 'fulfillment', 'active', now() from generate_series(1, $1::int) n`,
      [CLIENTS],
    );
    // Rows are stored day by day.
    await pool.query(
      `insert into order_days (client_id, day, created, shipped, cancelled, open)
       select 'c' || n, current_date - d, 1, 1, 0, 0 from generate_series($2::int - 1, 0, -1) d, generate_series(1, $1::int) n`,
      [CLIENTS, STORED_DAYS],
    );
    await pool.query(
      'insert into order_day_durations (client_id, day, bucket, orders) select client_id, day, 80, 1 from order_days',
    );
    await recountSums(pool, 'UTC', new Date());
    await pool.query('analyze clients, order_sums, order_day_durations');
    const calendar = lastDays(new Date(), READ_DAYS, 'UTC');
    const [from, to] = [calendar[0]!.day, calendar.at(-1)!.day];
    for (const read of [
      (connection: Connection) => sumOrderDays(connection, from, 'UTC'),
      (connection: Connection) => listDurations(connection, { from, to, timeZone: 'UTC' }),
    ]) {
      const counting = countBlocks(pool);
      assert.equal((await read(counting)).length, READ_DAYS);
      const blocks = counting.takeBlocks();
      assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
    }
  } finally {
    await close();
  }
});
