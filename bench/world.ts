import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from './load.ts';
import type { PlatenServer } from './platen-server.ts';
import { articleCatalogue, orderBody, PRODUCTS, postRequest, productCatalogue } from './shop.ts';

/** Orders created before the measurements: enough for page 200 of 20. */
const ORDERS_BEFORE = 4_200;
const SEED_CONNECTIONS = 16;
const SEED_TIMEOUT_SECONDS = 600;
const PAGE_BY_LINK = 100;
const PIECES = 40;
const PIECES_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const CLIENTS_OF_A_DAY = 50;
const PRODUCTS_OF_A_DAY = 50;

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Creates the catalogue, the clients and the orders of the load cases. `pieces` are scan codes of pieces that
 * are in production, and `dayTokens` are the tokens of the customers of the mixed day.
 */
export async function makeWorld(server: PlatenServer, filesUrl: string) {
  const client = await server.createClient('Bench Shop');
  const catalogue = { ...articleCatalogue(), ...productCatalogue(0, PRODUCTS) };
  await server.operator('POST', `/catalog/import?clientId=${client.clientId}`, catalogue);
  const dayTokens: string[] = [];
  for (let number = 0; number < CLIENTS_OF_A_DAY; number++) {
    const { clientId, token } = await server.createClient(`Day ${number}`);
    const own = productCatalogue(0, PRODUCTS_OF_A_DAY);
    await server.operator('POST', `/catalog/import?clientId=${clientId}`, own);
    await server.call(token, 'POST', '/v1/orders', orderBody({ items: 2, orderId: `MINE-${number}` }));
    dayTokens.push(token);
  }
  await runLoad({
    port: server.port,
    requests: [postRequest(client.token, '/v1/orders', orderBody({ items: 2 }))],
    status: 200,
    seconds: SEED_TIMEOUT_SECONDS,
    amount: ORDERS_BEFORE,
    connections: SEED_CONNECTIONS,
  });
  await server.settle();
  const printed = Array.from({ length: PIECES }, (_, n) => orderBody({ items: 2, orderId: `PIECES-${n}`, filesUrl }));
  const newest = await server.call<{ orderId: string }[]>(client.token, 'GET', '/v1/orders?limit=500');
  return {
    ...client,
    operatorToken: server.operatorToken,
    orderIds: newest.body.map(({ orderId }) => orderId),
    pageByLink: await followLinks(server, client.token),
    pieces: (await makePieces(server, client, printed)).flat(),
    dayTokens,
    filesUrl,
  };
}

async function followLinks(server: PlatenServer, token: string): Promise<string> {
  let path = '/v1/orders';
  for (let page = 1; page < PAGE_BY_LINK; page++) {
    const { headers } = await server.call(token, 'GET', path);
    const next = nextOf(headers);
    if (next === undefined) throw new Error(`there is no page ${page + 1}`);
    path = next;
  }
  return path;
}

/** Returns the path of the next page from the Link header. */
export function nextOf(headers: Headers): string | undefined {
  return /<[^>]*?(\/v1\/[^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
}

/** Creates and accepts the orders. Returns the scan codes of each order's pieces. */
export async function makePieces(
  server: PlatenServer,
  { clientId, token }: { clientId: string; token: string },
  bodies: readonly { orderId: string }[],
): Promise<string[][]> {
  const orders = bodies.map(({ orderId }) => ({ clientId, orderId }));
  for (const body of bodies) await server.call(token, 'POST', '/v1/orders', body);
  await server.settle();
  await server.operator('POST', '/orders/bulk-accept', { orders });
  const codes: string[][] = [];
  for (const order of orders) codes.push(await waitForPieces(server, order));
  return codes;
}

/** Returns the scan codes of an accepted order's pieces after they are created. */
export async function waitForPieces(
  server: PlatenServer,
  { clientId, orderId }: { clientId: string; orderId: string },
): Promise<string[]> {
  const until = Date.now() + PIECES_TIMEOUT_MS;
  for (;;) {
    const path = `/orders/${clientId}/${orderId}/pieces`;
    const { body } = await server.operator<{ code: string }[]>('GET', path);
    if (body.length > 0) return body.map(({ code }) => code);
    if (Date.now() > until) throw new Error(`order ${orderId} has no pieces`);
    await sleep(POLL_MS);
  }
}
