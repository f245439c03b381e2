import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { buildIfStale } from '../console/test/support/fresh-build.ts';
import { readFirstArtwork } from '../demo/demo-data.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { freePort } from './support/free-ports.ts';
import { makeDataDir, ROOT, run, tokenOf, until, waitForServer } from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';
import { openTestDatabase } from './support/test-database.ts';

test('the npm package of the server starts below node_modules with only the production packages', async (t) => {
  await buildIfStale();
  const command = join(await installPackage(t), 'bin/platen.js');
  const artwork = await readFirstArtwork();
  const host = await startFileServer(t, (_, response) => response.end(artwork));
  const database = await openTestDatabase();
  t.after(() => database.close());
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: await makeDataDir(t),
    PORT: String(await freePort()),
    PROCESSES: '2',
    FILE_FETCH_ALLOW: host.host,
  };
  const platen = async (...args: string[]) => {
    const { stdout, stderr } = await run(t, process.execPath, [command, ...args, '--json'], settings).ended;
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  };
  const client = await platen('client', 'create', '--name', 'Shop');
  const catalog = join(dirname(settings.DATA_DIR), 'catalog.json');
  await writeFile(catalog, JSON.stringify(sampleCatalog));
  await platen('catalog', 'import', catalog, '--client', client.clientId);

  const running = run(t, process.execPath, [command, 'start'], settings);
  await running.waitForOutput(/Platen is ready.*\n/);
  const { url, end } = await waitForServer(running);
  const read = async (path: string) => {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 200, path);
    return answer.text();
  };
  await read('/health/ready');
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(await read('/console/')) ?? [];
  assert.ok(script);
  await read(new URL(script, 'http://console/console/').pathname);
  for (const path of ['/openapi.json', '/docs/', '/docs/reference', '/docs/sdk']) await read(path);

  // Its file is checked in another process and thread.
  const headers = {
    authorization: `Bearer ${await tokenOf(url, client)}`,
    'content-type': 'application/json',
  };
  const print = { dataUrl: `${host.url}/art.png`, location: 'FRONT', technology: 'DTG' };
  const body = JSON.stringify(order({ orderId: 'PACKED-1', items: [customItem({ prints: [print] })] }));
  assert.equal((await fetch(`${url}/v1/orders`, { method: 'POST', headers, body })).status, 200);
  await until(async () => {
    const { status } = await (await fetch(`${url}/v1/orders/PACKED-1`, { headers })).json();
    return status === 'ASSIGNED';
  }, 'the order is taken in');
  const { code, stderr } = await end('SIGTERM');
  assert.deepEqual([code, stderr], [0, '']);
});

/** Installs the package as npm would, with links to the production packages. Returns its folder. */
async function installPackage(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-package-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  const packed = await run(t, 'npm', pack, {}, { cwd: ROOT }).ended;
  assert.equal(packed.code, 0, packed.stderr);
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'platen');
  await mkdir(installed, { recursive: true });
  const unpack = ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed];
  assert.equal((await run(t, 'tar', unpack, {}).ended).code, 0);
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const isOurs = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !link;
    if (!isOurs || !existsSync(join(ROOT, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  return installed;
}
