import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { LoadGenerators } from './child-processes.ts';
import type { PlatenServer } from './platen-server.ts';
import { cpuSecondsOf, cpuSecondsWithChildren } from './processor-time.ts';
import { orderBody, postOf, settle, type World } from './world.ts';

const DRAIN_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
const FILE_WIDTH = 1_200;
const CONNECTIONS = 16;

/** What the background did: how many in a second, and what each cost. */
export interface BackgroundResult {
  name: string;
  unit: string;
  count: number;
  perSecond: number;
  nodeMicroseconds: number;
  databaseMicroseconds: number;
}

/** What Platen fetches from and sends to: a picture at every address, and an ear for webhooks. */
export class Outside {
  readonly #server: Server;
  webhooks = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Outside> {
    const picture = png(FILE_WIDTH);
    const server = createServer((request, response) => {
      request.resume();
      if (request.method === 'POST') outside.webhooks++;
      const isFile = request.method === 'GET';
      response.writeHead(
        isFile ? 200 : 204,
        isFile ? { 'content-type': 'image/png', 'content-length': picture.length } : {},
      );
      response.end(isFile ? picture : undefined);
    });
    const outside = new Outside(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return outside;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface Background {
  server: PlatenServer;
  load: LoadGenerators;
  world: World;
  outside: Outside;
  /** Orders that are made for it. */
  orders: number;
}

/** From the first of so many new orders to the last webhook that tells of one. */
export async function drainWebhooks({
  server,
  load,
  outside,
  orders,
}: Background): Promise<BackgroundResult> {
  const { token, clientId } = await server.makeClient('Bench Webhooks');
  await server.operator('PUT', `/clients/${clientId}/products/P-0`);
  await server.call(token, 'POST', '/v1/webhook-endpoints', {
    url: `http://${outside.address}/hook`,
    types: ['order.created'],
  });
  outside.webhooks = 0;
  return measure({ name: 'webhooks drained', unit: 'deliveries', count: orders }, server, async () => {
    await make(server, load, orders, postOf(token, '/v1/orders', orderBody(1)));
    await until(() => outside.webhooks >= orders);
  });
}

/** From the first of so many new orders, each with a file of its own, to the last one that is ASSIGNED. */
export async function takeInFiles({
  server,
  load,
  world,
  outside,
  orders,
}: Background): Promise<BackgroundResult> {
  const request = postOf(
    world.token,
    '/v1/orders',
    orderBody(2, undefined, `http://${outside.address}/${'#'.repeat(12)}`),
  );
  await settle(server);
  return measure({ name: 'orders with a file taken in', unit: 'orders', count: orders }, server, async () => {
    await make(server, load, orders, request);
    await settle(server);
  });
}

async function make(
  server: PlatenServer,
  load: LoadGenerators,
  orders: number,
  request: string,
): Promise<void> {
  const job = { port: server.port, requests: [request], status: 200, connections: CONNECTIONS };
  await load.run({ ...job, seconds: DRAIN_TIMEOUT_MS / 1_000, requestsMax: orders });
}

async function measure(
  what: { name: string; unit: string; count: number },
  server: PlatenServer,
  work: () => Promise<void>,
): Promise<BackgroundResult> {
  const databasePid = server.databasePid ?? 0;
  const [node, database] = [cpuSecondsOf(server.pid), cpuSecondsWithChildren(databasePid)];
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  return {
    ...what,
    perSecond: what.count / seconds,
    nodeMicroseconds: ((cpuSecondsOf(server.pid) - node) / what.count) * 1e6,
    databaseMicroseconds: ((cpuSecondsWithChildren(databasePid) - database) / what.count) * 1e6,
  };
}

async function until(isDone: () => boolean): Promise<void> {
  const end = Date.now() + DRAIN_TIMEOUT_MS;
  while (!isDone()) {
    if (Date.now() > end) throw new Error('the background did not come to its end in time');
    await sleep(POLL_MS);
  }
}

/** A picture that can be printed, one color all over. */
function png(width: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x40)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: width }, () => row)));
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(width, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const parts = [chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
