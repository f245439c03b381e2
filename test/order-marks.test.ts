import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchAlerts } from '../src/operations/alerts/watch-alerts.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
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
  for (const orderId of ['A-1', 'A-2', 'A-3']) await assigned(server, customer, { orderId });
});
after(() => server.close());

const keys = (...orderIds: string[]) => orderIds.map((orderId) => ({ clientId: customer.clientId, orderId }));
const mark = (orders: object[], change: object) => operator.send('POST', '/orders/bulk-mark', { orders, ...change });
const listed = async (query: string) =>
  (await operator.get(`/orders?${query}`)).json.map(({ orderId }: { orderId: string }) => orderId).sort();

test('orders get an assignee and tags alone and in bulk, and are found by them', async () => {
  const { account } = await signedIn(server, 'office');
  const { operatorId } = account;
  assert.deepEqual((await mark(keys('A-1', 'A-2', 'X'), { assigneeId: operatorId, addTags: ['vip', ' gift '] })).json, {
    orders: 2,
  });
  await mark(keys('A-2'), { addTags: ['vip'], removeTags: ['gift'] });
  const order = (await operator.get(`/orders/${customer.clientId}/A-1`)).json;
  assert.deepEqual([order.assignee, order.tags], [{ operatorId, name: 'Ada Lovelace' }, ['gift', 'vip']]);
  assert.deepEqual(await listed(`assigneeId=${operatorId}`), ['A-1', 'A-2']);
  assert.deepEqual(await listed('assigneeId=NONE'), ['A-3']);
  assert.deepEqual(await listed('tag=gift'), ['A-1']);
  assert.deepEqual(await listed('tag=vip&status=ASSIGNED'), ['A-1', 'A-2']);
  const [second] = (await operator.get('/orders?orderIds=A-2')).json;
  assert.deepEqual([second.assignee, second.tags], ['Ada Lovelace', ['vip']]);
  const { people, tags } = (await operator.get('/order-marks')).json;
  assert.deepEqual([people.length > 0, tags], [true, ['gift', 'vip']]);
  await mark(keys('A-1'), { assigneeId: '' });
  assert.equal((await operator.get(`/orders/${customer.clientId}/A-1`)).json.assignee, undefined);
  // The customer sees nothing of it.
  assert.doesNotMatch((await customer.read('A-1')).text, /gift|Lovelace","tags/);
  const { json } = await operator.get('/audit?subject=order');
  assert.equal(json[0].action, 'order.marked');
});

test('unknown people, too many tags and people without the permission are refused', async () => {
  const viewer = await signedIn(server, 'viewer');
  const { account: floor } = await signedIn(server, 'floor');
  assert.equal((await viewer.send('POST', '/orders/bulk-mark', { orders: keys('A-3') })).json.error, 'not_permitted');
  for (const assigneeId of ['nobody', floor.operatorId])
    assert.equal((await mark(keys('A-3'), { assigneeId })).json.violations[0].code, 'unknown_person');
  const tags = (from: number) => Array.from({ length: 10 }, (_, place) => `t${from + place}`);
  for (const from of [0, 10]) assert.equal((await mark(keys('A-3'), { addTags: tags(from) })).status, 200);
  assert.equal((await mark(keys('A-1', 'A-3'), { addTags: ['more'] })).json.violations[0].pointer, '/addTags');
  assert.deepEqual(await listed('tag=more'), []);
});

test('a mention alerts only that person, until the alert is followed or the note is gone', async () => {
  const [ada, ben] = [await signedIn(server, 'office'), await signedIn(server, 'viewer')];
  const context = { pool: server.pool, clock: () => new Date(), config: server.config };
  const mentions = async (person: typeof ada) =>
    (await person.send('GET', '/alerts')).json.alerts.filter(({ kind }: { kind: string }) => kind === 'MENTION');
  const path = `/orders/${customer.clientId}/A-1/notes`;
  const write = (ids: string[]) => ada.send('POST', path, { text: 'Please look.', mentions: ids });
  assert.equal((await write(['nobody'])).json.violations[0].code, 'unknown_person');
  const first = await write([ben.account.operatorId]);
  assert.deepEqual(first.json.mentions, ['Ada Lovelace']);
  assert.deepEqual((await ada.send('GET', path)).json[0].mentions, ['Ada Lovelace']);
  await watchAlerts(context);
  const [alert] = await mentions(ben);
  assert.partialDeepStrictEqual(alert, {
    path: `/orders/${customer.clientId}/A-1`,
    facts: { orderId: 'A-1', name: 'Ada Lovelace' },
  });
  assert.deepEqual(await mentions(ada), []);
  // Nobody else can end it.
  assert.equal((await ada.send('POST', `/alerts/${alert.alertId}/done`)).status, 204);
  assert.equal((await mentions(ben)).length, 1);
  assert.equal((await ben.send('POST', `/alerts/${alert.alertId}/done`)).status, 204);
  await watchAlerts(context);
  assert.deepEqual(await mentions(ben), []);
  const second = await write([ben.account.operatorId]);
  await watchAlerts(context);
  assert.equal((await mentions(ben)).length, 1);
  await ada.send('DELETE', `${path}/${second.json.noteId}`);
  await watchAlerts(context);
  assert.deepEqual(await mentions(ben), []);
});
