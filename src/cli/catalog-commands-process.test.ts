import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createClient } from '../clients/manage-clients.ts';

const CLI = join(import.meta.dirname, 'main.ts');
const GOOD = { carriers: [{ carrierId: 'dhl', name: 'DHL' }] };

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-'));
});
after(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('platen catalog import prints counts, as JSON or in words, and nothing else', async () => {
  const client = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const { clientId } = await createClient(database.pool, client);
  const file = await write('good.json', GOOD);
  const json = await run(file, '--client', clientId, '--json');
  assert.deepEqual(
    { ...json, stdout: JSON.parse(json.stdout) },
    {
      code: 0,
      stderr: '',
      stdout: {
        articles: 0,
        articleVariants: 0,
        products: 0,
        productVariants: 0,
        carriers: 1,
        assignedProducts: 0,
        assignedProductVariants: 0,
        assignedCarriers: 1,
      },
    },
  );
  const words = await run(file);
  assert.deepEqual([words.code, words.stderr], [0, '']);
  assert.match(words.stdout, /^Imported 0 articles .* 1 carriers\.\n$/);
});

test('what is wrong goes to standard error with exit code 1: a hundred lines for people, all as JSON', async () => {
  const file = await write('bad.json', { carriers: Array.from({ length: 150 }, () => 'DHL') });
  const words = await run(file);
  assert.deepEqual([words.code, words.stdout], [1, '']);
  const lines = words.stderr.trimEnd().split('\n');
  assert.equal(lines.length, 102);
  assert.equal(lines[0], 'platen: Nothing was imported: the catalogue has 150 faults.');
  assert.equal(lines[1], '/carriers/0: A JSON object is expected here.');
  assert.equal(lines[101], 'and 50 more; --json lists them.');

  const json = await run(file, '--json');
  assert.deepEqual([json.code, json.stdout], [1, '']);
  const { error, violations } = JSON.parse(json.stderr);
  assert.deepEqual([error, violations.length], ['invalid_catalog', 150]);
});

test('an unknown client and an absent file are named', async () => {
  const unknown = await run(await write('good.json', GOOD), '--client', 'nobody', '--json');
  assert.equal(unknown.code, 1);
  assert.deepEqual(JSON.parse(unknown.stderr), {
    error: 'client_not_found',
    message: 'No client has the id "nobody"; "platen client list" lists all clients.',
  });
  const absent = await run(join(folder, 'absent.json'));
  assert.deepEqual(
    [absent.code, absent.stderr],
    [1, `platen: There is no file or folder ${join(folder, 'absent.json')}.\n`],
  );
});

async function write(name: string, value: object): Promise<string> {
  await writeFile(join(folder, name), JSON.stringify(value));
  return join(folder, name);
}

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [CLI, 'catalog', 'import', ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

test('a dry run says what would change and changes nothing; without it the same is done', async () => {
  const variant = (ean13: string, stockLevelQuantity: number) => {
    return { ean13, name: 'Mug', color: 'Red', size: 'M', stockLevelQuantity };
  };
  const catalog = (...variants: object[]) => ({ products: [{ productId: 'P-MUG', name: 'Mug', variants }] });
  await run(await write('both.json', catalog(variant('88000001', 1), variant('88000002', 2))));
  const file = await write('one.json', catalog(variant('88000001', 5)));
  const dry = await run(file, '--retire-missing', '--dry-run');
  assert.deepEqual([dry.code, dry.stderr], [0, '']);
  assert.deepEqual(dry.stdout.trimEnd().split('\n'), [
    'Dry run, nothing was changed. The file holds 0 articles and 0 article variants, 1 products and 1 product variants, 0 carriers.',
    'Would be: 0 new, 1 changed, 1 unchanged, 0 brought back, 1 retired.',
    'changed productVariant 88000001: stockLevelQuantity 1 -> 5',
    'retired productVariant 88000002 (Mug, Red, M): 2 on the shelf, 0 open orders',
  ]);
  const retired = async () =>
    (await database.pool.query('select ean13 from product_variants where retired is not null')).rows;
  assert.deepEqual(await retired(), []);
  const done = JSON.parse((await run(file, '--retire-missing', '--json')).stdout);
  assert.deepEqual([done.dryRun, done.differences.counts.productVariants.retired], [undefined, 1]);
  assert.deepEqual(await retired(), [{ ean13: '88000002' }]);
});
