import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startTestServer, type TestServer } from '../../test/support/test-server.ts';
import type { Violation } from '../platform/errors/errors.ts';
import { type Customer, newCustomer } from './test-support/customer.ts';
import { ADDRESS, customItem, EAN, item, LABEL, order } from './test-support/sample-orders.ts';

let server: TestServer;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
});
after(() => server.close());

const places = ({ json }: Answer): string[] =>
  json.violations.map(({ pointer, code }: Violation) => `${pointer} ${code}`);
const withItem = (changes: object) => ({ ...order(), items: [{ ...item(), ...changes }] });
const withAddress = (changes: object) => ({ ...order(), shipping: { address: { ...ADDRESS, ...changes } } });

const REFUSED: readonly (readonly [what: string, body: unknown, ...places: string[]])[] = [
  // Shapes
  ['an array', [], ' wrong_type'],
  ['null', null, ' wrong_type'],
  ['a string', '"order"', ' wrong_type'],
  ['a number', 7, ' wrong_type'],
  ['an empty object', {}, '/orderId required', '/items required', '/shipping required', '/unitPriceCurrency required'],
  [
    'nulls, which count as absent',
    { orderId: null, items: null, shipping: null, unitPriceCurrency: null },
    '/orderId required',
    '/items required',
    '/shipping required',
    '/unitPriceCurrency required',
  ],
  ['no items', order({ items: [] }), '/items too_few_items'],
  [
    'items that are none',
    { ...order(), items: [null, 'item', [item()]] },
    '/items/0 wrong_type',
    '/items/1 wrong_type',
    '/items/2 wrong_type',
  ],
  ['parts of the wrong shape', { ...order(), shipping: [], items: {} }, '/items wrong_type', '/shipping wrong_type'],

  // Types are never coerced
  ['a quantity in quotes', withItem({ quantity: '2' }), '/items/0/quantity wrong_type'],
  ['a quantity that is no whole number', withItem({ quantity: 1.5 }), '/items/0/quantity wrong_type'],
  ['a quantity of true', withItem({ quantity: true }), '/items/0/quantity wrong_type'],
  ['a quantity in a list', withItem({ quantity: [2] }), '/items/0/quantity wrong_type'],
  ['a quantity of null', withItem({ quantity: null }), '/items/0/quantity required'],
  ['a price in quotes', withItem({ unitPrice: '9.90' }), '/items/0/unitPrice wrong_type'],
  [
    'an EAN-13 that is a number',
    withItem({ existingProduct: { ean13: 4006381333931 } }),
    '/items/0/existingProduct/ean13 wrong_type',
  ],
  ['an item id that is a number', withItem({ id: 1 }), '/items/0/id wrong_type'],
  ['a postal code that is a number', withAddress({ postalCode: 10115 }), '/shipping/address/postalCode wrong_type'],
  ['a currency in a list', order({ unitPriceCurrency: ['EUR'] as never }), '/unitPriceCurrency wrong_type'],
  ['a packing slip that is an object', order({ packingSlip: {} as never }), '/packingSlip wrong_type'],

  // Bounds
  ['a quantity of 0', withItem({ quantity: 0 }), '/items/0/quantity too_small'],
  ['a negative quantity', withItem({ quantity: -1 }), '/items/0/quantity too_small'],
  ['a quantity of 100,001', withItem({ quantity: 100_001 }), '/items/0/quantity too_large'],
  ['a negative price', withItem({ unitPrice: -0.01 }), '/items/0/unitPrice too_small'],
  ['a price above a thousand million', withItem({ unitPrice: 1_000_000_001 }), '/items/0/unitPrice too_large'],
  [
    'a price beyond numbers',
    JSON.stringify(withItem({ unitPrice: 7 })).replace('"unitPrice":7', '"unitPrice":1e999'),
    '/items/0/unitPrice wrong_type',
  ],
  ['an empty item id', withItem({ id: '' }), '/items/0/id too_short'],
  ['an item id of 65 characters', withItem({ id: 'x'.repeat(65) }), '/items/0/id too_long'],
  ['a street of 201 characters', withAddress({ street: 'ä'.repeat(201) }), '/shipping/address/street too_long'],
  [
    'a street with a control character',
    withAddress({ street: 'a\u0000b' }),
    '/shipping/address/street invalid_characters',
  ],
  ['a street with half a character', withAddress({ street: 'a\ud83e' }), '/shipping/address/street invalid_characters'],
  [
    'a URL of 2,049 characters',
    order({ packingSlip: `${LABEL}?${'x'.repeat(2_049 - LABEL.length - 1)}` }),
    '/packingSlip too_long',
  ],
  [
    '51 prints',
    { ...order(), items: [customItem({ prints: Array(51).fill(customItem().customProduct!.prints![0]) })] },
    '/items/0/customProduct/prints too_many_items',
  ],
  ['501 items', order({ items: Array(501).fill(item()) }), '/items too_many_items'],
  ['10,000 items', order({ items: Array(10_000).fill(item()) }), '/items too_many_items'],

  // Unknown properties
  ['an unknown property', { ...order(), wrapping: true }, '/wrapping unknown_property'],
  ['an unknown property with slashes', { ...order(), 'a/b~c': 1 }, '/a~1b~0c unknown_property'],
  [
    'a property named __proto__',
    JSON.stringify(order()).replace('{', '{"__proto__":{"a":1},'),
    '/__proto__ unknown_property',
  ],
  ['a property named constructor', { ...order(), constructor: 1 }, '/constructor unknown_property'],
  [
    'what only answers carry, where answers do not carry it',
    withItem({ status: 'NEW' }),
    '/items/0/status unknown_property',
  ],

  // Schema and rules at once
  [
    'faults of every kind',
    {
      orderId: '',
      items: [
        { quantity: '2', existingProduct: { ean13: 'nobody' }, customProduct: {} },
        { quantity: 1, unitPrice: 'free', customProduct: { sku: 'nobody', prints: [{ location: 7 }] } },
      ],
      shipping: { address: { ...ADDRESS, country: 'US', zip: '1' }, shippingLabelUrl: LABEL },
      packingSlip: 'x.gif',
      colour: 'red',
    },
    '/colour unknown_property',
    '/items/0 exactly_one_product',
    '/items/0/customProduct print_or_customization_required',
    '/items/0/customProduct/sku required',
    '/items/0/existingProduct/ean13 unknown_product_variant',
    '/items/0/quantity wrong_type',
    '/items/1/customProduct/prints/0/dataUrl required',
    '/items/1/customProduct/prints/0/location wrong_type',
    '/items/1/customProduct/prints/0/technology required',
    '/items/1/customProduct/sku unknown_article_variant',
    '/items/1/unitPrice wrong_type',
    '/orderId too_short',
    '/packingSlip invalid_url',
    '/shipping shipping_mode_conflict',
    '/shipping/address/zip unknown_property',
  ],
];

for (const [what, body, ...expected] of REFUSED) {
  test(`refused: ${what}`, async () => {
    const answer = await customer.post(body);
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request']);
    assert.deepEqual(places(answer).sort(), expected.toSorted());
    for (const { message } of answer.json.violations) assert.ok(answer.json.detail.includes(message));
    assert.ok(answer.json.message.startsWith(answer.json.violations[0].message));
  });
}

const ACCEPTED: readonly (readonly [what: string, body: object])[] = [
  ['500 items', order({ items: Array(500).fill(item()) })],
  ['a quantity of 1', withItem({ quantity: 1 })],
  ['a quantity of 100,000', withItem({ quantity: 100_000 })],
  ['a price of 0', withItem({ unitPrice: 0 })],
  ['a price of a thousand million', withItem({ unitPrice: 1_000_000_000 })],
  ['an item id of 64 characters', withItem({ id: '🦊'.repeat(64) })],
  ['a street of 200 characters in any script', withAddress({ street: `${'語'.repeat(199)}🦊` })],
  ['a URL of 2,048 characters', order({ packingSlip: `${LABEL}?${'x'.repeat(2_048 - LABEL.length - 1)}` })],
  [
    '50 prints',
    { ...order(), items: [customItem({ prints: Array(50).fill(customItem().customProduct!.prints![0]) })] },
  ],
  ['null for what is optional', { ...withItem({ id: null, customProduct: null }), packingSlip: null, gift: null }],
  [
    'what only answers carry, of any type',
    {
      ...order({ items: [item({ existingProduct: { ean13: EAN, name: ['x'] } as never })] }),
      status: 7,
      created: null,
      updated: {},
      shipping: { address: ADDRESS, trackingNumber: 1, trackingCarrier: [], trackingUrl: 'javascript:' },
    },
  ],
];

for (const [index, [what, body]] of ACCEPTED.entries()) {
  test(`accepted: ${what}`, async () => {
    const orderId = `ACCEPTED-${index}`;
    const { status, text } = await customer.post({ ...body, orderId });
    assert.equal(status, 200, text);
    assert.equal((await customer.read(orderId)).text, text);
  });
}

const NEAREST: readonly (readonly [body: object, pointer: string, nearest: string])[] = [
  [{ ...order(), orderID: 'x' }, '/orderID', 'orderId'],
  [{ ...order(), item: [] }, '/item', 'items'],
  [{ ...order(), packingslip: LABEL }, '/packingslip', 'packingSlip'],
  [withItem({ quantitiy: 2 }), '/items/0/quantitiy', 'quantity'],
  [withItem({ existingProduct: { ean13: EAN, ean: EAN } }), '/items/0/existingProduct/ean', 'ean13'],
  [withAddress({ postcode: '10115' }), '/shipping/address/postcode', 'postalCode'],
  [withAddress({ adressLine2: 'x' }), '/shipping/address/adressLine2', 'addressLine2'],
];

for (const [body, pointer, nearest] of NEAREST) {
  test(`${pointer} is answered with the name that was meant`, async () => {
    const { json } = await customer.post(body);
    const [violation] = json.violations;
    assert.deepEqual([violation.pointer, violation.code], [pointer, 'unknown_property']);
    assert.match(violation.message, new RegExp(`Did you mean "${nearest}"`));
    assert.ok(violation.allowed.includes(nearest));
  });
}

test('an unknown query parameter is refused together with the violations of the body', async () => {
  const alone = await customer.post(order({ orderId: 'QUERY' }), '?dryRun=1');
  assert.deepEqual([alone.status, places(alone)], [400, ['dryRun unknown_parameter']]);
  const both = await customer.post({ ...order(), orderId: 7, packingSlip: 'x' }, '?dryRun=1&a=b');
  assert.deepEqual(places(both).sort(), [
    '/orderId wrong_type',
    '/packingSlip invalid_url',
    'a unknown_parameter',
    'dryRun unknown_parameter',
  ]);
  const rules = await customer.post(order({ packingSlip: 'x' }), '?dryRun=1');
  assert.deepEqual(places(rules).sort(), ['/packingSlip invalid_url', 'dryRun unknown_parameter']);
  assert.equal((await customer.read('QUERY')).status, 404);
});

test('an invalid query parameter is refused with the allowed values', async () => {
  const [violation] = (await customer.get('/v1/orders?status=NEWER')).json.violations;
  assert.deepEqual(violation.allowed, ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR']);
});

test('an order names at most 200 different URLs, at any number of places', async () => {
  const printed = (url: (place: number) => string) =>
    Array.from({ length: 5 }, (_, index) =>
      customItem({
        prints: Array.from({ length: 50 }, (_, place) => ({
          dataUrl: url(index * 50 + place),
          location: 'FRONT',
          technology: 'DTG',
        })),
      }),
    );
  const same = order({ orderId: 'SAME', items: printed(() => 'https://files.example.com/1.png') });
  assert.equal((await customer.post(same)).status, 200);
  const distinct = (count: number) => printed((place) => `https://files.example.com/${Math.min(place, count - 1)}.png`);
  assert.equal((await customer.post(order({ orderId: 'MANY', items: distinct(200) }))).status, 200);
  const refused = [
    await customer.post(order({ orderId: 'TOO MANY', items: distinct(201) })),
    await customer.put('MANY', order({ orderId: 'MANY', items: distinct(201) })),
  ];
  for (const answer of refused) {
    assert.equal(answer.status, 400);
    assert.deepEqual(places(answer), ['/items/4/customProduct/prints/0/dataUrl too_many_files']);
    assert.match(answer.json.message, /at most 200 different URLs/);
  }
  const label = { ...order({ items: distinct(200) }), shipping: { shippingLabelUrl: LABEL } };
  assert.deepEqual(places(await customer.post(label)), ['/items/3/customProduct/prints/49/dataUrl too_many_files']);
});

test('at most 100 violations are listed', async () => {
  const answer = await customer.post(order({ items: Array(500).fill({ quantity: 0 }) }));
  assert.equal(answer.json.violations.length, 100);
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, 1]));
  assert.equal((await customer.post(unknown)).json.violations.length, 100);
});
