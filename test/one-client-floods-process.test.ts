import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { makeDataDir, type Server, startPlaten, tokenOf, until } from './support/platen-process.ts';
import type { Scope } from './support/scope.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const LARGE_ORDERS = 60;
const LARGE_READS = 200;

const LONG_URL = `https://files.example.com/${'a'.repeat(1_900)}.png`;

let database: TestDatabase;
let server: Server;
let flood: string;
let other: string;
before(async (t) => {
  const scope = t as unknown as Scope;
  database = await openTestDatabase();
  const settings = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(scope) };
  server = await startPlaten(scope, settings);
  scope.after(async () => {
    for (const agent of agents.values()) agent.destroy();
    await server.end('SIGKILL');
    await database.close();
  });
  [flood, other] = [await newShop(), await newShop()];
  for (const token of [flood, other]) assert.equal((await create(token, 'SMALL')).status, 200);
});

/** Creates a client and returns its token. */
async function newShop(): Promise<string> {
  const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const client = await createClient(database.pool, shop);
  await importCatalog(database.pool, sampleCatalog, { clientId: client.clientId });
  return tokenOf(server.url, client);
}

/** About 1,000,000 bytes. */
const largeBody = (orderId: string) =>
  JSON.stringify(
    order({
      orderId,
      items: Array.from({ length: 490 }, () =>
        customItem({ prints: [{ dataUrl: LONG_URL, location: 'REGULAR', technology: 'DTG' }] }),
      ),
    }),
  );

interface Answered {
  status: number;
  retryAfter: string | null;
  error: string | undefined;
}

/** Each client has its own connections. */
const agents = new Map<string, Agent>();

/** Skips the check against the API document, which would take longer than the request. */
async function ask(token: string, path: string, body?: string): Promise<Answered> {
  const agent = agents.get(token) ?? new Agent({ keepAlive: true });
  agents.set(token, agent);
  const sent = httpRequest(server.url + path, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  const { statusCode: status = 0, headers } = response;
  const error = status === 200 ? undefined : JSON.parse(Buffer.concat(chunks).toString()).error;
  return { status, retryAfter: headers['retry-after'] ?? null, error };
}

const create = (token: string, orderId: string) => ask(token, '/v1/orders', JSON.stringify(order({ orderId })));
const createLarge = (token: string, orderId: string) => ask(token, '/v1/orders', largeBody(orderId));
const read = (token: string, orderId: string) => ask(token, `/v1/orders/${orderId}`);

function assertTooMuch({ status, error, retryAfter }: Answered): void {
  assert.deepEqual([status, error], [429, 'rate_limited']);
  assert.match(retryAfter ?? '', /^\d+$/);
}

/**
 * Sends all requests at once, and meanwhile another client's requests one after the other. Returns the
 * largest number of answers between two of those.
 */
async function floodWith(requests: (() => Promise<Answered>)[]): Promise<{ between: number; all: Answered[] }> {
  let answered = 0;
  let served = 0;
  let between = 0;
  const all = Promise.all(
    requests.map(async (request) => {
      const answer = await request();
      answered++;
      // Refusals are answered at once.
      if (answer.status === 200) served++;
      return answer;
    }),
  );
  while (answered < requests.length) {
    const before = served;
    assert.equal((await read(other, 'SMALL')).status, 200);
    between = Math.max(between, served - before);
  }
  return { between, all: await all };
}

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, i) => make(i));

test('sixty simultaneous orders of one megabyte delay no other client, and the excess is answered with 503', async () => {
  const { between, all } = await floodWith(
    times(LARGE_ORDERS, (number) => () => createLarge(flood, `LARGE-${number}`)),
  );
  assert.ok(between < LARGE_ORDERS / 2, `${between} orders went before another client's request`);
  for (const answer of all) if (answer.status !== 200) assertTooMuch(answer);
  for (const [number, { status }] of all.entries()) {
    if (status === 429) assert.equal((await createLarge(flood, `LARGE-${number}`)).status, 200);
  }
});

test('two hundred simultaneous reads of large orders delay no other client', async () => {
  const { between, all } = await floodWith(
    times(LARGE_READS, (number) => () => read(flood, `LARGE-${number % LARGE_ORDERS}`)),
  );
  assert.ok(between < LARGE_READS / 2, `${between} reads went before another client's request`);
  for (const answer of all) if (answer.status !== 200) assertTooMuch(answer);
});

/** Opens connections that send these bytes and then nothing. */
function openStalled(count: number, bytes: string): Socket[] {
  return times(count, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(bytes);
    return socket;
  });
}

test('a client that does not read its responses receives no more of them, and others are not affected', async () => {
  const request = `GET /v1/orders/LARGE-0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${flood}\r\n\r\n`;
  const sockets = openStalled(4, request.repeat(12));
  await until(async () => (await read(flood, 'LARGE-1')).status === 429, 'no more is read for it');
  assertTooMuch(await createLarge(flood, 'LARGE-ONE-MORE'));
  assert.equal((await read(other, 'SMALL')).status, 200);
  assert.equal((await createLarge(other, 'LARGE-OF-OTHER')).status, 200);
  assert.equal((await read(other, 'LARGE-OF-OTHER')).status, 200);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await read(flood, 'LARGE-1')).status === 200, 'it is served again');
});

test('unfinished bodies use only the share of their own client', async () => {
  const head = `POST /v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${flood}\r\nContent-Type: application/json\r\n`;
  const sockets = openStalled(8, `${head}Content-Length: 1000000\r\n\r\n${' '.repeat(500_000)}`);
  await until(async () => (await createLarge(flood, 'LARGE-0')).status === 429, 'no other is read');
  assert.equal((await create(flood, 'SMALL')).status, 200);
  assert.equal((await createLarge(other, 'LARGE-OF-OTHER')).status, 200);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await createLarge(flood, 'LARGE-0')).status === 200, 'it is served again');
});
