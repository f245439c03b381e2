import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countBlocks } from '../../test/support/count-blocks.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { foldOrderCounts, recountAll, recountSums } from '../orders/change/count-orders.ts';
import { countLate } from './late-store.ts';

const ORDERS = 30_000;
const BLOCKS_MAX = 60;
const ZONE = 'Europe/Berlin';
const [OPEN, ENDED] = [`('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')`, `('SHIPPED', 'CANCELLED')`];

test('late orders are counted to the moment, of live clients alone, without a look at each that is open', async () => {
  const { pool, close } = await openTestDatabase();
  try {
    await pool.query(
      `insert into clients (client_id, name, mode, scope, status, created)
       select 'c' || n, 'C', case n when 2 then 'sandbox' else 'live' end, 'fulfillment', 'active', now() from generate_series(0, 2) n`,
    );
    // One in 37 minutes, over two years.
    await pool.query(
      `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary)
       select 'c' || n % 3, 'O-' || n, (array['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR', 'SHIPPED', 'CANCELLED'])[1 + n % 6],
              timestamptz '2024-01-01' + n * interval '37 minutes', now(), now(), '', '{"items":[]}', '{}'
       from generate_series(0, $1::int - 1) n`,
      [ORDERS],
    );
    await pool.query('vacuum analyze');
    for (const client of ['c0', 'c1', 'c2']) await recountAll(pool, client, ZONE, new Date());
    const counted = async (madeBy: Date) => {
      const { rows } = await pool.query(
        `select count(*)::int as orders from orders join clients c using (client_id)
         where c.mode = 'live' and orders.status in ${OPEN} and orders.created <= $1`,
        [madeBy],
      );
      return rows[0].orders;
    };
    const counting = countBlocks(pool);
    // The first of the day there, the last one, and a moment of an order.
    const moments = [
      '2025-06-30T22:00:00Z',
      '2025-07-01T21:59:59.999Z',
      '2025-11-03T23:31:00Z',
      '2023-12-31T12:00:00Z',
    ];
    const same = async () => {
      for (const moment of moments.map((one) => new Date(one))) {
        assert.equal(await countLate(counting, moment, ZONE), await counted(moment), moment.toISOString());
        const blocks = counting.takeBlocks();
        assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
      }
    };
    await recountSums(pool, ZONE, new Date());
    await same();
    // What ends is noted first, and added up later.
    const { rows } = await pool.query(
      `update orders set status = 'SHIPPED', updated = now(), status_since = now()
       where client_id in ('c0', 'c1') and status not in ${ENDED} and order_id like '%7' returning client_id, created`,
    );
    assert.ok(rows.length > 100);
    await pool.query(
      `insert into order_count_changes (client_id, change_id, status, reason_code, orders, happened, created, duration_bucket)
       select client_id, $3, 'SHIPPED', '', count(*), date_bin('15 min', now(), 'epoch'), date_bin('15 min', created, 'epoch'), 1
       from unnest($1::text[], $2::timestamptz[]) as o (client_id, created) group by 1, date_bin('15 min', created, 'epoch')`,
      [rows.map((row) => row.client_id), rows.map(({ created }) => created), randomUUID()],
    );
    for (const moment of moments.map((one) => new Date(one)))
      assert.equal(await countLate(pool, moment, ZONE), await counted(moment), moment.toISOString());
    for (const client of ['c0', 'c1']) await foldOrderCounts(pool, client, ZONE, new AbortController().signal);
    await pool.query('vacuum order_count_changes, order_sums, orders');
    await same();
  } finally {
    await close();
  }
});
