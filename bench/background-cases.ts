import { setTimeout as sleep } from 'node:timers/promises';
import { ID_MARK, runLoad } from './load.ts';
import type { Outside } from './outside.ts';
import type { PlatenServer } from './platen-server.ts';
import { orderBody, postRequest } from './shop.ts';
import type { World } from './world.ts';

const DRAIN_TIMEOUT_MS = 300_000;
const POLL_MS = 20;
const CONNECTIONS = 16;

interface Background {
  server: PlatenServer;
  world: World;
  outside: Outside;
  /** Orders to create. */
  orders: number;
}

/** Measures webhook deliveries per second: from the first of many new orders to the last delivery. */
export async function drainWebhooks({ server, outside, orders }: Background): Promise<number> {
  const { token, clientId } = await server.createClient('Bench Webhooks');
  await server.operator('PUT', `/clients/${clientId}/products/P-0`);
  const endpoint = { url: `http://${outside.address}/hook`, types: ['order.created'] };
  await server.call(token, 'POST', '/v1/webhook-endpoints', endpoint);
  outside.webhooks = 0;
  const started = performance.now();
  await createOrders(server, token, orders, orderBody());
  while (outside.webhooks < orders) {
    if (performance.now() - started > DRAIN_TIMEOUT_MS) throw new Error('the webhooks are not drained in time');
    await sleep(POLL_MS);
  }
  return orders / ((performance.now() - started) / 1_000);
}

/**
 * Measures orders per second whose file is fetched, from the first of many new orders to the last one that is
 * ASSIGNED.
 */
export async function takeInFiles({ server, world, outside, orders }: Background): Promise<number> {
  await server.settle();
  const filesUrl = `http://${outside.address}/${ID_MARK}`;
  const started = performance.now();
  await createOrders(server, world.token, orders, orderBody({ items: 2, filesUrl }));
  await server.settle(DRAIN_TIMEOUT_MS);
  return orders / ((performance.now() - started) / 1_000);
}

async function createOrders(server: PlatenServer, token: string, amount: number, body: object): Promise<void> {
  const requests = [postRequest(token, '/v1/orders', body)];
  const seconds = DRAIN_TIMEOUT_MS / 1_000;
  await runLoad({ port: server.port, requests, status: 200, connections: CONNECTIONS, amount, seconds });
}
