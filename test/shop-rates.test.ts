import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BLANK } from '../src/orders/test-support/sample-orders.ts';
import { safeAgent } from '../src/platform/network/safe-agent.ts';
import { shopSecretOf } from '../src/shops/manage-shops.ts';
import { offerRates } from '../src/shops/offer-rates.ts';
import { findConnection } from '../src/shops/shop-connection-store.ts';
import { connectByApi, newConsoleShop } from './support/console-shop.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import type { Scope } from './support/scope.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer();
  scene = await newPostageScene(server);
});
after(() => server.close());

const DESTINATION = { country: 'DE', postal_code: '10115', city: 'Berlin', province: null, name: null, address1: null };
const item = (fields: object) => ({ name: 'Tee', quantity: 1, price: 2490, requires_shipping: true, ...fields });
const cart = (items: object[], destination: object = DESTINATION) => ({
  rate: { currency: 'EUR', destination, items },
});

async function openShop(t: Scope) {
  const shopify = await startFakeShopify(t);
  const { host } = new URL(shopify.url);
  const { clientId } = scene.customer;
  const shop = await newConsoleShop(t, server, [host]);
  const path = await connectByApi(
    { ...shop, path: shop.path.replace(shop.customer.clientId, clientId) },
    { shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } },
  );
  t.after(() => shop.send(path, undefined, 'DELETE'));
  const prefix = path.replace(/^.*\//, '');
  const agent = safeAgent({ allow: [host] });
  t.after(() => agent.destroy());
  // The API itself may call public addresses only.
  const offer = async (isOffered: boolean) =>
    offerRates(
      { pool: server.pool, encryptionKey: server.encryptionKey, config: server.config, agent, platenUrl: server.url },
      (await findConnection(server.pool, clientId, prefix))!,
      isOffered,
      { by: { kind: 'operator', id: null, name: 'test' } as never, now: new Date() },
    );
  return { shopify, shop, path, prefix, offer };
}

test('Shopify is asked to use the rates of Platen once, and not any more', async (t) => {
  const { shopify, shop, path, offer } = await openShop(t);
  const isOffered = async () =>
    (await shop.send('/operator/v1/shop-connections')).json.find((one: { clientId: string }) =>
      path.includes(one.clientId),
    ).settings.offersRates;
  assert.equal(await isOffered(), false);
  assert.deepEqual(await offer(true), { problem: 'shop_permission_missing', words: 'write_shipping' });
  assert.equal(await isOffered(), false);
  shopify.scopes.push('write_shipping');
  shopify.rateUrls.set('1', 'https://rates.example.com/ask');
  shopify.rateUrls.set(
    '2',
    `${server.config.BASE_URL}/operator/v1/shop-rates/${scene.customer.clientId}/SHOPIFY-/older`,
  );
  for (let time = 0; time < 2; time++) assert.equal(await offer(true), undefined);
  assert.deepEqual([...shopify.rateUrls.values()].length, 2);
  assert.match([...shopify.rateUrls.values()].at(-1) ?? '', /\/shop-rates\/.*\/SHOPIFY-\/\w+\.[\w-]+$/);
  assert.equal(await isOffered(), true);
  assert.equal(await offer(false), undefined);
  assert.deepEqual([...shopify.rateUrls.values()], ['https://rates.example.com/ask']);
  assert.equal(await isOffered(), false);
  const refused = await shop.send(`${path}/rates`, { offersRates: true }, 'PUT');
  assert.deepEqual([refused.status, refused.json.sentence.code], [200, 'shop_address_private']);
});

test('a cart gets the services with their postage, and one without a price the backup rates of the shop', async (t) => {
  const { prefix } = await openShop(t);
  const { operator, customer, provider } = scene;
  const { rows } = await server.pool.query('select created from shop_connections where client_id = $1', [
    customer.clientId,
  ]);
  await server.pool.query(
    `insert into shop_products (client_id, connection, sku, name, target, seen)
     values ($1, $2, 'OWN', 'Own', $3, now())`,
    [
      customer.clientId,
      prefix,
      { sku: BLANK, prints: [{ location: 'FRONT', technology: 'DTG', dataUrl: '{item.values.Upload}' }] },
    ],
  );
  const secret = shopSecretOf(server.encryptionKey, 'rates', {
    clientId: customer.clientId,
    connection: prefix,
    created: rows[0].created,
  });
  const url = `${server.url}/operator/v1/shop-rates/${customer.clientId}/${prefix}/${secret}`;
  const ask = async (body: object, to = url) => {
    const response = await fetch(to, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, json: await response.json() };
  };
  const own = item({ sku: 'OWN', properties: { Upload: 'https://cdn.example.com/cat.png' } });
  // It is off at first.
  assert.equal((await ask(cart([own]))).json.error, 'shop_rates_unknown');
  await server.pool.query(
    `update shop_connections set settings = settings || '{"offersRates": true}' where client_id = $1`,
    [customer.clientId],
  );
  provider.rates = [
    { service: 'express', carrier: 'DHL', cost: { amount: 9.5, currency: 'EUR' }, days: 1 },
    { service: 'parcel', carrier: 'DHL', cost: { amount: 4.5, currency: 'EUR' }, days: 2 },
  ];
  assert.equal((await ask(cart([own]))).json.error, 'shop_rates_unknown', 'the contract shows no charges');
  await operator.send('PUT', `/clients/${customer.clientId}/contract`, { mayRush: false, showsCharges: true });
  const prices = [{ kind: 'POSTAGE', plusBasisPoints: 1_000 }];
  await operator.send('POST', `/clients/${customer.clientId}/price-lists`, {
    name: 'P',
    currency: 'EUR',
    validFrom: '2020-01-01',
    prices,
  });
  const before = await server.pool.query('select count(*)::int as orders from orders');
  const { status, json } = await ask(cart([own]));
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual(
    json.rates.map(({ min_delivery_date, max_delivery_date, ...rest }: Record<string, string>) => {
      assert.match(min_delivery_date ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/);
      assert.equal(min_delivery_date, max_delivery_date);
      return rest;
    }),
    [
      { service_name: 'DHL parcel', service_code: 'parcel', total_price: '495', currency: 'EUR' },
      { service_name: 'DHL express', service_code: 'express', total_price: '1045', currency: 'EUR' },
    ],
  );
  const unpriced = [
    cart([own, item({ sku: 'MUG' })]),
    cart([item({ sku: 'OWN', properties: null })]),
    cart([item({ sku: '' })]),
    cart([]),
    cart([own], { country: 'XX' }),
    { rate: {} },
  ];
  for (const body of unpriced) assert.equal((await ask(body)).json.error, 'shop_rates_unknown', JSON.stringify(body));
  assert.equal((await ask({ other: 1 })).status, 400);
  assert.equal((await ask(cart([item({ sku: '\u0000' })]))).json.error, 'invalid_request');
  assert.equal((await ask(cart([own]), `${url}x`)).status, 404);
  assert.equal(
    (
      await ask(
        cart([own]),
        url.replace(
          secret,
          shopSecretOf(server.encryptionKey, 'news', {
            clientId: customer.clientId,
            connection: prefix,
            created: rows[0].created,
          }),
        ),
      )
    ).json.error,
    'shop_connection_not_found',
  );
  provider.faults.set('POST /rates', ['busy']);
  assert.equal((await ask(cart([own]))).json.error, 'shop_rates_unknown');
  assert.deepEqual((await server.pool.query('select count(*)::int as orders from orders')).rows, before.rows);
  assert.ok(!server.logged.join().includes(secret));
});
