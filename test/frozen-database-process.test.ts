import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Client } from 'pg';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import type { DatabaseProxy } from './support/database-proxy.ts';
import { demoOrder, makeDataDir, type Server, startPlaten, tokenOf, until } from './support/platen-process.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

/** docs/operator-api.md promises ten seconds. The rest is reserve for a busy test machine. */
const ANSWERED_WITHIN_MS = 20_000;
const BASE_URL = 'https://api.example.com';

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: Server;
let shop: { clientId: string; token: string };
let staff: string;

before(async (t) => {
  const scope = t as unknown as { after(end: () => unknown): void };
  database = await openTestDatabase();
  const customer = await newClient('fulfillment');
  await importCatalog(database.pool, sampleCatalog, { clientId: customer.clientId });
  const operator = await newClient('operator');
  const proxied = await database.openProxied();
  proxy = proxied.proxy;
  server = await startPlaten(scope, {
    DATABASE_URL: proxied.url,
    DATA_DIR: await makeDataDir(scope),
    BASE_URL,
  });
  scope.after(async () => {
    await server.end('SIGKILL');
    await database.close();
  });
  shop = { clientId: customer.clientId, token: await tokenOf(server.url, customer) };
  staff = await tokenOf(server.url, operator);
});

const newClient = (scope: 'fulfillment' | 'operator') =>
  createClient(database.pool, { name: scope, mode: 'live', scope, now: new Date() });

interface Timed {
  what: string;
  status: number;
  error: string | undefined;
  retryAfter: string | null;
  ms: number;
}

async function send(token: string, method: string, path: string, body?: unknown): Promise<Timed> {
  const began = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { error } = JSON.parse((await response.text()) || '{}') as { error?: string };
  const retryAfter = response.headers.get('retry-after');
  return {
    what: `${method} ${path}`,
    status: response.status,
    error,
    retryAfter,
    ms: performance.now() - began,
  };
}

function assertUnavailable({ what, status, error, retryAfter, ms }: Timed): void {
  assert.deepEqual([what, status, error], [what, 503, 'temporarily_unavailable']);
  assert.match(retryAfter ?? '', /^\d+$/, what);
  assert.ok(ms < ANSWERED_WITHIN_MS, `${what} was answered after ${ms} ms`);
}

test('while the database hangs every request gets 503 within 10 s, and afterwards all work continues', async () => {
  assert.equal((await send(shop.token, 'POST', '/v1/orders', demoOrder('BEFORE'))).status, 200);
  proxy.freeze();
  const requests = () => [
    send(shop.token, 'POST', '/v1/orders', demoOrder('DURING')),
    send(shop.token, 'GET', '/v1/orders/BEFORE'),
    send(shop.token, 'GET', '/v1/orders'),
    send(shop.token, 'GET', '/v1/orders?status=NEW&page=200'),
    send(shop.token, 'GET', '/v1/products'),
    send(shop.token, 'GET', '/v1/carriers'),
    send(shop.token, 'GET', '/v1/webhook-endpoints'),
    send(shop.token, 'PUT', '/v1/orders/BEFORE', demoOrder('BEFORE')),
    ...Array.from({ length: 20 }, () => send(shop.token, 'POST', '/v1/orders/BEFORE/cancel')),
    send(staff, 'GET', '/operator/v1/orders'),
    send(staff, 'POST', `/operator/v1/orders/${shop.clientId}/BEFORE/accept`),
  ];
  const first = requests();
  // The cached clients have expired by then and must be read again.
  await until(async () => (await fetch(`${server.url}/health/ready`)).status === 503, 'it is not ready');
  await Promise.race(first);
  const second = requests();
  for (const answer of await Promise.all([...first, ...second])) assertUnavailable(answer);

  proxy.thaw();
  await until(async () => (await send(shop.token, 'GET', '/v1/orders/BEFORE')).status === 200, 'orders are read again');
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  assert.equal((await send(shop.token, 'POST', '/v1/orders', demoOrder('DURING'))).status, 200);
  assert.equal((await send(shop.token, 'POST', '/v1/orders/BEFORE/cancel')).status, 200);
  assert.equal((await send(staff, 'GET', '/operator/v1/orders')).status, 200);
  await until(async () => (await send(shop.token, 'GET', '/v1/orders')).status === 200, 'the background goes on');
  await server.waitForOutput(/"failures":\d+,"seconds":\d+,"msg":"a dependency works again"/);
  const lines = server
    .stdout()
    .split('\n')
    // The last line may be incomplete.
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => !/^(answered|days are counted|Server listening|Platen is ready)/.test(msg));
  assert.deepEqual(
    lines.map(({ dependency, level }) => [dependency, level]),
    [
      ['database', 50],
      ['database', 30],
    ],
    JSON.stringify(lines),
  );
});

test('a request for a locked row gets 503 within 10 s, and other requests are served at once', async (t) => {
  for (const orderId of ['HELD', 'FREE'])
    assert.equal((await send(shop.token, 'POST', '/v1/orders', demoOrder(orderId))).status, 200);
  const holder = new Client(database.url);
  await holder.connect();
  t.after(() => holder.end());
  await holder.query('begin');
  await holder.query("select from orders where order_id = 'HELD' for update");

  const waiting = Array.from({ length: 12 }, () => send(shop.token, 'POST', '/v1/orders/HELD/cancel'));
  let isRefused = false;
  void Promise.race(waiting).then(() => {
    isRefused = true;
  });
  await until(async () => {
    const { rows } = await holder.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  }, 'one waits for the row');
  const answers = await Promise.all([
    send(shop.token, 'GET', '/v1/orders/HELD'),
    send(staff, 'GET', '/operator/v1/orders'),
    send(staff, 'POST', `/operator/v1/orders/${shop.clientId}/FREE/error`, {
      code: 'artwork_unusable',
      message: 'The artwork is blank.',
    }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status < 500),
    [true, true, true],
    JSON.stringify(answers),
  );
  assert.ok(!isRefused, `none waits as long as those for the row: ${JSON.stringify(answers)}`);
  for (const answer of await Promise.all(waiting)) assertUnavailable(answer);

  await holder.query('rollback');
  assert.equal((await send(shop.token, 'POST', '/v1/orders/HELD/cancel')).status, 200);
});
