import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assignWaitingOrders } from '../src/orders/intake/assign-orders.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { EAN, item, order } from '../src/orders/test-support/sample-orders.ts';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { setStock } from '../src/stock/change-stock.ts';
import { assigned } from '../test/support/operator.ts';
import { newAccount, newBrowser, PASSWORD } from '../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../test/support/test-server.ts';
import { resetDemo } from './seed-demo.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test("each of the demo's people gets an account with a link and no password, and existing accounts are kept", async () => {
  const own = await newAccount(server, 'office', 'emil');
  const config = { ...server.config, AUTH_URL: server.url, DEMO_ORDERS: false };
  const { pool, log, faults } = server;
  const context = { pool, config, log, faults, signal: new AbortController().signal };
  const linksOf = (text: string) => [...text.matchAll(/\/console\/welcome#(\S+)\n +\((.+), (\w+): login "(\w+)"\)/g)];
  await resetDemo(context);
  const told = linksOf(await resetDemo(context));
  assert.deepEqual(
    told.map(([, , name, role, login]) => [name, role, login]),
    [
      ['Demo Admin', 'admin', 'admin'],
      ['Jana Brandt', 'office', 'jana'],
    ],
  );
  const { rows } = await server.pool.query(
    "select operator_id, login from operators where login in ('admin', 'jana') and password_hash is null",
  );
  assert.equal(rows.length, 2);
  assert.ok(rows.some((row) => row.operator_id === 'demo-jana'));
  const emil = await newBrowser(server).send('POST', '/session/welcome', {
    token: own.token,
    password: PASSWORD,
  });
  assert.equal(emil.json.operator.role, 'office');
  const jana = await newBrowser(server).send('POST', '/session/welcome', {
    token: told[1]![1],
    password: PASSWORD,
  });
  assert.deepEqual([jana.status, jana.json.operator.operatorId], [200, 'demo-jana']);
  const endpoints = await server.pool.query('select from webhook_endpoints');
  assert.equal(endpoints.rowCount, 0);
});

test('a demo reset gives reserved stock to waiting orders and records that in the ledger', async () => {
  const config = { ...server.config, AUTH_URL: server.url, DEMO_ORDERS: false };
  const { pool, log, faults } = server;
  const context = { pool, config, log, faults, signal: new AbortController().signal };
  const welcome = await resetDemo(context);
  const secret = /Client secret +(\S+)/.exec(welcome)?.[1] ?? '';
  const form = { grant_type: 'client_credentials', client_id: 'demo-shop', client_secret: secret };
  const token = (await server.send('/oauth/token', { body: new URLSearchParams(form), method: 'POST' })).json
    .access_token;
  const other = await newCustomer(server);
  const product = { kind: 'PRODUCT', code: EAN } as const;
  await inTransaction(server.pool, setStock(product, 5, { now: new Date(), actor: SYSTEM }));
  const demo = {
    ...other,
    clientId: 'demo-shop',
    post: (body: unknown) => server.send('/v1/orders', { token, body }),
  };
  await assigned(server, demo, { items: [item({ quantity: 4 })] });
  await assigned(server, other, { items: [item({ quantity: 5 })] });
  assert.equal((await other.read(order().orderId)).json.status, 'NEW');
  await resetDemo(context);
  await inTransaction(server.pool, setStock(product, 5, { now: new Date(), actor: SYSTEM }));
  const { signal } = new AbortController();
  await assignWaitingOrders(
    { pool: server.pool, clock: () => new Date(), log: server.log, faults: server.faults, dueRule: server.config },
    signal,
  );
  assert.equal((await other.read(order().orderId)).json.status, 'ASSIGNED');
  const { rows } = await server.pool.query(
    `select reserved, (select sum(reserved_change)::int from stock_movements where code = $1) as moved
     from product_variants where ean13 = $1`,
    [EAN],
  );
  assert.deepEqual(rows, [{ reserved: 5, moved: 5 }]);
});
