import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { handleLabels } from '../src/packing/buy-labels.ts';
import { dueTracking } from '../src/packing/label-tracking-store.ts';
import { nextTracking, trackParcels } from '../src/packing/track-parcels.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { checkEvent } from './support/event-check.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const LATE_DAYS = 10;
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
  const endpoint = { url: 'https://shop.example.com/hooks', types: ['parcel.updated'] };
  const added = await scene.customer.send('/v1/webhook-endpoints', endpoint);
  assert.equal(added.status, 200, added.text);
});
after(() => server.close());

/** Asks the providers about everything that is due at this time. Returns the number of clients. */
async function track(now: Date): Promise<number> {
  const { pool, encryptionKey } = server;
  const clients = await findDue(pool, dueTracking(now));
  const context = { pool, encryptionKey, clock: () => now, lateDays: LATE_DAYS };
  for (const clientId of clients) await trackParcels(context, clientId, new AbortController().signal);
  return clients.length;
}

async function ship(orderId: string) {
  const [piece] = await scene.produce(orderId);
  await scene.packer()(piece);
  await scene.buy();
  const label = scene.provider.labels.find(({ body }) => body.orderId === orderId);
  assert.ok(label);
  return label;
}

const orderOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json;
const deliveriesOf = async () =>
  (await scene.operator.get('/problems?kind=DELIVERY')).json.map(
    ({ orderId, reason, details }: Record<string, unknown>) => [orderId, reason, details],
  );

async function webhooksOf(orderId: string) {
  const { rows } = await server.pool.query(
    `select body from webhook_deliveries where type = 'parcel.updated' and body like $1 order by position`,
    [`%"${orderId}"%`],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

test('news of the provider become events of the order, and webhooks without personal data', async () => {
  const { key, trackingNumber } = await ship('TRACK-1');
  assert.equal(await track(later(0)), 0);
  assert.equal(await track(later(2)), 1);
  assert.equal((await orderOf('TRACK-1')).shipments[0].delivery, undefined);
  scene.provider.news.set(key, { status: 'IN_TRANSIT', since: '2026-01-30T08:00:00Z', message: 'On its way to Ada' });
  await track(later(4));
  await track(later(8));
  scene.provider.news.set(key, { status: 'DELIVERED', since: '2026-01-31T09:00:00Z', message: 'Given to Ada' });
  await track(later(12));
  const { status, shipments } = await orderOf('TRACK-1');
  assert.deepEqual(
    [status, shipments[0].delivery],
    ['SHIPPED', { status: 'DELIVERED', since: '2026-01-31T09:00:00.000Z' }],
  );
  const sent = await webhooksOf('TRACK-1');
  for (const event of sent) checkEvent(event);
  assert.deepEqual(
    sent.map(({ data }) => [data.shipments[0].trackingNumber, data.shipments[0].delivery.status]),
    [
      [trackingNumber, 'IN_TRANSIT'],
      [trackingNumber, 'DELIVERED'],
    ],
  );
  assert.ok(!JSON.stringify(sent).includes('Ada'));
  const { json: events } = await scene.customer.get('/v1/orders/TRACK-1/events?limit=50');
  assert.deepEqual(
    events
      .filter(({ type }: { type: string }) => type === 'parcel.updated')
      .map(({ reason, actor }: Record<string, string>) => [reason, actor])
      .sort(),
    [
      ['delivered', 'system'],
      ['in_transit', 'system'],
    ],
  );
  const calls = scene.provider.calls.length;
  await track(later(40 * DAY_HOURS));
  assert.equal(scene.provider.calls.length, calls, 'a delivered parcel is not asked about again');
});

test('a parcel that is late, cannot be delivered or comes back is a problem of the office until its return', async () => {
  const late = await ship('LATE-1');
  const stuck = await ship('STUCK-1');
  const silent = await ship('SILENT-1');
  scene.provider.news.set(stuck.key, { status: 'PROBLEM', message: 'Address unknown' });
  scene.provider.news.set(silent.key, null);
  await track(later(2));
  assert.deepEqual(await deliveriesOf(), [['STUCK-1', 'PROBLEM', ['Address unknown']]]);
  await track(later((LATE_DAYS + 1) * DAY_HOURS));
  assert.deepEqual((await deliveriesOf()).map(([orderId, reason]: string[]) => [orderId, reason]).sort(), [
    ['LATE-1', 'LATE'],
    ['STUCK-1', 'PROBLEM'],
  ]);
  scene.provider.news.set(late.key, { status: 'DELIVERED' });
  scene.provider.news.set(stuck.key, { status: 'RETURNED', message: 'Back to Ada' });
  await track(later((LATE_DAYS + 3) * DAY_HOURS));
  assert.deepEqual(await deliveriesOf(), [['STUCK-1', 'RETURNED', ['Back to Ada']]]);
  const { clientId } = scene.customer;
  await server.pool.query('update parcel_labels set attention = $1 where attention is not null', [later(-1)]);
  const { json: order } = await scene.customer.get('/v1/orders/STUCK-1');
  const booked = await scene.operator.send('POST', '/returns', {
    ...{ clientId, orderId: 'STUCK-1' },
    items: [{ itemId: order.items[0].id, quantity: 1, condition: 'WASTE', reason: 'UNDELIVERABLE' }],
  });
  assert.ok(booked.status < 300, booked.text);
  assert.deepEqual(await deliveriesOf(), []);
});

test('a provider that does not answer is asked again later, and holds up no other provider', async () => {
  const { key } = await ship('AWAY-1');
  scene.provider.news.set(key, { status: 'IN_TRANSIT' });
  await scene.provider.off();
  await track(later(2));
  await scene.provider.on();
  assert.equal((await orderOf('AWAY-1')).shipments[0].delivery, undefined);
  assert.equal(await track(later(3)), 0);
  await track(later(5));
  assert.equal((await orderOf('AWAY-1')).shipments[0].delivery.status, 'IN_TRANSIT');
});

test('a provider reports by its secret address that there are news, and a wrong secret is refused', async () => {
  const { key, trackingNumber } = await ship('HOOK-1');
  const { json: providers } = await scene.operator.get('/label-providers');
  const { newsUrl } = providers[0];
  const report = (url: string, body: object) =>
    fetch(url.replace(/^https?:\/\/[^/]+/, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  assert.equal((await report(newsUrl.replace(/.$/, '~'), { trackingNumber })).status, 404);
  assert.equal((await report(newsUrl, { other: 'FAKE0' })).status, 204);
  assert.equal(await track(later(0)), 0);
  scene.provider.news.set(key, { status: 'DELIVERED' });
  assert.equal((await report(newsUrl, { data: { parcel: { tracking_number: trackingNumber } } })).status, 204);
  assert.equal(await track(later(0)), 1);
  assert.equal((await orderOf('HOOK-1')).shipments[0].delivery.status, 'DELIVERED');
  const viewer = JSON.stringify(providers).match(/parcel-news/g);
  assert.equal(viewer?.length, 1);
});

test('a parcel that is taken back is not tracked, and an erased order keeps no words of the provider', async () => {
  const taken = await ship('TAKEN-1');
  const erased = await ship('ERASED-1');
  for (const { key } of [taken, erased]) scene.provider.news.set(key, { status: 'PROBLEM', message: 'Ada is away' });
  const { json: parcels } = await scene.operator.get(`/orders/${scene.customer.clientId}/TAKEN-1/parcels`);
  await scene.operator.send('POST', `/parcels/${parcels[0].code}/take-back`, { reason: 'Wrong box.' });
  await track(later(2));
  assert.deepEqual(await deliveriesOf(), [['ERASED-1', 'PROBLEM', ['Ada is away']]]);
  const answer = await scene.operator.work(scene.customer.clientId, 'ERASED-1', 'erase', {});
  assert.ok(answer.status < 300, answer.text);
  assert.deepEqual(await deliveriesOf(), []);
  const { rows } = await server.pool.query(`select 1 from parcel_labels where delivery_words like '%Ada is away%'`);
  assert.equal(rows.length, 0);
});

test('a restored copy buys, voids and asks nothing until an admin resumes its work', async () => {
  const { pool } = server;
  const shipped = await ship('PAUSED-1');
  await ship('PAUSED-2');
  const { json: parcels } = await scene.operator.get(`/orders/${scene.customer.clientId}/PAUSED-1/parcels`);
  await scene.operator.send('POST', `/parcels/${parcels[0].code}/take-back`, { reason: 'Wrong box.' });
  const [piece] = await scene.produce('PAUSED-3');
  const { parcel } = await scene.packer()(piece);
  await pool.query('insert into restore_pause (since) values (now())');
  const calls = scene.provider.calls.length;
  // Runs that began before the pause was read call nobody either.
  const { signal } = new AbortController();
  for (const { code } of [parcel, parcels[0]])
    await handleLabels({ ...scene.context, clock: () => later(2) }, code, signal);
  await trackParcels({ ...scene.context, clock: () => later(2), lateDays: LATE_DAYS }, scene.customer.clientId, signal);
  assert.deepEqual([await scene.buy(later(2)), await track(later(2))], [0, 0]);
  assert.equal(scene.provider.calls.length, calls);
  const resumed = await scene.operator.send('POST', '/resume', { skipOldWebhooks: false });
  assert.ok(resumed.status < 300, resumed.text);
  await scene.buy(later(2));
  await track(later(2));
  assert.equal((await orderOf('PAUSED-3')).status, 'SHIPPED');
  assert.equal(shipped.isVoid, true);
  const made = scene.provider.calls.slice(calls);
  for (const call of ['POST /labels', 'DELETE /labels', 'GET /labels']) assert.ok(made.includes(call), call);
});

test('the wait for news grows with the age of the last news and with failures, up to a day', () => {
  const bought = new Date('2026-01-01T00:00:00Z');
  const none = { due: bought, failures: 0, status: null, since: null, words: null, attention: null };
  const waitAt = (hours: number, failures = 0) => {
    const now = new Date(bought.getTime() + hours * HOUR_MS);
    const { due } = nextTracking({ ...none, bought, failures }, undefined, now, LATE_DAYS);
    return due && (due.getTime() - now.getTime()) / HOUR_MS;
  };
  assert.deepEqual([waitAt(1), waitAt(8), waitAt(40), waitAt(400)], [1, 2, 10, 24]);
  assert.deepEqual([waitAt(1, 2), waitAt(1, 9), waitAt(61 * DAY_HOURS)], [4, 24, null]);
});
