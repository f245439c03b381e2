import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { importCatalog } from '../catalog/import-catalog.ts';

const CLI = join(import.meta.dirname, 'main.ts');
const EAN = '4006381333931';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  const variant = { name: 'Mug', color: 'White', size: 'One', stockLevelQuantity: 4 };
  const products = [{ productId: 'P', name: 'Mug', previewImageUrls: [], variants: [{ ean13: EAN, ...variant }] }];
  const blank = { sku: EAN, color: 'Black', size: 'M', stockLevelQuantity: 1 };
  const locations = { allowedLocations: [], isAllowedOnLocations: [] };
  const articles = [
    {
      manufacturerCode: 'A',
      title: 'Tee',
      type: 'BLANK' as const,
      variants: [{ ...blank, sku: 'TEE', ...locations }],
    },
    { manufacturerCode: 'B', title: 'Odd', type: 'BLANK' as const, variants: [{ ...blank, ...locations }] },
  ];
  await importCatalog(database.pool, { articles, products, carriers: [] }, {});
});
after(() => database.close());

test('platen stock shows, sets and adjusts what is on hand, as JSON or in words', async () => {
  const shown = await run('show', 'TEE', '--json');
  assert.deepEqual(JSON.parse(shown.stdout), {
    kind: 'ARTICLE',
    code: 'TEE',
    name: 'Tee',
    color: 'Black',
    size: 'M',
    onHand: 1,
    reserved: 0,
    available: 1,
  });
  assert.equal(JSON.parse((await run('set', 'TEE', '10', '--json')).stdout).onHand, 10);
  assert.equal(JSON.parse((await run('adjust', 'TEE', '-3', '--json')).stdout).onHand, 7);
  const { stdout, code } = await run('adjust', 'TEE', '+1', '--reason', 'Found one.');
  assert.deepEqual([code, stdout], [0, 'TEE  Tee, Black, M\nOn hand    8\nReserved   0\nAvailable  8\n']);
  const { rows } = await database.pool.query<{ change: number; note: string | null }>(
    `select on_hand_change as change, note from stock_movements where code = 'TEE' order by movement_id desc limit 1`,
  );
  assert.deepEqual(rows, [{ change: 1, note: 'Found one.' }]);
});

test('a code that two variants have needs its kind', async () => {
  const unclear = await run('show', EAN);
  assert.deepEqual(
    [unclear.code, unclear.stderr],
    [1, `platen: ${EAN} is both an article variant and a product variant; add --kind.\n`],
  );
  assert.equal(JSON.parse((await run('show', EAN, '--kind', 'product', '--json')).stdout).onHand, 4);
});

test('what cannot be done is told in one line', async () => {
  for (const [args, line] of [
    [['show', 'nothing'], 'platen: There is no variant with the EAN-13 or SKU "nothing".'],
    [['set', 'TEE', '-1'], 'platen: "-1" is not a whole number from 0 to 2000000000.'],
    [['set', 'TEE', 'x'], 'platen: "x" is not a whole number from 0 to 2000000000.'],
    [
      ['adjust', 'TEE', '-5000'],
      'platen: On hand: 8, reserved: 0. At most 8 can be taken off; set the quantity when you have counted less.',
    ],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stdout, stderr], [1, '', `${line}\n`]);
  }
});

async function run(...args: string[]) {
  const child = spawn(process.execPath, [CLI, 'stock', ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}
