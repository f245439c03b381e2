import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { runLoad } from './load.ts';
import type { Credentials, PlatenServer } from './platen-server.ts';
import { getRequest, orderBody, PRODUCTS, postRequest, productCatalogue } from './shop.ts';

const PEAK_CONNECTIONS = 64;
/** A flood with a rate sends this many times what the server can answer. */
const OVERLOAD_FACTOR = 4;
const OVERLOAD_CONNECTIONS = 1_500;
const LEAD_MS = 500;
const QUIET_PAUSE_MS = 50;
const COUNT_TIMEOUT_MS = 60_000;
const COUNT_POLL_MS = 250;
const ORDERS_BEFORE = 200;

const KINDS = [
  { name: 'list 20 orders', request: (token: string) => getRequest(token, '/v1/orders'), isCreate: false },
  { name: 'create', request: (token: string) => postRequest(token, '/v1/orders', orderBody()), isCreate: true },
];

/**
 * Lets one client flood the server in two ways. First, 64 connections each send a request after each answer.
 * Then 1,500 connections send four times as much as the server can answer. Times are medians in milliseconds,
 * `answered` is requests per second.
 */
export async function flood(server: PlatenServer, seconds: number) {
  const [findFlood, other] = [await openShop(server, 'Flooding'), await openShop(server, 'Other')];
  const results = [];
  for (const kind of KINDS) {
    const run = { port: server.port, requests: [kind.request(findFlood.token)], seconds };
    const before = await countOrders(server, findFlood, 0);
    const peaks = [
      await runLoad({ ...run, status: 200, connections: PEAK_CONNECTIONS }),
      await runLoad({ ...run, status: 200, connections: PEAK_CONNECTIONS }),
    ];
    const peak = Math.max(...peaks.map(({ perSecond }) => perSecond));
    let answered = before + peaks.reduce((sum, { requests }) => sum + requests, 0);
    if (kind.isCreate) answered = await countOrders(server, findFlood, answered);
    for (const isOverload of [false, true]) {
      const name = `${kind.name}, ${isOverload ? `${OVERLOAD_FACTOR} times the peak` : `${PEAK_CONNECTIONS} connections`}`;
      const otherQuiet = await medianTime(server, kind.request(other.token), seconds);
      const load = isOverload
        ? { ...run, connections: OVERLOAD_CONNECTIONS, rate: Math.round(peak * OVERLOAD_FACTOR) }
        : { ...run, connections: PEAK_CONNECTIONS };
      const flooded = runLoad({ ...load, inThread: true });
      await sleep(LEAD_MS);
      const beside = seconds - LEAD_MS / 1_000;
      const [otherFlooded, staff, health] = await Promise.all([
        medianTime(server, kind.request(other.token), beside),
        medianTime(server, getRequest(server.operatorToken, '/operator/v1/orders'), beside),
        medianTime(server, { method: 'GET', path: '/health/ready' }, beside),
      ]);
      const { byStatus } = await flooded;
      const count = byStatus[200] ?? 0;
      if (kind.isCreate) answered += count;
      results.push({
        ...{ name, answered: count / seconds, ofPeak: count / seconds / peak, refused: byStatus[503] ?? 0 },
        ...{ otherQuiet, otherFlooded, staff, health },
        orders: kind.isCreate ? { answered, stored: await countOrders(server, findFlood, answered) } : undefined,
      });
    }
  }
  return results;
}

async function openShop(server: PlatenServer, name: string) {
  const shop = await server.createClient(name);
  await server.operator('POST', `/catalog/import?clientId=${shop.clientId}`, productCatalogue(0, PRODUCTS));
  for (let n = 0; n < ORDERS_BEFORE; n++)
    await server.call(shop.token, 'POST', '/v1/orders', orderBody({ orderId: `BEFORE-${n}` }));
  return shop;
}

/** Repeats a request for some seconds, with pauses. Returns the median time of the answers with 2xx. */
async function medianTime(server: PlatenServer, request: Request, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const { method = 'GET', path = '/', headers = {}, body } = request;
    const init = { method, headers: headers as Record<string, string> };
    const numbered =
      body === undefined ? {} : { body: JSON.stringify(orderBody({ orderId: `OTHER-${Date.now()}-${n}` })) };
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, ...numbered });
    await response.arrayBuffer();
    if (response.ok) times.push(performance.now() - started);
    await sleep(QUIET_PAUSE_MS);
  }
  return times.toSorted((one, another) => one - another)[times.length >> 1] ?? Number.NaN;
}

/**
 * Counts the client's orders in all statuses. Waits until there are at least `expected`, because counts lag
 * behind creates.
 */
async function countOrders(server: PlatenServer, { clientId }: Credentials, expected: number): Promise<number> {
  const until = Date.now() + COUNT_TIMEOUT_MS;
  for (;;) {
    const path = `/orders/counts?clientId=${clientId}`;
    const { body } = await server.operator<{ statuses: Record<string, number> }>('GET', path);
    const count = Object.values(body.statuses).reduce((sum, one) => sum + one, 0);
    if (count >= expected || Date.now() > until) return count;
    await sleep(COUNT_POLL_MS);
  }
}
