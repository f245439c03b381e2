import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOf } from './support/guide-blocks.ts';
import { makeDataDir, platen, ROOT, run, type Server, startPlaten } from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';

interface Credentials {
  clientId: string;
  clientSecret: string;
}

const cleanup: (() => unknown)[] = [];
const scope: Scope = { after: (step) => void cleanup.unshift(step) };
let server: Server;
let dataDir: string;
/** An empty folder, in which a reader pastes the samples. */
let folder: string;
before(async () => {
  dataDir = await makeDataDir(scope);
  server = await startPlaten(scope, { DATA_DIR: dataDir, DEMO: 'off' });
  folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
});
after(async () => {
  for (const step of cleanup) await step();
});

const readPage = async (name: string) =>
  (await readFile(join(ROOT, 'docs', name), 'utf8')).replaceAll('http://localhost:8080', server.url);

/** Pastes lines into a shell, which stops at the first failure. Returns the output. */
async function paste(lines: string): Promise<string> {
  const failing = 'curl() { command curl --fail-with-body "$@"; }';
  const { code, stdout, stderr } = await run(scope, 'bash', ['-ec', `${failing}\n${lines}`], {}, { cwd: folder }).ended;
  assert.equal(code, 0, `${lines}\n${stdout}\n${stderr}`);
  return stdout;
}

async function newClient(...options: string[]): Promise<Credentials> {
  const { stdout } = await platen(scope, ['client', 'create', '--name', 'Samples', '--json', ...options], {
    DATA_DIR: dataDir,
  });
  return JSON.parse(stdout);
}

/** Returns a token by the first sample of the guide for integrators. */
async function tokenBySample({ clientId, clientSecret }: Credentials): Promise<string> {
  const page = await readPage('integrating.md');
  const [file = ''] = blocksOf(page, 'env');
  const [ask = ''] = blocksOf(page, 'sh');
  await writeFile(join(folder, 'platen.env'), file.replace('YOUR_ID', clientId).replace('YOUR_SECRET', clientSecret));
  const answer = JSON.parse(await paste(`set -a; . ./platen.env; set +a\n${ask}`));
  return answer.access_token;
}

test('the samples of the page about importing work, and print what it says', async () => {
  const page = await readPage('catalog-import.md');
  const csv: string[] = [];
  for (const [, name = '', text = ''] of page.matchAll(/^```\w+ file=(\S+)\n(.+?)^```$/gms)) {
    await writeFile(join(folder, name), text);
    if (name.endsWith('.csv')) csv.push(name);
  }
  await mkdir(join(folder, 'csv'));
  assert.equal(csv.length, 6);
  for (const name of csv) await copyFile(join(folder, name), join(folder, 'csv', name));
  const { clientId } = await newClient();
  const variants = { articles: 2, articleVariants: 3, products: 1, productVariants: 2, carriers: 2 };
  const printed = { ...variants, assignedProducts: 1, assignedProductVariants: 2, assignedCarriers: 2 };
  for (const file of ['catalog.json', 'csv']) {
    const command = ['catalog', 'import', join(folder, file), '--client', clientId, '--json'];
    const { stdout } = await platen(scope, command, { DATA_DIR: dataDir });
    assert.deepEqual(JSON.parse(stdout), printed, file);
  }
  const faulty = {
    products: [
      {
        productId: 'P',
        name: 'P',
        variants: [{ ean13: '12', name: 'P', color: 'B', size: 'M', stockLevelQuantity: 1 }],
      },
    ],
    carriers: [{ carrierId: 'dhl', name: 'DHL', nmae: 'DHL' }],
  };
  await writeFile(join(folder, 'faulty.json'), JSON.stringify(faulty));
  const refused = await platen(scope, ['catalog', 'import', join(folder, 'faulty.json')], { DATA_DIR: dataDir });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has 2 faults/);
  assert.match(refused.stderr, /nmae: There is no property "nmae" here\. Did you mean "name"\?/);

  await copyFile(join(folder, 'product-variants.csv'), join(folder, 'stock.csv'));
  const token = await tokenBySample(await newClient('--scope', 'operator'));
  const [definitions = ''] = blocksOf(await readPage('operator-api.md'), '');
  const defined = definitions.replace(/^npx.*\n/, '').replace('THE_ACCESS_TOKEN', token);
  const curls = blocksOf(page, '').filter((block) => block.startsWith('curl'));
  assert.equal(curls.length, 1);
  assert.match(await paste(`${defined}\n${curls[0]}`), /"productVariants":2/);
});

test('the samples for integrators work in an empty folder', async () => {
  const client = await newClient();
  const command = ['catalog', 'import', join(ROOT, 'demo/catalog'), '--client', client.clientId];
  await platen(scope, command, { DATA_DIR: dataDir });
  const token = await tokenBySample(client);
  const integrating = await readPage('integrating.md');
  const catalog = await readPage('catalog.md');
  const paths = [...`${integrating}${catalog}`.matchAll(/`GET (\/v1\/[^\s`]+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 10);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (path: string, body?: string) => {
    const response = await fetch(server.url + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, json: (isJson ? await response.json() : {}) as Record<string, unknown> };
  };
  const order = blocksOf(integrating, 'json').find((block) => block.includes('"orderId"')) ?? '';
  await writeFile(join(folder, 'order.json'), order);
  const sending = blocksOf(integrating, 'sh').find((block) => block.includes('@order.json')) ?? '';
  const sent = JSON.parse(await paste(`TOKEN=${token}\n${sending}`));
  assert.equal(sent.status, 'NEW');
  for (const path of new Set(paths)) {
    if (path.includes('…')) continue;
    const filled = path.replace('{orderId}', sent.orderId).replace('{itemId}', '1');
    assert.equal((await send(filled)).status, 200, path);
  }

  const [orders = ''] = blocksOf(await readPage('order-files.md'), 'csv');
  await writeFile(join(folder, 'orders.csv'), orders);
  const importing = ['orders', 'import', join(folder, 'orders.csv'), '--client', client.clientId];
  const imported = await platen(scope, importing, { DATA_DIR: dataDir });
  assert.match(imported.stdout, /^Created +2$/m);

  const [create = '', look = ''] = blocksOf(await readPage('webhooks.md'), '');
  const made = JSON.parse(await paste(`TOKEN=${token}\n${create}`));
  assert.match(made.secret, /^whsec_/);
  const seen = await paste(`TOKEN=${token}\nENDPOINT=${made.endpointId}\n${look}`);
  assert.match(seen, /"type":"webhook.test"/);

  const { PATH } = process.env;
  const [python = ''] = blocksOf(integrating, '').filter((block) => block.includes('platen.py'));
  const hasPython = (await run(scope, 'bash', ['-c', 'command -v python3'], { PATH }).ended).code === 0;
  if (hasPython) assert.match(await paste(`set -a; . ./platen.env\n${python}`), /created SHOP-10004\n/);
});
