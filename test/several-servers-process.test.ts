import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient, type NewSecret, rotateSecret } from '../src/clients/manage-clients.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { makeDataDir, type Server, startPlaten, tokenOf, until } from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const BASE_URL = 'https://api.example.com';
const QUOTA = 400;
const QUOTA_MISSED_PART = 0.1;
/** docs/credentials.md promises five seconds. The rest is reserve for a busy test machine. */
const ENDED_WITHIN_MS = 20_000;
const ORDERS = 240;
const IN_FLIGHT = 12;
/** Enough orders to kill the server in the middle of the load. */
const ACKNOWLEDGED_BEFORE_KILL = 80;

let database: TestDatabase;
let servers: Server[];
before(async (t) => {
  const scope = t as unknown as Scope;
  database = await openTestDatabase();
  scope.after(() => database.close());
  const start = async () =>
    startPlaten(scope, {
      BASE_URL,
      DATABASE_URL: database.url,
      DATA_DIR: await makeDataDir(scope),
      RATE_LIMIT: `${QUOTA}/600s`,
    });
  servers = await Promise.all([start(), start(), start()]);
});

async function newShop(): Promise<NewSecret> {
  const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const client = await createClient(database.pool, shop);
  await importCatalog(database.pool, sampleCatalog, { clientId: client.clientId });
  return client;
}

const tokenAt = (index: number, client: NewSecret) => tokenOf((servers[index] as Server).url, client);

/** Returns the status, or 0 if the connection broke. */
async function ask({ url }: Server, token: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(url + path, init).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

test('a token of one server is valid on all, and a replaced secret ends its tokens on each', async () => {
  const client = await newShop();
  const token = await tokenAt(0, client);
  for (const server of servers) assert.equal(await ask(server, token, '/v1/orders'), 200);
  await rotateSecret(database.pool, client.clientId, { revokeOthers: true, now: new Date() });
  const replaced = performance.now();
  await Promise.all(
    servers.map((server) => until(async () => (await ask(server, token, '/v1/orders')) === 401, 'the token has ended')),
  );
  assert.ok(performance.now() - replaced < ENDED_WITHIN_MS);
});

test('a change of the catalogue is known to all servers at once', async () => {
  const client = await newShop();
  const token = await tokenAt(1, client);
  for (const [index, server] of servers.entries())
    assert.equal(await ask(server, token, '/v1/orders', order({ orderId: `BEFORE-${index}` })), 200);
  const [product] = sampleCatalog.products;
  const variant = { ...product!.variants[0]!, ean13: '4012345678901', name: 'Brand new' };
  const added = { ...product!, variants: [...product!.variants, variant] };
  await importCatalog(database.pool, { ...sampleCatalog, products: [added] }, { clientId: client.clientId });
  for (const [index, server] of servers.entries()) {
    const items = [{ quantity: 1, unitPrice: 9.5, existingProduct: { ean13: variant.ean13 } }];
    assert.equal(await ask(server, token, '/v1/orders', order({ orderId: `AFTER-${index}`, items })), 200);
  }
});

test('a client has one quota across all servers', async () => {
  const token = await tokenAt(2, await newShop());
  let [passed, refused] = [0, 0];
  const sendOn = async (server: Server) => {
    while (refused < QUOTA / 2) {
      const status = await ask(server, token, '/v1/orders?limit=1');
      if (status === 200) passed++;
      else if (status === 429) refused++;
      else assert.fail(`status ${status}`);
    }
  };
  await Promise.all(servers.flatMap((server) => [1, 2, 3, 4].map(() => sendOn(server))));
  assert.ok(Math.abs(passed - QUOTA) <= QUOTA * QUOTA_MISSED_PART, `${passed} of ${QUOTA}`);
  assert.equal(await ask(servers[0] as Server, token, '/v1/orders'), 429);
});

test('a server that is killed under load loses no acknowledged change, and the others do its work', async () => {
  const shops = await Promise.all([newShop(), newShop()]);
  const tokens = await Promise.all(shops.map((shop, index) => tokenAt(index, shop)));
  const [killed, ...others] = servers as [Server, ...Server[]];
  const waiting = Array.from({ length: ORDERS }, (_, index) => index);
  let acknowledged = 0;
  const sendOn = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const token = tokens[index % tokens.length] as string;
      const body = order({ orderId: `LOAD-${index}` });
      let attempt = 0;
      await until(async () => {
        const server = servers[(index + attempt++) % servers.length] as Server;
        return (await ask(server, token, '/v1/orders', body)) === 200;
      }, 'the order is made');
      if (++acknowledged === ACKNOWLEDGED_BEFORE_KILL) killed.process.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
  assert.equal((await killed.ended).signal, 'SIGKILL');
  const clientIds = shops.map(({ clientId }) => clientId);
  const counts = async () => {
    const { rows } = await database.pool.query<{ all: number; due: number }>(
      'select count(*)::int as all, count(work_due)::int as due from orders where client_id = any($1)',
      [clientIds],
    );
    return rows[0];
  };
  assert.equal((await counts())?.all, ORDERS);
  await until(async () => (await counts())?.due === 0, 'the intake of all has taken place');
  for (const server of others) assert.equal((await server.end('SIGTERM')).code, 0);
});
