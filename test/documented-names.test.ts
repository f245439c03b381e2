import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readScanCode } from '../src/platform/formats/scan-codes.ts';
import { FETCH_FAILURES } from '../src/platform/network/fetch-failure.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A file of src/ in backticks, with its folder: `orders/create/create-order`. */
const SOURCE_FILE = /`((?:src\/)?(?:[a-z]+\/)+[a-z][a-z0-9-]*)(?:\.ts)?`/g;
/** Folders outside src/ from which the documents name files. */
const ELSEWHERE = /^(?:test|docs|console|client|connectors|migrations|features)\//;

/** Files that define reasons, apart from failed downloads. */
const REASON_FILES = [
  'src/orders/files/content-rules.ts',
  'src/orders/intake/assign-orders.ts',
  'src/orders/intake/keep-files.ts',
  'src/orders/change/internal-failures.ts',
];

test('the files that docs/architecture.md and CONTRIBUTING.md name exist', () => {
  const named = ['docs/architecture.md', 'CONTRIBUTING.md']
    .flatMap((file) => [...read(file).matchAll(SOURCE_FILE)])
    .map(([, name = '']) => name)
    .filter((name) => !ELSEWHERE.test(name))
    .map((name) => join(ROOT, 'src', name.replace(/^src\//, '')));
  assert.ok(read('docs/architecture.md').includes('`orders/create/create-order`'));
  assert.deepEqual(
    named.filter((name) => !existsSync(name) && !existsSync(`${name}.ts`)),
    [],
  );
});

test('docs/order-life.md explains every reason of an order', () => {
  const ofSource = REASON_FILES.flatMap((file) => [...read(file).matchAll(/\bcode: '(\w+)'/g)]);
  const codes = [...Object.keys(FETCH_FAILURES), ...ofSource.map(([, code = '']) => code)];
  const document = read('docs/order-life.md');
  assert.ok(codes.length > 20);
  assert.deepEqual(
    codes.filter((code) => !document.includes(`\`${code}\``) && !document.includes(`"${code}"`)),
    [],
  );
});

test('a station reads the codes of pieces, batches and commands that the documents show', () => {
  const shown = ['operator-openapi.json', 'docs/floor.md'].flatMap(
    (file) => read(file).match(/\b[PRTBKCW]\d{4,12}\b/g) ?? [],
  );
  assert.ok(shown.length > 20);
  assert.deepEqual(
    shown.filter((code) => !readScanCode(code)),
    [],
  );
});
