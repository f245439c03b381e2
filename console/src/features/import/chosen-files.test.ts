import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFilesOf } from './chosen-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });
const names = (...chosen: File[]) => {
  const read = catalogueFilesOf(chosen);
  return 'fault' in read ? read.fault : read.files.map(({ name }) => name);
};

test('only the CSV files of a folder are sent', () => {
  assert.deepEqual(names(file('products.csv'), file('Thumbs.db'), file('STOCK.CSV')), ['products.csv', 'STOCK.CSV']);
  assert.equal(names(file('a.png'), file('b.png')), 'none');
  assert.equal(names(), 'none');
});

test('a single file is sent whatever its name; JSON is sent alone', () => {
  assert.deepEqual(names(file('export')), ['export']);
  assert.deepEqual(names(file('catalogue.json')), ['catalogue.json']);
  assert.equal(names(file('catalogue.json'), file('products.csv')), 'mixed');
});
