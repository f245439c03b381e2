import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Answer, type Client, expect, send, tokenOf, until } from './smoke-requests.ts';
import { makeSample } from './smoke-sample.ts';

// `npm run smoke` starts this checkout on DATABASE_URL, or on its own PostgreSQL. It takes orders through
// their whole life, step by step, by requests of a shop and of staff. It creates a client and articles and
// does not delete them. Several runs do not interfere, but the database should not be in production use yet.

const ROOT = join(import.meta.dirname, '..');
const COMMAND = join(ROOT, 'bin/platen.js');
const START_LIMIT_MS = 120_000;

const run = randomUUID().slice(0, 8);
const folder = await mkdtemp(join(tmpdir(), 'platen-smoke-'));
const eventTypes: string[] = [];
const artwork = await sharp({ create: { width: 1200, height: 1200, channels: 4, background: '#0a7' } })
  .png()
  .toBuffer();
/** The shop's server, with its artwork and its webhook receiver. */
const shop = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (request.method === 'POST') eventTypes.push(JSON.parse(body).type);
  response.writeHead(200, { 'content-type': 'image/png' }).end(request.method === 'POST' ? '' : artwork);
});
shop.listen(0, '127.0.0.1');
await once(shop, 'listening');
const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
const sample = makeSample(run, `http://${host}/art.png`);
const { product, custom, order } = sample;
const env = {
  ...process.env,
  DATA_DIR: folder,
  PORT: '0',
  HOST: '127.0.0.1',
  BASE_URL: 'http://platen.smoke',
  METRICS_PORT: 'off',
  DEMO: 'off',
  FILE_FETCH_ALLOW: host,
  ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? Buffer.alloc(32, run).toString('base64url'),
};
const server = spawn(process.execPath, [COMMAND, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
let failed = false;
try {
  const url = await step('start', waitForAddress);
  const client = await step('make a client', () => command('client', 'create', '--name', `Smoke ${run}`));
  const staff = await step('make a program of staff', () =>
    command('client', 'create', '--name', `Smoke staff ${run}`, '--scope', 'operator'),
  );
  await step('import a catalogue', () => importCatalog(client.clientId));
  await walk(url, client, staff);
} catch (error) {
  failed = true;
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  if (server.exitCode === null) await ended;
  shop.close();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(failed ? 'The walk failed.\n' : 'The walk is through.\n');
process.exitCode = failed ? 1 : 0;

/** Runs one step and prints its duration. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  try {
    const result = await work();
    process.stdout.write(`ok     ${name} (${Math.round(performance.now() - started)} ms)\n`);
    return result;
  } catch (error) {
    process.stdout.write(`FAILED ${name}\n`);
    throw error;
  }
}

async function walk(url: string, client: Client, staff: Client): Promise<void> {
  const token = await step('get tokens', () => tokenOf(url, client));
  const staffToken = await tokenOf(url, staff);
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(url, token, method, `/v1${path}`, body, headers);
  const work = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(url, staffToken, method, `/operator/v1${path}`, body, headers);
  const ofStaff = (orderId: string) => `/orders/${client.clientId}/${orderId}`;
  const awaitStatus = (orderId: string, status: string) =>
    until(`order ${orderId} is ${status}`, async () => (await ask('GET', `/orders/${orderId}`)).body.status === status);

  await step('name a webhook endpoint', async () =>
    expect(await ask('POST', '/webhook-endpoints', { url: `http://${host}/hook` }), 201, 200),
  );
  await step('read products, variants, an article and carriers', async () => {
    assert.equal(expect(await ask('GET', '/products')).data[0].productId, `P-${run}`);
    assert.equal(expect(await ask('GET', '/product-variants')).data.length, 1);
    assert.equal(expect(await ask('GET', `/articles/A-${run}`)).articleVariants[0].sku, sample.sku);
    expect(await ask('GET', '/carriers'));
  });
  await step('create orders, twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask('POST', '/orders', order(`S-${n}`))));
    for (const answer of answers) assert.equal(expect(answer).status, 'NEW');
  });
  await step('create the same order again, and another under its id', async () => {
    const again = await ask('POST', '/orders', order('S-0'));
    expect(again);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    expect(await ask('POST', '/orders', order('S-0', [product(2)])), 409);
  });
  await step('read an order, and again by its ETag', async () => {
    // The order may change between the two reads, because its intake runs.
    await until('an order is as it was', async () => {
      const first = await ask('GET', '/orders/S-1');
      assert.equal(expect(first).orderId, 'S-1');
      const etag = first.headers.get('etag') as string;
      const again = await ask('GET', '/orders/S-1', undefined, { 'if-none-match': etag });
      expect(again, 304, 200);
      return again.status === 304;
    });
    expect(await ask('GET', '/orders/none'), 404);
  });
  await step('list orders page by page, and by filters', async () => {
    const ids = new Set<string>();
    let path: string | undefined = '/orders?limit=7';
    while (path) {
      const page: Answer = await ask('GET', path);
      for (const { orderId } of expect(page)) ids.add(orderId);
      path = /<[^>]*\/v1(\/[^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    assert.equal(ids.size, 20);
    expect(await ask('GET', '/orders?status=NEW'));
    expect(await ask('GET', '/orders?updatedFrom=2026-01-01T00:00:00Z&limit=50'));
    expect(await ask('GET', '/orders?page=2&limit=5'));
  });
  await step('take orders in', () => awaitStatus('S-2', 'ASSIGNED'));
  await step('read the events of an order', async () => expect(await ask('GET', '/orders/S-2/events')));
  await step('take in an order with artwork', async () => {
    expect(await ask('POST', '/orders', order('S-ART', [custom(3)])));
    await awaitStatus('S-ART', 'ASSIGNED');
  });
  await step('change an order', async () => {
    expect(await ask('PUT', '/orders/S-3', order('S-3', [product(2)])));
    await awaitStatus('S-3', 'ASSIGNED');
  });
  await step('cancel an order', async () =>
    assert.equal(expect(await ask('POST', '/orders/S-4/cancel', { reason: 'Smoke' })).status, 'CANCELLED'),
  );
  await step('wait for stock, and be filled when it comes', async () => {
    expect(await ask('POST', '/orders', order('S-MUCH', [product(5_000)])));
    await until('it waits for stock', async () => {
      const { body } = await ask('GET', '/orders/S-MUCH');
      return body.statusReason?.code === 'waiting_for_stock';
    });
    expect(await work('GET', ofStaff('S-MUCH')));
    expect(
      await work(
        'POST',
        `/stock/PRODUCT/${sample.ean13}/adjust`,
        { by: 6_000, reason: 'Smoke' },
        { 'idempotency-key': randomUUID() },
      ),
    );
    await awaitStatus('S-MUCH', 'ASSIGNED');
  });
  await step('list, count and search as staff', async () => {
    expect(await work('GET', '/orders?limit=50'));
    expect(await work('GET', '/orders?status=ASSIGNED&sort=longest'));
    expect(await work('GET', '/orders/counts'));
    expect(await work('GET', '/overview'));
    await until('it is found', async () => {
      const { body } = await work('GET', '/orders?q=lovelace');
      return body.length > 0;
    });
  });
  await step('hold an order, and release it', async () => {
    expect(await work('POST', `${ofStaff('S-5')}/hold`, { reason: 'Smoke' }));
    expect(await work('POST', `${ofStaff('S-5')}/release`));
  });
  await step('accept an order and ship it in parts', async () => {
    expect(await work('POST', `${ofStaff('S-3')}/accept`));
    const [{ id }] = (await ask('GET', '/orders/S-3')).body.items;
    const part = { trackingNumber: `T-${run}-1`, trackingCarrier: 'DHL', items: [{ id, quantity: 1 }] };
    assert.equal(expect(await work('POST', `${ofStaff('S-3')}/ship`, { parcels: [part] })).status, 'ACCEPTED');
    const rest = { trackingNumber: `T-${run}-2`, trackingCarrier: 'DHL' };
    assert.equal(expect(await work('POST', `${ofStaff('S-3')}/ship`, { parcels: [rest] })).status, 'SHIPPED');
  });
  await step('ask for a cancellation in production, and have it rejected', async () => {
    expect(await work('POST', `${ofStaff('S-6')}/accept`));
    expect(await ask('POST', '/orders/S-6/cancel'), 202);
    expect(await work('POST', `${ofStaff('S-6')}/cancellation/reject`, { reason: 'Printed already' }));
  });
  await step('release a batch and scan its pieces', async () => {
    const { batch } = expect(
      await work('POST', '/batches', { orders: [{ clientId: client.clientId, orderId: 'S-ART' }] }),
      201,
      200,
    );
    expect(await work('GET', `/batches/${batch.batchId}`));
    const pieces = expect(await work('GET', `${ofStaff('S-ART')}/pieces`));
    assert.equal(pieces.length, 3);
    let context: unknown = { work: 'MAKE' };
    for (const { code } of pieces) {
      const scan = { id: randomUUID(), station: 'smoke', code, context };
      const answer = expect(await work('POST', '/scans', scan));
      assert.equal(answer.refusal, undefined, JSON.stringify(answer.refusal));
      context = answer.next;
    }
  });
  await step('hear of it by webhook', () =>
    until(
      'order.shipped arrives',
      async () => eventTypes.includes('order.created') && eventTypes.includes('order.shipped'),
    ),
  );
  await step('end the client', async () => {
    expect(await work('POST', `/clients/${client.clientId}/disable`));
    await until('its token is refused', async () => (await ask('GET', '/orders/S-1')).status === 401);
  });
}

async function importCatalog(clientId: string): Promise<void> {
  const file = join(folder, 'catalog.json');
  await writeFile(file, JSON.stringify(sample.catalog));
  await command('catalog', 'import', file, '--client', clientId);
}

async function command(...args: string[]): Promise<Client> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args, '--json'], { env });
  return JSON.parse(stdout);
}

/** Returns the address of the server after it is ready. */
async function waitForAddress(): Promise<string> {
  const tooLate = setTimeout(() => server.kill('SIGKILL'), START_LIMIT_MS);
  try {
    let url: string | undefined;
    let isReady = false;
    // With several processes, one line reports that all are ready, and others report addresses.
    for await (const line of createInterface({ input: server.stdout })) {
      url ??= /Server listening at (http:[^"]+)/.exec(line)?.[1];
      isReady ||= line.includes('Platen is ready');
      if (url === undefined || !isReady) continue;
      server.stdout.resume();
      return url;
    }
  } finally {
    clearTimeout(tooLate);
  }
  throw new Error('The server ended before it was ready.');
}
