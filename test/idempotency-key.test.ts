import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { KEY_HOURS } from '../src/platform/http/idempotency.ts';
import type { DatabaseProxy } from './support/database-proxy.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { isOld, removeAllOld } from './support/remove-old.ts';
import { startProxiedTestServer, type TestServer } from './support/test-server.ts';

const STOCK = '/stock/PRODUCT/4006381333931';
const HOUR_MS = 3_600_000;

let server: TestServer & { proxy: DatabaseProxy; proxiedPool: Pool };
let operator: Operator;
let count = 0;
before(async () => {
  server = await startProxiedTestServer();
  await newCustomer(server);
  operator = await newOperator(server);
});
after(() => server.close());

const adjust = (key: string, by: number, as = operator) =>
  as.send('POST', `${STOCK}/adjust`, { by }, { 'idempotency-key': key });
const onHand = async () => (await operator.get(STOCK)).json.onHand;
const newKey = () => `key-${++count}`;

test('a repeated change with the same key counts once and gets the first answer', async () => {
  const [key, before] = [newKey(), await onHand()];
  const first = await adjust(key, 3);
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
  await adjust(newKey(), 1);
  const again = await adjust(key, 3);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [200, 'true', first.text]);
  assert.equal(await onHand(), before + 4);
});

test('twenty simultaneous changes with the same key count once', async () => {
  const [key, before] = [newKey(), await onHand()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(key, 2)));
  assert.ok(answers.every(({ status, text }) => status === 200 && text === answers[0]!.text));
  assert.equal(answers.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1);
  assert.equal(await onHand(), before + 2);
});

test('a key identifies one request of one client', async () => {
  const [key, before] = [newKey(), await onHand()];
  await adjust(key, 1);
  const other = await adjust(key, 2);
  assert.deepEqual([other.status, other.json.error], [422, 'idempotency_key_reused']);
  const set = await operator.send('POST', `${STOCK}/set`, { quantity: 1 }, { 'idempotency-key': key });
  assert.equal(set.status, 422);
  const elsewhere = await adjust(key, 2, await newOperator(server));
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('idempotent-replayed')], [200, null]);
  assert.equal(await onHand(), before + 3);
});

test('a refused change can be sent again with its key', async () => {
  const key = newKey();
  const tooMany = -1 - (await onHand());
  assert.equal((await adjust(key, tooMany)).json.error, 'not_enough_stock');
  await operator.send('POST', `${STOCK}/set`, { quantity: -tooMany });
  const accepted = await adjust(key, tooMany);
  assert.deepEqual([accepted.status, accepted.json.onHand], [200, 0]);
});

test('set is carried out once for its key, even after other changes', async () => {
  const key = newKey();
  const set = () => operator.send('POST', `${STOCK}/set`, { quantity: 50 }, { 'idempotency-key': key });
  await set();
  await adjust(newKey(), -1);
  assert.equal((await set()).json.onHand, 50);
  assert.equal(await onHand(), 49);
});

test('an invalid key is refused', async () => {
  for (const key of ['', 'x'.repeat(129), 'ü']) {
    const { status, json } = await adjust(key, 1);
    assert.deepEqual([status, json.violations?.[0].code], [400, 'invalid_idempotency_key'], key);
  }
});

test('a key whose commit had no answer is recorded once, and its first answer is not marked as a replay', async () => {
  const [key, before] = [newKey(), await onHand()];
  server.proxy.cutAtCommit();
  const first = await adjust(key, 1);
  assert.equal(server.proxy.cuts(), 1);
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
  assert.equal((await adjust(key, 1)).text, first.text);
  assert.equal(await onHand(), before + 1);
});

test('after one day a key is free again and is deleted', async () => {
  const key = newKey();
  const start = Date.now();
  await adjust(key, 1);
  server.time.now = new Date(start + (KEY_HOURS + 1) * HOUR_MS);
  // Its token has also expired by then, so a new client uses the key.
  const later = await newOperator(server);
  assert.ok(!(await isOld(server.pool, 'remove-keys', new Date(start))));
  await server.pool.query(
    'update idempotency_keys set client_id = (select client_id from clients where scope = $1 order by created desc limit 1) where key = $2',
    ['operator', key],
  );
  const again = await adjust(key, 1, later);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, null]);
  const { rows } = await server.pool.query(
    'select sum(on_hand_change)::int as sum from stock_movements where occurred >= $1',
    [new Date(start)],
  );
  assert.equal(rows[0].sum, 2);
  await removeAllOld(server.pool, 'remove-keys', server.time.now);
  assert.equal((await server.pool.query('select from idempotency_keys')).rowCount, 1);
  assert.ok(!(await isOld(server.pool, 'remove-keys', server.time.now)));
});
