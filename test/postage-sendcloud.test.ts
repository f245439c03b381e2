import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { trackParcels } from '../src/packing/track-parcels.ts';
import { newPostageScene, type PostageScene, SENDER } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const { definitions, announce, shippingOptions, queries } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/sendcloud-v3-requests.json'), 'utf8'),
);
const ajv = new Ajv();
const FORMS = {
  announce: ajv.compile<any>({ ...announce, definitions }),
  shippingOptions: ajv.compile<any>({ ...shippingOptions, definitions }),
};
const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

interface FakeShipment {
  id: string;
  body: Record<string, never>;
  isCancelled: boolean;
}

let server: TestServer;
let scene: PostageScene;
const shipments: FakeShipment[] = [];
const calls: string[] = [];
/** Events by tracking number: code, type and time. */
const news = new Map<string, string[][]>();
let cutNext = false;
before(async () => {
  server = await startTestServer();
  scene = await newPostageScene(server);
  const listener = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host');
    const bytes = Buffer.concat(await request.toArray());
    const call = `${request.method} ${url.pathname.replace(/\/\d+/, '/{id}')}`;
    calls.push(call);
    for (const [name, value] of url.searchParams) assert.match(value, new RegExp(queries[call]?.[name] ?? 'unknown'));
    assert.ok(queries[call], call);
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (request.headers.authorization !== `Basic ${Buffer.from('public:secret').toString('base64')}`)
      return send(401, { errors: [{ detail: 'Invalid credentials' }] });
    const body = bytes.length > 0 ? JSON.parse(String(bytes)) : {};
    if (call === 'POST /v3/shipping-options') {
      assert.ok(FORMS.shippingOptions(body), ajv.errorsText(FORMS.shippingOptions.errors));
      const carrier = { code: 'dhl', name: 'DHL' };
      const price = { total: { value: '5.49', currency: 'EUR' } };
      return send(200, { data: [{ code: 'dhl:standard', carrier, quotes: [{ lead_time: 48, price }] }] });
    }
    if (call === 'POST /v3/shipments/announce') {
      assert.ok(FORMS.announce(body), ajv.errorsText(FORMS.announce.errors));
      const known = shipments.find((one) => one.body.external_reference_id === body.external_reference_id);
      if (body.to_address.city === 'Nowhere')
        return send(400, { errors: [{ status: '400', detail: 'The postal code is unknown.' }] });
      const made = known ?? { id: String(shipments.length + 100), body, isCancelled: false };
      if (!known) shipments.push(made);
      if (cutNext) {
        cutNext = false;
        return void request.socket.destroy();
      }
      return send(known ? 409 : 201, { data: shown(made) });
    }
    if (call === 'GET /v3/shipments') {
      const key = url.searchParams.get('external_reference_id');
      return send(200, { data: shipments.filter((one) => one.body.external_reference_id === key).map(shown) });
    }
    if (call === 'POST /v3/shipments/{id}/cancel') {
      const found = shipments.find(({ id }) => url.pathname.includes(`/${id}/`));
      if (found) found.isCancelled = true;
      return send(200, { data: { status: 'cancelled' } });
    }
    if (call.startsWith('GET /v3/parcels/tracking/')) {
      const codes = news.get(url.pathname.split('/').at(-1) ?? '');
      if (!codes) return send(404, { detail: 'Parcel does not exist' });
      const event = ([status_code, status_type, event_at]: string[]) => ({
        ...{ event_at, event_type: 'carrier', status_code, status_type },
        ...{ status_description: `It is ${status_code}.`, sub_status_code: 'none' },
      });
      return send(200, { details: {}, tracking_numbers: [], events: codes.map(event) });
    }
    if (call === 'GET /v3/parcels/{id}/documents/label')
      return void response
        .writeHead(200, { 'content-type': 'application/zpl' })
        .end('^XA^FO20,20^A0N,40,40^FDSend^FS^XZ');
    return send(404, { errors: [{ detail: 'no such path' }] });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  server.after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'Sendcloud', kind: 'SENDCLOUD', address: `http://127.0.0.1:${port}/v3`, sender: SENDER },
    credentials: { user: 'public', secret: 'secret' },
  });
  const { providerId } = added.json;
  const tested = await scene.operator.send('POST', `/label-providers/${providerId}/test`);
  assert.deepEqual(tested.json, { works: true });
  await scene.setRules([{ providerId, service: 'dhl:standard' }]);
  const box = { name: 'Mailer', lengthMm: 350, widthMm: 250, heightMm: 50, weightGrams: 60 };
  assert.equal((await scene.operator.send('PUT', '/packages', { packages: [box] })).status, 200);
});
after(() => server.close());

function shown({ id, body, isCancelled }: FakeShipment) {
  const status = isCancelled
    ? { code: 'CANCELLED', message: 'Cancelled' }
    : { code: 'READY_TO_SEND', message: 'Ready' };
  const number = `00340434161${id}`;
  const parcel = { id: Number(id), tracking_number: number, tracking_url: `https://track.example/${number}`, status };
  return { ...body, id, parcels: [parcel], errors: [] };
}

const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json;

test('Sendcloud sells a label with documented requests, and the price of its quote', async () => {
  const [piece] = await scene.produce('SEND-1');
  const { parcel } = await scene.packer()(piece);
  await scene.buy();
  await scene.print();
  const order = await statusOf('SEND-1');
  assert.deepEqual(
    [order.status, order.shipping.trackingNumber, order.shipping.trackingUrl],
    ['SHIPPED', '00340434161100', 'https://track.example/00340434161100'],
  );
  const { json } = await scene.operator.get(`/parcels/${parcel.code}`);
  assert.deepEqual([json.label.state, json.label.cost], ['USED', { amount: 5.49, currency: 'EUR' }]);
  assert.match(String(scene.labels.taken.at(-1)), /Send/);
});

test('a shipment whose answer was lost is found by our reference, and a cancelled order cancels it', async () => {
  const [piece] = await scene.produce('SEND-2');
  const { parcel } = await scene.packer()(piece);
  cutNext = true;
  await scene.buy();
  await scene.buy(later(1));
  assert.equal((await statusOf('SEND-2')).status, 'SHIPPED');
  assert.equal(shipments.length, 2);
  await scene.operator.send('POST', `/parcels/${parcel.code}/take-back`, { reason: 'Wrong box.' });
  await scene.buy(later(2));
  assert.equal(shipments[1]?.isCancelled, true);
});

test('goods for a country outside the Union are declared, and a refusal has the words of Sendcloud', async () => {
  await scene.operator.send('PUT', '/articles/ST-CREATOR/customs', {
    ...{ hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180, customsDescription: 'T-shirt, cotton' },
  });
  const swiss = { personName: 'Zoë', street: 'Bahnhofstrasse 12a', city: 'Zürich', postalCode: '8001', country: 'CH' };
  const [piece] = await scene.produce('SEND-CH', {
    shipping: { address: swiss },
    taxIds: { eori: 'DE123456789012345', ioss: 'IM2760000742' },
  });
  await scene.packer()(piece);
  await scene.buy();
  const sent = shipments.at(-1)?.body as unknown as {
    customs_information: { tax_numbers: { sender: object[] } };
    from_address: { country_code: string };
    to_address: { house_number: string };
    parcels: { parcel_items: { hs_code: string }[] }[];
  };
  assert.equal(sent.to_address.house_number, '12a');
  assert.deepEqual(sent.customs_information.tax_numbers.sender, [
    { name: 'EORI', value: 'DE123456789012345', country_code: 'DE' },
    { name: 'IOSS', value: 'IM2760000742', country_code: sent.from_address.country_code },
  ]);
  assert.equal(sent.parcels[0]?.parcel_items[0]?.hs_code, '610910');
  const [refused] = await scene.produce('SEND-NO', {
    shipping: { address: { ...swiss, city: 'Nowhere', country: 'DE', postalCode: '10115' } },
  });
  const { parcel } = await scene.packer()(refused);
  await scene.buy();
  const { json } = await scene.operator.get(`/parcels/${parcel.code}`);
  assert.deepEqual(
    [json.problem, json.details],
    ['label_refused', ['Sendcloud has refused to make the label: 400: The postal code is unknown.']],
  );
});

test('the latest event of Sendcloud decides how far a parcel has come', async () => {
  const { pool } = server;
  const [accepted, late] = ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
  const context = { ...scene.context, lateDays: 10, clock: () => later(120) };
  const { clientId } = scene.customer;
  for (const [code, type, status] of [
    ['announced', 'success', undefined],
    ['in_transit', 'success', 'IN_TRANSIT'],
    ['address_error', 'warning', 'PROBLEM'],
    ['in_delivery', 'error', 'PROBLEM'],
    ['returned_sender', 'warning', 'RETURNED'],
    ['delivered', 'success', 'DELIVERED'],
  ] as const) {
    news.set('00340434161100', [
      [code, type, late],
      ['accepted', 'success', accepted],
    ]);
    await pool.query(`update parcel_labels set track_due = $1, delivery_status = null where order_id = 'SEND-1'`, [
      later(0),
    ]);
    await trackParcels(context, clientId, new AbortController().signal);
    const { rows } = await pool.query(
      `select delivery_status, delivery_words from parcel_labels where order_id = 'SEND-1'`,
    );
    assert.deepEqual(rows, [{ delivery_status: status ?? null, delivery_words: status ? `It is ${code}.` : null }]);
  }
});
