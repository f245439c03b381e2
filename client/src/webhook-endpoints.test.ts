import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { deliverWebhooks } from '../../src/webhooks/deliver-webhooks.ts';
import { answerWith, type Receiver, startReceiver } from '../../src/webhooks/test-support/receiver.ts';
import { openDeliverer } from '../../src/webhooks/test-support/webhook-shop.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { PlatenConnectionError, verifyWebhook } from './platen-client.ts';
import { newRealShop, type RealShop } from './test-support/real-shop.ts';
import { order } from './test-support/sample-requests.ts';

const URL = 'https://shop.example.com/hooks';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** Sends the endpoint's due deliveries to the receiver. A delivery that fails once has failed permanently. */
async function deliver(t: TestContext, shop: RealShop, receiver: Receiver, endpointId: string) {
  const { context } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [] });
  await deliverWebhooks(context, 'orders', `${shop.clientId} ${endpointId}`, new AbortController().signal);
}

test('an endpoint is created, read, listed, changed and deleted', async () => {
  const { webhookEndpoints } = (await newRealShop(server)).platen;
  const wanted = { url: URL, types: ['order.shipped' as const], description: 'north' };
  const { secret, ...endpoint } = await webhookEndpoints.create(wanted);
  const { endpointId } = endpoint;
  assert.match(secret, /^whsec_/);
  assert.deepEqual({ ...endpoint, ...wanted, status: 'active' }, endpoint);
  assert.deepEqual(await webhookEndpoints.get(endpointId), endpoint);
  assert.deepEqual(await webhookEndpoints.list().toArray(), [endpoint]);

  const changed = await webhookEndpoints.update(endpointId, { status: 'disabled', types: [] });
  assert.deepEqual(
    [changed.url, changed.types, changed.status, changed.disabledReason],
    [URL, [], 'disabled', 'requested'],
  );
  assert.deepEqual(await webhookEndpoints.get(endpointId), changed);

  assert.equal(await webhookEndpoints.delete(endpointId), undefined);
  assert.deepEqual(await webhookEndpoints.list().toArray(), []);
});

test('every call answers webhook_endpoint_not_found for an unknown endpoint', async () => {
  const { webhookEndpoints } = (await newRealShop(server)).platen;
  for (const call of [
    () => webhookEndpoints.get('E/1'),
    () => webhookEndpoints.update('E/1', {}),
    () => webhookEndpoints.delete('E/1'),
    () => webhookEndpoints.rotateSecret('E/1'),
    () => webhookEndpoints.sendTest('E/1'),
    () => webhookEndpoints.deliveries('E/1').toArray(),
    () => webhookEndpoints.getDelivery('E/1', 'D/1'),
    () => webhookEndpoints.resendDelivery('E/1', 'D/1'),
    () => webhookEndpoints.resendFailed('E/1', new Date()),
  ])
    await assert.rejects(call, { status: 404, error: 'webhook_endpoint_not_found' });
  const { endpointId } = await webhookEndpoints.create({ url: URL });
  for (const call of [
    () => webhookEndpoints.getDelivery(endpointId, 'D/1'),
    () => webhookEndpoints.resendDelivery(endpointId, 'D/1'),
  ])
    await assert.rejects(call, { status: 404, error: 'webhook_delivery_not_found' });
});

test('a test event verifies with the secrets before and after a rotation, and its delivery can be read', async (t) => {
  const shop = await newRealShop(server);
  const { webhookEndpoints } = shop.platen;
  const receiver = await startReceiver(t);
  server.config.FILE_FETCH_ALLOW.push(receiver.host);
  const { endpointId, secret: old } = await webhookEndpoints.create({ url: receiver.url });
  const { secret, previousSecretValidUntil } = await webhookEndpoints.rotateSecret(endpointId);
  assert.ok(secret !== old && previousSecretValidUntil);

  const sent = await webhookEndpoints.sendTest(endpointId);
  assert.deepEqual([sent.type, sent.state], ['webhook.test', 'pending']);
  await deliver(t, shop, receiver, endpointId);
  const [arrived] = receiver.received;
  assert.ok(arrived);
  for (const each of [old, secret]) {
    const { id, type, data } = await verifyWebhook({ ...arrived, secret: each });
    assert.deepEqual([id, type, data], [sent.deliveryId, 'webhook.test', { endpointId }]);
  }
  const { body, state, lastStatus } = await webhookEndpoints.getDelivery(endpointId, sent.deliveryId);
  assert.deepEqual([body, state, lastStatus], [arrived.body, 'delivered', 204]);
  const revoked = await webhookEndpoints.rotateSecret(endpointId, { revokePrevious: true });
  assert.equal(revoked.previousSecretValidUntil, undefined);
});

test('deliveries are listed over all pages, newest first, and failed ones can be sent again', async (t) => {
  const shop = await newRealShop(server);
  const { orders, webhookEndpoints } = shop.platen;
  const receiver = await startReceiver(t, answerWith(500, 500, 500, 204));
  server.config.FILE_FETCH_ALLOW.push(receiver.host);
  const { endpointId } = await webhookEndpoints.create({ url: receiver.url, types: ['order.created'] });
  const began = new Date();
  for (const orderId of ['A', 'B', 'C']) await orders.create(order({ orderId }));
  await deliver(t, shop, receiver, endpointId);
  const failed: string[] = [];
  for await (const { deliveryId, lastError } of webhookEndpoints.deliveries(endpointId, {
    state: 'failed',
    limit: 1,
  })) {
    assert.equal(lastError, 'unexpected_status');
    failed.push(deliveryId);
  }
  assert.deepEqual(failed, receiver.received.map(({ headers }) => headers['webhook-id']).reverse());

  const [newest = ''] = failed;
  assert.equal((await webhookEndpoints.resendDelivery(endpointId, newest)).state, 'pending');
  await deliver(t, shop, receiver, endpointId);
  const again = await webhookEndpoints.getDelivery(endpointId, newest);
  assert.deepEqual(
    [again.state, again.orderId, again.attemptLog.map(({ status }) => status)],
    ['delivered', 'C', [500, 204]],
  );
  const ofOrder = await webhookEndpoints.deliveries(endpointId, { orderId: 'C', limit: 1 }).toArray();
  assert.deepEqual(
    ofOrder.map(({ deliveryId }) => deliveryId),
    [newest],
  );

  assert.deepEqual(await webhookEndpoints.resendFailed(endpointId, new Date()), { resent: 0 });
  assert.deepEqual(await webhookEndpoints.resendFailed(endpointId, began), { resent: 2 });
  await deliver(t, shop, receiver, endpointId);
  assert.deepEqual(await webhookEndpoints.deliveries(endpointId, { state: 'failed' }).toArray(), []);
  assert.equal((await webhookEndpoints.deliveries(endpointId, { state: 'delivered' }).toArray()).length, 3);
});

test('create, rotateSecret and sendTest are not repeated when their responses are lost', async () => {
  const shop = await newRealShop(server);
  const { webhookEndpoints } = shop.platen;
  shop.loseNextAnswer();
  await assert.rejects(webhookEndpoints.create({ url: URL }), PlatenConnectionError);
  const [made, ...more] = await webhookEndpoints.list().toArray();
  assert.ok(made && more.length === 0);
  const { endpointId } = made;
  shop.loseNextAnswer();
  await assert.rejects(webhookEndpoints.sendTest(endpointId), PlatenConnectionError);
  assert.equal((await webhookEndpoints.deliveries(endpointId).toArray()).length, 1);
  assert.match((await webhookEndpoints.rotateSecret(endpointId)).secret, /^whsec_/);
  shop.loseNextAnswer();
  await assert.rejects(webhookEndpoints.rotateSecret(endpointId), PlatenConnectionError);
});

test('a deletion whose response is lost happens and reports not found', async () => {
  const shop = await newRealShop(server);
  const { webhookEndpoints } = shop.platen;
  const { endpointId } = await webhookEndpoints.create({ url: URL });
  shop.loseNextAnswer();
  await assert.rejects(webhookEndpoints.delete(endpointId), { error: 'webhook_endpoint_not_found' });
  assert.deepEqual(await webhookEndpoints.list().toArray(), []);
});
