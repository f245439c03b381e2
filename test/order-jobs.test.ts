import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { runOrderJob } from '../src/packing/order-jobs.ts';
import { ScanNumbers } from '../src/production/scan-numbers.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, place) => `${name}-${place}`);
async function assign(name: string, count: number): Promise<string[]> {
  const ids = idsOf(name, count);
  for (const orderId of ids) await assigned(server, customer, { orderId });
  return ids;
}
const start = (action: string, orderIds: readonly string[], rest: object = {}) =>
  operator.send('POST', '/order-jobs', { action, query: { orderIds: orderIds.join('\n') }, ...rest });
async function run(jobId: string, signal = new AbortController().signal) {
  const { pool } = server;
  const clock = () => new Date();
  const production = { pool, clock, numbers: new ScanNumbers(pool), stepOrder: server.config.PRODUCTION_STEPS };
  await runOrderJob({ pool, clock, onWork: () => {}, production }, jobId, signal);
  return (await operator.get(`/order-jobs/${jobId}`)).json;
}
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (orderId) => (await customer.read(orderId)).json.status));

test('all matching orders are changed, each with its own result', async () => {
  const ids = await assign('S', 4);
  await operator.work(customer.clientId, 'S-3', 'hold');
  const { status, json } = await start('accept', ids);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(json, { state: 'RUNNING', orders: 4, waiting: 4, done: 0, refused: 0 });
  assert.partialDeepStrictEqual(await run(json.jobId), { state: 'DONE', waiting: 0, done: 3, refused: 1 });
  assert.deepEqual(await statuses(ids), ['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ASSIGNED']);
  const { json: refused } = await operator.get(`/order-jobs/${json.jobId}/orders?state=REFUSED`);
  assert.partialDeepStrictEqual(refused, [{ orderId: 'S-3', state: 'REFUSED', error: 'order_not_changeable' }]);
  const first = await operator.get(`/order-jobs/${json.jobId}/orders?limit=3`);
  assert.equal(first.json.length, 3);
  assert.match(first.headers.get('link') ?? '', /rel="next"/);
  const file = await operator.get(`/order-jobs/${json.jobId}/file?state=REFUSED`);
  assert.match(file.text, /^\uFEFF?clientId,orderId,state,error,message\r\n.*,S-3,REFUSED,order_not_changeable,/);
  // The input, which may have personal data, is deleted.
  const { rows } = await server.pool.query('select input from order_jobs where job_id = $1', [json.jobId]);
  assert.deepEqual(rows, [{ input: {} }]);
});

test('orders that match later are not changed, and a second run repeats nothing', async () => {
  const ids = await assign('F', 2);
  const { json } = await operator.send('POST', '/order-jobs', { action: 'rush', query: { status: 'ASSIGNED' } });
  await assign('G', 1);
  const done = await run(json.jobId);
  assert.equal(done.done, done.orders);
  assert.deepEqual(await run(json.jobId), done);
  const { json: rushed } = await operator.get('/orders?rush=true');
  assert.deepEqual([rushed.some((one: { orderId: string }) => one.orderId === 'G-0'), ids.length], [false, 2]);
});

test('an order ships once, even when a run was killed after its change', async () => {
  const ids = await assign('K', 3);
  await run((await start('accept', ids)).json.jobId);
  const { json } = await start('ship', ids, { trackingCarrier: 'DHL' });
  // The state that a kill leaves after the first order.
  await operator.work(customer.clientId, 'K-0', 'ship', { parcels: [{ trackingCarrier: 'DHL' }] });
  await server.pool.query(`update order_job_rows set state = 'DONE' where job_id = $1 and order_id = 'K-0'`, [
    json.jobId,
  ]);
  const both = await Promise.all([run(json.jobId), run(json.jobId)]);
  assert.partialDeepStrictEqual(both.at(-1), { state: 'DONE', done: 3, refused: 0 });
  for (const orderId of ids) {
    const order = (await customer.read(orderId)).json;
    assert.deepEqual([order.status, order.shipments.length], ['SHIPPED', 1]);
    const { json: events } = await customer.get(`/v1/orders/${orderId}/events`);
    assert.equal(events.filter(({ type }: { type: string }) => type === 'order.shipped').length, 1);
  }
});

test('assignee, tags, a reason and batches apply to all matching orders', async () => {
  const ids = await assign('M', 3);
  const { account } = await signedIn(server, 'office');
  const marked = await start('mark', ids, { assigneeId: account.operatorId, addTags: ['bulk'] });
  assert.partialDeepStrictEqual(await run(marked.json.jobId), { done: 3 });
  assert.equal((await operator.get('/orders?tag=bulk')).json.length, 3);
  await run((await start('hold', ['M-0'], { reason: 'Wait.' })).json.jobId);
  assert.equal((await customer.read('M-0')).json.statusReason.message, 'Wait.');
  const released = await run((await start('batch', ids)).json.jobId);
  assert.partialDeepStrictEqual(released, { done: 2, refused: 1 });
  const [batch] = (await operator.get('/batches')).json;
  assert.equal(batch.orders, 2);
  const again = (await start('batch', ids)).json.jobId;
  assert.partialDeepStrictEqual(await run(again), { done: 0, refused: 3 });
  const [, second] = (await operator.get(`/order-jobs/${again}/orders`)).json;
  assert.match(second.message, /^It is in batch \d+ already\.$/);
});

test('a bulk change can be stopped, and then leaves the rest as it is', async () => {
  const ids = await assign('T', 2);
  const { json } = await start('cancel', ids);
  const stopped = await operator.send('POST', `/order-jobs/${json.jobId}/stop`);
  assert.partialDeepStrictEqual(stopped.json, { state: 'STOPPED', waiting: 2, done: 0 });
  await run(json.jobId);
  assert.deepEqual(await statuses(ids), ['ASSIGNED', 'ASSIGNED']);
  assert.equal((await operator.send('POST', `/order-jobs/${json.jobId}/stop`)).status, 200);
  const { json: jobs } = await operator.get('/order-jobs');
  assert.equal(jobs[0].jobId, json.jobId);
});

test('a bulk change stops when its starter is disabled, and says so', async () => {
  const ids = await assign('D', 2);
  const starter = await signedIn(server, 'office');
  const { json } = await starter.send('POST', '/order-jobs', {
    action: 'cancel',
    query: { orderIds: ids.join('\n') },
    reason: 'Gone.',
  });
  await server.pool.query(`update operators set status = 'disabled' where operator_id = $1`, [
    starter.account.operatorId,
  ]);
  const stopped = await run(json.jobId);
  assert.partialDeepStrictEqual(stopped, { state: 'STOPPED', stopReason: 'STARTER_DISABLED', waiting: 2, done: 0 });
  assert.deepEqual(await statuses(ids), ['ASSIGNED', 'ASSIGNED']);
});

test('a repeated request starts it once, and each action needs its permission', async () => {
  const body = { action: 'rush', query: { orderIds: 'T-0' } };
  const key = { 'idempotency-key': 'start-once' };
  const [one, two] = [
    await operator.send('POST', '/order-jobs', body, key),
    await operator.send('POST', '/order-jobs', body, key),
  ];
  assert.deepEqual(two.json, one.json);
  const viewer = await signedIn(server, 'viewer');
  assert.equal((await viewer.send('POST', '/order-jobs', body)).json.error, 'not_permitted');
  assert.equal((await viewer.send('POST', `/order-jobs/${one.json.jobId}/stop`)).json.error, 'not_permitted');
  assert.equal((await viewer.send('GET', `/order-jobs/${one.json.jobId}`)).status, 200);
  assert.equal((await operator.get('/order-jobs/none')).json.error, 'order_job_not_found');
  const faulty = { action: 'ship', query: { status: 'NOWHERE', color: 'red' } };
  assert.equal((await operator.send('POST', '/order-jobs', faulty)).status, 400);
  const status = await operator.send('POST', '/order-jobs', { action: 'ship', query: { status: 'NOWHERE' } });
  assert.equal(status.json.violations[0].pointer, '/query/status');
  assert.equal((await start('mark', ['T-0'], { assigneeId: 'nobody' })).json.violations[0].code, 'unknown_person');
  await server.pool.query(`update order_jobs set state = 'DONE', ended = now()`);
});
