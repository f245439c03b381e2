import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ADDRESS,
  ARTWORK,
  BLANK,
  CATALOG,
  customItem,
  EAN,
  fullOrder,
  item,
  LABEL,
  LIMITS,
  NECK_LABEL,
  order,
} from '../test-support/sample-orders.ts';
import { orderReferences, orderViolations } from './order-rules.ts';

type Told = readonly [pointer: string, code: string, allowed?: readonly string[]];

/** Pointers and codes of all violations, with the allowed values if listed. */
function told(body: unknown): Told[] {
  return orderViolations(body, CATALOG, LIMITS).map(({ pointer, code, allowed }) =>
    allowed ? [pointer, code, allowed] : [pointer, code],
  );
}

const price = (unitPrice: number | undefined, currency: string | undefined = 'EUR') => ({
  ...order({ items: [{ ...item(), unitPrice }] as never }),
  unitPriceCurrency: currency,
});
const to = (country: string, postalCode?: string, unitPrice?: number) => ({
  ...order({ items: [{ ...item(), unitPrice }] as never }),
  shipping: { address: { ...ADDRESS, state: 'X', country, ...(postalCode !== undefined && { postalCode }) } },
});
const shipped = (shipping: object, rest: object = {}) => ({ ...order(), ...rest, shipping });
const CURRENCY_REQUIRED: Told = ['/unitPriceCurrency', 'required'];
const PRICE_REQUIRED: Told = ['/items/0/unitPrice', 'unit_price_required'];
const CONFLICT: Told = ['/shipping', 'shipping_mode_conflict'];

const CASES: readonly (readonly [what: string, body: unknown, ...violations: Told[]])[] = [
  ['an order within the EU zone', order()],
  ['an order with every field', fullOrder()],

  // orderId
  ['the orderId "..."', order({ orderId: '...' })],
  ['the orderId ".", which no URL path can hold', order({ orderId: '.' }), ['/orderId', 'invalid_order_id']],
  ['the orderId ".."', order({ orderId: '..' }), ['/orderId', 'invalid_order_id']],

  // Items
  ['items with ids of their own', order({ items: [item({ id: 'a' }), item({ id: 'A' }), item()] })],
  [
    'each further item with the same id',
    order({ items: [item({ id: 'a' }), item({ id: 'b' }), item({ id: 'a' }), item({ id: 'a' })] }),
    ['/items/2/id', 'duplicate_item_id'],
    ['/items/3/id', 'duplicate_item_id'],
  ],
  [
    'an item with both products',
    order({ items: [{ ...item(), customProduct: fullOrder().items[1]!.customProduct! }] }),
    ['/items/0', 'exactly_one_product', ['existingProduct', 'customProduct']],
  ],
  [
    'an item with neither product',
    order({ items: [{ quantity: 1, unitPrice: 1 }] }),
    ['/items/0', 'exactly_one_product', ['existingProduct', 'customProduct']],
  ],
  [
    "a product variant that is not the client's",
    order({ items: [item(), item({ existingProduct: { ean13: '4006381333948' } })] }),
    ['/items/1/existingProduct/ean13', 'unknown_product_variant'],
  ],
  [
    'an EAN-13 that only looks the same',
    order({ items: [item({ existingProduct: { ean13: ` ${EAN}` } })] }),
    ['/items/0/existingProduct/ean13', 'unknown_product_variant'],
  ],

  // Prices and their currency
  ['no price within the EU zone', price(undefined)],
  ['a price of 0 within the EU zone', price(0)],
  ['two decimals in EUR', price(0.01)],
  ['three decimals in EUR', price(1.005), ['/items/0/unitPrice', 'too_many_decimals']],
  ['a whole price in JPY', price(1500, 'JPY')],
  ['a decimal in JPY', price(1500.5, 'JPY'), ['/items/0/unitPrice', 'too_many_decimals']],
  ['three decimals in KWD', price(1.005, 'KWD')],
  ['four decimals in KWD', price(1.0005, 'KWD'), ['/items/0/unitPrice', 'too_many_decimals']],
  ['a price too small to write out in decimals', price(1e-7), ['/items/0/unitPrice', 'too_many_decimals']],
  ['a lower-case currency', price(1, 'eur'), ['/unitPriceCurrency', 'unknown_currency']],
  ['a test currency', price(1, 'XTS'), ['/unitPriceCurrency', 'unknown_currency']],
  ['the code for no currency', price(1, 'XXX'), ['/unitPriceCurrency', 'unknown_currency']],
  ['a currency that is no more', price(1, 'HRK'), ['/unitPriceCurrency', 'unknown_currency']],
  ['an empty currency', price(1, ''), ['/unitPriceCurrency', 'unknown_currency']],
  [
    'decimals of an unknown currency, told once unless no currency has as many',
    price(1.00001, 'QQQ'),
    ['/items/0/unitPrice', 'too_many_decimals'],
    ['/unitPriceCurrency', 'unknown_currency'],
  ],
  ['no currency without a label, also within the EU', { ...order(), unitPriceCurrency: undefined }, CURRENCY_REQUIRED],
  ['no currency beside an own label', shipped({ shippingLabelUrl: LABEL }, { unitPriceCurrency: undefined })],
  [
    'an unknown currency beside an own label',
    shipped({ shippingLabelUrl: LABEL }, { unitPriceCurrency: 'ZZZ' }),
    ['/unitPriceCurrency', 'unknown_currency'],
  ],
  [
    'no prices beside an own label, since the destination is not known',
    {
      ...order({ items: [{ quantity: 1, existingProduct: { ean13: EAN } }] }),
      shipping: { shippingLabelUrl: LABEL },
    },
  ],

  // The EU zone
  ['a price outside the EU zone', to('CH', '8001', 9.9)],
  ['no price outside the EU zone', to('CH', '8001'), PRICE_REQUIRED],
  ['a price of 0 outside the EU zone', to('CH', '8001', 0), PRICE_REQUIRED],
  ['a price of minus zero outside the EU zone', to('US', '90210', -0), PRICE_REQUIRED],
  ['too many decimals outside the EU zone', to('US', '90210', 0.001), ['/items/0/unitPrice', 'too_many_decimals']],
  [
    'each item without a price outside the EU zone',
    {
      ...to('NO', '0150', 5),
      items: [item({ unitPrice: 5 }), { ...item(), unitPrice: undefined }, item({ unitPrice: 0 })],
    },
    ['/items/1/unitPrice', 'unit_price_required'],
    ['/items/2/unitPrice', 'unit_price_required'],
  ],
  ...(
    [
      ['GB', 'SW1A 1AA'],
      ['uk', 'SW1A 1AA'],
      ['JE', 'JE2 3AB'],
      ['ES', '35001'],
      ['ES', '38 001'],
      ['ES', '51001'],
      ['ES', '52001'],
      ['IC', '35001'],
      ['EA', '51001'],
      ['DE', '27498'],
      ['DE', 'D-78266'],
      ['IT', '23041'],
      ['IT', '23030'],
      ['IT', '22061'],
      ['FI', '22100'],
      ['AX', '22100'],
      ['GR', '63086'],
      ['EL', '630 86'],
      ['FR', '97110'],
      ['RE', '97400'],
      ['FR', '98800'],
      ['FO', '100'],
      ['GL', '3900'],
      ['SM', '47890'],
      ['AD', 'AD500'],
      ['VA', '00120'],
      ['GI', 'GX11 1AA'],
      ['XK', '10000'],
    ] as const
  ).map(
    ([country, postalCode]) =>
      [`no price to ${country} ${postalCode}`, to(country, postalCode), PRICE_REQUIRED] as const,
  ),
  ...(
    [
      ['de', '10115'],
      ['FR', '75001'],
      ['MC', '98000'],
      ['PT', '9000-001'],
      ['PT', '9500-001'],
      ['XI', 'BT1 1AA'],
      ['GB', 'bt11aa'],
      ['ES', '28001'],
      ['IT', '23032'],
      ['FI', '00100'],
      ['EL', '10431'],
      ['IE', 'D02 X285'],
      ['CY', '1010'],
      ['HR', '10000'],
    ] as const
  ).map(([country, postalCode]) => [`no price to ${country} ${postalCode}`, to(country, postalCode)] as const),
  ['an unknown country asks for no price', to('ZZ', '1'), ['/shipping/address/country', 'unknown_country']],

  // Shipping
  ['an own label', shipped({ shippingLabelUrl: LABEL })],
  ['an own label with a return label', shipped({ shippingLabelUrl: LABEL, returnLabelUrl: LABEL })],
  ['an address with a carrier', shipped({ address: ADDRESS, carrierId: 'ups-standard' })],
  ['a label and an address', shipped({ shippingLabelUrl: LABEL, address: ADDRESS }), CONFLICT],
  ['a label and a carrier', shipped({ shippingLabelUrl: LABEL, carrierId: 'dhl-paket' }), CONFLICT],
  ['a return label and an address', shipped({ returnLabelUrl: LABEL, address: ADDRESS }), CONFLICT],
  [
    'a return label and a carrier',
    shipped({ returnLabelUrl: LABEL, carrierId: 'dhl-paket' }, { unitPriceCurrency: undefined }),
    CONFLICT,
    CURRENCY_REQUIRED,
  ],
  [
    'both modes, of which only the URLs are checked',
    shipped({
      shippingLabelUrl: 'label.gif',
      returnLabelUrl: `${LABEL}.gif`,
      address: {},
      carrierId: 'nobody',
    }),
    ['/shipping/shippingLabelUrl', 'invalid_url'],
    ['/shipping/returnLabelUrl', 'unsupported_file_type', ['pdf', 'zpl', 'png']],
    CONFLICT,
  ],
  ['no mode', shipped({}), ['/shipping', 'shipping_mode_missing', ['shippingLabelUrl', 'address']]],
  ['a return label alone', shipped({ returnLabelUrl: LABEL }), ['/shipping/shippingLabelUrl', 'required']],
  ['a carrier alone', shipped({ carrierId: 'dhl-paket' }), ['/shipping/address', 'required']],
  [
    'a carrier without a contract',
    shipped({ address: ADDRESS, carrierId: 'DHL-PAKET' }),
    ['/shipping/carrierId', 'unknown_carrier', ['dhl-paket', 'ups-standard']],
  ],
  ['an address with a company and no person', shipped({ address: { ...ADDRESS, personName: '', company: 'ACME' } })],
  [
    'an address in the US without state and postal code',
    shipped({ address: { personName: 'A', street: '1 Main St', city: 'Reno', country: 'us' } }),
    ['/shipping/address/postalCode', 'required'],
    ['/shipping/address/state', 'required'],
  ],
  ['an address in Hong Kong without postal code', to('HK', '', 10)],

  // Files
  ...['pdf', 'png', 'PDF'].map(
    (type) => [`a packing slip of type ${type}`, order({ packingSlip: `https://a.example/s.${type}` })] as const,
  ),
  ['a packing slip without extension', order({ packingSlip: 'https://a.example/s?signature=x.gif' })],
  [
    'a packing slip of type zpl',
    order({ packingSlip: 'https://a.example/s.zpl' }),
    ['/packingSlip', 'unsupported_file_type', ['png', 'pdf']],
  ],
  ['a packing slip that is no URL', order({ packingSlip: 'slip.pdf' }), ['/packingSlip', 'invalid_url']],
  ['an empty packing slip', order({ packingSlip: '' }), ['/packingSlip', 'invalid_url']],
  [
    'a packing slip with a password',
    order({ packingSlip: 'https://a:b@a.example/s.pdf' }),
    ['/packingSlip', 'invalid_url'],
  ],
  ...['zpl', 'pdf', 'png'].map(
    (type) => [`a label of type ${type}`, shipped({ shippingLabelUrl: `http://a.example/l.${type}` })] as const,
  ),
];

for (const [what, body, ...violations] of CASES) {
  test(`${violations.length === 0 ? 'Accepted' : 'Refused'}: ${what}`, () => assert.deepEqual(told(body), violations));
}

test('all violations of an order are returned at once, in the order of the body', () => {
  const body = {
    orderId: '..',
    items: [{ quantity: 1 }, item({ existingProduct: { ean13: 'nobody' }, unitPrice: 0.001 })],
    shipping: { address: { country: 'US' }, carrierId: 'nobody' },
    packingSlip: 'x',
  };
  assert.deepEqual(
    told(body).map(([pointer, code]) => `${pointer} ${code}`),
    [
      '/orderId invalid_order_id',
      '/items/0/unitPrice unit_price_required',
      '/items/0 exactly_one_product',
      '/items/1/existingProduct/ean13 unknown_product_variant',
      '/shipping/address/personName required',
      '/shipping/address/street required',
      '/shipping/address/city required',
      '/shipping/address/postalCode required',
      '/shipping/address/state required',
      '/shipping/carrierId unknown_carrier',
      '/packingSlip invalid_url',
      '/unitPriceCurrency required',
    ],
  );
});

test('the rules skip values of a wrong type, which the schema reports', () => {
  for (const body of [null, [], 'order', 7, undefined]) assert.deepEqual(told(body), []);
  assert.deepEqual(told({ ...order(), items: [null, 'item', [], 7], packingSlip: 7, unitPriceCurrency: 7 }), []);
  assert.deepEqual(told({ ...order(), items: 'items', shipping: 'shipping' }), []);
});

test('only well-formed references are looked up in the catalogue', () => {
  const { ean13s, skus, carrier } = orderReferences({
    items: [
      { existingProduct: { ean13: EAN } },
      { existingProduct: { ean13: 'a\0' } },
      { existingProduct: { ean13: '\ud800' } },
      { existingProduct: { ean13: '9'.repeat(129) } },
      { customProduct: { sku: '', customizations: [{ sku: 'C' }, { sku: 7 }, null] } },
      ...Array(600).fill({ customProduct: { sku: 'B' } }),
      { customProduct: { sku: 'beyond the items that are judged' } },
    ],
    shipping: { carrierId: 'x' },
  });
  assert.deepEqual([[...ean13s], [...skus], carrier], [[EAN], ['C', 'B'], true]);
});

test('no item is checked after the highest number of violations', () => {
  const items = Array.from({ length: 500 }, () => item({ existingProduct: { ean13: 'none' } }));
  assert.equal(orderViolations(order({ items }), CATALOG, LIMITS).length, 100);
  assert.equal(orderViolations(order({ items }), CATALOG, { ...LIMITS, violationsMax: 1 }).length, 1);
});

test('the message of an unknown EAN-13 names its fault, and the message of an unknown SKU the nearest one', () => {
  const [blank, neck] = [customItem(), customItem({ prints: undefined as never })];
  neck.customProduct!.customizations = [{ sku: `${NECK_LABEL}S`, location: 'NECK', technology: 'DTF' }];
  for (const [wrong, message] of [
    [item({ existingProduct: { ean13: '4006381333939' } }), /wrong: after 400638133393 it is 1/],
    [item({ existingProduct: { ean13: '400638133393' } }), /has 13 digits, and this one has 12\./],
    [item({ existingProduct: { ean13: 'ST-CREATOR' } }), /An EAN-13 is 13 digits\./],
    [item({ existingProduct: { ean13: '4006381333948' } }), /assigned to you\. See GET/],
    [{ ...blank, customProduct: { ...blank.customProduct!, sku: BLANK.toLowerCase() } }, `Did you mean "${BLANK}"?`],
    [neck, `Did you mean "${NECK_LABEL}"?`],
    [customItem({ sku: 'TOTALLY-OTHER-THING' }), /with this SKU\. See GET/],
    [customItem({ prints: [{ dataUrl: ARTWORK, location: 'FRONT', technology: 'UV' }] }), / Use DTG or DTF\.$/],
    [
      customItem({ prints: [{ dataUrl: ARTWORK, location: 'HOOD', technology: 'UV' }] }),
      / Use FRONT, NECK, or BACK\.$/,
    ],
  ] as const) {
    const told = orderViolations(order({ items: [wrong] }), CATALOG, LIMITS).map((one) => one.message);
    assert.equal(told.length, 1, String(told));
    assert.ok(typeof message === 'string' ? told[0]!.includes(message) : message.test(told[0]!), told[0]!);
  }
});
