import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { PictureDrawer } from '../src/orders/files/draw-pictures.ts';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { COMMAND_LINE } from '../src/platform/audit/actor.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { BlobStore } from '../src/platform/files/blobs.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { TaskPool } from '../src/platform/files/task-pool.ts';
import { type FileServer, startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePdf } from '../src/platform/files/test-support/sample-files.ts';
import { enqueuePrintJob, reprintJob } from '../src/printing/manage-print-jobs.ts';
import { deliverWebhooks } from '../src/webhooks/deliver-webhooks.ts';
import { eraseDeliveries } from '../src/webhooks/record-deliveries-store.ts';
import { startReceiver } from '../src/webhooks/test-support/receiver.ts';
import { openDeliverer } from '../src/webhooks/test-support/webhook-shop.ts';
import { recordAttempt } from '../src/webhooks/webhook-delivery-store.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const PERSON = 'Ada Lovelace';
const signal = new AbortController().signal;

let server: TestServer;
let operator: Operator;
let customer: Customer;
let blobs: BlobStore;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  blobs = openBlobs(server.config);
  server.after(() => blobs.close());
});
after(() => server.close());

async function erase(orderId: string): Promise<void> {
  const answer = await operator.work(customer.clientId, orderId, 'erase');
  assert.equal(answer.status, 200, answer.text);
}

async function newCancelledOrder(changes: Parameters<typeof order>[0]): Promise<string> {
  const { orderId } = (await customer.post(order(changes))).json;
  assert.equal((await customer.cancel(orderId)).status, 200);
  return orderId;
}

/** Resolves when a statement waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await server.pool.query(waiting)).rowCount === 1, 'a statement waits');
}

/** Runs the intake of due orders, with files from this host. */
async function takeIn(host: FileServer): Promise<void> {
  const context = await newIntakeContext(server, server, { blobs, allow: [host.host], retrySeconds: [10] });
  await takeInOrders(context, customer.clientId, signal);
}

async function countRows(table: string): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

test('a webhook response that arrives after the erasure is not stored, however often the event is sent', async (t) => {
  const held: ServerResponse[] = [];
  const receiver = await startReceiver(t, (response) => {
    if (held.push(response) > 1) response.end(PERSON);
  });
  const { context } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = (await customer.send('/v1/webhook-endpoints', { url: receiver.url })).json;
  const deliver = () => deliverWebhooks(context, 'orders', `${customer.clientId} ${endpointId}`, signal);
  const orderId = await newCancelledOrder({ orderId: 'ANSWERED-1' });
  const delivering = deliver();
  await receiver.arrived(1);
  await erase(orderId);
  held[0]?.end(PERSON);
  await delivering;

  const path = `/v1/webhook-endpoints/${endpointId}/deliveries`;
  const read = async (deliveryId: string) => (await customer.get(`${path}/${deliveryId}`)).json;
  const ids = (await customer.get(path)).json.map(({ deliveryId }: { deliveryId: string }) => deliveryId);
  const sent = receiver.received.length;
  for (const deliveryId of ids) {
    const { state, lastStatus, responseExcerpt } = await read(deliveryId);
    assert.deepEqual([state, lastStatus, responseExcerpt], ['delivered', 200, undefined]);
    assert.equal((await customer.send(`${path}/${deliveryId}/resend`, {})).status, 200);
  }
  await deliver();
  assert.equal(receiver.received.length, sent + 2);
  for (const deliveryId of ids) assert.equal((await read(deliveryId)).responseExcerpt, undefined);

  await customer.post(order({ orderId: 'ANSWERED-2' }));
  await deliver();
  const [{ deliveryId }] = (await customer.get(path)).json;
  assert.equal((await read(deliveryId)).responseExcerpt, PERSON, 'of other orders it is stored');
});

test('a webhook response that arrives while the erasure commits is not stored', async () => {
  const url = 'https://shop.example.com/hooks';
  const { endpointId } = (await customer.send('/v1/webhook-endpoints', { url })).json;
  const { clientId } = customer;
  const orderId = await newCancelledOrder({ orderId: 'COMMITTED-1' });
  const path = `/v1/webhook-endpoints/${endpointId}/deliveries`;
  const { deliveryId } = (await customer.get(path)).json.at(-1);
  const now = new Date();
  const attempt = { deliveryId, attempts: 0, due: now, at: now, status: 200, error: null, excerpt: PERSON };
  const { recording } = await inTransaction(server.pool, async (connection) => {
    await eraseDeliveries(connection, clientId, orderId);
    const key = { clientId, endpointId };
    const recorded = recordAttempt(server.pool, key, url, { ...attempt, state: 'delivered' });
    await someoneWaits();
    return { recording: recorded };
  });
  await recording;
  assert.equal((await customer.get(`${path}/${deliveryId}`)).json.responseExcerpt, undefined);
});

test('a file that is being downloaded while its order is erased is not kept', async (t) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const host = await startFileServer(t, (_, response) => asked.resolve(response));
  const { orderId } = (await customer.post(order({ orderId: 'FETCHED-1', packingSlip: `${host.url}/slip.pdf` }))).json;
  const takingIn = takeIn(host);
  const response = await asked.promise;
  assert.equal((await customer.cancel(orderId)).status, 200);
  await erase(orderId);
  response.writeHead(200, { etag: `"${PERSON}"` }).end(Buffer.concat([makePdf(), Buffer.from(`%${PERSON}\n`)]));
  await takingIn;
  for (const table of ['client_files', 'order_files', 'blobs']) assert.equal(await countRows(table), 0, table);
});

test('a picture that is being drawn while its order is erased is not kept', async (t) => {
  const host = await startFileServer(t, (_, response) => response.end(makePdf()));
  const { orderId } = (await customer.post(order({ orderId: 'DRAWN-1', packingSlip: `${host.url}/slip.pdf` }))).json;
  await takeIn(host);
  assert.equal(await countRows('order_files'), 1);
  assert.equal((await customer.cancel(orderId)).status, 200);
  const drawing = new TaskPool({ processes: 1 });
  t.after(() => drawing.close());
  const drawnBeforeErasure: Pick<TaskPool, 'run'> = {
    run: async (...given) => {
      const result = await drawing.run(...given);
      await erase(orderId);
      return result;
    },
  };
  const clock = () => new Date();
  const drawer = new PictureDrawer({ pool: server.pool, blobs, drawing: drawnBeforeErasure, clock });
  await drawer.drawDue(customer.clientId, signal);
  for (const table of ['file_pictures', 'order_files', 'blobs']) assert.equal(await countRows(table), 0, table);
});

test('a document that is reprinted while its order is erased is erased with it', async () => {
  const { clientId } = customer;
  const orderId = await newCancelledOrder({ orderId: 'PRINTED-1' });
  const size = { mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const { printerId } = (await operator.send('POST', '/printers', { name: 'Desk', kind: 'browser', ...size })).json;
  const doing = { by: COMMAND_LINE, now: new Date() };
  const { jobId } = await inTransaction(server.pool, (connection) =>
    enqueuePrintJob(connection, {
      ...{ printerId, kind: 'slip', key: orderId, contentType: 'application/pdf' },
      ...{ bytes: Buffer.from(`%PDF-1.4 ${PERSON}`), order: { clientId, orderId }, ...doing },
    }),
  );
  for (const verb of ['take', 'confirm']) await operator.send('POST', `/print-jobs/${jobId}/${verb}`);
  const { erased, again } = await inTransaction(server.pool, async (connection) => {
    const made = await reprintJob(connection, jobId, { reason: `${PERSON} called` }, doing);
    const erasing = erase(orderId);
    await someoneWaits();
    return { again: made.jobId, erased: erasing };
  });
  await erased;
  const { hasDocument, reason, state } = (await operator.get(`/print-jobs/${again}`)).json;
  assert.deepEqual([hasDocument, reason, state], [false, undefined, 'cancelled']);
});
