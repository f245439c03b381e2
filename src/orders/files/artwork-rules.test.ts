import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../document/order-schemas.ts';
import { artworkWarnings } from './order-files.ts';

const print = (location: string) => ({ dataUrl: 'https://files.test/a.png', location, technology: 'DTG' });
const items = [
  { id: '1', quantity: 1, existingProduct: { ean13: '4006381333931', name: 'Tee' } },
  { id: '2', quantity: 1, customProduct: { sku: 'TEE-M', prints: [print('FRONT'), print('NECK')] } },
] as Order['items'];
const pointer = (place: number) => `/items/1/customProduct/prints/${place}/dataUrl`;

/** A front of 4 x 4 inches; of other places the catalogue says nothing. */
const printAreaOf = (sku: string, location: string) =>
  sku === 'TEE-M' && location === 'FRONT' ? { widthMm: 101.6, heightMm: 101.6 } : undefined;

const warningsFor = (...sizes: [width: number | null, height: number | null][]) =>
  artworkWarnings(
    { items },
    sizes.map(([width, height], place) => ({ pointer: pointer(place), width, height })),
    printAreaOf,
  );

test('artwork below 150 dpi gets a warning with its pointer, if its print area is known', () => {
  const [warning, ...others] = warningsFor([590, 300], [10, 10]);
  assert.deepEqual(others, []);
  assert.equal(warning?.code, 'low_resolution');
  assert.equal(warning.pointer, pointer(0));
  assert.match(warning.message, /101\.6 x 101\.6 mm the artwork has 148 dpi/);
});

test('artwork with enough pixels in one direction is accepted, and files without pixels are not checked', () => {
  assert.deepEqual(warningsFor([600, 300], [1, 1]), []);
  assert.deepEqual(warningsFor([null, null]), []);
  assert.deepEqual(warningsFor(), []);
});
