import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeSchema, migrate } from '../src/platform/database/migrate.ts';
import { ROOT } from './support/platen-process.ts';
import { FIXTURES, type ReleaseFixture, readFixture, restoreFixture } from './support/release-fixture.ts';
import { newBrowser } from './support/signed-in.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';
import { startTestServerOn, type TestServer } from './support/test-server.ts';

/**
 * Paths of orders, which are answered exactly as stored. Other responses of a later release may have more
 * fields.
 */
const ORDER = /^\/v1\/orders\/[^/?]+$/;
const MINUTE_MS = 60_000;

for (const file of (await readdir(FIXTURES)).filter((name) => name.endsWith('.json.gz'))) {
  const name = file.replace('.json.gz', '');
  test(`a database of Platen ${name} is migrated and gives the same answers`, async () => {
    const fixture = await readFixture(file);
    const database = await openTestDatabase({ empty: true });
    try {
      await restoreFixture(database.pool, database.superuserUrl, fixture);
      assert.deepEqual(linesOf(await describeSchema(database.pool)), linesOf(fixture.schema));
      const levels = await stockOf(database);
      await migrate(database.pool);
      const wanted = await readFile(join(ROOT, 'schema.sql'), 'utf8');
      assert.deepEqual(linesOf(await describeSchema(database.pool)), linesOf(wanted));
      assert.deepEqual(await stockOf(database), levels);
      assert.deepEqual(await lostRows(database, fixture), []);
    } catch (error) {
      await database.close();
      throw error;
    }
    const server = await startTestServerOn(database, Buffer.from(fixture.encryptionKey, 'base64'));
    try {
      server.time.now = new Date(Date.parse(fixture.made) + MINUTE_MS);
      await assertSameReads(server, fixture);
      await assertContinues(server, fixture);
    } finally {
      await server.close();
    }
  });
}

/** Repeats the recorded reads with the tokens of that time. */
async function assertSameReads(server: TestServer, { asked, clients }: ReleaseFixture): Promise<void> {
  assert.ok(asked.length > 40);
  for (const { client, path, body } of asked) {
    const { text, json, status } = await server.send(path, { token: clients[client]?.token as string });
    if (ORDER.test(path)) assert.equal(text, body, path);
    else assert.deepEqual(pickExpected(json, JSON.parse(body)), JSON.parse(body), `${path}: ${status} ${text}`);
  }
}

/** Checks that secrets and sign-ins work, repeated requests are recognized, and orders continue. */
async function assertContinues(server: TestServer, { clients, person, asked }: ReleaseFixture): Promise<void> {
  const tokens: Record<string, string> = {};
  for (const [name, { clientId, clientSecret }] of Object.entries(clients)) {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { status, json } = await server.send('/oauth/token', { body });
    assert.equal(status, 200);
    tokens[name] = json.access_token;
  }
  const stored = asked.find(({ path }) => path === '/v1/orders/SHIPPED') as { body: string };
  const again = await server.send('/v1/orders', { token: tokens.shop as string, body: stored.body });
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
  assert.equal(again.text, stored.body);
  const shopId = clients.shop?.clientId as string;
  for (const [orderId, verb, body, status] of [
    ['ASSIGNED', 'accept', {}, 'ACCEPTED'],
    ['ASKED', 'cancellation/accept', {}, 'CANCELLED'],
  ] as const) {
    const path = `/operator/v1/orders/${shopId}/${orderId}/${verb}`;
    const answer = await server.send(path, { token: tokens.staff as string, body });
    assert.deepEqual([answer.status, answer.json.status], [200, status], answer.text);
  }
  const endpoints = await server.send('/v1/webhook-endpoints', { token: tokens.shop as string });
  const [endpoint] = endpoints.json.data ?? endpoints.json;
  const rotated = `/v1/webhook-endpoints/${endpoint.endpointId}/test`;
  assert.equal((await server.send(rotated, { method: 'POST', token: tokens.shop as string })).status, 200);
  if (!person) return;
  const { status, json } = await newBrowser(server).send('POST', '/session', person);
  assert.deepEqual([status, json.operator.login], [200, person.login]);
}

/** Returns tables with fewer rows than before. A migration may move rows but must not lose them. */
async function lostRows({ pool }: TestDatabase, { tables }: ReleaseFixture): Promise<string[]> {
  const lost: string[] = [];
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: counted } = await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    if ((counted[0]?.count ?? 0) < rows.length) lost.push(name);
  }
  return lost;
}

async function stockOf({ pool }: TestDatabase) {
  const { rows } = await pool.query(
    `select sku as code, stock_level_quantity, reserved from article_variants
     union all select ean13, stock_level_quantity, reserved from product_variants order by code`,
  );
  assert.ok(rows.length > 0);
  return rows;
}

/** Returns the actual value with only the properties of the expected one, at any depth. */
function pickExpected(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((value, index) => pickExpected(value, expected[index]));
  if (!isObject(actual) || !isObject(expected)) return actual;
  const known = Object.entries(actual).filter(([key]) => key in expected);
  return Object.fromEntries(known.map(([key, value]) => [key, pickExpected(value, expected[key])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sorts the columns, because later ones are added at the end. */
function linesOf(schema: string): string[] {
  return schema
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
    .sort();
}
