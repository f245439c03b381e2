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
/** Variables that the README's examples use without a declaration. */
const GIVEN = `declare const headers: Headers, body: string;
async function keep(_secret: string) {}
`;

let server: TestServer;
/** A temporary folder with the examples and the package as it is published. */
let folder: string;
/** The first example declares the client that the others use. */
let examples: string[];
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'platen-readme-'));
  const sdk = join(folder, 'node_modules/@platen/client');
  await cp(join(ROOT, 'client/package.json'), join(sdk, 'package.json'));
  await run(TSC, '-p', join(ROOT, 'client'), '--outDir', join(sdk, 'dist'));
  examples = await readExamples('docs/typescript.md');
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function readExamples(file: string): Promise<string[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```ts\n(.+?)^```/gms)].map(([, code = '']) => code);
}

/** Runs a script in the folder and returns its output. */
async function run(...script: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, script, { cwd: folder })).stdout;
}

/** Joins the examples into one module. Each but the first is in its own block. */
function moduleOf([first = '', ...more]: string[]): string {
  const imports = [first, ...more].flatMap((code) => code.match(IMPORT) ?? []);
  const blocks = more.map((code) => `{\n${code.replace(IMPORT, '')}}\n`);
  return [...imports, GIVEN, first.replace(IMPORT, ''), ...blocks].join('');
}

test('the examples of the guide and of the README compile', async () => {
  assert.ok(examples.length >= 6);
  await writeFile(join(folder, 'examples.mts'), moduleOf(examples));
  await writeFile(join(folder, 'readme.mts'), moduleOf(await readExamples('client/README.md')));
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', ...NODE_TYPES];
  await run(TSC, ...strict, 'examples.mts', 'readme.mts');
});

/** Returns the program with the address and the credentials of a new sandbox client. */
async function connected(program: string): Promise<string> {
  const { clientId, clientSecret } = await server.newClient({ mode: 'sandbox' });
  await importCatalog(server.pool, await readDemoCatalog(), { clientId });
  return program
    .replaceAll('https://fulfillment.example.com', server.url)
    .replaceAll("process.env.PLATEN_CLIENT_ID ?? ''", JSON.stringify(clientId))
    .replaceAll("process.env.PLATEN_CLIENT_SECRET ?? ''", JSON.stringify(clientSecret));
}

test('the example of the README runs', async () => {
  const [first = ''] = await readExamples('client/README.md');
  await writeFile(join(folder, 'running-readme.mts'), await connected(first));
  assert.match(await run('running-readme.mts'), /^NEW \S+\nSHOP-10001 \w+\n1\n404 order_not_found \S+\n$/);
});

test('the examples of the guide run in order and print the documented output', async () => {
  // Skips the webhook example, which docs/webhooks.md's receiver covers.
  const runnable = examples.filter((code) => !code.includes('verifyWebhook('));
  await writeFile(join(folder, 'running.mts'), await connected(moduleOf(runnable)));
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
