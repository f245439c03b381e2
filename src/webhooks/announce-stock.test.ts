import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { EAN } from '../orders/test-support/sample-orders.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import { findDue } from '../platform/database/due-query.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { adjustStock } from '../stock/change-stock.ts';
import { announceStock, dueAnnouncement } from './announce-stock.ts';
import { newWebhookShop, type WebhookShop } from './test-support/webhook-shop.ts';

const URL = 'https://shop.example.com/hooks';
const STOCK = { kind: 'PRODUCT', code: EAN } as const;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());
afterEach(() => {
  server.time.now = undefined;
});

/**
 * Returns the quantities that the endpoint receives for the variant after the given milliseconds, oldest
 * first.
 */
async function quantitiesAfter(ms: number, shop: WebhookShop, endpointId: string): Promise<number[]> {
  const now = new Date((server.time.now ?? new Date()).getTime() + ms);
  server.time.now = now;
  const context = { pool: server.pool, clock: () => now };
  for (const _key of await findDue(context.pool, dueAnnouncement(context))) await announceStock(context);
  const quantities: number[] = [];
  for (const { deliveryId, type } of await shop.deliveries(endpointId, '?limit=500')) {
    const { json } = await shop.send(`/v1/webhook-endpoints/${endpointId}/deliveries/${deliveryId}`);
    const { data } = JSON.parse(json.body);
    if (type === 'product.stock_changed' && data.ean13 === EAN) quantities.unshift(data.stockLevelQuantity);
  }
  return quantities;
}

test('a change of stock is announced to the clients of the variant, once in five seconds', async () => {
  const shop = await newWebhookShop(server);
  const { token, client } = await server.token();
  const withoutProducts: WebhookShop = {
    ...shop,
    clientId: client.clientId,
    send: (path, body) => server.send(path, { token, ...(body !== undefined && { body }) }),
  };
  const { endpointId } = await shop.newEndpoint(URL);
  const other = await shop.newEndpoint(URL, ['order.shipped']);
  const foreign = (await withoutProducts.send('/v1/webhook-endpoints', { url: URL })).json;
  server.time.now = new Date();
  await quantitiesAfter(6_000, shop, endpointId);

  const { rows } = await server.pool.query(
    'select stock_level_quantity - reserved as quantity from product_variants where ean13 = $1',
    [EAN],
  );
  const { quantity } = rows[0];
  const before = await quantitiesAfter(6_000, shop, endpointId);
  for (const by of [1, 2, -1])
    await inTransaction(server.pool, adjustStock(STOCK, by, { now: new Date(), actor: SYSTEM }));
  assert.deepEqual(await quantitiesAfter(6_000, shop, endpointId), [...before, quantity + 2]);
  await inTransaction(server.pool, adjustStock(STOCK, 5, { now: new Date(), actor: SYSTEM }));
  assert.deepEqual(await quantitiesAfter(1_000, shop, endpointId), [...before, quantity + 2], 'not yet');
  assert.deepEqual(await quantitiesAfter(5_000, shop, endpointId), [...before, quantity + 2, quantity + 7]);
  assert.deepEqual(await quantitiesAfter(6_000, shop, endpointId), [...before, quantity + 2, quantity + 7], 'no news');
  assert.deepEqual(await shop.deliveries(other.endpointId), []);
  assert.deepEqual((await withoutProducts.send(`/v1/webhook-endpoints/${foreign.endpointId}/deliveries`)).json, []);
});

test('an endpoint gets no event for stock that did not change since', async () => {
  const shop = await newWebhookShop(server);
  await server.pool.query(`update webhook_endpoints set status = 'deleted'`);
  const adjust = (by: number) => inTransaction(server.pool, adjustStock(STOCK, by, { now: new Date(), actor: SYSTEM }));
  for (const what of ['as the first', 'after another one']) {
    server.time.now = undefined;
    await adjust(3);
    await server.pool.query(`update stock_announcer set looked = now() - interval '5 minutes'`);
    await announceStock({ pool: server.pool, clock: () => new Date() });
    const { endpointId } = await shop.newEndpoint(URL);
    server.time.now = new Date();
    assert.deepEqual(await quantitiesAfter(6_000, shop, endpointId), [], what);
    assert.equal((await shop.deliveries(endpointId)).length, 0, what);
    await adjust(1);
    await adjust(-1);
    assert.deepEqual(await quantitiesAfter(6_000, shop, endpointId), [], `${what}: taken back`);
    await adjust(1);
    assert.equal((await quantitiesAfter(6_000, shop, endpointId)).length, 1, what);
    await shop.send(`/v1/webhook-endpoints/${endpointId}`, undefined, 'DELETE');
  }
});
