import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { ADDRESS, customItem } from '../src/orders/test-support/sample-orders.ts';
import { commandOf } from './support/floor-scene.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { makeDataDir, startPlaten } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const KILL = join(import.meta.dirname, 'support/kill-at-statement.ts');
/** More statements than a correction has. */
const STATEMENTS_MAX = 60;
const OTHER_SKU = 'ST-CREATOR-WHT-L';
const CORRECTION = {
  reason: 'The customer called.',
  shipping: { address: { street: 'Nebenweg 7' } },
  items: [
    { id: '1', quantity: 3 },
    { id: '2', customProduct: customItem().customProduct },
  ],
};

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

/** Brings an order into production: its first piece is packed, and the label of its parcel is requested. */
async function begin(orderId: string): Promise<void> {
  const { clientId } = customer;
  const items = [{ ...customItem(), quantity: 2 }, customItem({ sku: OTHER_SKU })];
  await assigned(server, customer, { orderId, items, shipping: { address: ADDRESS } });
  await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
  const [piece] = (await operator.get(`/orders/${clientId}/${orderId}/pieces`)).json;
  let context: object = { work: 'PACK' };
  for (const code of [piece.code, commandOf('PASS'), commandOf('NEXT_PARCEL')]) {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'desk', code, context });
    assert.equal(json.refusal, undefined);
    context = json.next;
  }
}

/** Reads everything that the correction changes. */
async function read(orderId: string) {
  const one = async (text: string) => (await server.pool.query(text, [customer.clientId, orderId])).rows;
  const [order] = await one(
    `select version, status, document::json -> 'shipping' -> 'address' ->> 'street' as street, document::json -> 'items' as items
     from orders where client_id = $1 and order_id = $2`,
  );
  const events = await one(
    'select type, reason from order_events where client_id = $1 and order_id = $2 order by version',
  );
  const audit = await one(
    `select action from audit where $1::text is not null and action = 'order.corrected' and subject_id like '%/' || $2`,
  );
  const papers = await one(
    'select kind, state from parcel_papers where client_id = $1 and order_id = $2 order by kind',
  );
  const pieces = await one(
    'select position, copy, sku, state, batch_id is not null as released from pieces where client_id = $1 and order_id = $2 order by position, copy',
  );
  const stock = await one(
    'select code, quantity from stock_reservations where client_id = $1 and order_id = $2 order by code',
  );
  const moved = await one(
    'select reason, code, reserved_change from stock_movements where client_id = $1 and order_id = $2 order by code, reason, reserved_change',
  );
  return { ...order, events, audit, papers, pieces, stock, moved };
}

test('a correction that is killed before each of its statements is done wholly or not at all, and once when it is repeated', async (t) => {
  const { host, port, user, password, database } = server.pool.options;
  const settings = {
    DATA_DIR: await makeDataDir(t),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host && !host.startsWith('/') ? host : 'localhost'}:${port}/${database}${host?.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''}`,
    BASE_URL: server.config.BASE_URL,
    ENCRYPTION_KEY: Buffer.from(server.encryptionKey).toString('base64'),
    TIME_ZONE: 'UTC',
    RUN: 'api',
    NODE_OPTIONS: `--import=${KILL}`,
  };
  const { token } = await server.token({ scope: 'operator' });
  await begin('WHOLE');
  const path = (orderId: string) => `/operator/v1/orders/${customer.clientId}/${orderId}`;
  const correct = (url: string, orderId: string) =>
    fetch(url + path(orderId), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(CORRECTION),
    });
  const untouched = await read('WHOLE');
  assert.equal((await correct(server.url, 'WHOLE')).status, 200);
  const whole = await read('WHOLE');
  assert.deepEqual(
    [whole.street, whole.papers.map(({ state }: { state: string }) => state), whole.audit.length],
    ['Nebenweg 7', ['void', 'void'], 1],
  );
  let kills = 0;
  let done = 0;
  for (let at = 1; at <= STATEMENTS_MAX; at++) {
    const orderId = `KILLED-${at}`;
    await begin(orderId);
    const child = await startPlaten(t, { ...settings, KILL_AT: String(at) });
    const answer = await correct(child.url, orderId).catch(() => undefined);
    if (answer) {
      assert.equal(answer.status, 200);
      await child.end('SIGTERM');
      break;
    }
    assert.equal((await child.ended).signal, 'SIGKILL');
    kills = at;
    const left = await read(orderId);
    if (left.street === whole.street) done++;
    assert.deepEqual(left, left.street === whole.street ? whole : untouched, `killed at statement ${at}`);
    assert.equal((await correct(server.url, orderId)).status, 200);
    assert.deepEqual(await read(orderId), whole, `repeated after a kill at statement ${at}`);
  }
  // The last kill is between the commit and the answer.
  assert.ok(kills > 5 && kills < STATEMENTS_MAX);
  assert.equal(done, 1);
});
