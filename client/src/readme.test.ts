import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readDemoCatalog } from '../../demo/demo-data.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const NODE_TYPES = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
const IMPORT = /^import .*\n/gm;
/** What the examples leave to the reader. */
const GIVEN = `declare const headers: Headers, body: string;
async function keep(_secret: string) {}
`;

let server: TestServer;
/** Where the examples lie, with the package that they import as it is published. */
let folder: string;
/** The first of them makes what the others use. */
let examples: string[];
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'platen-readme-'));
  const sdk = join(folder, 'node_modules/@platen/client');
  await cp(join(ROOT, 'client/package.json'), join(sdk, 'package.json'));
  await run(TSC, '-p', join(ROOT, 'client'), '--outDir', join(sdk, 'dist'));
  const readme = await readFile(join(ROOT, 'client/README.md'), 'utf8');
  examples = [...readme.matchAll(/^```ts\n(.+?)^```/gms)].map(([, code = '']) => code);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a script in the folder; answers what it printed. */
async function run(...script: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, script, { cwd: folder })).stdout;
}

/** The examples as one module: each but the first in a block of its own. */
function moduleOf([first = '', ...more]: string[]): string {
  const imports = [first, ...more].flatMap((code) => code.match(IMPORT) ?? []);
  const blocks = more.map((code) => `{\n${code.replace(IMPORT, '')}}\n`);
  return [...imports, GIVEN, first.replace(IMPORT, ''), ...blocks].join('');
}

test('the examples of the README are correct TypeScript', async () => {
  assert.ok(examples.length >= 6);
  await writeFile(join(folder, 'examples.mts'), moduleOf(examples));
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', ...NODE_TYPES];
  await run(TSC, ...strict, 'examples.mts');
});

test('the examples of the README do what they say, one after the other', async () => {
  const { clientId, clientSecret } = await server.newClient({ mode: 'sandbox' });
  await importCatalog(server.pool, await readDemoCatalog(), { clientId });
  // What arrives at a receiver is verified by the receiver of docs/webhooks.md.
  const runnable = examples.filter((code) => !code.includes('verifyWebhook('));
  const program = moduleOf(runnable)
    .replace('https://fulfillment.example.com', server.url)
    .replace("process.env.PLATEN_CLIENT_ID ?? ''", JSON.stringify(clientId))
    .replace("process.env.PLATEN_CLIENT_SECRET ?? ''", JSON.stringify(clientSecret));
  await writeFile(join(folder, 'running.mts'), program);
  const printed = await run('running.mts');
  assert.match(printed, /^NEW\n/);
  assert.match(printed, /\nrequested\n/);
  const types = [...printed.matchAll(/Z (order\.\w+) \w+$/gm)].map(([, type]) => type);
  assert.deepEqual(types, [
    'order.created',
    'order.updated',
    'order.assigned',
    'order.accepted',
    'order.cancellation_requested',
  ]);
});
