import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrintArea } from '../../catalog/catalog-schemas.ts';
import { type FittingRule, USUAL_FITTING } from '../../catalog/printing/placement-rules.ts';
import { usualTechnology } from '../../catalog/printing/print-technologies.ts';
import type { Order } from '../document/order-schemas.ts';
import { artworkWarnings } from './artwork-rules.ts';

const print = (location: string, technology = 'DTG') => ({
  ...{ dataUrl: 'https://files.test/a.png', location, technology },
});
const items = [
  { id: '1', quantity: 1, existingProduct: { ean13: '4006381333931', name: 'Tee' } },
  { id: '2', quantity: 1, customProduct: { sku: 'TEE-M', prints: [print('FRONT'), print('NECK')] } },
] as Order['items'];
const pointer = (place: number) => `/items/1/customProduct/prints/${place}/dataUrl`;

/** A front of 4 x 4 inches; of other places the catalogue says nothing. */
const AREA: PrintArea = { widthMm: 101.6, heightMm: 101.6 };
const settings = (rule: FittingRule = USUAL_FITTING) => ({
  areaOf: (sku: string, location: string) => (sku === 'TEE-M' && location === 'FRONT' ? AREA : undefined),
  fittingOf: () => rule,
  technologyOf: usualTechnology,
});
const NO_MEASURES = { ...{ width: null, height: null, dpi: null, widthMm: null, heightMm: null } };
const FILE = { ...NO_MEASURES, visibleShare: 1, isOpaque: false };

const warningsFor = (...files: object[]) =>
  artworkWarnings(
    { items },
    files.map((file, place) => ({ ...FILE, ...file, pointer: pointer(place) })),
    settings(),
    150,
  );
const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

test('artwork below 150 dpi gets a warning with its pointer, if its print area is known', () => {
  const [warning, ...others] = warningsFor({ width: 590, height: 300 }, { width: 10, height: 10 });
  assert.deepEqual(others, []);
  assert.equal(warning?.code, 'low_resolution');
  assert.equal(warning.pointer, pointer(0));
  assert.match(warning.message, /101\.6 x 101\.6 mm the artwork has 148 dpi/);
});

test('artwork with enough pixels in one direction is accepted, and files without pixels are not checked', () => {
  assert.deepEqual(warningsFor({ width: 600, height: 300 }, { width: 1, height: 1 }), []);
  assert.deepEqual(warningsFor({}), []);
  assert.deepEqual(warningsFor(), []);
});

test('a picture without transparency gets a warning where its background would be printed', () => {
  const large = { width: 900, height: 900 };
  assert.deepEqual(codesOf(warningsFor({ ...large, isOpaque: true })), ['no_transparency']);
  const sublimated = [
    { id: '2', quantity: 1, customProduct: { sku: 'TEE-M', prints: [print('FRONT', 'SUBLIMATION')] } },
  ];
  const file = { ...FILE, ...large, isOpaque: true, pointer: '/items/0/customProduct/prints/0/dataUrl' };
  assert.deepEqual(artworkWarnings({ items: sublimated as Order['items'] }, [file], settings(), 150), []);
});

test('an empty picture, and one that fills less than a tenth of its area, get warnings', () => {
  const large = { width: 900, height: 900 };
  assert.deepEqual(codesOf(warningsFor({ ...large, visibleShare: 0 })), ['artwork_empty']);
  const [small] = warningsFor({ ...large, visibleShare: 0.05 });
  assert.equal(small?.code, 'artwork_small');
  assert.match(small.message, /fills 5 percent of the print area of 101.6 x 101.6 mm/);
  assert.deepEqual(codesOf(warningsFor({ width: 9000, height: 800 })), ['artwork_small']);
});

test('with ACTUAL, the resolution of the file decides its size', () => {
  const warnings = (file: object) =>
    codesOf(
      artworkWarnings(
        { items },
        [{ ...FILE, width: 900, height: 900, ...file, pointer: pointer(0) }],
        settings({ fit: 'ACTUAL', position: 'TOP' }),
        150,
      ),
    );
  assert.deepEqual(warnings({ dpi: 300 }), []);
  assert.deepEqual(warnings({ dpi: 1200 }), ['artwork_small']);
  assert.deepEqual(warnings({ dpi: 100 }), ['low_resolution']);
  assert.deepEqual(warnings({}), ['size_unknown']);
});
