import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAtPorts } from '../../test/support/open-at-ports.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { openTransactionPooler } from '../../test/support/transaction-pooler.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { importInThread } from './import-in-thread.ts';

const NO_PORT = 1;
const ARTICLES = 600;
const IMPORT_MS_MAX = 30_000;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

/** Too large for the thread that answers requests. */
function largeBody(name: string): Uint8Array {
  const articles = Array.from({ length: ARTICLES }, (_, number) => ({
    manufacturerCode: `${name}-${number}`,
    title: `${name} ${number} ${'x'.repeat(150)}`,
    type: 'BLANK',
    variants: [{ sku: `${name}-${number}-M`, color: 'Black', size: 'M', stockLevelQuantity: 3 }],
  }));
  return Buffer.from(JSON.stringify({ articles }));
}

for (const [how, hosts, areStatementsNamed] of [
  ['as it is', 1, true],
  ['whose statements have no names', 1, false],
  ['that has several hosts, of which the first is gone', 2, true],
] as const)
  test(`a large catalogue is imported into a database ${how}`, async (t) => {
    const { proxy } = await database.openProxied();
    const ports = hosts === 1 ? [proxy.port] : [NO_PORT, proxy.port];
    const { pool } = await openAtPorts(t, database, ports, { areStatementsNamed });
    const body = { bytes: largeBody(`A${hosts}${areStatementsNamed}`), mediaType: 'application/json' };
    assert.ok(body.bytes.length > 131_072);
    const counts = await importInThread(pool, body, { by: SYSTEM }, IMPORT_MS_MAX);
    assert.equal(counts.articles, ARTICLES);
  });

test('a large catalogue is imported behind a pooler that refuses settings at connecting', async (t) => {
  const pooler = await openTransactionPooler(database.url, { isStrict: true });
  t.after(() => pooler.close());
  const { pool, close } = await openDatabase(
    { DATABASE_URL: pooler.url, DATA_DIR: '', DATABASE_POOL_SIZE: 4, DATABASE_NAMED_STATEMENTS: false },
    { role: 'server', log: () => {}, onError: () => {} },
  );
  t.after(close);
  const body = { bytes: largeBody('P'), mediaType: 'application/json' };
  const counts = await importInThread(pool, body, { by: SYSTEM }, IMPORT_MS_MAX);
  assert.equal(counts.articles, ARTICLES);
});
