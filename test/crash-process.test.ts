import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import {
  demoOrder,
  makeUsedDataDir,
  postmasterPid,
  type Server,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const ORDERS = 400;
const IN_FLIGHT = 20;
/** Enough orders to crash in the middle of the load. */
const ACKNOWLEDGED_BEFORE_CRASH = 120;
const RESEND_PAUSE_MS = 100;
const PAGE = 200;
/** Tokens are bound to an address, and each start uses another port. */
const BASE_URL = 'http://platen.test';

const { dataDir, demo } = await makeUsedDataDir({ after });

test('after kill -9 of the server every acknowledged order exists once, and all can be sent again', async (t) => {
  const killed = await startPlaten(t, { DATA_DIR: dataDir, BASE_URL });
  const token = await tokenOf(killed.url, demo);
  const ids = orderIds('server');
  const acknowledged = new Set<string>();
  await runInParallel(ids, async (orderId) => {
    if (killed.process.killed) return;
    const answer = await create(killed, token, orderId).catch(() => undefined);
    if (answer?.status === 200) acknowledged.add(orderId);
    if (acknowledged.size === ACKNOWLEDGED_BEFORE_CRASH) killed.process.kill('SIGKILL');
  });
  assert.ok(acknowledged.size >= ACKNOWLEDGED_BEFORE_CRASH && acknowledged.size < ORDERS);
  assert.equal((await killed.ended).signal, 'SIGKILL');

  const next = await startPlaten(t, { DATA_DIR: dataDir, BASE_URL });
  for (const orderId of acknowledged) assert.equal((await read(next, token, orderId)).status, 200, orderId);
  await runInParallel(ids, async (orderId) => {
    const { status, replayed } = await create(next, token, orderId);
    assert.equal(status, 200, orderId);
    if (acknowledged.has(orderId)) assert.ok(replayed, orderId);
  });
  assert.deepEqual((await listIds(next, token, 'server')).sort(), ids.toSorted());
  assert.equal((await next.end('SIGTERM')).code, 0);
});

for (const victim of ['postmaster', 'backend'] as const) {
  test(`kill -9 of PostgreSQL's ${victim} causes some 503 answers, loses no order and needs no restart`, async (t) => {
    const server = await startPlaten(t, { DATA_DIR: dataDir, BASE_URL });
    const token = await tokenOf(server.url, demo);
    const ids = orderIds(victim);
    const pid = victim === 'postmaster' ? await postmasterPid(dataDir) : await backendPid();
    const acknowledged = new Set<string>();
    await runInParallel(ids, async (orderId) => {
      await until(async () => {
        const { status, retryAfter, error } = await create(server, token, orderId);
        if (status === 200) return true;
        assert.deepEqual([status, error], [503, 'temporarily_unavailable']);
        assert.match(retryAfter ?? '', /^\d+$/);
        await pause(RESEND_PAUSE_MS);
        return false;
      }, `${orderId} is made`);
      acknowledged.add(orderId);
      if (acknowledged.size === ACKNOWLEDGED_BEFORE_CRASH) process.kill(pid!, 'SIGKILL');
    });
    assert.deepEqual((await listIds(server, token, victim)).sort(), ids.toSorted());
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
    assert.doesNotMatch(server.stdout(), /"status":500/);
    assert.deepEqual(
      [(await server.end('SIGTERM')).code, server.stderr(), await postmasterPid(dataDir)],
      [0, '', undefined],
    );
  });
}

function orderIds(prefix: string): string[] {
  return Array.from({ length: ORDERS }, (_, index) => `${prefix}-${index}`);
}

async function runInParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

interface Created {
  status: number;
  replayed: boolean;
  retryAfter: string | null;
  error: string | undefined;
}

async function create(server: Server, token: string, orderId: string): Promise<Created> {
  const { status, headers, ...answer } = await send(server, token, '/v1/orders', demoOrder(orderId));
  const { error } = answer.body as { error?: string };
  return {
    status,
    replayed: headers.get('idempotent-replayed') === 'true',
    retryAfter: headers.get('retry-after'),
    error,
  };
}

function read(server: Server, token: string, orderId: string): Promise<{ status: number }> {
  return send(server, token, `/v1/orders/${orderId}`);
}

/** Lists the orderIds with the prefix, in the order of the list. */
async function listIds(server: Server, token: string, prefix: string): Promise<string[]> {
  const ids: string[] = [];
  let path: string | undefined = `/v1/orders?limit=${PAGE}`;
  while (path) {
    const { body, headers } = await send(server, token, path);
    for (const { orderId } of body as { orderId: string }[]) ids.push(orderId);
    const next: string | undefined = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return ids.filter((orderId) => orderId.startsWith(prefix));
}

async function send(server: Server, token: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Returns the process id of one of the server's database connections. */
async function backendPid(): Promise<number> {
  const cluster = join(dataDir, 'postgres');
  const password = (await readFile(join(cluster, 'platen.password'), 'utf8')).trim();
  const client = new Client({ host: cluster, port: 5432, user: 'platen', password, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query("select pid from pg_stat_activity where application_name = 'platen' limit 1");
  await client.end();
  return rows[0].pid;
}
