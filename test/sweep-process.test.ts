import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
import { demoOrder, makeUsedDataDir, platen, startPlaten, tokenOf, until } from './support/platen-process.ts';

test('partial files of a killed process are deleted at the next start, and replaced files by platen files sweep', async (t) => {
  let hanging = true;
  const host = createServer((request, response) => {
    const body = `%PDF-1.4 ${request.url}`;
    if (!hanging) return answer(response, request.url ?? '');
    response.writeHead(200, { 'content-length': 1_000_000 }).write(body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    host.closeAllConnections();
    host.close();
  });
  const files = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const { dataDir, demo: client } = await makeUsedDataDir(t);
  const settings = { DATA_DIR: dataDir, FILE_FETCH_ALLOW: files, FILE_GRACE_SECONDS: '0' };
  const listPartFiles = async () =>
    (await readdir(join(dataDir, 'fetching'), { recursive: true })).filter((name) => /part$/.test(name));

  const first = await startPlaten(t, settings);
  // Tokens are bound to one BASE_URL, which contains the port.
  const tokens = new Map<string, string>();
  const send = async (url: string, path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const token = tokens.get(url) ?? (await tokenOf(url, client));
    tokens.set(url, token);
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as { status: string };
  };
  const withSlip = (path: string) => ({ ...demoOrder('SHOP-1'), packingSlip: `http://${files}${path}` });
  await send(first.url, '/v1/orders', withSlip('/one.png'));
  await until(async () => (await listPartFiles()).length === 1, 'a file is half fetched');
  await first.end('SIGKILL');
  assert.equal((await listPartFiles()).length, 1);

  hanging = false;
  const second = await startPlaten(t, settings);
  const isAssigned = async () => (await send(second.url, '/v1/orders/SHOP-1')).status === 'ASSIGNED';
  await until(isAssigned, 'the file is fetched anew');
  assert.deepEqual(await listPartFiles(), []);
  await send(second.url, '/v1/orders/SHOP-1', withSlip('/two.png'), 'PUT');
  await until(isAssigned, 'the new file is fetched');
  // Thumbnails of the two files may exist as well.
  const keptOf = async (...paths: string[]) => {
    const names = await readdir(join(dataDir, 'files'), { recursive: true });
    return paths.filter((path) => names.some((name) => basename(name) === digestOf(path)));
  };
  const sweep = async (...flags: string[]) => {
    const { code, stdout, stderr } = await platen(t, ['files', 'sweep', '--json', ...flags], settings);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).deleted.files as number;
  };
  assert.ok((await sweep('--dry-run')) >= 1);
  assert.deepEqual(await keptOf('/one.png', '/two.png'), ['/one.png', '/two.png']);
  assert.ok((await sweep()) >= 1);
  assert.deepEqual(await keptOf('/one.png', '/two.png'), ['/two.png']);

  // Runs a command that exports or erases the personal data of an order.
  const order = (...words: string[]) => platen(t, ['order', ...words, '--json'], settings);
  const folder = join(dataDir, 'exported');
  const exported = await order('export', client.clientId, 'SHOP-1', folder);
  assert.equal(exported.code, 0, exported.stderr);
  assert.deepEqual((await readdir(folder)).sort(), ['order.json', 'packingSlip.png']);
  const twice = await order('export', client.clientId, 'SHOP-1', folder);
  assert.match(twice.stderr, /not empty/);
  const early = await order('erase', client.clientId, 'SHOP-1');
  assert.equal(early.code, 1);
  assert.match(JSON.parse(early.stderr).message, /ASSIGNED.*when it is SHIPPED or CANCELLED/);
  await send(second.url, '/v1/orders/SHOP-1/cancel', {});
  const erased = await order('erase', client.clientId, 'SHOP-1');
  assert.equal(erased.code, 0, erased.stderr);
  assert.match(JSON.parse(erased.stdout).personalDataErased, /^2\d{3}-/);
  assert.deepEqual(await keptOf('/two.png'), []);
  await second.end('SIGTERM');
  assert.deepEqual(await readdir(join(dataDir, 'fetching')), []);
});

/** Returns a small picture that differs for each path. */
const pictureOf = (path: string) => makePng({ width: path.length, height: path.includes('two') ? 2 : 1 });

/** Returns the name of the picture in the store. */
const digestOf = (path: string) => createHash('sha256').update(pictureOf(path)).digest('hex');

function answer(response: ServerResponse, path: string): void {
  response.end(pictureOf(path));
}
