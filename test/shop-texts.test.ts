import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BLANK } from '../src/orders/test-support/sample-orders.ts';
import { connectByApi, newConsoleShop } from './support/console-shop.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import type { Scope } from './support/scope.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const LATER_MS = 61_000;
/** The print area at FRONT of the blank, in the catalogue of tests. */
const AREA = { widthMm: 355.6, heightMm: 406.4 };

async function openShopify(t: Scope) {
  const shopify = await startFakeShopify(t);
  const shop = await newConsoleShop(t, server, [new URL(shopify.url).host]);
  const path = await connectByApi(shop, { shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } });
  return { shopify, shop, path };
}

const STYLE = { font: 'SERIF_BOLD', color: '#cc0000', align: 'CENTER', heightMm: 20 };

test('a text of the customer becomes the artwork of a print, and the same text the same file', async (t) => {
  const { shopify, shop, path } = await openShopify(t);
  shopify.variants = [{ sku: 'OWN', name: 'Own Tee', barcode: '', picture: '' }];
  await shop.runAfter(0);
  const print = { location: 'FRONT', technology: 'DTG', text: { option: 'Name', ...STYLE } };
  const target = { sku: BLANK, prints: [print] };
  assert.equal((await shop.send(`${path}/products`, { sku: 'OWN', target }, 'PUT')).status, 200);
  const order = (id: string, value: string) =>
    shopify.newOrder(id, [{ sku: 'OWN', attributes: [{ key: 'Name', value }] }]);
  const [first, second] = [order('41', 'Ada\nLovelace'), order('42', 'Ada\r\nLovelace ')];
  order('43', 'Ada 𓀀');
  await shop.runAfter(LATER_MS);
  const printOf = async (id: string) =>
    (await shop.customer.read(`SHOPIFY-${id}`)).json.items[0].customProduct.prints[0];
  const { dataUrl, designName } = await printOf('41');
  assert.equal(designName, 'Ada Lovelace');
  assert.equal((await printOf('42')).dataUrl, dataUrl);
  const check = { url: dataUrl, sku: BLANK, location: 'FRONT', technology: 'DTG' };
  const { json: found } = await shop.customer.send('/v1/files/checks', check);
  assert.deepEqual([found.mediaType, found.refusals, found.warnings], ['application/pdf', [], []]);
  assert.deepEqual([found.print.widthMm, found.print.heightMm], [AREA.widthMm, AREA.heightMm]);
  for (const changed of [first, second]) shopify.touch(changed);
  await shop.runAfter(LATER_MS);
  assert.equal((await printOf('41')).dataUrl, dataUrl);
  const [{ messages }] = (await shop.send(shop.path)).json;
  assert.equal(messages.length, 1);
  assert.match(
    messages[0].reason,
    /^The text of item 431 cannot be printed\. The font cannot draw 𓀀\. Choose another font/,
  );
});

test('the preview of a text draws it, or says in a sentence what is needed', async (t) => {
  const { shop, path } = await openShopify(t);
  const preview = async (changes: object) => {
    const asked = { sku: BLANK, location: 'FRONT', text: 'Ada', ...STYLE, ...changes };
    return (await shop.send(`${path}/text-previews`, asked)).json;
  };
  const drawn = await preview({});
  assert.deepEqual([drawn.widthMm, drawn.heightMm], [AREA.widthMm, AREA.heightMm]);
  assert.match(drawn.path, /^M[\d. -]+/);
  const codeOf = async (changes: object) => (await preview(changes)).sentence?.code;
  assert.equal(await codeOf({ location: 'NOWHERE' }), 'text_area_unknown');
  assert.equal(await codeOf({ text: ' \u200b' }), 'text_empty');
  assert.equal(await codeOf({ text: 'x'.repeat(101) }), 'text_too_long');
  assert.equal(await codeOf({ text: 'a\nb\nc\nd\ne\nf' }), 'text_too_long');
  assert.equal(await codeOf({ text: 'שלום' }), 'text_not_in_font');
  assert.equal(await codeOf({ text: 'Zoë ♥' }), undefined);
});
