import { createServer, type IncomingMessage, type Server } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '../client/dist/platen-client.js';
import { orderIdOf, shopIdOf } from './map-order.ts';
import { countMessages, storeMessages } from './message-store.ts';
import type { Connector } from './run-messages.ts';
import { RefusedWebhook } from './shop.ts';
import { SHOP_EVENT_TYPES } from './tell-shop.ts';

/** Maximum size of a request body. The orders of shops are far smaller. */
const BODY_BYTES_MAX = 4 * 1_048_576;
/** Messages that are read and stored at the same time, because each body takes memory. */
const AT_WORK_MAX = 32;
/** Messages that wait for their turn. Further ones are answered with 503. */
const WAITING_MAX = 2_000;
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

interface ServerOptions extends Connector {
  /** Returns the secret of the webhook endpoint at Platen, or undefined while it is unknown. */
  platenSecret: () => string | undefined;
}

interface Reply {
  status: number;
  body?: object | string;
}

/**
 * Serves the shop's webhooks at /shop and Platen's at /platen. Answers as soon as the message is stored,
 * because shops disable slow and failing webhooks.
 */
export function connectorServer(options: ServerOptions): Server {
  const turns = new Turns();
  return createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    async (request, response) => {
      const { status, body = {} } = await answer(options, request, turns).catch((error) => failure(options, error));
      if (response.destroyed) return;
      response.writeHead(status, {
        'content-type': typeof body === 'string' ? 'text/plain; version=0.0.4' : 'application/json',
        ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      });
      response.end(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`);
    },
  );
}

/** Lets AT_WORK_MAX pieces of work run at the same time, in the order of their arrival. */
class Turns {
  #atWork = 0;
  readonly #waiting: (() => void)[] = [];

  get areTaken(): boolean {
    return this.#waiting.length >= WAITING_MAX;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#atWork < AT_WORK_MAX) this.#atWork++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork--;
    }
  }
}

async function answer(options: ServerOptions, request: IncomingMessage, turns: Turns): Promise<Reply> {
  const { pathname } = new URL(request.url ?? '/', 'http://connector');
  if (pathname === '/health') return readHealth(options);
  if (pathname === '/metrics') return { status: 200, body: await options.metrics.registry.metrics() };
  if (pathname !== '/shop' && pathname !== '/platen') return { status: 404, body: { error: 'not_found' } };
  if (request.method !== 'POST') return { status: 405, body: { error: 'method_not_allowed' } };
  if (turns.areTaken) return { status: 503, body: { error: 'busy' } };
  return turns.run(async () => {
    const body = await readAll(request);
    if (!body) return { status: 413, body: { error: 'body_too_large' } };
    return pathname === '/shop' ? fromShop(options, request, body) : fromPlaten(options, request, body);
  });
}

async function readHealth({ pool, clientId, connection }: ServerOptions): Promise<Reply> {
  const open = await countMessages(pool, clientId, connection);
  const count = (state: string, direction: string) =>
    open.find((one) => one.state === state && one.direction === direction)?.count ?? 0;
  return {
    status: 200,
    body: {
      refusedOrders: count('refused', 'from_shop'),
      refusedReports: count('refused', 'to_shop'),
      waitingOrders: count('waiting', 'from_shop'),
      waitingReports: count('waiting', 'to_shop'),
    },
  };
}

async function fromShop(options: ServerOptions, { headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  const { shop, pool, clientId, connection, mapping, bell } = options;
  const order = shop.readWebhook({ headers, body });
  if (!order) return { status: 200, body: { stored: null } };
  const orderId = orderIdOf(order.id, mapping);
  // With the API, the order is read when its turn comes. A deleted order can no longer be read.
  const arrival = shop.api
    ? { orderId, ...(order.cancelled && { content: JSON.stringify({ id: order.id, cancelled: order.cancelled }) }) }
    : { orderId, version: order.version, content: JSON.stringify(order) };
  await storeMessages(pool, clientId, {
    connection,
    direction: 'from_shop',
    versions: 'not older',
    arrivals: [arrival],
  });
  bell.ring();
  return { status: 200, body: { stored: orderId } };
}

async function fromPlaten(options: ServerOptions, { headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  const { shop, pool, clientId, connection, mapping, bell } = options;
  const secret = options.platenSecret();
  if (secret === undefined) return { status: 503, body: { error: 'not_ready' } };
  const { type, data } = await verifyWebhook({ headers, body, secret });
  const { orderId } = data as { orderId?: string };
  const isNews = (SHOP_EVENT_TYPES as readonly string[]).includes(type);
  if (!shop.api || !isNews || orderId === undefined || shopIdOf(orderId, mapping) === undefined)
    return { status: 200, body: { stored: null } };
  await storeMessages(pool, clientId, { connection, direction: 'to_shop', versions: 'other', arrivals: [{ orderId }] });
  bell.ring();
  return { status: 200, body: { stored: orderId } };
}

function failure({ log }: ServerOptions, error: unknown): Reply {
  if (error instanceof RefusedWebhook) return { status: error.status, body: { error: error.message } };
  if (error instanceof WebhookVerificationError) return { status: 401, body: { error: error.problem } };
  const { name, message } = error as Error;
  log(`a message could not be stored: ${name}: ${message}`);
  return { status: 503, body: { error: 'try_again' } };
}

/** Returns the body, or undefined if it exceeds BODY_BYTES_MAX. */
async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // The rest is read and dropped. Many senders read the response only after they have sent the whole body.
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return bytes > BODY_BYTES_MAX ? undefined : Buffer.concat(chunks);
}
