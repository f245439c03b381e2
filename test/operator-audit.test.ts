import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { assigned } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  server = await startTestServer();
  admin = await signedIn(server);
});
after(() => server.close());

interface Entry {
  actor: { kind: string; id?: string; name?: string };
  action: string;
  subject: { kind: string; id?: string; name?: string };
  occurred: string;
}

const audit = async (query: Record<string, string>): Promise<Entry[]> =>
  (await admin.send('GET', `/audit?${new URLSearchParams(query)}`)).json;
const actions = async (query: Record<string, string>) => (await audit(query)).map(({ action }) => action).reverse();

test('every change of clients, secrets, contracts, carriers and the catalogue names its author', async () => {
  const person = await signedIn(server);
  const { operatorId } = person.account;
  const { clientId } = (await person.send('POST', '/clients', { name: 'Shop' })).json;
  await person.send('POST', `/clients/${clientId}/rotate-secret`);
  await person.send('PUT', '/carriers/ups', { name: 'UPS' });
  await person.send('PUT', `/clients/${clientId}/carriers/ups`, { default: true });
  await person.send('PUT', `/clients/${clientId}/carriers/ups`, { default: true });
  const variant = { ean13: '96000001', name: 'Mug', color: 'White', size: 'One', stockLevelQuantity: 3 };
  const products = [{ productId: 'P-MUG', name: 'Mug', variants: [variant] }];
  assert.equal((await person.send('POST', '/catalog/import', { products })).status, 200);
  await person.send('PUT', `/clients/${clientId}/products/P-MUG`);
  await person.send('DELETE', `/clients/${clientId}/products/P-MUG`);
  await person.send('DELETE', `/clients/${clientId}/carriers/ups`);
  await person.send('POST', `/clients/${clientId}/disable`);
  await person.send('POST', `/clients/${clientId}/disable`);
  await person.send('POST', `/clients/${clientId}/enable`);
  await person.send('POST', '/stock/PRODUCT/96000001/adjust', { by: -1, reason: 'Broken.' });
  await person.send('POST', '/stock/PRODUCT/96000001/set', { quantity: 9 });
  const done = await actions({ person: operatorId });
  // Both have the same time.
  assert.deepEqual(done.splice(0, 2).sort(), ['operator.password_set', 'operator.signed_in']);
  assert.deepEqual(done, [
    'client.created',
    'client.secret_rotated',
    'carrier.saved',
    'client.carrier_contracted',
    'catalog.imported',
    'client.product_assigned',
    'client.product_withdrawn',
    'client.carrier_ended',
    'client.disabled',
    'client.enabled',
    'stock.adjusted',
    'stock.set',
  ]);
  const [latest] = await audit({ person: operatorId });
  assert.deepEqual(latest?.actor, { kind: 'operator', id: operatorId, name: 'Ada Lovelace' });
  assert.deepEqual(await actions({ subject: 'stock:PRODUCT/96000001' }), ['stock.adjusted', 'stock.set']);
  assert.equal((await actions({ subject: `client:${clientId}` })).length, 8);
  assert.equal((await actions({ subject: clientId })).length, 8);
  const names = async (subject: string) => new Set((await audit({ subject })).map((one) => one.subject.name));
  assert.deepEqual(await names(`client:${clientId}`), new Set(['Shop']));
  assert.deepEqual(await names('carrier:ups'), new Set(['UPS']));
  assert.deepEqual(await names(`operator:${operatorId}`), new Set(['Ada Lovelace']));
  assert.ok((await audit({ subject: 'carrier' })).every(({ subject }) => subject.kind === 'carrier'));
  const all = (await admin.send('GET', '/audit')).text;
  assert.ok(!/platen_|argon2|#/.test(all), 'no secret, no link');
});

test('staff actions on an order are in its history and the audit log, and its customer sees only their kind', async () => {
  const customer = await newCustomer(server);
  const person = await signedIn(server, 'office');
  const { operatorId } = person.account;
  const orderId = await assigned(server, customer, { orderId: 'WHO/1' });
  const path = `/orders/${customer.clientId}/${encodeURIComponent(orderId)}`;
  assert.equal((await person.send('POST', `${path}/hold`, { reason: 'Wait.' })).status, 200);
  assert.equal((await person.send('POST', `${path}/release`)).status, 200);
  assert.equal((await person.send('POST', `${path}/accept`)).status, 200);
  const order = (await person.send('GET', path)).json;
  const last = order.events.at(-1);
  assert.deepEqual(
    [last.type, last.actor, last.actorId, last.actorName],
    ['order.accepted', 'operator', operatorId, 'Ada Lovelace'],
  );
  const done = await actions({ person: operatorId, subject: `order:${customer.clientId}/${orderId}` });
  assert.equal(done.length, 3);
  assert.equal(done.at(-1), 'order.accepted');
  const events = await customer.get(`/v1/orders/${encodeURIComponent(orderId)}/events`);
  assert.ok(!events.text.includes(operatorId) && !events.text.includes('Ada Lovelace'));
  // Actions of the customer are only in the order's history.
  assert.ok((await audit({ subject: 'order' })).every(({ actor }) => actor.kind !== 'client'));
});

test('setting the same priority repeatedly is recorded once', async () => {
  const customer = await newCustomer(server);
  const person = await signedIn(server, 'office');
  assert.equal((await customer.post(order({ orderId: 'FIRST' }))).status, 200);
  for (const verb of ['unprefer', 'prefer', 'prefer', 'unprefer', 'unprefer'])
    assert.equal((await person.send('POST', `/orders/${customer.clientId}/FIRST/${verb}`)).status, 200);
  const done = await actions({
    person: person.account.operatorId,
    subject: `order:${customer.clientId}/FIRST`,
  });
  assert.deepEqual(done, ['order.preferred', 'order.unpreferred']);
});

test('the audit log is paged by time and readable only with permission', async () => {
  const office = await signedIn(server, 'office');
  assert.equal((await office.send('GET', '/audit')).status, 403);
  const all = await audit({});
  const seen: Entry[] = [];
  let path: string | undefined = '/audit?limit=3';
  while (path) {
    const page = await admin.send('GET', path);
    seen.push(...page.json);
    path = /<[^>]*\/operator\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(seen, all);
  const middle = all[Math.floor(all.length / 2)]!.occurred;
  const later = await audit({ from: middle });
  const until = await audit({ to: middle });
  assert.equal(later.length + until.length, all.length);
  assert.ok(later.every(({ occurred }) => occurred > middle));
});
