import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { nextOf } from '../../../orders/test-support/customer.ts';
import { answerWith, startReceiver } from '../../../webhooks/test-support/receiver.ts';
import { newWebhookShop, openDeliverer, type WebhookShop } from '../../../webhooks/test-support/webhook-shop.ts';
import { recordAttempt } from '../../../webhooks/webhook-delivery-store.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer({ TOKEN_RATE_LIMIT: 'off' });
  operator = await newOperator(server);
});
after(() => server.close());
afterEach(() => {
  server.time.now = undefined;
});

const pathOf = ({ clientId }: WebhookShop, endpointId: string) => `/webhook-endpoints/${clientId}/${endpointId}`;
const statesOf = async (path: string) =>
  (await operator.get(`${path}/deliveries`)).json.map(({ orderId, state }: Record<string, string>) => [orderId, state]);
const auditOf = async ({ clientId }: WebhookShop, endpointId: string) =>
  (await operator.get(`/audit?subject=webhook_endpoint:${clientId}/${endpointId}`)).json;

test('the endpoints of all clients are listed with their state and without secrets', async (t) => {
  const [shop, other] = [await newWebhookShop(server), await newWebhookShop(server, 'sandbox')];
  const receiver = await startReceiver(t, answerWith(503, 204));
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [60, 60] });
  const { endpointId, secret } = await shop.newEndpoint(`${receiver.url}/token-5f6?key=k-77`);
  const quiet = await other.newEndpoint('https://shop.example.com/hooks');
  server.time.now = START;
  await shop.newOrders('A', 'B');
  await deliver(shop, endpointId);
  const { status, json, text } = await operator.get(`/webhook-endpoints?clientId=${shop.clientId}`);
  assert.equal(status, 200);
  const [{ created, updated, clientName, ...failing }] = json;
  assert.ok(created && updated && clientName);
  assert.deepEqual(failing, {
    clientId: shop.clientId,
    mode: 'live',
    endpointId,
    host: receiver.host,
    types: [],
    state: 'failing',
    failingSince: START.toISOString(),
    pending: 2,
    pendingSince: START.toISOString(),
    lastFailure: { at: START.toISOString(), status: 503, error: 'unexpected_status' },
  });
  for (const hidden of [secret, 'token-5f6', 'k-77']) assert.ok(!text.includes(hidden));

  server.time.now = new Date(START.getTime() + HOUR_MS);
  await deliver(shop, endpointId);
  const now = (await operator.get(pathOf(shop, endpointId))).json;
  assert.deepEqual(
    [now.state, now.pending, now.lastSuccess, now.lastFailure.at],
    ['healthy', 0, server.time.now.toISOString(), START.toISOString()],
  );
  assert.equal((await operator.get(pathOf(other, quiet.endpointId))).json.mode, 'sandbox');
});

test('an internal failure appears as the last failure, but does not make the endpoint fail', async () => {
  const shop = await newWebhookShop(server);
  const url = 'https://shop.example.com/hooks';
  const { endpointId } = await shop.newEndpoint(url);
  await shop.newOrders('A');
  const [{ deliveryId }] = await shop.deliveries(endpointId);
  const attempt = { deliveryId, attempts: 0, due: START, at: START, status: null, excerpt: null };
  const key = { clientId: shop.clientId, endpointId };
  await recordAttempt(server.pool, key, url, { ...attempt, state: 'pending', error: 'internal_problem' });
  const { state, lastFailure } = (await operator.get(pathOf(shop, endpointId))).json;
  assert.deepEqual([state, lastFailure], ['healthy', { at: START.toISOString(), error: 'internal_problem' }]);
});

test('endpoints are filtered by client and state, and paged', async () => {
  const shop = await newWebhookShop(server);
  const made: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    made.push((await shop.newEndpoint(`https://${name}.example.com/hooks`)).endpointId);
  const [, failing, disabled, deleted] = made;
  await server.pool.query('update webhook_endpoints set failing_since = now() where endpoint_id = $1', [failing]);
  await operator.send('POST', `${pathOf(shop, disabled!)}/disable`);
  await shop.send(`/v1/webhook-endpoints/${deleted}`, undefined, 'DELETE');
  const idsOf = async (query: string) => {
    const ids: string[] = [];
    for (let path: string | undefined = `/operator/v1/webhook-endpoints?${query}`; path; ) {
      const page = await operator.get(path.replace('/operator/v1', ''));
      ids.push(...page.json.map(({ endpointId }: { endpointId: string }) => endpointId));
      path = nextOf(page);
    }
    return ids;
  };
  const own = `clientId=${shop.clientId}`;
  assert.deepEqual(await idsOf(`${own}&limit=1`), made.filter((id) => id !== deleted).sort());
  assert.deepEqual(await idsOf(`${own}&state=failing`), [failing]);
  assert.deepEqual(await idsOf(`${own}&state=disabled`), [disabled]);
  assert.deepEqual(await idsOf(`${own}&state=healthy&limit=1`), [made[0], made[4]].sort());
  assert.deepEqual(await idsOf(`${own}&state=given_up`), []);
  await server.pool.query(
    `update webhook_endpoints set status = 'disabled', disabled_reason = 'gone' where endpoint_id = $1`,
    [made[0]],
  );
  assert.deepEqual(await idsOf(`${own}&state=given_up&mode=live`), [made[0]]);
  assert.deepEqual(await idsOf(`${own}&state=disabled`), [made[0], disabled].sort());
  assert.deepEqual(await idsOf(`${own}&mode=sandbox`), []);
  assert.ok((await idsOf('state=failing&limit=1')).includes(failing!));
  assert.ok((await idsOf('limit=2')).length > 4);
  for (const query of [
    'state=broken',
    'mode=test',
    'cursor=x',
    `cursor=${Buffer.from('["a","b"]').toString('base64url')}`,
  ])
    assert.equal((await operator.get(`/webhook-endpoints?${query}`)).status, 400, query);
});

test('staff skip a delivery that blocks the others, and the next one is sent at once', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500, 204));
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [7_200] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  const path = pathOf(shop, endpointId);
  server.time.now = START;
  await shop.newOrders('A', 'B', 'C');
  await deliver(shop, endpointId);
  await deliver(shop, endpointId);
  assert.equal(receiver.received.length, 1);
  // The next delivery waits for its next attempt, like a delivery that was sent again before others.
  await server.pool.query(
    `update webhook_deliveries set due = $2 where endpoint_id = $1 and body::json #>> '{data,orderId}' = 'B'`,
    [endpointId, new Date(START.getTime() + HOUR_MS)],
  );
  const first = (await operator.get(`${path}/deliveries`)).json.at(-1);
  assert.deepEqual([first.orderId, first.responseExcerpt, first.lastStatus], ['A', 'answered 500', 500]);
  const skip = () => operator.send('POST', `${path}/deliveries/${first.deliveryId}/skip`);
  const skipped = await skip();
  assert.equal(skipped.status, 200);
  assert.deepEqual([skipped.json.state, skipped.json.skipped], ['skipped', START.toISOString()]);
  assert.ok(skipped.json.skippedBy);
  assert.equal('nextAttempt' in skipped.json, false);
  assert.deepEqual((await skip()).json, skipped.json);
  await deliver(shop, endpointId);
  assert.deepEqual(await statesOf(path), [
    ['C', 'delivered'],
    ['B', 'delivered'],
    ['A', 'skipped'],
  ]);
  assert.deepEqual(
    (await auditOf(shop, endpointId)).map(({ action, detail }: Record<string, unknown>) => [action, detail]),
    [['webhook.skipped', { deliveryId: first.deliveryId }]],
  );
  assert.equal((await shop.deliveries(endpointId, '?state=skipped')).length, 1);
  assert.equal((await operator.get(`${path}/deliveries?state=skipped`)).json[0].orderId, 'A');

  const delivered = (await operator.get(`${path}/deliveries?state=delivered`)).json[0];
  const late = await operator.send('POST', `${path}/deliveries/${delivered.deliveryId}/skip`);
  assert.deepEqual([late.status, late.json.error], [409, 'webhook_delivery_ended']);

  const again = await operator.send('POST', `${path}/deliveries/${first.deliveryId}/resend`);
  assert.deepEqual([again.json.state, again.json.attempts, again.json.skippedBy], ['pending', 0, undefined]);
});

test('an endpoint without pending deliveries after a skip no longer fails', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  const path = pathOf(shop, endpointId);
  await shop.newOrders('A', 'B');
  await server.pool.query('update webhook_endpoints set failing_since = now() where endpoint_id = $1', [endpointId]);
  const [second, first] = (await operator.get(`${path}/deliveries`)).json;
  await operator.send('POST', `${path}/deliveries/${first.deliveryId}/skip`);
  assert.equal((await operator.get(path)).json.state, 'failing');
  await operator.send('POST', `${path}/deliveries/${second.deliveryId}/skip`);
  assert.equal((await operator.get(path)).json.state, 'healthy');
});

test('an attempt that ends after its delivery was skipped does not bring it back', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, async (response, { json }) => {
    if (json.data.orderId === 'A') {
      const [{ deliveryId }] = await shop.deliveries(endpointId, '?state=pending&limit=1');
      await operator.send('POST', `${pathOf(shop, endpointId)}/deliveries/${deliveryId}/skip`);
    }
    response.writeHead(500).end();
  });
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [60] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  assert.deepEqual(await statesOf(pathOf(shop, endpointId)), [['A', 'skipped']]);
});

test('failed deliveries are sent again, all or those since a moment, but not skipped ones', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  const path = pathOf(shop, endpointId);
  server.time.now = START;
  await shop.newOrders('A', 'B');
  server.time.now = new Date(START.getTime() + HOUR_MS);
  await shop.newOrders('C');
  const [, , { deliveryId }] = (await operator.get(`${path}/deliveries`)).json;
  await operator.send('POST', `${path}/deliveries/${deliveryId}/skip`);
  await server.pool.query(
    `update webhook_deliveries set state = 'failed', attempts = 2 where endpoint_id = $1 and state = 'pending'`,
    [endpointId],
  );
  const resend = async (body?: object) => (await operator.send('POST', `${path}/resend-failed`, body)).json;
  assert.deepEqual(await resend({ since: server.time.now.toISOString() }), { resent: 1 });
  assert.deepEqual(await statesOf(path), [
    ['C', 'pending'],
    ['B', 'failed'],
    ['A', 'skipped'],
  ]);
  assert.deepEqual([await resend(), await resend()], [{ resent: 1 }, { resent: 0 }]);
  assert.deepEqual(
    (await auditOf(shop, endpointId)).map(({ action }: { action: string }) => action),
    ['webhook.failed_resent', 'webhook.failed_resent', 'webhook.skipped'],
  );
});

test('staff disable and enable an endpoint idempotently, and its customer sees who did it', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  const path = pathOf(shop, endpointId);
  await shop.newOrders('A');
  for (const verb of ['disable', 'disable']) {
    const { json } = await operator.send('POST', `${path}/${verb}`);
    assert.deepEqual([json.state, json.disabledReason], ['disabled', 'by_staff']);
  }
  assert.equal((await shop.endpoint(endpointId)).disabledReason, 'by_staff');
  const [waiting] = (await operator.get(`${path}/deliveries`)).json;
  assert.equal('nextAttempt' in waiting, false);
  for (const verb of ['enable', 'enable']) {
    const { json } = await operator.send('POST', `${path}/${verb}`);
    assert.deepEqual([json.state, 'disabledReason' in json], ['healthy', false]);
  }
  assert.deepEqual(
    (await auditOf(shop, endpointId)).map(({ action }: { action: string }) => action),
    ['webhook.enabled', 'webhook.disabled'],
  );
  // An action of a customer is not in the audit log of staff.
  await shop.send(`/v1/webhook-endpoints/${endpointId}/deliveries/${waiting.deliveryId}/resend`, undefined, 'POST');
  assert.equal((await auditOf(shop, endpointId)).length, 2);
});

test('an endpoint or delivery that does not exist or belongs to another client is answered 404', async () => {
  const [shop, other] = [await newWebhookShop(server), await newWebhookShop(server)];
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  await shop.newOrders('A');
  const [{ deliveryId }] = (await operator.get(`${pathOf(shop, endpointId)}/deliveries`)).json;
  const own = pathOf(shop, endpointId);
  const id = randomUUID();
  for (const [method, path, error] of [
    ['GET', pathOf(other, endpointId), 'webhook_endpoint_not_found'],
    ['GET', pathOf(shop, 'x'), 'webhook_endpoint_not_found'],
    ['GET', `/webhook-endpoints/nobody/${endpointId}`, 'webhook_endpoint_not_found'],
    ['POST', `${pathOf(shop, id)}/enable`, 'webhook_endpoint_not_found'],
    ['POST', `${pathOf(other, endpointId)}/resend-failed`, 'webhook_endpoint_not_found'],
    ['GET', `${pathOf(other, endpointId)}/deliveries/${deliveryId}`, 'webhook_endpoint_not_found'],
    ['GET', `${own}/deliveries/${id}`, 'webhook_delivery_not_found'],
    ['POST', `${own}/deliveries/x/skip`, 'webhook_delivery_not_found'],
    ['POST', `${own}/deliveries/${id}/skip`, 'webhook_delivery_not_found'],
    ['POST', `${own}/deliveries/${id}/resend`, 'webhook_delivery_not_found'],
  ] as const) {
    const { status, json } = await operator.send(method, path);
    assert.deepEqual([status, json.error], [404, error], `${method} ${path}`);
  }
  const read = (await operator.get(`${own}/deliveries/${deliveryId.toUpperCase()}`)).json;
  assert.equal(JSON.parse(read.body).data.orderId, 'A');
});
