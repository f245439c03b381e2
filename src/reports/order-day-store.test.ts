import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countBlocks } from '../../test/support/count-blocks.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { findOrderDaysToKeep, keepOrderDays, readOrderDays, recountOrderDays } from './order-days.ts';
import { lastDays } from './report-rules.ts';

const ZONE = 'Europe/Berlin';
const NOW = new Date('2026-03-31T10:00:00Z');
const CLIENTS = 100;
const DAYS = 20;
/** The read takes 50 blocks if the vacuum could mark the rows as visible to all, 70 if not; of orders 140. */
const BLOCKS_MAX = 100;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'c' || n, 'C', case n when 0 then 'sandbox' else 'live' end, 'fulfillment', 'active', now() from generate_series(0, $1::int - 1) n`,
    [CLIENTS],
  );
  // Each client has three orders a day: one shipped after an hour, one cancelled after two, one open.
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary)
     select 'c' || n, 'O-' || d || status, status, created, created + after, created + after, '', '{}', '{}'
     from generate_series(0, $1::int - 1) n, generate_series(0, $2::int - 1) d,
          (values ('SHIPPED', interval '1 hour'), ('CANCELLED', interval '2 hours'), ('NEW', interval '0')) s (status, after),
          lateral (select $3::timestamptz - d * interval '24 hours' - interval '3 hours' as created) c`,
    [CLIENTS, DAYS, NOW],
  );
  await database.pool.query('vacuum analyze');
});
after(() => database.close());

const read = (clientId?: string) =>
  inTransaction(database.pool, (connection) =>
    readOrderDays(connection, lastDays(NOW, 30, ZONE), { timeZone: ZONE, clientId }),
  );
const sorted = (days: Awaited<ReturnType<typeof read>>) =>
  days.map(({ day, status, bucket, orders }) => `${day} ${status} ${bucket} ${orders}`).sort();

test('a finished day is stored once, and its orders are not read again', async () => {
  const before = sorted(await read());
  assert.equal(before.length, 3 * DAYS);
  assert.ok(before.includes(`2026-03-31 NEW -1 ${3 * (CLIENTS - 1)}`));
  const ofOne = sorted(await read('c7'));
  assert.equal(await keepOrderDays(database.pool, NOW, ZONE), DAYS - 1, 'the last day has not ended');
  assert.deepEqual(sorted(await read()), before);
  assert.deepEqual(sorted(await read('c7')), ofOne);
  assert.equal(await keepOrderDays(database.pool, NOW, ZONE), 0);
  await database.pool.query('vacuum analyze');
  const counting = countBlocks(database.pool);
  const stored = await readOrderDays(counting, lastDays(NOW, 30, ZONE).slice(0, -1), { timeZone: ZONE });
  assert.equal(stored.length, 3 * (DAYS - 1));
  const blocks = counting.takeBlocks();
  assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
});

test('stored days stay as they are until they are counted again', async () => {
  await keepOrderDays(database.pool, NOW, ZONE);
  const stored = sorted(await read());
  await database.pool.query(`delete from orders where order_id = 'O-5NEW'`);
  assert.deepEqual(sorted(await read()), stored);
  assert.equal(await recountOrderDays(database.pool, NOW, ZONE), DAYS - 1);
  const again = sorted(await read());
  assert.ok(again.includes(`2026-03-26 NEW -1 ${2 * (CLIENTS - 1)}`), again.join('\n'));
});

test('a day is stored an hour after its end', async () => {
  await database.pool.query('delete from order_day_sums');
  const latest = async (moment: string) => (await findOrderDaysToKeep(database.pool, new Date(moment), ZONE))[0]?.day;
  // The clocks of this zone are two hours ahead.
  assert.equal(await latest('2026-03-31T22:59:00Z'), '2026-03-30');
  assert.equal(await latest('2026-03-31T23:01:00Z'), '2026-03-31');
});
