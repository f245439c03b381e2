import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { mapOrder } from '../connectors/map-order.ts';
import type { Mapping } from '../connectors/mapping.ts';
import { orderDesk } from '../connectors/order-desk.ts';
import type { ShopOrder } from '../connectors/shop.ts';
import { shopify } from '../connectors/shopify.ts';
import { wooCommerce } from '../connectors/woocommerce.ts';

const SECRET = 'the secret of the webhook';
const sign = (body: string, encoding: 'base64' | 'hex') => createHmac('sha256', SECRET).update(body).digest(encoding);

function fromWooCommerce(order: object): ShopOrder {
  const body = JSON.stringify({ id: 7, currency: 'EUR', ...order });
  const headers = { 'x-wc-webhook-signature': sign(body, 'base64'), 'x-wc-webhook-resource': 'order' };
  return wooCommerce(SECRET, undefined).readWebhook({ headers, body: Buffer.from(body) })!;
}

function fromShopify(order: object): ShopOrder {
  const body = JSON.stringify({ id: 7, currency: 'EUR', ...order });
  const headers = { 'x-shopify-hmac-sha256': sign(body, 'base64'), 'x-shopify-topic': 'orders/paid' };
  return shopify(SECRET, undefined).readWebhook({ headers, body: Buffer.from(body) })!;
}

function fromOrderDesk(currency: string, order: object): ShopOrder {
  const text = JSON.stringify({ id: '7', ...order });
  const access = { url: '', storeId: '1', apiKey: SECRET, folder: undefined, currency };
  const headers = { 'x-order-desk-store-id': '1', 'x-order-desk-hash': sign(text, 'hex') };
  const body = Buffer.from(String(new URLSearchParams({ order: text })));
  return orderDesk(access).readWebhook({ headers, body })!;
}

test('HTML entities in texts and URLs of WooCommerce are decoded once', () => {
  const shipping = {
    first_name: 'Zo&euml;',
    last_name: 'O&#039;Hara',
    company: 'Acme &amp; O&#8217;Brien Ltd',
    address_1: 'Stra&#xDF;e 1 &amp;amp; 2',
    city: 'A&B &unknown; &amp',
  };
  const meta_data = [
    { key: 'artwork', value: 'https://files.example.com/a.png?a=1&amp;copy=2&copy=3&#038;b=4' },
    { key: 'text', value: '&quot;Tea&#10;time&quot; &lt;3' },
  ];
  const line = { id: 1, sku: 'T&amp;S', quantity: 1, total: '1', total_tax: '0', meta_data };
  const order = fromWooCommerce({
    shipping,
    line_items: [line],
    shipping_lines: [{ method_id: 'flat', method_title: 'Post &amp; Go' }],
    meta_data: [{ key: 'slip', value: 'https://shop.example.com/?a=1&amp;b=2' }],
  });
  const { personName, company, street, city } = order.address;
  assert.equal(personName, "Zoë O'Hara");
  assert.equal(company, 'Acme & O’Brien Ltd');
  assert.equal(street, 'Straße 1 &amp; 2');
  assert.equal(city, 'A&B &unknown; &amp');
  const [item] = order.items;
  assert.equal(item?.sku, 'T&S');
  assert.equal(item?.values.artwork, 'https://files.example.com/a.png?a=1&copy=2&copy=3&b=4');
  assert.equal(item?.values.text, '"Tea time" <3');
  assert.deepEqual(order.shippingMethods, ['flat', 'Post & Go']);
  assert.equal(order.values.slip, 'https://shop.example.com/?a=1&b=2');
});

test('Order Desk passes on entities of other shops, which are decoded too', () => {
  const shipping = { first_name: 'Zo&euml;', company: 'Acme &amp; O&#8217;Brien Ltd', address1: 'Stra&szlig;e 1' };
  const line = { id: '1', code: 'T&amp;S', name: 'Tea &#8211; &quot;Time&quot;', quantity: 1, price: 1 };
  const order = fromOrderDesk('EUR', { shipping, shipping_method: 'Post &amp; Go', order_items: [line] });
  const { personName, company, street } = order.address;
  assert.deepEqual([personName, company, street], ['Zoë', 'Acme & O’Brien Ltd', 'Straße 1']);
  assert.deepEqual([order.items[0]?.sku, order.items[0]?.name], ['T&S', 'Tea – "Time"']);
  assert.deepEqual(order.shippingMethods, ['Post & Go']);
});

test('a state is the name in the order or of its code, and the code where the post uses codes', () => {
  const stateInWooCommerce = (country: string, state: string) =>
    fromWooCommerce({ shipping: { address_1: 'Street 1', country, state } }).address.state;
  assert.equal(stateInWooCommerce('JP', 'JP13'), 'Tokyo');
  assert.equal(stateInWooCommerce('TR', 'TR34'), 'Istanbul');
  assert.equal(stateInWooCommerce('IE', 'D'), 'Dublin');
  assert.equal(stateInWooCommerce('CN', 'CN1'), 'Yunnan');
  assert.equal(stateInWooCommerce('US', 'CA'), 'CA');
  const stateInShopify = (country_code: string, province_code: string, province: string) =>
    fromShopify({ shipping_address: { country_code, province_code, province } }).address.state;
  assert.equal(stateInShopify('JP', 'JP-13', 'Tōkyō'), 'Tōkyō');
  assert.equal(stateInShopify('ES', 'B', 'Barcelona'), 'Barcelona');
  assert.equal(stateInShopify('CA', 'ON', 'Ontario'), 'ON');
  assert.equal(stateInShopify('DE', '', ''), undefined);
  const inOrderDesk = fromOrderDesk('EUR', { shipping: { country: 'ES', state: 'B' } });
  assert.equal(inOrderDesk.address.state, 'Barcelona');
});

test('prices of Order Desk are rounded to the decimals of the currency', () => {
  const priceIn = (currency: string, price: unknown) =>
    fromOrderDesk(currency, { order_items: [{ id: '1', code: 'A', quantity: 1, price }] }).items[0]?.unitPrice;
  assert.equal(priceIn('USD', 14.309999999999999), 14.31);
  assert.equal(priceIn('EUR', '0.30000000000000004'), 0.3);
  assert.equal(priceIn('EUR', '14,31'), 14.31);
  assert.equal(priceIn('JPY', 1200.4), 1200);
  assert.equal(priceIn('KWD', 1.23456), 1.235);
});

test('an order that Shopify marks as a test is one', () => {
  assert.equal(fromShopify({ test: true }).isTest, true);
  assert.equal(fromShopify({ test: false }).isTest, false);
  assert.equal(fromShopify({}).isTest, false);
});

test('message, gift, reference of the importer and names of designs come from the order of the shop', () => {
  const mapping: Mapping = {
    ...{ shop: 'woocommerce', platen: '', publicUrl: '', port: 0, host: '', orderIdPrefix: 'WOO-', takeWhen: [] },
    ...{ takeTestOrders: false, currency: 'EUR', notifyCustomer: false },
    message: '{order.values.message} {order.note}',
    gift: '{order.values.gift}',
    importerReference: '{order.values.tax}',
    skus: {
      A: {
        sku: 'TEE',
        prints: [{ dataUrl: 'https://files.example.com/{item.sku}.png', location: 'F', technology: 'DTG' }],
      },
      B: {
        sku: 'TEE',
        prints: [
          { dataUrl: 'https://f.example.com', location: 'F', technology: 'DTG', designName: '{item.values.design}' },
        ],
        customizations: [{ sku: 'N', location: 'NECK', technology: 'HEAT', designName: 'none' }],
      },
    },
  };
  const line = { quantity: 1, total: '1', total_tax: '0' };
  const make = (changes: object) => {
    const lines = [
      { ...line, id: 1, sku: 'A', name: `Sunrise &amp; ${'sea '.repeat(40)}` },
      { ...line, id: 2, sku: 'B', name: 'Other' },
    ];
    const mapped = mapOrder(fromWooCommerce({ line_items: lines, ...changes }), mapping);
    assert.ok('order' in mapped, JSON.stringify(mapped));
    return mapped.order;
  };
  const values = { message: 'Happy birthday,\r\nAda!', gift: 'Yes', tax: '123.456' };
  const meta_data = Object.entries(values).map(([key, value]) => ({ key, value }));
  const order = make({ meta_data, customer_note: ' Love, Grace' });
  const { message, gift, importerReference, items } = order;
  assert.deepEqual([message, gift, importerReference], ['Happy birthday, Ada! Love, Grace', true, '123.456']);
  const [first, second] = items.map((item) => Object(item).customProduct);
  assert.equal(first.prints[0].designName, `Sunrise & ${'sea '.repeat(40)}`.slice(0, 100));
  assert.deepEqual([second.prints[0].designName, second.customizations[0].designName], [undefined, undefined]);
  const invisible = make({ meta_data: [{ key: 'message', value: '\u200b' }], customer_note: '\u200b' });
  assert.equal(invisible.message, undefined);
  const plain = make({ meta_data: [{ key: 'gift', value: 'no' }] });
  assert.deepEqual([plain.message, plain.gift, plain.importerReference], [undefined, undefined, undefined]);
});
