import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { openAtPorts } from '../../../test/support/open-at-ports.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openTransactionPooler } from '../../../test/support/transaction-pooler.ts';
import { READ_ONLY } from '../observability/database-faults.ts';
import { addressesOf, DatabaseHosts } from './database-hosts.ts';
import { migrate } from './migrate.ts';
import { inTransaction, withRetry } from './transaction.ts';

const NO_PORT = 1;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table written (what text not null)');
});
after(() => database.close());

const write = (what: string) => ({ text: 'insert into written values ($1)', values: [what] });

test('an address with several hosts is one for each', () => {
  const url = 'postgresql://u:p%40@one:5432,two:5433/d?sslmode=require';
  assert.deepEqual(addressesOf(url), [
    'postgresql://u:p%40@one:5432/d?sslmode=require',
    'postgresql://u:p%40@two:5433/d?sslmode=require',
  ]);
  const socket = 'postgresql://u:p@/d?host=%2Ftmp';
  assert.deepEqual(addressesOf(socket), [socket]);
});

test('a host that cannot be reached is passed by, at the start and later', async (t) => {
  const [first, second] = [await database.openProxied(), await database.openProxied()];
  const { pool } = await openAtPorts(t, database, [NO_PORT, first.proxy.port, second.proxy.port]);
  await withRetry(() => pool.query(write('at the first')));
  await first.proxy.close();
  await withRetry(() => pool.query(write('at the second')));
  await inTransaction(pool, (connection) => connection.query(write('in a transaction')));
});

test('what waits for a silent host fails once another host proves to be the primary, and all goes on there', async (t) => {
  const [first, second] = [await database.openProxied(), await database.openProxied()];
  const { pool, backgroundPool } = await openAtPorts(t, database, [first.proxy.port, second.proxy.port]);
  for (const one of [pool, backgroundPool]) await one.query(write('at the first'));
  first.proxy.freeze();
  await assert.rejects(backgroundPool.query(write('unanswered')), /Connection terminated/);
  // The idle connection of the other pool has ended too. Kept, it would make the statement wait for 35 s,
  // after which nothing is tried again.
  await withRetry(() => pool.query(write('at the second')));
  await inTransaction(backgroundPool, (connection) => connection.query(write('in a transaction')));
});

test('a primary whose statement takes long keeps its connections, whatever the other host is', async (t) => {
  const [first, second] = [await database.openProxied(), await database.openProxied()];
  const { backgroundPool } = await openAtPorts(t, database, [first.proxy.port, second.proxy.port]);
  const { rows } = await backgroundPool.query('select 1 as one from pg_sleep(2.5)');
  assert.deepEqual(rows, [{ one: 1 }]);
});

test('what meets a primary that has become a standby is done again on a new connection', async (t) => {
  const { pool } = await openAtPorts(t, database, [(await database.openProxied()).proxy.port]);
  const demote = async () => {
    const held = await Promise.all([1, 2].map(() => pool.connect()));
    for (const one of held) await one.query('set default_transaction_read_only = on');
    for (const one of held) one.release();
  };
  await demote();
  await withRetry(() => pool.query(write('alone')));
  await demote();
  await inTransaction(pool, (connection) => connection.query(write('all of it')));
  const { rows } = await pool.query(`select count(*)::int as count from written where what in ('alone', 'all of it')`);
  assert.equal(rows[0].count, 2);
});

test('a host that only reads is refused, and the next one is asked', async (t) => {
  const hosts = new DatabaseHosts('postgresql://u:p@one,two/d');
  const client = new Client(database.url);
  await client.connect();
  t.after(() => client.end());
  const refused = () =>
    new Promise<(Error & { code?: string }) | undefined>((resolve) => hosts.refuseStandby(client, resolve));
  hosts.addConnection(client);
  assert.equal(await refused(), undefined);
  await client.query('set default_transaction_read_only = on');
  assert.equal((await refused())?.code, READ_ONLY);
  assert.equal(hosts.currentAddress(), 'postgresql://u:p@two/d');
});

test('a pooler whose own database is gone is passed by, also one that keeps us waiting', async (t) => {
  const gone = await openTransactionPooler(database.url.replace(/port=\d+/, `port=${NO_PORT}`));
  t.after(() => gone.close());
  const port = Number(/port=(\d+)/.exec(gone.url)?.[1]);
  const { pool } = await openAtPorts(t, database, [port, (await database.openProxied()).proxy.port]);
  await withRetry(() => pool.query(write('past a pooler')));

  t.mock.timers.enable({ apis: ['setTimeout'] });
  const hosts = new DatabaseHosts('postgresql://u:p@one,two/d');
  const silent = { query: () => new Promise(() => {}) } as unknown as Client;
  hosts.addConnection(silent);
  const refused = new Promise<Error | undefined>((resolve) => hosts.refuseStandby(silent, resolve));
  t.mock.timers.tick(5_000);
  assert.match((await refused)?.message ?? '', /does not answer/);
  assert.equal(hosts.currentAddress(), 'postgresql://u:p@two/d');
});

test('a pooler that bears no names and no settings of a session is given none', async (t) => {
  const { pool, backgroundPool } = await openAtPorts(t, database, [(await database.openProxied()).proxy.port], {
    areStatementsNamed: false,
  });
  for (const one of [pool, backgroundPool]) {
    await inTransaction(one, async (connection) => {
      await connection.query({ name: 'write', ...write('unnamed') });
      const { rows } = await connection.query(
        `select count(*)::int as count, current_setting('statement_timeout') as timeout from pg_prepared_statements`,
      );
      assert.deepEqual(rows, [{ count: 0, timeout: '0' }]);
    });
  }
});

test('where no session lasts, all that is missing is migrated in one transaction, by one process', async (t) => {
  const empty = await openTestDatabase({ empty: true });
  t.after(() => empty.close());
  const applied = await Promise.all([1, 2].map(() => migrate(empty.pool, { hasSession: false })));
  assert.deepEqual(applied.map((names) => names.length > 0).sort(), [false, true]);
  assert.deepEqual(await migrate(empty.pool), []);
});
