import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { saveRestorePause } from '../src/operations/backup/backup-state-store.ts';
import { advanceSandboxOrders } from '../src/orders/change/simulate-order.ts';
import { dueOrders } from '../src/orders/rows/order-queue-store.ts';
import { COMMAND_LINE } from '../src/platform/audit/actor.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { enqueuePrintJob } from '../src/printing/manage-print-jobs.ts';
import { duePrintJobs, runPrintJobs } from '../src/printing/run-print-jobs.ts';
import { startReceiver } from '../src/webhooks/test-support/receiver.ts';
import { newWebhookShop, openDeliverer, type WebhookShop } from '../src/webhooks/test-support/webhook-shop.ts';
import { dueDeliveries } from '../src/webhooks/webhook-delivery-store.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const NEVER = new AbortController().signal;
const MINUTE_MS = 60_000;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer({ TOKEN_RATE_LIMIT: 'off' });
  operator = await newOperator(server);
});
after(() => server.close());
afterEach(async () => {
  server.time.now = undefined;
  await operator.send('POST', '/resume');
});

const statesOf = async (shop: WebhookShop, endpointId: string) =>
  (await operator.get(`/webhook-endpoints/${shop.clientId}/${endpointId}/deliveries`)).json.map(
    ({ orderId, state }: Record<string, string>) => `${orderId} ${state}`,
  );

/** Waits for the overview, which may be some seconds old. */
const untilOverview = (condition: (paused: Record<string, unknown> | undefined) => boolean, what: string) =>
  until(async () => condition((await operator.get('/overview')).json.paused), what);

/** Creates a label printer on TCP with a waiting print job. */
async function newPrinterWithJob(t: TestContext): Promise<{ printerId: string; printed: () => number }> {
  let printed = 0;
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('end', () => printed++);
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => listener.close());
  const address = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const size = { mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 };
  const made = await operator.send('POST', '/printers', { name: address, kind: 'raw', address, ...size });
  const { printerId } = made.json;
  const label = { contentType: 'application/zpl', bytes: Buffer.from('^XA^XZ') } as const;
  const job = { printerId, kind: 'label', key: address, ...label, by: COMMAND_LINE, now: new Date() };
  await inTransaction(server.pool, (connection) => enqueuePrintJob(connection, job));
  return { printerId, printed: () => printed };
}

test('a paused database sends no webhooks, prints nothing and takes no sandbox steps until it is resumed', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url, ['order.created']);
  const sandbox = await newWebhookShop(server, 'sandbox');
  const { printerId, printed } = await newPrinterWithJob(t);
  const clock = () => new Date(Date.now() + MINUTE_MS);
  const { pool, log, faults } = server;
  const printing = { pool, log, clock, retrySeconds: [60], ownPorts: [] };
  const work = async () => {
    await deliver(shop, endpointId);
    await runPrintJobs(printing, printerId, NEVER);
    await advanceSandboxOrders({ pool, log, faults, clock }, sandbox.clientId, 0, NEVER);
    return {
      webhooks: receiver.received.length,
      printed: printed(),
      status: (await sandbox.send('/v1/orders/S')).json.status,
    };
  };
  const isDue = async () => ({
    webhooks: (await findDue(pool, dueDeliveries('orders', clock()))).includes(`${shop.clientId} ${endpointId}`),
    printers: (await findDue(pool, duePrintJobs(printing))).includes(printerId),
    sandbox: (await findDue(pool, dueOrders('sandbox', clock()))).includes(sandbox.clientId),
    live: (await findDue(pool, dueOrders('live', clock()))).includes(shop.clientId),
  });

  await saveRestorePause(pool, { since: new Date(), restoredTo: null });
  await shop.newOrders('A');
  await sandbox.newOrders('S');
  await sandbox.send('/v1/orders/S/simulate', { status: 'ASSIGNED' });
  assert.deepEqual(await isDue(), { webhooks: false, printers: false, sandbox: false, live: true });
  assert.deepEqual(await work(), { webhooks: 0, printed: 0, status: 'ASSIGNED' });
  const { json } = await operator.send('POST', '/resume');
  assert.deepEqual(json, { wasPaused: true, skippedWebhooks: 0 });
  assert.deepEqual(await isDue(), { webhooks: true, printers: true, sandbox: true, live: true });
  const { webhooks, printed: labels, status } = await work();
  assert.deepEqual({ webhooks, labels, status }, { webhooks: 1, labels: 1, status: 'SHIPPED' });
});

test('the overview shows the start of a pause, and the audit log names the person who resumes it', async () => {
  const shop = await newWebhookShop(server);
  await shop.newEndpoint('https://shop.example.com/hooks', ['order.created']);
  const since = new Date();
  const restoredTo = new Date(since.getTime() - MINUTE_MS);
  server.time.now = restoredTo;
  await shop.newOrders('OLD');
  server.time.now = undefined;
  await shop.newOrders('NEW');
  await saveRestorePause(server.pool, { since, restoredTo });
  const paused = {
    since: since.toISOString(),
    restoredTo: restoredTo.toISOString(),
    parts: ['webhooks', 'connectors', 'printers', 'sandbox'],
    oldWebhooks: 1,
  };
  await untilOverview((told) => isDeepStrictEqual(told, paused), 'the overview tells of the pause');

  const resumed = await operator.send('POST', '/resume', { skipOldWebhooks: true });
  assert.deepEqual([resumed.status, resumed.json], [200, { wasPaused: true, skippedWebhooks: 1 }]);
  const again = await operator.send('POST', '/resume', { skipOldWebhooks: true });
  assert.deepEqual([again.status, again.json], [200, { wasPaused: false, skippedWebhooks: 0 }]);
  await untilOverview((told) => told === undefined, 'the overview tells of no pause');
  const entries = (await operator.get('/audit?subject=service')).json;
  const [{ action, actor, detail }] = entries;
  assert.deepEqual([action, actor.id], ['service.resumed', operator.clientId]);
  const { since: told, restoredTo: toldTo } = paused;
  assert.deepEqual(detail, { skippedWebhooks: 1, since: told, restoredTo: toldTo });
});

test('on request webhooks older than the restored data are skipped, and newer ones are sent', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url, ['order.created']);
  const idle = await shop.newEndpoint('https://shop.example.com/hooks', ['order.updated']);
  await server.pool.query('update webhook_endpoints set failing_since = now() where client_id = $1', [shop.clientId]);
  await shop.newOrders('OLD-1', 'OLD-2');
  const restoredTo = new Date();
  server.time.now = new Date(restoredTo.getTime() + MINUTE_MS);
  await saveRestorePause(server.pool, { since: server.time.now, restoredTo });
  await shop.newOrders('NEW');
  assert.equal((await operator.send('POST', '/resume', { skipOldWebhooks: true })).status, 200);
  await deliver(shop, endpointId);
  assert.deepEqual(
    receiver.received.map((one) => one.json.data.orderId),
    ['NEW'],
  );
  assert.deepEqual(await statesOf(shop, endpointId), ['NEW delivered', 'OLD-2 skipped', 'OLD-1 skipped']);
  const stateOf = async (id: string) => (await operator.get(`/webhook-endpoints/${shop.clientId}/${id}`)).json.state;
  assert.equal(await stateOf(idle.endpointId), 'healthy', 'nothing waits there any more');
});
