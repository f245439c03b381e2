import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer, nextOf } from '../src/orders/test-support/customer.ts';
import { ADDRESS, customItem, item, LABEL, order } from '../src/orders/test-support/sample-orders.ts';
import type { Violation } from '../src/platform/errors/errors.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let server: TestServer;
let customer: Customer;
let secret: string;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: 'off' });
  customer = await newCustomer(server, 'sandbox');
  secret = (await server.newClient()).clientSecret;
});
after(() => server.close());

const raw = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init });
const messageOf = async (path: string, init?: RequestInit) => {
  const answer = await raw(path, init);
  const { error, message } = (await answer.json()) as { error: string; message: string };
  return `${answer.status} ${error}: ${message}`;
};

test('a trailing slash is named, and is no empty id', async () => {
  for (const [path, right] of [
    ['/v1/orders/', '/v1/orders'],
    ['/v1/orders/?status=NEW', '/v1/orders'],
    ['/v1/orders//', '/v1/orders'],
    ['/v1/orders/A-1/', '/v1/orders/{orderId}'],
    ['/v1/orders/A-1/events/', '/v1/orders/{orderId}/events'],
    ['/v1/products/', '/v1/products'],
    ['/v1/articles/X/', '/v1/articles/{manufacturerCode}'],
    ['/v1/webhook-endpoints/', '/v1/webhook-endpoints'],
    ['/operator/v1/orders/', '/operator/v1/orders'],
    ['/operator/v1/stock/', '/operator/v1/stock'],
    ['/oauth/token/', '/oauth/token'],
  ] as const) {
    for (const method of ['GET', 'POST', 'PUT']) {
      const message = await messageOf(path, { method });
      assert.ok(message.startsWith('404 not_found: '), message);
      assert.ok(message.includes(`Remove the trailing slash: ${right}.`), `${method} ${path}: ${message}`);
    }
  }
  for (const path of ['/v1/orders//events', '/v1/orders//cancel', '/operator/v1/orders//A-1', '//v1/orders'])
    assert.match(await messageOf(path), /^404 not_found: .*: a part of its path is empty\./, path);
});

test('a path without /v1, or with other prefixes, is answered with the right one', async () => {
  for (const [path, right] of [
    ['/orders', ': paths of the API begin with /v1. Use /v1/orders.'],
    ['/orders/', ': paths of the API begin with /v1. Use /v1/orders.'],
    ['/orders/A-1/cancel', '/v1. Use /v1/orders/{orderId}/cancel.'],
    ['/api/v1/orders', '/v1. Use /v1/orders.'],
    ['/api/orders', '/v1. Use /v1/orders.'],
    ['/v2/products', '/v1. Use /v1/products.'],
    ['/V1/orders/A-1', '/v1. Use /v1/orders/{orderId}.'],
    ['/webhook-endpoints', '/v1. Use /v1/webhook-endpoints.'],
    ['/v1/oauth/token', '. Use /oauth/token.'],
    ['/token', '. Use /oauth/token.'],
    ['/operator/stock', '. Use /operator/v1/stock.'],
  ] as const)
    assert.ok(
      (await messageOf(path)).includes(
        `at this address${right.startsWith('/') ? ': paths of the API begin with ' : ''}${right}`,
      ),
      path,
    );
  assert.match(await messageOf('/v1/orders/A-1/fulfill'), /nothing at this address\. All addresses/);
  for (const path of ['/docs/nothing', '/docs/sdk/nothing'])
    assert.match(await messageOf(path), /nothing at this address\. All addresses/, path);
  assert.match(await messageOf('/v1/nothing'), /^404 not_found: There is nothing at this address\. All addresses/);
});

test('a method that an order does not have names the one that does it', async () => {
  for (const [method, path, hint] of [
    ['DELETE', '/v1/orders/A-1', 'POST /v1/orders/{orderId}/cancel'],
    ['PATCH', '/v1/orders/A-1', 'PUT /v1/orders/{orderId}'],
    ['POST', '/v1/orders/A-1', 'PUT /v1/orders/{orderId}'],
    ['DELETE', '/v1/orders', '/v1/orders/{orderId}'],
    ['PUT', '/v1/orders', '/v1/orders/{orderId}'],
    ['PATCH', '/v1/webhook-endpoints/x', 'PUT changes'],
    ['DELETE', '/operator/v1/orders/c/A-1', 'POST …/cancel'],
    ['PUT', '/operator/v1/orders/c/A-1', 'PATCH'],
  ] as const) {
    const message = await messageOf(path, { method });
    assert.ok(message.startsWith('405 method_not_allowed: ') && message.includes(hint), message);
  }
});

test('the preflight of a browser is answered with the reason why pages cannot call the API', async () => {
  const headers = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
  for (const path of ['/v1/orders', '/v1/orders/A-1', '/oauth/token', '/operator/v1/orders']) {
    const answer = await raw(path, { method: 'OPTIONS', headers });
    const { error, message } = (await answer.json()) as { error: string; message: string };
    assert.deepEqual([answer.status, error], [405, 'method_not_allowed'], path);
    assert.match(message, /it has no CORS.* Call it from your server\.$/, path);
    assert.ok(![...answer.headers.keys()].some((name) => name.startsWith('access-control-')), path);
  }
});

test('credentials that are no access token are named as what they are, and never repeated', async () => {
  const { clientId } = await server.newClient();
  for (const [headers, said] of [
    [{ authorization: `Bearer ${secret}` }, /^401 invalid_token: This is a client secret, not .* POST \/oauth\/token/],
    [
      { authorization: `Bearer ${clientId}` },
      /^401 invalid_token: This is a client id or another key, not .*\/oauth\/token/,
    ],
    [{ authorization: 'Bearer ' }, /^401 (invalid|missing)_token: (The token is empty|Send the access token)/],
    [
      { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      /^401 missing_token: HTTP Basic is for \/oauth\/token only\./,
    ],
    [{ 'x-api-key': secret }, /^401 missing_token: There are no API keys\. .* POST \/oauth\/token/],
    [{ authorization: 'Bearer a.b.c' }, /^401 invalid_token: The access token is invalid or has expired/],
  ] as const) {
    for (const path of ['/v1/orders', '/operator/v1/orders']) {
      const message = await messageOf(path, { headers });
      assert.match(message, said);
      assert.ok(!message.includes(secret) && !message.includes(clientId), message);
    }
  }
});

test('a parameter that is given twice is one violation', async () => {
  const cursor = 'cursor=a&cursor=b';
  for (const [query, name] of [
    ['page=1&page=2', 'page'],
    ['limit=5&limit=5', 'limit'],
    ['limit=a&limit=-7', 'limit'],
    ['createdFrom=2026-01-01T00:00:00Z&createdFrom=x', 'createdFrom'],
    [cursor, 'cursor'],
  ] as const) {
    const { status, json } = await customer.get(`/v1/orders?${query}`);
    const expected = [{ pointer: name, code: 'given_twice', message: `"${name}" is given twice.` }];
    assert.deepEqual([status, json.violations], [400, expected], query);
  }
  const { json } = await customer.get('/v1/orders?page=1&page=2&limit=0&nothing=1&nothing=2');
  assert.deepEqual(json.violations.map(({ pointer, code }: Violation) => `${pointer} ${code}`).sort(), [
    'limit too_small',
    'nothing unknown_parameter',
    'page given_twice',
  ]);
});

test('a list in the query has commas, or its parameter is repeated, as generated clients do', async () => {
  for (const [orderId, to] of [
    ['LIST-1', 'SHIPPED'],
    ['LIST-2', 'CANCELLED'],
  ] as const) {
    await customer.post(order({ orderId }));
    await customer.simulate(orderId, { status: to });
  }
  for (const query of [
    'status=SHIPPED,CANCELLED&include=items,shipping',
    'status=SHIPPED&status=CANCELLED&include=items&include=shipping',
    'status=SHIPPED,CANCELLED&status=SHIPPED&include=items,shipping',
  ]) {
    const answer = await customer.get(`/v1/orders?${query}&limit=1`);
    const next = await customer.get(nextOf(answer) ?? '');
    for (const [{ json }, orderId] of [
      [answer, 'LIST-2'],
      [next, 'LIST-1'],
    ] as const) {
      const [{ items, shipping, ...found }] = json;
      assert.deepEqual([found.orderId, items?.length, typeof shipping], [orderId, 1, 'object'], query);
    }
  }
  const { json } = await customer.get('/v1/orders?status=NEW&status=x&status=y');
  assert.deepEqual(
    json.violations.map(({ pointer, code }: Violation) => `${pointer} ${code}`),
    ['status not_allowed'],
  );
});

const messagesOf = async (body: unknown): Promise<string[]> => {
  const { status, json } = await customer.post(body);
  assert.equal(status, 400);
  return json.violations.map(({ pointer, message }: Violation) => `${pointer}: ${message}`);
};

test('the field names of other systems are answered with ours', async () => {
  const address = (fields: object) => order({ shipping: { address: { ...ADDRESS, ...fields } as never } });
  const ofItem = (fields: object) => order({ items: [{ ...item(), ...fields } as never] });
  const print = (fields: object) =>
    order({ items: [customItem({ prints: [{ ...customItem().customProduct!.prints![0]!, ...fields } as never] })] });
  for (const [body, pointer, ours] of [
    ...Object.entries({
      line1: 'street',
      address1: 'street',
      address_1: 'street',
      addressLine1: 'street',
      street1: 'street',
      street_no: 'street',
      line2: 'addressLine2',
      address2: 'addressLine2',
      address_2: 'addressLine2',
      street2: 'addressLine2',
      zip: 'postalCode',
      postcode: 'postalCode',
      zipCode: 'postalCode',
      postal_code: 'postalCode',
      countryCode: 'country',
      country_code: 'country',
      country_iso2: 'country',
      province: 'state',
      provinceCode: 'state',
      state_code: 'state',
      stateCode: 'state',
      region: 'state',
      stateOrProvinceCode: 'state',
      name: 'personName',
      firstName: 'personName',
      last_name: 'personName',
      attention: 'personName',
      company_name: 'company',
      phone: 'phoneNumber',
      phone_no: 'phoneNumber',
      emailAddress: 'email',
      city_locality: 'city',
      town: 'city',
    }).map(([other, ours]) => [address({ [other]: 'x' }), `/shipping/address/${other}`, ours] as const),
    ...Object.entries({
      line_items: 'items',
      lineItems: 'items',
      order_items: 'items',
      products: 'items',
      external_id: 'orderId',
      externalId: 'orderId',
      order_number: 'orderId',
      orderReferenceId: 'orderId',
      number: 'orderId',
      recipient: 'shipping.address',
      shipTo: 'shipping.address',
      ship_to: 'shipping.address',
      shippingAddress: 'shipping.address',
      address_to: 'shipping.address',
      to_address: 'shipping.address',
      currency: 'unitPriceCurrency',
      shipping_method: 'shipping.carrierId',
      email: 'shipping.address.email',
      zip: 'shipping.address.postalCode',
    }).map(([other, ours]) => [{ ...order(), [other]: 'x' }, `/${other}`, ours] as const),
    ...Object.entries({
      qty: 'quantity',
      price: 'unitPrice',
      retail_price: 'unitPrice',
      retailPrice: 'unitPrice',
      ean: 'existingProduct.ean13',
      gtin: 'existingProduct.ean13',
      barcode: 'existingProduct.ean13',
      variant_id: 'existingProduct.ean13',
      sku: 'existingProduct.ean13 or customProduct.sku',
      files: 'customProduct.prints',
      print_areas: 'customProduct.prints',
      external_id: 'id',
    }).map(([other, ours]) => [ofItem({ [other]: 'x' }), `/items/0/${other}`, ours] as const),
    ...Object.entries({
      imageUrl: 'dataUrl',
      image: 'dataUrl',
      url: 'dataUrl',
      src: 'dataUrl',
      placement: 'location',
      position: 'location',
      technique: 'technology',
    }).map(([other, ours]) => [print({ [other]: 'x' }), `/items/0/customProduct/prints/0/${other}`, ours] as const),
    [order({ shipping: { first_name: 'x' } as never }), '/shipping/first_name', 'address.personName'],
    [order({ shipping: { address: ADDRESS, service: 'x' } as never }), '/shipping/service', 'carrierId'],
  ] as const) {
    const messages = await messagesOf(body);
    assert.ok(
      messages.some((one) => one.startsWith(`${pointer}: `) && one.endsWith(`Did you mean "${ours}"?`)),
      messages.join('\n'),
    );
  }
  const { json } = await customer.get('/v1/orders?created_at_min=2026-01-01T00:00:00Z&per_page=5&offset=20');
  assert.deepEqual(
    json.violations.map(({ message }: Violation) => /Did you mean "(\w+)"/.exec(message)?.[1]),
    ['createdFrom', 'limit', 'page'],
  );
});

test('values of other systems are answered with ours', async () => {
  for (const [country, ours] of [
    ['ES-IC', 'IC'],
    ['ES-CN', 'IC'],
    ['GB-NIR', 'XI'],
    ['ES-ML', 'EA'],
    ['US-CA', 'US'],
    ['GB-ENG', 'GB'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['DEU', 'DE'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['276', 'DE'],
  ] as const) {
    const messages = await messagesOf(order({ shipping: { address: { ...ADDRESS, country } } }));
    assert.ok(
      messages.some((one) => one.startsWith('/shipping/address/country') && one.includes(`Did you mean "${ours}"`)),
      `${country}: ${messages}`,
    );
  }
  for (const [status, ours] of [
    ['shipped', 'SHIPPED'],
    ['Cancelled', 'CANCELLED'],
    ['canceled', 'CANCELLED'],
    ['fulfilled', 'SHIPPED'],
    ['unfulfilled', 'NEW'],
    ['processing', 'ACCEPTED'],
  ] as const) {
    const { json } = await customer.get(`/v1/orders?status=${status}`);
    assert.match(
      json.violations[0].message,
      new RegExp(`^"status" must be one of NEW, .*\\. Did you mean "${ours}"\\?$`),
      status,
    );
  }
  assert.match((await messagesOf(order({ unitPriceCurrency: 'eur' }))).join(), /Did you mean "EUR"/);
});

test('several orders, or a wrapped one, are answered with one order for each request', async () => {
  for (const body of [[order()], { orders: [order()] }, { order: order() }, { data: order() }]) {
    const { status, json } = await customer.post(body);
    assert.equal(status, 400);
    assert.match(json.message, /This request takes one order/);
  }
});

test('the error of a different order under a known orderId says what its status allows', async () => {
  const corrected = order({ items: [item({ quantity: 7 })] });
  for (const [status, simulated, remedy] of [
    ['NEW', undefined, 'PUT /v1/orders/{orderId}'],
    ['ERROR', { situation: 'BROKEN_FILE' }, 'tried again, send this body by PUT /v1/orders/{orderId}'],
    ['ASSIGNED', { status: 'ASSIGNED' }, 'PUT /v1/orders/{orderId}'],
    ['ACCEPTED', { status: 'ACCEPTED' }, 'can change its address, and nothing else'],
    ['SHIPPED', { status: 'SHIPPED' }, 'can no longer be changed'],
    ['CANCELLED', { status: 'CANCELLED' }, 'can no longer be changed'],
  ] as const) {
    const shop = await newCustomer(server, 'sandbox');
    await shop.post(order({ packingSlip: 'https://files.example.com/slip.pdf' }));
    if (simulated) assert.equal((await shop.simulate('SHOP-1', simulated)).json.status, status);
    const refused = await shop.post(corrected);
    assert.deepEqual([refused.status, refused.json.error], [409, 'order_already_exists']);
    assert.ok(
      refused.json.message.includes(`in status ${status}. `) && refused.json.message.includes(remedy),
      refused.json.message,
    );
    const put = await shop.put('SHOP-1', corrected);
    assert.equal(put.status, ['NEW', 'ASSIGNED', 'ERROR'].includes(status) ? 200 : 409, status);
  }
});

test('an own label beside a partial address is one conflict', async () => {
  for (const shipping of [
    { shippingLabelUrl: LABEL, address: { personName: 'Ada' } },
    { shippingLabelUrl: LABEL, address: {} },
    { shippingLabelUrl: LABEL, address: { country: 'US' } },
    { shippingLabelUrl: LABEL, returnLabelUrl: LABEL, carrierId: 'nobody', address: { country: 'Nowhere' } },
  ]) {
    const { json } = await customer.post(order({ shipping, items: [{ ...item(), unitPrice: undefined as never }] }));
    assert.deepEqual(
      json.violations.map(({ pointer, code }: Violation) => `${pointer} ${code}`),
      ['/shipping shipping_mode_conflict'],
    );
  }
});

test('a browser gets pages, and programs get JSON', async () => {
  const types = async (path: string, headers: Record<string, string>) => {
    const answer = await raw(path, { headers });
    return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
  };
  for (const [path, ofBrowser, ofProgram] of [
    ['/', '200 text/html', '404 application/json'],
    ['/nothing', '404 text/html', '404 application/json'],
    ['/orders', '404 text/html', '404 application/json'],
    ['/docs/nothing', '404 text/html', '404 application/json'],
    ['/docs/sdk/nothing', '404 text/html', '404 application/json'],
    ['/docs/changelog', '200 text/html', '200 text/html'],
    ['/v1/nothing', '404 application/json', '404 application/json'],
    ['/operator/v1/nothing', '404 application/json', '404 application/json'],
  ] as const) {
    assert.equal(await types(path, HTML), ofBrowser, path);
    assert.equal(await types(path, { accept: '*/*' }), ofProgram, path);
    assert.equal(await types(path, { accept: 'application/json' }), ofProgram, path);
  }
  const page = await (await raw('/orders/%3Cscript%3E', { headers: HTML })).text();
  assert.match(page, /Use \/v1\/orders\/\{orderId\}\./);
  assert.doesNotMatch(page, /<script(?! src="assets\/)/);
  assert.match(await (await raw('/', { headers: HTML })).text(), /href="\.\.\/console\/"/);
});
