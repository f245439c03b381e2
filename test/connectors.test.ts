import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { checkConnector, startConnector } from '../connectors/connect.ts';
import { ConnectError, readMapping } from '../connectors/mapping.ts';
import { rotateSecret } from '../src/clients/manage-clients.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, EAN } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { type Deliverer, openDeliverer } from '../src/webhooks/test-support/webhook-shop.ts';
import { freePort } from './support/free-ports.ts';
import { assign, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const RECORDED = join(import.meta.dirname, '../connectors/recorded');
const readRecorded = (name: string) => readFile(join(RECORDED, `${name}.json`), 'utf8');
const SECRET = 'the secret of the webhook';
const RETRY_STEP_MS = 15_000;
const TRACKING = { trackingCarrier: 'Courier', trackingNumber: '00340434161094042557' };

let server: TestServer;
let operator: Operator;
let folder: string;
/** Plays the shop's API. It records requests and returns prepared responses. */
let api: Server;
let asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
let answers: (path: string, body: string, response: ServerResponse) => unknown;
const stop = new AbortController();
before(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_SECONDS: '5,5,5,5' });
  operator = await newOperator(server);
  folder = await mkdtemp(join(tmpdir(), 'platen-connect-'));
  api = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers, body });
    const answer = answers(`${method} ${path}`, body, response);
    if (answer === undefined) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
});
after(async () => {
  stop.abort();
  api.close();
  api.closeAllConnections();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Connected {
  customer: Customer;
  url: string;
  logged: string[];
  /** Runs the webhook job at later and later times until `isTold` returns true. */
  deliver(isTold: () => boolean): Promise<void>;
  /** Accepts an order and ships it in one parcel. */
  ship(orderId: string, parcel?: object): Promise<void>;
}

/** Starts a connector with this mapping between the server and the simulated shop. */
async function connect(mapping: object, environment: Record<string, string> = {}): Promise<Connected> {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  const secret = await rotateSecret(server.pool, clientId, { revokeOthers: false, now: new Date() });
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const deliverer: Deliverer = openDeliverer(server, server, { allow: [`127.0.0.1:${port}`] });
  const logged: string[] = [];
  const path = await mappingFile({ platen: server.url, publicUrl, port, shopUrl: apiUrl(), ...mapping });
  await startConnector(path, {
    environment: { PLATEN_CLIENT_ID: clientId, PLATEN_CLIENT_SECRET: secret?.clientSecret, ...environment },
    log: (line) => void logged.push(line),
    signal: stop.signal,
  });
  let endpointId: string | undefined;
  const deliver = async (isTold: () => boolean) => {
    await waitUntil(async () => {
      const [endpoint] = (await customer.get('/v1/webhook-endpoints')).json;
      endpointId = endpoint?.endpointId;
      return endpointId !== undefined;
    });
    const shop = { clientId: customer.clientId } as Parameters<Deliverer['deliver']>[0];
    await waitUntil(async () => {
      await deliverer.deliver(shop, endpointId!);
      const isEnough = isTold();
      // Receivers refuse timestamps that differ by five minutes from their own clock.
      if (!isEnough) server.time.now = new Date((server.time.now ?? new Date()).getTime() + RETRY_STEP_MS);
      return isEnough;
    });
    server.time.now = undefined;
  };
  const ship = async (orderId: string, parcel: object = TRACKING) => {
    await assign(server, customer.clientId, orderId);
    for (const [verb, body] of [
      ['accept', undefined],
      ['ship', { parcels: [parcel] }],
    ] as const) {
      const answer = await operator.work(customer.clientId, orderId, verb, body);
      assert.equal(answer.status, 200, answer.text);
    }
  };
  return { customer, url: publicUrl, logged, deliver, ship };
}

const apiUrl = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

async function mappingFile(mapping: object): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, JSON.stringify(mapping));
  return path;
}

const hmac = (body: string, encoding: 'base64' | 'hex', key = SECRET) =>
  createHmac('sha256', key).update(body).digest(encoding);

async function post(url: string, body: string, headers: Record<string, string>) {
  let answer = await fetch(`${url}/shop`, { method: 'POST', body, headers });
  // A shop repeats a webhook after 503, too.
  while (answer.status === 503) {
    await answer.text();
    answer = await fetch(`${url}/shop`, { method: 'POST', body, headers });
  }
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

const fromShopify = (url: string, body: string, signed = body) =>
  post(url, body, { 'x-shopify-topic': 'orders/create', 'x-shopify-hmac-sha256': hmac(signed, 'base64') });

const SHOPIFY = {
  shop: 'shopify',
  skus: { IPOD2008PINK: { ean13: EAN } },
  carriers: { 'Generic Shipping': 'dhl-paket' },
};

test('a Shopify order is created once and its tracking is reported once, despite faults between', async () => {
  const sample = await readRecorded('shopify-order');
  const paid = sample.replace(/"cancelled_at": "[^"]+"/, '"cancelled_at": null').replace('"voided"', '"paid"');
  let state = {
    cancelledAt: null as string | null,
    displayFinancialStatus: 'PAID',
    updatedAt: '2022-01-01T00:00:00Z',
  };
  const fulfilled: string[] = [];
  let mood: 'well' | 'down' | 'cut off after it was done' = 'well';
  asked = [];
  answers = (_path, body, response) => {
    const { query, variables } = JSON.parse(body);
    if (mood === 'down') return void response.writeHead(500).end();
    if (query.includes('orders(first')) return { data: { orders: { nodes: [], pageInfo: { hasNextPage: false } } } };
    if (query.includes('cancelledAt')) return { data: { order: state } };
    if (query.includes('fulfillmentOrders')) {
      const left = fulfilled.length > 0 ? 0 : 1;
      const line = (id: string, item: string) => ({
        id,
        remainingQuantity: left,
        lineItem: { id: `gid://shopify/LineItem/${item}` },
      });
      const fulfillments = fulfilled.map((number) => ({
        id: 'F',
        status: 'SUCCESS',
        trackingInfo: [{ number }],
      }));
      const nodes = [
        {
          id: 'FO',
          status: 'OPEN',
          lineItems: { nodes: [line('L1', '866550311766439020'), line('L2', '141249953214522974')] },
        },
      ];
      return { data: { order: { fulfillments, fulfillmentOrders: { nodes } } } };
    }
    if (query.includes('tagsAdd')) return { data: { tagsAdd: { userErrors: [] } } };
    fulfilled.push(variables.fulfillment.trackingInfo.number);
    if (mood === 'cut off after it was done') return void response.destroy();
    return { data: { fulfillmentCreate: { fulfillment: { id: 'F' }, userErrors: [] } } };
  };
  const shop = await connect(SHOPIFY, { SHOP_WEBHOOK_SECRET: SECRET, SHOPIFY_ACCESS_TOKEN: 'shpat_1' });
  const orderId = 'SHOPIFY-820982911946154508';

  assert.equal((await fromShopify(shop.url, paid, sample)).status, 401);
  assert.equal((await fromShopify(shop.url, 'x'.repeat(5_000_000))).status, 413);
  assert.equal((await fromShopify(shop.url, 'no JSON')).status, 400);
  assert.equal((await shop.customer.read(orderId)).status, 404);
  for (const _again of [1, 2])
    assert.deepEqual(await fromShopify(shop.url, paid), { status: 200, json: { became: 'taken' } });
  const { json } = await shop.customer.read(orderId);
  assert.deepEqual(json.shipping, {
    address: {
      personName: 'Steve Shipper',
      company: 'Shipping Company',
      street: '123 Shipping Street',
      city: 'Shippington',
      postalCode: '40003',
      state: 'KY',
      phoneNumber: '555-555-SHIP',
      email: 'jon@example.com',
      country: 'US',
    },
    carrierId: 'dhl-paket',
  });
  assert.deepEqual(
    json.items.map(({ existingProduct, ...item }: { existingProduct: { ean13: string } }) => [
      item,
      existingProduct.ean13,
    ]),
    [
      [{ id: '866550311766439020', quantity: 1, unitPrice: 199 }, EAN],
      [{ id: '141249953214522974', quantity: 1, unitPrice: 194 }, EAN],
    ],
  );

  await shop.ship(orderId);
  const isReported = () => shop.logged.some((line) => line.includes('reported to the shop (1 parcel)'));
  const cameAgain = () => shop.logged.filter((line) => line.startsWith('failed; the sender retries')).length;
  mood = 'down';
  const before = cameAgain();
  await shop.deliver(() => cameAgain() > before);
  assert.deepEqual(fulfilled, []);
  mood = 'cut off after it was done';
  await shop.deliver(() => fulfilled.length > 0);
  assert.equal(isReported(), false);
  mood = 'well';
  await shop.deliver(isReported);
  assert.deepEqual(fulfilled, [TRACKING.trackingNumber]);
  const made = asked.find(({ body }) => body.includes('fulfillmentCreate'));
  assert.equal(made?.headers['x-shopify-access-token'], 'shpat_1');
  assert.deepEqual(JSON.parse(made?.body ?? '').variables.fulfillment, {
    lineItemsByFulfillmentOrder: [
      {
        fulfillmentOrderId: 'FO',
        fulfillmentOrderLineItems: [
          { id: 'L1', quantity: 1 },
          { id: 'L2', quantity: 1 },
        ],
      },
    ],
    trackingInfo: { number: TRACKING.trackingNumber, company: TRACKING.trackingCarrier },
    notifyCustomer: true,
  });
  assert.doesNotMatch(shop.logged.join(), /Steve|Shipping Street|jon@/);

  const other = paid.replaceAll('820982911946154508', '820982911946154509');
  await fromShopify(shop.url, other);
  state = { ...state, cancelledAt: '2022-01-01T00:00:00Z' };
  // A late webhook of the same order. The shop's API says that it is cancelled.
  assert.equal((await fromShopify(shop.url, other)).json.became, 'cancelled');
  const never = paid.replaceAll('820982911946154508', '820982911946154510');
  assert.equal((await fromShopify(shop.url, never)).json.became, 'left out');
  assert.equal((await shop.customer.read('SHOPIFY-820982911946154509')).json.status, 'CANCELLED');
});

test('a WooCommerce order with an incomplete mapping is reported, and taken after the correction', async () => {
  const sample = await readRecorded('woocommerce-order');
  const notes: { note: string }[] = [];
  let status = 'processing';
  asked = [];
  answers = (path, body) => {
    if (path.startsWith('GET /wp-json/wc/v3/orders?')) return [JSON.parse(sample)];
    if (path.startsWith('GET') && path.endsWith('/notes')) return notes;
    if (path.endsWith('/notes')) return notes.push(JSON.parse(body)) && {};
    if (path.startsWith('PUT')) status = JSON.parse(body).status;
    return { ...JSON.parse(sample), status };
  };
  const custom = {
    sku: BLANK,
    prints: [{ dataUrl: 'https://files.example.com/{item.values.size}.png', location: 'FRONT', technology: 'DTG' }],
  };
  const environment = {
    SHOP_WEBHOOK_SECRET: SECRET,
    WOOCOMMERCE_CONSUMER_KEY: 'ck',
    WOOCOMMERCE_CONSUMER_SECRET: 'cs',
  };
  const send = (url: string, body: string) =>
    post(url, body, { 'x-wc-webhook-resource': 'order', 'x-wc-webhook-signature': hmac(body, 'base64') });
  const lacking = await connect({ shop: 'woocommerce', skus: { Bar3: custom } }, environment);
  const refused = await send(lacking.url, sample.replace('"sku": ""', '"sku": "MUG"'));
  assert.equal(refused.status, 200);
  assert.deepEqual(refused.json, {
    became: 'refused',
    problems: [
      'The mapping has no SKU "MUG". Add to "skus" what it is: "MUG": { "ean13": "…" }, or "MUG": { "sku": "…", "prints": […] }, or "MUG": { "ignore": true }.',
    ],
  });
  assert.equal((await post(lacking.url, 'webhook_id=5', {})).status, 200);

  // After the mapping is corrected, the list of open orders brings the order that its webhook could not.
  const skus = { Bar3: custom, '*': { ean13: EAN } };
  const shop = await connect(
    { shop: 'woocommerce', skus, packingSlip: 'https://shop.example.com/{order.number}.pdf' },
    environment,
  );
  await waitUntil(async () => (await shop.customer.read('WOO-727')).status === 200);
  const { json } = await shop.customer.read('WOO-727');
  assert.equal(json.packingSlip, 'https://shop.example.com/727.pdf');
  assert.equal(json.items[0].unitPrice, 3.23);
  assert.equal(json.items[1].customProduct.prints[0].dataUrl, 'https://files.example.com/M%20Test.png');
  const changed = sample
    .replace('969 Market', '970 Market')
    .replace('"address_1": "969 Market"', '"address_1": "970 Market"');
  assert.equal((await send(shop.url, changed)).json.became, 'changed');

  await shop.ship('WOO-727');
  await shop.deliver(() => status === 'completed');
  assert.equal(status, 'completed');
  assert.deepEqual(notes, [{ note: `Shipped with Courier as ${TRACKING.trackingNumber}.`, customer_note: true }]);
  const put = asked.find(({ method }) => method === 'PUT');
  assert.equal(put?.headers.authorization, `Basic ${Buffer.from('ck:cs').toString('base64')}`);
  const [endpoint] = (await shop.customer.get('/v1/webhook-endpoints')).json;
  const path = `/v1/webhook-endpoints/${endpoint.endpointId}/deliveries`;
  const [delivery] = (await shop.customer.get(path)).json;
  await shop.customer.send(`${path}/${delivery.deliveryId}/resend`, {});
  const tellings = () => shop.logged.filter((line) => line.startsWith('order.shipped')).length;
  const once = tellings();
  await shop.deliver(() => tellings() > once);
  assert.equal(notes.length, 1);
});

test('an Order Desk order arrives as a form field signed with the API key, and its shipment is reported', async () => {
  const sample = await readRecorded('order-desk-order');
  const shipments: { tracking_number: string }[] = [];
  asked = [];
  answers = (path, body) => {
    if (path === 'POST /api/v2/orders/925086/shipments')
      return shipments.push(JSON.parse(body)) && { status: 'success' };
    if (path === 'GET /api/v2/orders/925086/shipments') return { status: 'success', shipments };
    return { status: 'success', order: JSON.parse(sample) };
  };
  const mapping = { shop: 'orderdesk', currency: 'USD', skus: { 126478: { ean13: EAN } } };
  const shop = await connect(mapping, { ORDERDESK_STORE_ID: '11', ORDERDESK_API_KEY: SECRET });
  const send = (store: string, order = sample, signed = order) =>
    post(shop.url, String(new URLSearchParams({ order })), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-order-desk-store-id': store,
      'x-order-desk-hash': hmac(signed, 'hex'),
    });
  assert.equal((await send('12')).status, 401);
  assert.equal((await send('11', sample, `${sample} `)).status, 401);
  assert.deepEqual((await send('11')).json, { became: 'taken' });
  const { json } = await shop.customer.read('OD-925086');
  assert.deepEqual([json.shipping.address.personName, json.items[0].unitPrice], ['Jimmy Dean', 19]);
  await shop.ship('OD-925086');
  await shop.deliver(() => shipments.length > 0);
  assert.deepEqual(shipments, [
    { tracking_number: TRACKING.trackingNumber, carrier_code: TRACKING.trackingCarrier, tracking_url: '' },
  ]);
  assert.equal(asked.at(-1)?.headers['orderdesk-store-id'], '11');
  // Only Platen can send its events.
  const forged = await fetch(`${shop.url}/platen`, { method: 'POST', body: '{"type":"order.shipped"}' });
  assert.equal(forged.status, 401);
});

test('an invalid mapping is refused with every fault, and --check finds unmapped items of the open orders', async () => {
  const wrong = await mappingFile({ shop: 'etsy', platen: 'x', skus: { A: { ean: '1' } }, port: 'y' });
  assert.throws(
    () => readMapping(wrong),
    (error: Error) => {
      assert.ok(error instanceof ConnectError);
      for (const part of ['publicUrl', 'shopify, woocommerce, orderdesk', '/platen', '/skus/A', '/port'])
        assert.ok(error.message.includes(part), part);
      return true;
    },
  );
  const sample = JSON.parse(await readRecorded('woocommerce-order'));
  asked = [];
  answers = () => [sample];
  const path = await mappingFile({
    shop: 'woocommerce',
    platen: server.url,
    publicUrl: server.url,
    shopUrl: apiUrl(),
    skus: { Bar3: { ean13: EAN } },
  });
  const environment = {
    PLATEN_CLIENT_ID: 'a',
    PLATEN_CLIENT_SECRET: 'b',
    SHOP_WEBHOOK_SECRET: 'c',
    WOOCOMMERCE_CONSUMER_KEY: 'ck',
  };
  await assert.rejects(checkConnector(path, environment), /Set WOOCOMMERCE_CONSUMER_SECRET/);
  const { orders, problems } = await checkConnector(path, {
    ...environment,
    WOOCOMMERCE_CONSUMER_SECRET: 'cs',
  });
  assert.deepEqual([orders, [...problems]], [1, [['727', ['Item 315 has no SKU in the shop; give its product one.']]]]);
});
