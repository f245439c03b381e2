import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogJson } from './catalog-rules.ts';

test('every fault of every record is named at once, with its place and its rule', () => {
  const faults = faultsOf({
    articles: [
      { manufacturerCode: 'A', title: 'Tee', type: 'PLANK', variants: [{ sku: 'S' }] },
      { manufacturerCode: 'A', title: '', type: 'BLANK', variants: 'none' },
    ],
    products: [{ productId: 7, name: 'x'.repeat(201), variants: [{ ...variant, stockLevelQuantity: '40' }] }],
    carriers: [{ carrierId: 'bell\u0007', name: '\ud800' }, 'dhl', null],
  });
  assert.deepEqual(faults, [
    '/articles/0/type not_allowed',
    '/articles/0/variants/0/color required',
    '/articles/0/variants/0/size required',
    '/articles/0/variants/0/stockLevelQuantity required',
    '/articles/1/manufacturerCode duplicate',
    '/articles/1/title too_short',
    '/articles/1/variants wrong_type',
    '/carriers/0/carrierId invalid_characters',
    '/carriers/0/name invalid_characters',
    '/carriers/1 wrong_type',
    '/carriers/2 wrong_type',
    '/products/0/name too_long',
    '/products/0/productId wrong_type',
    '/products/0/variants/0/stockLevelQuantity wrong_type',
  ]);
});

test('a value that is not a catalogue causes one fault', () => {
  for (const value of [null, [], 'catalogue', 1]) assert.deepEqual(faultsOf(value), [' wrong_type']);
  assert.deepEqual(faultsOf({}), [' required']);
  assert.deepEqual(faultsOf({ products: {} }), ['/products wrong_type']);
});

test('an unknown property is named with the nearest known one', () => {
  const { violations } = readCatalogJson({
    product: [],
    carriers: [{ carrierId: 'dhl', name: 'DHL', 'a/b~c': 1, defualt: true }],
  });
  assert.deepEqual(
    violations.map(({ pointer, message }) => [pointer, message]),
    [
      ['/carriers/0/a~1b~0c', 'There is no property "a/b~c" here. Known: carrierId, name, default.'],
      ['/carriers/0/defualt', 'There is no property "defualt" here. Did you mean "default"?'],
      ['/product', 'There is no property "product" here. Did you mean "products"?'],
    ],
  );
});

test('null counts as absent, and absent lists are empty', () => {
  const { file, violations } = readCatalogJson({
    articles: [
      {
        manufacturerCode: 'A',
        title: 'Tee',
        type: 'BLANK',
        variants: [{ sku: 'S', color: 'Black', size: 'M', stockLevelQuantity: 0, dtgType: null }],
      },
    ],
    products: null,
  });
  assert.deepEqual(violations, []);
  assert.deepEqual(file.articles[0]!.variants, [
    {
      sku: 'S',
      color: 'Black',
      size: 'M',
      stockLevelQuantity: 0,
      allowedLocations: [],
      isAllowedOnLocations: [],
    },
  ]);
  assert.deepEqual(file.products, []);
});

test('an identifier may stand only once, whichever parent it has, and the first place is named', () => {
  const { violations } = readCatalogJson({
    products: [
      { productId: 'P-1', name: 'One', variants: [variant] },
      { productId: 'P-2', name: 'Two', variants: [variant] },
    ],
  });
  assert.deepEqual(violations, [
    {
      pointer: '/products/1/variants/0/ean13',
      code: 'duplicate',
      message: '"ean13" must be unique; /products/0/variants/0/ean13 has the same.',
    },
  ]);
});

test('an EAN has 8 to 14 digits, and its check digit is not judged', () => {
  const eans = {
    '4006381333930': true,
    '12345678': true,
    '12345678901234': true,
    '1234567': false,
    '123456789012345': false,
    '400638133393X': false,
    '4.00638E+12': false,
  };
  for (const [ean13, good] of Object.entries(eans)) {
    const faults = faultsOf({ products: [{ productId: 'P', name: 'P', variants: [{ ...variant, ean13 }] }] });
    assert.deepEqual(faults, good ? [] : ['/products/0/variants/0/ean13 invalid'], ean13);
  }
});

test('stock is a whole number from 0 to 2,000,000,000', () => {
  const stocks: [unknown, string?][] = [
    [0],
    [2_000_000_000],
    [-1, 'too_small'],
    [2_000_000_001, 'too_large'],
    [1.5, 'wrong_type'],
    [true, 'wrong_type'],
  ];
  for (const [stockLevelQuantity, code] of stocks) {
    const variants = [{ ...variant, stockLevelQuantity }];
    const faults = faultsOf({ products: [{ productId: 'P', name: 'P', variants }] });
    assert.deepEqual(faults, code ? [`/products/0/variants/0/stockLevelQuantity ${code}`] : []);
  }
});

test('lengths are counted in characters, not in UTF-16 units', () => {
  assert.deepEqual(faultsOf({ carriers: [{ carrierId: '📦'.repeat(128), name: '📦'.repeat(200) }] }), []);
  assert.deepEqual(faultsOf({ carriers: [{ carrierId: '📦'.repeat(129), name: 'x' }] }), [
    '/carriers/0/carrierId too_long',
  ]);
});

test('a list of locations is for the type that it belongs to', () => {
  const places = [{ location: 'NECK', printTechnologies: ['DTF'] }];
  const article = (type: string, lists: object) => ({
    articles: [
      {
        manufacturerCode: 'A',
        title: 'A',
        type,
        variants: [{ sku: 'S', color: 'Black', size: 'M', stockLevelQuantity: 1, ...lists }],
      },
    ],
  });
  assert.deepEqual(faultsOf(article('BLANK', { allowedLocations: places })), []);
  assert.deepEqual(faultsOf(article('BLANK', {})), []);
  assert.deepEqual(faultsOf(article('CUSTOMIZATION', { isAllowedOnLocations: places })), []);
  for (const type of ['BLANK', 'UNPRODUCIBLE']) {
    assert.deepEqual(faultsOf(article(type, { isAllowedOnLocations: places })), [
      '/articles/0/variants/0/isAllowedOnLocations locations_not_of_type',
    ]);
  }
  assert.deepEqual(faultsOf(article('UNPRODUCIBLE', { allowedLocations: places })), [
    '/articles/0/variants/0/allowedLocations locations_not_of_type',
  ]);
  assert.deepEqual(
    faultsOf(
      article('BLANK', {
        allowedLocations: [
          { location: 'NECK', printTechnologies: [] },
          { location: 'NECK', printTechnologies: ['DTF', 'DTF'] },
          { location: '', technologies: ['DTF'] },
        ],
      }),
    ),
    [
      '/articles/0/variants/0/allowedLocations/0/printTechnologies too_few_items',
      '/articles/0/variants/0/allowedLocations/1/location duplicate',
      '/articles/0/variants/0/allowedLocations/1/printTechnologies/1 duplicate',
      '/articles/0/variants/0/allowedLocations/2/location too_short',
      '/articles/0/variants/0/allowedLocations/2/printTechnologies too_few_items',
      '/articles/0/variants/0/allowedLocations/2/technologies unknown_property',
    ],
  );
});

test('a location of a blank may tell its print area, in millimeters', () => {
  const place = (printArea: unknown) => [{ location: 'NECK', printTechnologies: ['DTF'], printArea }];
  const variant = (lists: object) => ({
    sku: 'S',
    color: 'Black',
    size: 'M',
    stockLevelQuantity: 1,
    ...lists,
  });
  const article = (type: string, lists: object) => ({
    articles: [{ manufacturerCode: 'A', title: 'A', type, variants: [variant(lists)] }],
  });
  const blank = (printArea: unknown) => faultsOf(article('BLANK', { allowedLocations: place(printArea) }));
  const at = '/articles/0/variants/0/allowedLocations/0/printArea';
  assert.deepEqual(blank({ widthMm: 355.6, heightMm: 406.4 }), []);
  assert.deepEqual(blank(null), []);
  assert.deepEqual(blank('356x406'), [`${at} wrong_type`]);
  assert.deepEqual(blank({ widthMm: 0, heightMm: '9', depthMm: 1 }), [
    `${at}/depthMm unknown_property`,
    `${at}/heightMm wrong_type`,
    `${at}/widthMm too_small`,
  ]);
  assert.deepEqual(blank({ widthMm: 100_001 }), [`${at}/heightMm required`, `${at}/widthMm too_large`]);
  const customization = article('CUSTOMIZATION', {
    isAllowedOnLocations: place({ widthMm: 1, heightMm: 1 }),
  });
  assert.deepEqual(faultsOf(customization), [
    '/articles/0/variants/0/isAllowedOnLocations/0/printArea unknown_property',
  ]);
});

test('a preview image is a path below the base URL, or an http(s) URL', () => {
  const addresses = {
    'p-100/front.png': true,
    'Vorderseite ä.png': true,
    'https://cdn.example/p.png?v=1': true,
    'http://cdn.example/p.png': true,
    '../secret.png': false,
    'a/../../b.png': false,
    'a/%2E%2e/b.png': false,
    'a\\..\\b.png': false,
    '/root.png': false,
    '//cdn.example/p.png': false,
    'javascript:alert(1)': false,
    'data:image/png;base64,AA': false,
    'https://user:secret@cdn.example/p.png': false,
    'https:front.png': false,
  };
  for (const [address, good] of Object.entries(addresses)) {
    const faults = faultsOf({ products: [{ productId: 'P', name: 'P', previewImageUrls: [address] }] });
    assert.deepEqual(faults, good ? [] : ['/products/0/previewImageUrls/0 invalid_url'], address);
    const article = { manufacturerCode: 'A', title: 'A', type: 'BLANK', previewImageUrls: [address] };
    assert.equal(faultsOf({ articles: [article] }).length, good ? 0 : 1, address);
  }
  const many = Array.from({ length: 21 }, (_, index) => `${index}.png`);
  assert.deepEqual(faultsOf({ products: [{ productId: 'P', name: 'P', previewImageUrls: many }] }), [
    '/products/0/previewImageUrls too_many_items',
  ]);
});

test('one carrier at most is the default', () => {
  const carriers = ['a', 'b', 'c'].map((carrierId) => ({
    carrierId,
    name: carrierId,
    default: carrierId !== 'b',
  }));
  assert.deepEqual(faultsOf({ carriers }), ['/carriers/2/default duplicate']);
  assert.deepEqual(faultsOf({ carriers: [{ carrierId: 'a', name: 'a', default: 'yes' }] }), [
    '/carriers/0/default wrong_type',
  ]);
});

test('no record is read after 10,000 faults, and no field of one', () => {
  let read = 0;
  const record = () => Object.defineProperty({}, 'carrierId', { enumerable: true, get: () => ++read });
  assert.equal(readCatalogJson({ carriers: Array.from({ length: 20_000 }, record) }).violations.length, 10_000);
  assert.ok(read < 10_000, `${read} records were read`);
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, number) => [`name${number}`, 1]));
  assert.equal(readCatalogJson(names).violations.length, 10_000);
});

test('reading stops at the time limit and reports the place', () => {
  const carriers = [{ carrierId: 'a', name: 'A' }];
  const { violations } = readCatalogJson({ carriers }, -1);
  assert.deepEqual(
    violations.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/carriers/0 too_many_items'],
  );
});

const variant = {
  ean13: '4006381333931',
  name: 'Logo Tee Black M',
  color: 'Black',
  size: 'M',
  stockLevelQuantity: 40,
};

function faultsOf(value: unknown): string[] {
  return readCatalogJson(value)
    .violations.map(({ pointer, code }) => `${pointer} ${code}`)
    .sort();
}
