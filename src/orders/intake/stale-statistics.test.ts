import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { SearchTermsWriter } from '../search/write-search-terms.ts';
import { stockShops } from '../test-support/stock-shop.ts';

const EAN = '4006381333979';
/** Orders of the client that PostgreSQL has not counted yet. */
const UNCOUNTED = 2_000;
const NEW = 20;
/** PostgreSQL counts the reads of its background work too, so the smallest figure of the rounds counts. */
const ROUNDS = 3;
const TABLES = ['orders', 'order_search', 'order_items'];

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const { shopWith, order, assign } = stockShops(() => server);

/** Returns the rows that statements have read so far. Each connection of the pool first reports its own. */
async function rowsRead(pool: Pool): Promise<number> {
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of connections) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await pool.query<{ read: string }>(
    `select sum(seq_tup_read + idx_tup_fetch) + (
       select sum(idx_tup_read) from pg_stat_user_indexes where relname = any($1)
     ) as read from pg_stat_user_tables where relname = any($1)`,
    [TABLES],
  );
  return Number(rows[0]?.read);
}

test('the intake of a client without statistics does not read all of its orders', async () => {
  const { pool } = server;
  const other = await shopWith({ [EAN]: 1_000 });
  await order(other, 'FIRST', [[EAN, 1]]);
  const shop = await shopWith({ [EAN]: 1_000 });
  for (const table of TABLES) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
    await pool.query(`analyze ${table}`);
  }
  // Found by their words and assigned already, long before.
  await pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary)
     select $1, 'OLD-' || n, 'SHIPPED', now() - interval '1 day', now(), now(), '', rpad('{}', 1000), '{}' from generate_series(1, $2::int) n`,
    [shop.clientId, UNCOUNTED],
  );
  await pool.query(
    `insert into order_search (client_id, order_id, created, terms)
     select client_id, order_id, created, '' from orders where client_id = $1`,
    [shop.clientId],
  );
  await pool.query(
    `insert into order_items (client_id, order_id, position, item_id, kind, code, quantity, created)
     select client_id, order_id, 1, '1', 'PRODUCT', $2, 1, created from orders where client_id = $1`,
    [shop.clientId, EAN],
  );
  const wordReads: number[] = [];
  const assignReads: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const orderIds = Array.from({ length: NEW }, (_, number) => `NEW-${round}-${number}`);
    for (const orderId of orderIds) await order(shop, orderId, [[EAN, 1]]);
    const writer = new SearchTermsWriter(pool, () => new Date(), { error: () => {} });
    const start = await rowsRead(pool);
    await writer.write(shop.clientId, new AbortController().signal);
    const written = await rowsRead(pool);
    wordReads.push(written - start);
    await assign(shop, orderIds);
    assignReads.push((await rowsRead(pool)) - written);
  }
  assert.ok(Math.min(...wordReads) < UNCOUNTED / 2, `${wordReads} rows were read to write their words`);
  assert.ok(Math.min(...assignReads) < UNCOUNTED / 2, `${assignReads} rows were read to assign them`);
  const found = await pool.query(
    `select (select count(*) from order_search where client_id = $1 and order_id like 'NEW-%')::int as words,
            (select count(*) from order_items where client_id = $1 and order_id like 'NEW-%')::int as items`,
    [shop.clientId],
  );
  assert.deepEqual(found.rows, [{ words: ROUNDS * NEW, items: ROUNDS * NEW }]);
  const status = await pool.query(
    'select status, count(*)::int as orders from orders where client_id = $1 group by 1 order by 1',
    [shop.clientId],
  );
  assert.deepEqual(status.rows, [
    { status: 'ASSIGNED', orders: ROUNDS * NEW },
    { status: 'SHIPPED', orders: UNCOUNTED },
  ]);
});
