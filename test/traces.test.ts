import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readFirstArtwork } from '../demo/demo-data.ts';
import { FetchWatch } from '../src/orders/intake/file-fetcher.ts';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { customItem, item, order } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { openTracing, type Tracing } from '../src/start/open-tracing.ts';
import { startReceiver } from '../src/webhooks/test-support/receiver.ts';
import { newWebhookShop, openDeliverer } from '../src/webhooks/test-support/webhook-shop.ts';
import { newOperator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';
import { type SentSpan, startTraceCollector, type TraceCollector } from './support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const KEPT = `00-${TRACE}-${PARENT}-01`;
const LEFT = `00-${TRACE.replace('4', '5')}-${PARENT}-00`;

let collector: TraceCollector;
let tracing: Tracing;
let server: TestServer;
const ends: (() => unknown)[] = [];
before(async () => {
  collector = await startTraceCollector({ after: (end) => void ends.push(end) });
  tracing = await openTracing(
    collector.settings({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      // Requests that callers do not trace are not kept, so that each test sees only its own spans.
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    }),
    { failed: () => {}, worked: () => {} },
  );
  server = await startTestServer();
});
after(async () => {
  await tracing.close();
  await server.close();
  for (const end of ends) await end();
});

/** Returns the spans of a trace after `count` of them with the name have arrived. */
async function spansOf(traceId: string, name: string, count = 1): Promise<SentSpan[]> {
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await waitUntil(() => ofTrace().filter((span) => span.name === name).length >= count);
  return ofTrace();
}

test('an order is one trace from the request over its files to the webhooks, without customer data', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId, secret } = await shop.newEndpoint(`${receiver.url}/canary-hook?key=canary-key`);
  const artwork = await readFirstArtwork();
  const files = await startFileServer(t, (_request, response) => response.end(artwork));
  const dataUrl = `${files.url}/canary-file.png?signature=canary-signature`;
  const address = {
    personName: 'Canary Name',
    street: 'Canarystraße 7',
    city: 'Canarytown',
    postalCode: '10115',
    country: 'DE',
    email: 'canary@example.com',
    phoneNumber: '+49 000 canary',
  };
  const items = [customItem({ prints: [{ dataUrl, location: 'REGULAR', technology: 'DTG' }] }), item()];
  const { token } = shop;
  const headers = { traceparent: KEPT, tracestate: 'canary=state', baggage: 'canary=baggage' };
  const made = await server.send('/v1/orders', {
    token,
    headers,
    body: order({ orderId: 'CANARY-ORDER', items, shipping: { address } }),
  });
  assert.equal(made.status, 200, made.text);
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const intake = await newIntakeContext(t, server, { blobs, allow: [files.host], retrySeconds: [] });
  const fetchFile = new FetchWatch().watch(intake.fetchFile);
  await takeInOrders({ ...intake, fetchFile }, shop.clientId, new AbortController().signal);
  await deliver(shop, endpointId);
  const [created, assigned] = await receiver.arrived(2);

  const spans = await spansOf(TRACE, 'send webhook', 2);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named('POST /v1/orders');
  assert.ok(request);
  assert.equal(request.parentSpanId, PARENT);
  assert.deepEqual(request.attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1/orders',
    'http.response.status_code': 200,
    'platen.client.id': shop.clientId,
  });
  const [wait] = named('wait for orders to insert');
  const [batch] = named('orders to insert batch');
  const [statement] = named('insert-orders');
  assert.equal(wait?.parentSpanId, request.spanId);
  assert.equal(batch?.parentSpanId, wait?.spanId);
  assert.equal(statement?.parentSpanId, batch?.spanId);
  const [takenIn] = named('take in order');
  assert.equal(takenIn?.parentSpanId, request.spanId);
  const [fetched] = named('fetch file');
  assert.equal(fetched?.parentSpanId, takenIn?.spanId);
  assert.equal(fetched?.attributes['platen.fetch.outcome'], 'fetched');
  const sends = named('send webhook');
  assert.deepEqual(
    sends.map(({ parentSpanId, attributes }) => [parentSpanId, attributes['platen.event.type']]),
    [
      [request.spanId, 'order.created'],
      [request.spanId, 'order.assigned'],
    ],
  );
  assert.deepEqual(
    [created, assigned].map((one) => one?.headers.traceparent),
    sends.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
  );
  assert.equal(created?.headers.tracestate, undefined);
  assert.ok(server.logged.some((line) => line.includes(`"traceId":"${TRACE}"`) && line.includes('"answered"')));

  const text = collector.texts.join('\n');
  assert.doesNotMatch(text, /canary/i);
  assert.ok(!text.includes(token) && !text.includes(secret));
  assert.match(text, /"authorization":"Bearer collector"/);
  assert.match(text, /"service.name"/);
});

test('requests that share a statement are linked with it, and each has its own wait', async () => {
  const { token } = await server.token();
  const traces = [1, 2, 3].map((number) => `${number}`.repeat(32));
  await Promise.all(
    traces.map((traceId) =>
      server.send('/v1/orders/none', { token, headers: { traceparent: `00-${traceId}-${PARENT}-01` } }),
    ),
  );
  for (const traceId of traces) {
    const spans = await spansOf(traceId, 'GET /v1/orders/:orderId');
    const [wait] = spans.filter(({ name }) => name === 'wait for orders to read');
    const batch = collector.spans.find(
      ({ name, parentSpanId, links }) =>
        name === 'orders to read batch' &&
        (parentSpanId === wait?.spanId || links.some(({ spanId }) => spanId === wait?.spanId)),
    );
    assert.ok(batch, 'no batch');
    assert.ok(batch.parentSpanId === wait?.spanId || wait?.links.some(({ spanId }) => spanId === batch.spanId));
    const [request] = spans.filter(({ kind }) => kind === 2);
    assert.equal(request?.attributes['http.response.status_code'], 404);
  }
});

test('a scan is within its request, and a search span has no search text', async () => {
  const operator = await newOperator(server);
  const headers = { traceparent: KEPT.replace(TRACE, 'a'.repeat(32)) };
  const scan = {
    id: randomUUID(),
    station: 'canary-station',
    code: 'canary-code',
    context: { work: 'PACK' },
  };
  await operator.send('POST', '/scans', scan, headers);
  await operator.get('/orders?search=canary-words', headers);
  const spans = await spansOf('a'.repeat(32), 'GET /operator/v1/orders');
  const names = spans.map(({ name }) => name);
  assert.ok(names.includes('scan') && names.includes('POST /operator/v1/scans'), names.join());
  assert.doesNotMatch(collector.texts.join('\n'), /canary/i);
});

test('an unsampled trace is propagated but not recorded, and an invalid traceparent is ignored', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url, ['order.created']);
  const hostile = [
    LEFT,
    undefined,
    '',
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `${KEPT}-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-0g`,
    `00-${TRACE}-${PARENT}`,
    `01-${'b'.repeat(32)}-${PARENT}-00-${'x'.repeat(8_000)}`,
    `${KEPT}, ${KEPT}`,
    "00-'; drop table orders; --",
  ];
  for (const [number, traceparent] of hostile.entries()) {
    const answer = await server.send('/v1/orders', {
      token: shop.token,
      headers: { ...(traceparent !== undefined && { traceparent }), tracestate: 'x'.repeat(4_000) },
      body: order({ orderId: `HOSTILE-${number}` }),
    });
    assert.equal(answer.status, 200, answer.text);
  }
  await deliver(shop, endpointId);
  const [first, ...others] = await receiver.arrived(hostile.length);
  assert.match(String(first?.headers.traceparent), new RegExp(`^00-${LEFT.slice(3, 35)}-[\\da-f]{16}-00$`));
  assert.equal(first?.headers.tracestate, undefined);
  assert.deepEqual(new Set(others.map(({ headers }) => headers.traceparent)), new Set([undefined]));
  const { rows } = await server.pool.query<{ orderId: string; traceParent: string | null }>(
    `select order_id as "orderId", trace_parent as "traceParent" from orders
     where client_id = $1 and trace_parent is not null`,
    [shop.clientId],
  );
  assert.deepEqual(
    rows.map(({ orderId }) => orderId),
    ['HOSTILE-0'],
  );
  assert.ok(!collector.spans.some(({ traceId }) => traceId === LEFT.slice(3, 35)));
});
