import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { removeAbsent } from '../../platform/http/json-body.ts';
import { requestValidator } from '../../platform/http/violations.ts';
import { ADDRESS, customItem, fullOrder, item, LABEL, order } from '../test-support/sample-orders.ts';
import { hashOrder, newOrder, normaliseOrder, orderSummary } from './order-document.ts';
import { type OrderRequest, OrderRequestSchema } from './order-request-schemas.ts';

const isValid = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });
const STATE = {
  status: 'NEW',
  created: new Date('2026-01-31T12:00:00Z'),
  updated: new Date('2026-02-01T00:00:00.5Z'),
} as const;

/** Returns the hash that identifies equal requests: that is the hash of the normalised body. */
function hashOf(request: unknown): string {
  const body = removeAbsent(OrderRequestSchema, JSON.parse(JSON.stringify(request)));
  assert.equal(isValid(body), true, 'the schema accepts it');
  return hashOrder(normaliseOrder(body as OrderRequest)).toString('hex');
}

function answerOf(request: OrderRequest) {
  return JSON.parse(JSON.stringify(newOrder(normaliseOrder(request), STATE, () => 'Logo Tee Black M')));
}

const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...'aZ09 äß語🦊"\\/'), minLength, maxLength });
const code = text(12, 1);
const optional = { requiredKeys: [] };
const url = fc.constantFrom(LABEL, 'http://b.example/x', '');
const decoration = { location: code, technology: code };
const anyItem = fc.record(
  {
    id: code,
    quantity: fc.integer({ min: 1, max: 100_000 }),
    unitPrice: fc.double({ min: 0, max: 1_000_000_000, noNaN: true }),
    existingProduct: fc.record({ ean13: code }),
    customProduct: fc.record(
      {
        sku: code,
        prints: fc.array(
          fc.record(
            { dataUrl: url, ...decoration, qualityControlImageUrl: url },
            { requiredKeys: ['dataUrl', 'location', 'technology'] },
          ),
          { maxLength: 3 },
        ),
        customizations: fc.array(fc.record({ sku: code, ...decoration }), { maxLength: 3 }),
        qualityControlImageUrl: url,
      },
      { requiredKeys: ['sku'] },
    ),
  },
  { requiredKeys: ['quantity'] },
);
const anyOrder = fc.record(
  {
    orderId: code,
    items: fc.uniqueArray(anyItem, {
      minLength: 1,
      maxLength: 5,
      // Items without an id are all different.
      selector: ({ id }) => id ?? Symbol(),
    }),
    shipping: fc.record(
      {
        address: fc.record(
          Object.fromEntries(
            Object.keys(fullOrder().shipping.address!).map((name) => [
              name,
              name === 'country' ? fc.constantFrom('de', 'DE', 'Uk', 'xi') : text(10),
            ]),
          ),
          optional,
        ),
        carrierId: code,
        shippingLabelUrl: url,
        returnLabelUrl: url,
      },
      optional,
    ),
    packingSlip: url,
    unitPriceCurrency: fc.constantFrom('EUR', 'JPY'),
  },
  { requiredKeys: ['orderId', 'items', 'shipping'] },
) as unknown as fc.Arbitrary<OrderRequest>;

test('an order that was read and sent again is the same order', () => {
  fc.assert(
    fc.property(anyOrder, (request) => {
      const answered = answerOf(request);
      assert.equal(hashOf(answered), hashOf(request));
      assert.deepEqual({ ...answerOf(removeAbsent(OrderRequestSchema, answered) as OrderRequest) }, answered);
    }),
  );
});

test('the order of properties, nulls and fields of answers do not matter', () => {
  const reworded = (value: unknown, change: (object: object) => object): unknown => {
    if (Array.isArray(value)) return value.map((element) => reworded(element, change));
    if (Object(value) !== value) return value;
    const entries = Object.entries(value as object).map(([name, child]) => [name, reworded(child, change)]);
    return change(Object.fromEntries(entries));
  };
  const reversed = (object: object) => Object.fromEntries(Object.entries(object).reverse());
  const answered = {
    status: 'SHIPPED',
    created: 7,
    updated: [],
    shipping: { trackingNumber: '1', trackingUrl: {} },
  };
  fc.assert(
    fc.property(anyOrder, (request) => {
      const hash = hashOf(request);
      assert.equal(hashOf(reworded(request, reversed)), hash);
      assert.equal(hashOf(reworded(request, (object) => ({ sku: null, items: null, ...object }))), hash);
      assert.equal(hashOf({ ...request, ...answered, shipping: { ...request.shipping, ...answered.shipping } }), hash);
    }),
  );
});

const SAME: readonly (readonly [what: string, one: unknown, other: unknown])[] = [
  ['a country in another case', order(), order({ shipping: { address: { ...ADDRESS, country: 'dE' } } })],
  ['an empty line and none', order(), order({ shipping: { address: { ...ADDRESS, addressLine2: '', state: '' } } })],
  [
    'the ids that the server would give',
    order({ items: [item(), item()] }),
    order({ items: [item({ id: '1' }), item({ id: '2' })] }),
  ],
  ['an empty list and none', order({ items: [customItem()] }), order({ items: [customItem({ customizations: [] })] })],
  ['a price with and without zeros', order(), order({ items: [item({ unitPrice: JSON.parse('24.90') })] })],
  [
    'a name that only answers carry',
    order(),
    order({ items: [item({ existingProduct: { ...item().existingProduct!, name: 'x' } as never })] }),
  ],
];

for (const [what, one, other] of SAME) {
  test(`The same order: ${what}`, () => assert.equal(hashOf(one), hashOf(other)));
}

const DIFFERENT: readonly OrderRequest[] = [
  order({ items: [item({ quantity: 3 })] }),
  order({ items: [item({ unitPrice: 24.91 })] }),
  { ...order({ items: [{ ...item(), unitPrice: undefined }] as never }) },
  order({ items: [item(), item()] }),
  order({ items: [item({ id: '2' })] }),
  order({ items: [item({ existingProduct: { ean13: '2' } })] }),
  order({ unitPriceCurrency: 'USD' }),
  order({ orderId: 'shop-1' }),
  order({ packingSlip: LABEL }),
  order({ shipping: { address: ADDRESS, carrierId: 'dhl-paket' } }),
  order({ shipping: { address: { ...ADDRESS, street: 'Musterstrasse 1' } } }),
  order({ shipping: { shippingLabelUrl: LABEL } }),
];

test('orders that differ in a field of the request are different', () => {
  const hashes = new Set([order(), ...DIFFERENT].map(hashOf));
  assert.equal(hashes.size, DIFFERENT.length + 1);
});

test('a different sequence of items is a different order', () => {
  const [one, other] = [item({ quantity: 1 }), item({ quantity: 2 })];
  assert.notEqual(hashOf(order({ items: [one, other] })), hashOf(order({ items: [other, one] })));
});

const IDS: readonly (readonly [given: (string | undefined)[], answered: string[]])[] = [
  [
    [undefined, undefined, undefined],
    ['1', '2', '3'],
  ],
  [
    ['a', undefined, 'b', undefined],
    ['a', '2', 'b', '4'],
  ],
  [
    [undefined, '1'],
    ['2', '1'],
  ],
  [
    [undefined, undefined, '1', '2'],
    ['3', '4', '1', '2'],
  ],
  [
    ['2', undefined],
    ['2', '3'],
  ],
  [
    ['01', undefined],
    ['01', '2'],
  ],
];

for (const [given, answered] of IDS) {
  test(`Items with the ids ${JSON.stringify(given)} are answered with ${JSON.stringify(answered)}`, () => {
    const { items } = answerOf(order({ items: given.map((id) => ({ ...item(), ...(id && { id }) })) }));
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      answered,
    );
  });
}

test('an order with every field is returned with every field', () => {
  const { items, shipping, ...rest } = fullOrder();
  const [first, second] = items;
  assert.deepEqual(answerOf(fullOrder()), {
    ...rest,
    status: 'NEW',
    items: [{ ...first, existingProduct: { ...first!.existingProduct, name: 'Logo Tee Black M' } }, second],
    shipping,
    created: '2026-01-31T12:00:00.000Z',
    updated: '2026-02-01T00:00:00.500Z',
  });
});

test('an order with few fields is returned without the others', () => {
  const { shipping } = answerOf(order({ shipping: { shippingLabelUrl: LABEL } }));
  assert.deepEqual(shipping, { shippingLabelUrl: LABEL });
  const answered = answerOf({
    orderId: 'A',
    items: [{ quantity: 1, existingProduct: { ean13: '1' } }],
    shipping: {},
  });
  assert.deepEqual(Object.keys(answered), ['orderId', 'status', 'items', 'shipping', 'created', 'updated']);
  assert.deepEqual(Object.keys(answered.items[0]), ['id', 'quantity', 'existingProduct']);
});

test("A list's element has orderId, status, created and updated", () => {
  assert.deepEqual(JSON.parse(orderSummary('A"1', STATE)), {
    orderId: 'A"1',
    status: 'NEW',
    created: '2026-01-31T12:00:00.000Z',
    updated: '2026-02-01T00:00:00.500Z',
  });
});
