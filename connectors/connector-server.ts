import { createServer, type IncomingMessage, type Server } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '../client/dist/platen-client.js';
import { orderIdOf, shopIdOf } from './map-order.ts';
import { type Arrival, type ArrivalRules, countMessages, storeMessages } from './message-store.ts';
import type { Metrics } from './metrics.ts';
import { Bodies } from './receive-body.ts';
import type { Connector } from './run-messages.ts';
import { RefusedWebhook, type ShopRequest } from './shop.ts';
import { SHOP_EVENT_TYPES } from './tell-shop.ts';

/** Messages that are stored at the same time. */
const AT_WORK_MAX = 32;
/** Messages that wait for their turn. Further ones are answered with 503. */
const WAITING_MAX = 2_000;
const LIMITS = { headersTimeout: 5_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };
const CONNECTIONS_MAX = 5_000;
const RETRY_AFTER_SECONDS = 5;

interface ServerOptions extends Connector {
  metrics: Metrics;
  /** Returns the secret of the webhook endpoint at Platen, or undefined while it is unknown. */
  platenSecret: () => string | undefined;
  /** Returns the network address of a request's sender. */
  addressOf: (request: IncomingMessage) => string;
}

type Message = ArrivalRules & { arrival: Arrival };

interface Waiting {
  turns: Turns;
  bodies: Bodies;
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
  const bodies = new Bodies();
  const server = createServer(LIMITS, async (request, response) => {
    const { status, body = {} } = await answer(options, request, { turns, bodies }).catch((error) =>
      failure(options, error),
    );
    if (response.destroyed) return;
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/plain; version=0.0.4' : 'application/json',
      ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      ...([408, 413, 503].includes(status) && { connection: 'close' }),
    });
    response.end(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`);
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/** Stores AT_WORK_MAX signed messages at the same time, in the order of their arrival. */
class Turns {
  #atWork = 0;
  readonly #waiting: (() => void)[] = [];

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= WAITING_MAX) throw new RefusedWebhook(503, 'busy');
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

async function answer(options: ServerOptions, request: IncomingMessage, { turns, bodies }: Waiting): Promise<Reply> {
  const { url = '' } = request;
  // A target in absolute form already has an authority (RFC 9112, 3.2.2). URL.parse does not throw.
  const path = URL.parse(url.startsWith('/') ? `http://connector${url}` : url)?.pathname;
  if (path === '/health') return readHealth(options);
  if (path === '/metrics') return { status: 200, body: await options.metrics.registry.metrics() };
  if (path !== '/shop' && path !== '/platen') return { status: 404, body: { error: 'not_found' } };
  if (request.method !== 'POST') return { status: 405, body: { error: 'method_not_allowed' } };
  const body = await bodies.receive(request, options.addressOf(request));
  const signed = { headers: request.headers, body };
  const message = path === '/shop' ? fromShop(options, signed) : await fromPlaten(options, signed);
  if (!message) return { status: 200, body: { stored: null } };
  const { pool, clientId, connection, bell } = options;
  const { arrival, ...rules } = message;
  await turns.run(() => storeMessages(pool, clientId, { connection, arrivals: [arrival], ...rules }));
  bell.ring();
  return { status: 200, body: { stored: arrival.orderId } };
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

function fromShop({ shop, mapping }: ServerOptions, request: ShopRequest): Message | undefined {
  const order = shop.readWebhook(request);
  if (!order) return undefined;
  const orderId = orderIdOf(order.id, mapping);
  // With the API, the order is read when its turn comes. A deleted order can no longer be read.
  const arrival = shop.api
    ? { orderId, ...(order.cancelled && { content: JSON.stringify({ id: order.id, cancelled: order.cancelled }) }) }
    : { orderId, version: order.version, content: JSON.stringify(order) };
  return { direction: 'from_shop', versions: 'not older', arrival };
}

async function fromPlaten(options: ServerOptions, request: ShopRequest): Promise<Message | undefined> {
  const secret = options.platenSecret();
  if (secret === undefined) throw new RefusedWebhook(503, 'not_ready');
  const { type, data } = await verifyWebhook({ ...request, secret });
  const { orderId } = data as { orderId?: string };
  const isNews = (SHOP_EVENT_TYPES as readonly string[]).includes(type);
  if (!options.shop.api || !isNews || orderId === undefined || shopIdOf(orderId, options.mapping) === undefined)
    return undefined;
  return { direction: 'to_shop', versions: 'other', arrival: { orderId } };
}

function failure({ log }: ServerOptions, error: unknown): Reply {
  if (error instanceof RefusedWebhook) return { status: error.status, body: { error: error.message } };
  if (error instanceof WebhookVerificationError) return { status: 401, body: { error: error.problem } };
  const { name, message } = error as Error;
  log(`a message could not be stored: ${name}: ${message}`);
  return { status: 503, body: { error: 'try_again' } };
}
