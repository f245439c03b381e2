import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packClient } from '../src/api/site/guide-routes.ts';
import { ROOT, run } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const USE = `const client = new PlatenClient({ baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'b' });
client.orders.get('SHOP-1').then((order) => order.status satisfies string);
// @ts-expect-error: the types exist, so an unknown method is an error
client.orders.nothing();
`;

let server: TestServer;
/** A shop's folder, with the client as npm installs it from the server. */
let shop: string;
before(async () => {
  server = await startTestServer();
  shop = await mkdtemp(join(tmpdir(), 'platen-shop-'));
  await writeFile(join(shop, 'package.json'), '{ "name": "shop", "private": true }');
});
after(async () => {
  await server.close();
  await rm(shop, { recursive: true, force: true });
});

test("npm installs the client from the server's address, and import and require both load it", async (t) => {
  const redirect = await fetch(`${server.url}/docs/sdk`);
  assert.equal(redirect.status, 200);
  const install = ['install', '--no-audit', '--no-fund', '--cache', join(shop, 'cache'), redirect.url];
  const npm = await run(t, 'npm', install, {}, { cwd: shop }).ended;
  assert.equal(npm.code, 0, npm.stderr);
  const print = 'Object.keys({ PlatenClient, verifyWebhook, PlatenApiError }).join()';
  await writeFile(
    join(shop, 'a.cjs'),
    `const { PlatenClient, verifyWebhook, PlatenApiError } = require('@platen/client');
console.log(typeof PlatenClient, typeof verifyWebhook, new PlatenApiError('x', { status: 404 }).status, ${print});`,
  );
  await writeFile(
    join(shop, 'a.mjs'),
    `import { PlatenClient, verifyWebhook, PlatenApiError } from '@platen/client';
console.log(typeof PlatenClient, typeof verifyWebhook, new PlatenApiError('x', { status: 404 }).status, ${print});`,
  );
  for (const file of ['a.cjs', 'a.mjs']) {
    const ran = await run(t, process.execPath, [file], {}, { cwd: shop }).ended;
    assert.equal(ran.stdout, 'function function 404 PlatenClient,verifyWebhook,PlatenApiError\n', ran.stderr);
  }
});

test('TypeScript finds the types from ES modules, CommonJS and bundlers, and by "main" and "types"', async (t) => {
  const esm = `import { PlatenClient } from '@platen/client';\n${USE}`;
  await writeFile(join(shop, 'use.mts'), esm);
  await writeFile(join(shop, 'use.cts'), esm);
  await writeFile(join(shop, 'use.ts'), esm);
  const check = async (file: string, ...options: string[]) => {
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', ...options];
    const { code, stdout } = await run(t, process.execPath, [TSC, ...strict, file], {}, { cwd: shop }).ended;
    assert.equal(code, 0, `${file} ${options}: ${stdout}`);
  };
  await check('use.mts', '--module', 'node16');
  await check('use.cts', '--module', 'node16');
  await check('use.mts', '--module', 'nodenext');
  await check('use.ts', '--module', 'esnext', '--moduleResolution', 'bundler');
  // The module resolution "node10" does not know "exports".
  const file = join(shop, 'node_modules/@platen/client/package.json');
  const { exports, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
  assert.ok(exports);
  await writeFile(file, JSON.stringify(manifest));
  await check('use.cts', '--module', 'node16');
});

test('the package has the same bytes wherever and whenever it is built', async (t) => {
  const first = await packClient();
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  assert.equal((await packClient()).hash, first.hash);
});

test("the server's imports are installed without the development tools", async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const files = (await readdir(join(ROOT, 'src'), { recursive: true })).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|test-support/.test(file),
  );
  const missing = new Set<string>();
  for (const file of files) {
    const text = await readFile(join(ROOT, 'src', file), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /^(?:import|export) (?!type )[^;'`]*?from '((?:@[\w-]+\/)?[\w.-]+)[^']*'/gm,
    )) {
      if (name.startsWith('.') || name.startsWith('node') || name in dependencies) continue;
      missing.add(`${file}: ${name}`);
    }
  }
  assert.deepEqual([...missing], []);
});
