import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ARTWORK,
  BLANK,
  CATALOG,
  type CustomProduct,
  customItem,
  LIMITS,
  NECK_LABEL,
  order,
} from '../test-support/sample-orders.ts';
import { orderViolations } from './order-rules.ts';

type Told = readonly [pointer: string, code: string, allowed?: readonly string[]];

const print = (location: string, technology: string, dataUrl = ARTWORK) => ({
  dataUrl,
  location,
  technology,
});
const label = (location: string, technology: string, sku = NECK_LABEL) => ({ sku, location, technology });

/** The item has one blank, unless `changes` replace it. Pointers are relative to the custom product. */
const CASES: readonly (readonly [what: string, changes: Partial<CustomProduct>, ...violations: Told[]])[] = [
  // The decorations
  ['a print where the blank allows it', {}],
  ['a customization alone', { prints: undefined as never, customizations: [label('NECK', 'DTF')] }],
  ['a print and a customization', { customizations: [label('NECK', 'DTF')] }],
  ['the same print twice', { prints: [print('FRONT', 'DTG'), print('FRONT', 'DTG')] }],
  [
    'a blank design name',
    { prints: [{ ...print('FRONT', 'DTG'), designName: ' \u200b' }] },
    ['/prints/0/designName', 'required'],
  ],
  ['neither print nor customization', { prints: undefined as never }, ['', 'print_or_customization_required']],
  ['empty lists', { prints: [], customizations: [] }, ['', 'print_or_customization_required']],
  ['an unknown article', { sku: 'NOBODY' }, ['/sku', 'unknown_article_variant']],
  ['an SKU in another case', { sku: BLANK.toLowerCase() }, ['/sku', 'unknown_article_variant']],
  ['a customization as the article', { sku: NECK_LABEL }, ['/sku', 'not_a_blank']],
  ['an unproducible article', { sku: 'TUMBLER' }, ['/sku', 'not_a_blank']],
  [
    'an unproducible article without decoration',
    { sku: 'TUMBLER', prints: [] },
    ['/sku', 'not_a_blank'],
    ['', 'print_or_customization_required'],
  ],

  // Where and how it is printed
  [
    'a location that the blank does not allow',
    { prints: [print('HOOD', 'DTG')] },
    ['/prints/0/location', 'location_not_allowed', ['FRONT', 'NECK', 'BACK']],
  ],
  [
    'a location in another case',
    { prints: [print('front', 'DTG')] },
    ['/prints/0/location', 'location_not_allowed', ['FRONT', 'NECK', 'BACK']],
  ],
  [
    'a technology that is allowed at another location only',
    { prints: [print('BACK', 'DTF')] },
    ['/prints/0/technology', 'technology_not_allowed', ['DTG']],
  ],
  [
    'each print that is not allowed',
    { prints: [print('HOOD', 'DTG'), print('FRONT', 'DTG'), print('FRONT', 'UV')] },
    ['/prints/0/location', 'location_not_allowed', ['FRONT', 'NECK', 'BACK']],
    ['/prints/2/technology', 'technology_not_allowed', ['DTG', 'DTF']],
  ],
  [
    'a print on an unknown article, whose places are not known',
    { sku: 'X', prints: [print('?', '?')] },
    ['/sku', 'unknown_article_variant'],
  ],

  // Customizations: allowed by both
  [
    'a technology that only the customization allows',
    { customizations: [label('NECK', 'EMBROIDERY')] },
    ['/customizations/0/technology', 'technology_not_allowed', ['DTF']],
  ],
  [
    'a technology that only the blank allows',
    { customizations: [label('NECK', 'HEAT_PRESS')] },
    ['/customizations/0/technology', 'technology_not_allowed', ['DTF']],
  ],
  [
    'a location that only the customization allows',
    { customizations: [label('HOOD', 'DTF')] },
    ['/customizations/0/location', 'location_not_allowed', ['NECK']],
  ],
  [
    'a location that only the blank allows',
    { customizations: [label('FRONT', 'DTF')] },
    ['/customizations/0/location', 'location_not_allowed', ['NECK']],
  ],
  [
    'a location that both allow, but with no technology in common',
    { customizations: [label('BACK', 'DTF')] },
    ['/customizations/0/location', 'location_not_allowed', ['NECK']],
  ],
  [
    'an unknown customization',
    { customizations: [label('NECK', 'DTF', 'NOBODY')] },
    ['/customizations/0/sku', 'unknown_article_variant'],
  ],
  [
    'a blank as the customization',
    { customizations: [label('NECK', 'DTF', BLANK)] },
    ['/customizations/0/sku', 'not_a_customization'],
  ],
  [
    'an unproducible article as the customization',
    { customizations: [label('NECK', 'DTF'), label('NECK', 'DTF', 'TUMBLER')] },
    ['/customizations/1/sku', 'not_a_customization'],
  ],
  [
    'a customization of an unknown article, held against its own places',
    { sku: 'X', customizations: [label('FRONT', 'DTF'), label('HOOD', 'DTF')] },
    ['/sku', 'unknown_article_variant'],
    ['/customizations/0/location', 'location_not_allowed', ['NECK', 'HOOD', 'BACK']],
  ],

  // Files
  [
    'data and quality control images that are no URLs',
    {
      prints: [{ ...print('FRONT', 'DTG', 'ftp://a.example/x.png'), qualityControlImageUrl: '' }],
      customizations: [{ ...label('NECK', 'DTF'), qualityControlImageUrl: 'x' }],
      qualityControlImageUrl: '//a.example/x.png',
    },
    ['/qualityControlImageUrl', 'invalid_url'],
    ['/prints/0/dataUrl', 'invalid_url'],
    ['/prints/0/qualityControlImageUrl', 'invalid_url'],
    ['/customizations/0/qualityControlImageUrl', 'invalid_url'],
  ],
  [
    'print data of any type, since its content decides',
    {
      prints: [print('FRONT', 'DTG', 'https://a.example/x.psd')],
      qualityControlImageUrl: 'http://a.example/x.tiff',
    },
  ],
];

for (const [what, changes, ...violations] of CASES) {
  test(`${violations.length === 0 ? 'Accepted' : 'Refused'}: ${what}`, () => {
    const body = order({ items: [customItem(), customItem(changes)] });
    const told = orderViolations(body, CATALOG, LIMITS).map(({ pointer, code, allowed }) =>
      allowed ? [pointer, code, allowed] : [pointer, code],
    );
    assert.deepEqual(
      told,
      violations.map(([pointer, ...rest]) => [`/items/1/customProduct${pointer}`, ...rest]),
    );
  });
}

test('a blank and a customization without a common location allow no location', () => {
  const articles = new Map(CATALOG.articles).set('PLAIN', {
    type: 'BLANK',
    allowedLocations: new Map([['FRONT', new Set(['DTG'])]]),
    isAllowedOnLocations: new Map(),
    isRetired: false,
  });
  const body = order({ items: [customItem({ sku: 'PLAIN', customizations: [label('NECK', 'DTF')] })] });
  const [violation] = orderViolations(body, { ...CATALOG, articles }, LIMITS);
  assert.deepEqual([violation?.code, violation?.allowed], ['location_not_allowed', []]);
});
