import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PlatenApiError, PlatenClient, type WebhookEvent } from '../client/src/platen-client.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { readDocument } from './support/documented-operations.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const SINCE = new Date('2030-01-01T00:00:00Z');
const SUNSET = new Date('2031-01-01T00:00:00Z');

let server: TestServer;
before(async () => {
  const times = { since: SINCE, sunset: SUNSET };
  server = await startTestServer(
    {},
    {
      deprecations: [
        { operationId: 'listCarriers', ...times, instead: 'Read the carriers elsewhere.' },
        { operationId: 'createOrder', field: 'giftMessage', ...times, instead: 'Use a packing slip.' },
        { operationId: 'listCredentials', answerField: 'lastUsed', ...times, instead: 'Read the log.' },
        { operationId: 'getUsage', answerField: 'mode', ...times, instead: 'Read it elsewhere.' },
        { operationId: 'listOrders', field: 'createdTo', ...times, instead: 'Follow the Link header.' },
      ],
    },
  );
});
after(() => server.close());

const HEADERS = ['deprecation', 'sunset', 'link'];

test('answers name what is deprecated only if the request uses it', async () => {
  const customer = await newCustomer(server);
  const link = `<${server.config.BASE_URL}/docs/versioning>; rel="deprecation"; type="text/html"`;
  const told = ['@1893456000', 'Wed, 01 Jan 2031 00:00:00 GMT', link];
  const headersOf = ({ headers }: { headers: Headers }) => HEADERS.map((name) => headers.get(name));
  assert.deepEqual(headersOf(await customer.get('/v1/carriers')), told);
  assert.deepEqual(headersOf(await customer.post(order({ giftMessage: 'Hello' }))), told);
  assert.deepEqual(headersOf(await customer.post(order({ orderId: 'SHOP-2' }))), [null, null, null]);
  const [deprecation, , links] = headersOf(await customer.get('/v1/orders?createdTo=2099-01-01T00:00:00Z&limit=1'));
  assert.equal(deprecation, told[0]);
  assert.match(links ?? '', /rel="next".*, <.*rel="deprecation"/);
  assert.equal((await customer.get('/v1/orders?limit=1')).headers.get('deprecation'), null);
  assert.equal((await customer.get('/v1/usage')).headers.get('deprecation'), null);
});

test('the document marks deprecated operations, fields and parameters, and says what to use instead', async () => {
  const { json } = await server.send('/openapi.json');
  const { get } = json.paths['/v1/carriers'];
  assert.deepEqual([get.deprecated, /Read the carriers elsewhere\.$/.test(get.description)], [true, true]);
  assert.equal(json.components.schemas.OrderRequest.properties.giftMessage.deprecated, true);
  const { Usage, Credential } = json.components.schemas;
  assert.deepEqual([Usage.properties.mode.deprecated, Credential.properties.lastUsed.deprecated], [true, true]);
  const { parameters } = json.paths['/v1/orders'].get;
  assert.equal(parameters.find(({ name }: { name: string }) => name === 'createdTo').schema.deprecated, true);
  assert.ok(!JSON.stringify(readDocument('openapi.json')).includes('"deprecated"'));
});

type Json = Record<string, unknown>;

/** Returns a validator that takes types and closed lists of the document literally, as strict clients do. */
function strictReader(name: string) {
  const { components } = readDocument('openapi.json') as unknown as { components: Json };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components }, 'document');
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

const NEWS = 'a_new_name';

test('a strict generated client reads a new error name, status reason and event type', async () => {
  const customer = await newCustomer(server);
  const { json: stored } = await customer.post(order({ orderId: 'SHOP-3' }));
  const details = [{ pointer: '/items/0', code: NEWS, message: 'Something new.' }];
  const event = { type: `order.${NEWS}`, timestamp: '2026-01-31T12:00:00.000Z', data: { orderId: 'A', more: 1 } };
  const news: Record<string, Json> = {
    Error: { error: NEWS, message: 'm', detail: 'd', requestId: 'r', more: 1 },
    Violation: { pointer: '/x', code: NEWS, message: 'm' },
    Order: { ...stored, status: 'ERROR', statusReason: { code: NEWS, message: 'm', details }, more: 1 },
    FeedEvent: { id: 'x', ...event },
    OrderEvent: {
      ...{ type: `order.${NEWS}`, occurred: event.timestamp, status: 'NEW', version: 2, reason: NEWS },
      actor: 'system',
    },
  };
  for (const [name, value] of Object.entries(news)) {
    const isRead = strictReader(name);
    assert.ok(isRead(value), `${name}: ${JSON.stringify(isRead.errors)}`);
  }
});

test('the TypeScript client goes on with a new error name, status reason and event type', async () => {
  const answers = [
    Response.json({ access_token: 'abc', expires_in: 3_600, token_type: 'Bearer' }),
    Response.json({ error: NEWS, message: 'Something new.', detail: 'd', requestId: 'r' }, { status: 418 }),
    Response.json({ orderId: 'A', status: 'ERROR', statusReason: { code: NEWS, message: 'm' } }),
    Response.json({ data: [{ id: 'x', type: `order.${NEWS}`, timestamp: 't', data: {} }], next: 'n' }),
  ];
  const platen = new PlatenClient({
    ...{ baseUrl: 'http://platen.test', clientId: 'a', clientSecret: 'b' },
    fetch: async () => answers.shift() as Response,
  });
  const failure = await platen.orders.get('A').catch((error: unknown) => error);
  assert.ok(failure instanceof PlatenApiError);
  assert.deepEqual([failure.error, failure.status], [NEWS, 418]);
  assert.equal((await platen.orders.get('A')).statusReason?.code, NEWS);
  const { data } = await platen.events.read();
  assert.equal(data[0]?.type, `order.${NEWS}`);
  // The compiler accepts names that it does not know.
  const isNew = (event: Pick<WebhookEvent, 'type'>) => event.type === (`order.${NEWS}` as string);
  assert.equal(isNew({ type: `order.${NEWS}` } as never), true);
});

/** Closed lists in answers. A new value in one of them would break strict clients: use `openList` instead. */
const CLOSED: readonly string[] = [
  'AnnouncedItem.reason',
  'Article.type',
  'ArticleVariantDetail.dtgType',
  'ArticleVariantDetail.type',
  'Cancellation.status',
  'Delivery.status',
  'Health.status',
  'Order.priority',
  'Order.status',
  'OrderAcceptedEvent.type',
  'OrderAssignedEvent.type',
  'OrderCancellationRejectedEvent.type',
  'OrderCancellationRequestedEvent.type',
  'OrderCancelledEvent.type',
  'OrderCreatedEvent.type',
  'OrderErrorEvent.type',
  'OrderEvent.actor',
  'OrderEvent.previousStatus',
  'OrderEvent.status',
  'OrderPartiallyShippedEvent.type',
  'OrderReturnedEvent.type',
  'OrderShippedEvent.type',
  'OrderSummary.status',
  'OrderUpdatedEvent.type',
  'OwnStock.kind',
  'ParcelUpdatedEvent.type',
  'Preview.state',
  'PrintArea.origin',
  'ProductStockChangedEvent.type',
  'Readiness.status',
  'Token.token_type',
  'Usage.mode',
  'WebhookDelivery.state',
  'WebhookDeliveryDetail.state',
  'WebhookEndpoint.status',
  'WebhookEndpointSecret.status',
  'WebhookTestEvent.type',
];

test('lists in answers are open, except the closed ones that the guide allows', () => {
  const { components } = readDocument('openapi.json') as unknown as { components: { schemas: Record<string, Json> } };
  const closed = Object.entries(components.schemas)
    .filter(([name]) => !/Request$/.test(name))
    .flatMap(([name, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Json>)
        .filter(([, property]) => property.enum !== undefined)
        .map(([property]) => `${name}.${property}`),
    );
  assert.deepEqual(closed.sort(), CLOSED);
});
