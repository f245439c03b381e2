import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { makePdf, makeSlowPng } from '../src/platform/files/test-support/sample-files.ts';
import {
  demoClientOf,
  demoOrder,
  makeDataDir,
  type Server,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const FILES: Record<string, Buffer> = {
  '/slow': makeSlowPng(),
  '/fine': makePdf(),
  '/secret': makePdf({ passwords: { user: '', owner: 'o' } }),
};

/** The test finds processes in /proc. */
const skip = process.platform !== 'linux';

test('files are checked in a separate process, and a signal does not wait for them', {
  skip,
}, async (t) => {
  const { server, send, read } = await start(t);
  await send('FINE', '/fine');
  await send('SECRET', '/secret');
  await until(async () => (await read('FINE')).status === 'ASSIGNED', 'the order with a fine file is assigned');
  await until(async () => (await read('SECRET')).status === 'ERROR', 'the order with a useless one is not');
  assert.equal((await read('SECRET')).statusReason?.code, 'encrypted_file');
  await send('SLOW', '/slow');
  await until(async () => (await judgesOf(server)).length > 0, 'the slow file is judged');
  const judges = await judgesOf(server);
  const { code } = await server.end('SIGTERM');
  assert.equal(code, 0);
  await until(async () => !(await Promise.all(judges.map(hasEnded))).includes(false), 'they ended too');
});

test('a killed server leaves no file-checking process behind', { skip }, async (t) => {
  const { server, send } = await start(t);
  await send('SLOW', '/slow');
  await until(async () => (await judgesOf(server)).length > 0, 'the slow file is judged');
  const judges = await judgesOf(server);
  await server.end('SIGKILL');
  await until(async () => !(await Promise.all(judges.map(hasEnded))).includes(false), 'they ended too');
});

/** Starts a server with the demo, and a host of files. */
async function start(t: TestContext) {
  const host = createServer(({ url }, response) => void response.end(FILES[url ?? '']));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => host.close());
  const files = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const server = await startPlaten(t, { FILE_FETCH_ALLOW: files, DATA_DIR: await makeDataDir(t) });
  await server.waitForOutput(/unitPriceCurrency":"EUR"}'\n/);
  const token = await tokenOf(server.url, demoClientOf(server.stdout()));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/v1/orders${path}`, { headers, ...init });
    assert.equal(response.status, 200);
    return (await response.json()) as { status: string; statusReason?: { code: string } };
  };
  return {
    server,
    send: (orderId: string, path: string) =>
      request('', { ...demoOrder(orderId), packingSlip: `http://${files}${path}` }),
    read: (orderId: string) => request(`/${orderId}`),
  };
}

/** Lists the server's file-checking processes. */
async function judgesOf(server: Server): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const isOfServer = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === server.process.pid || isOfServer(parents.get(pid)));
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((pid, index) => commands[index]?.includes('task-supervisor') && isOfServer(pid));
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  return parent || undefined;
}

/** Also recognizes a zombie process as ended. */
async function hasEnded(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return status === '' || /^State:\s+[ZX]/m.test(status);
}
