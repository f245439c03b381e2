import { createServer, type IncomingMessage, type Server } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '../client/dist/platen-client.js';
import { RefusedWebhook, type Shop, ShopRefused } from './shop.ts';
import { type Outcome, type Taking, takeOrder } from './take-order.ts';
import { tellShop } from './tell-shop.ts';

/** Maximum size of a request body. The orders of shops are far smaller. */
const BODY_BYTES_MAX = 4 * 1_048_576;
/** Maximum number of concurrent requests. Further ones are answered with 503. */
const CONCURRENT_REQUESTS_MAX = 32;
/**
 * Maximum number of remembered outcomes. Beyond it the memory is cleared, so outcomes may be logged twice.
 */
const LOGGED_OUTCOMES_MAX = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export interface ConnectorOptions extends Taking {
  shop: Shop;
  /** Returns the secret of the webhook endpoint at Platen, or undefined while it is unknown. */
  platenSecret: () => string | undefined;
  /** Writes one line without personal data. */
  log: (line: string) => void;
  /** Ids of refused orders. GET /health returns their number. */
  refusedOrders: Set<string>;
  /** The last logged outcome by order id. */
  loggedOutcomes: Map<string, string>;
}

interface Reply {
  status: number;
  body?: object;
}

/**
 * Serves the shop's webhooks at /shop and Platen's at /platen. Answers after the work is done, so the sender
 * repeats a webhook that failed.
 */
export function connectorServer(options: ConnectorOptions): Server {
  let atWork = 0;
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    async (request, response) => {
      atWork++;
      const reply = await answer(options, request, atWork).catch((error) => failure(options, error));
      atWork--;
      if (response.destroyed) return;
      response.writeHead(reply.status, {
        'content-type': 'application/json',
        ...(reply.status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      });
      response.end(`${JSON.stringify(reply.body ?? {})}\n`);
    },
  );
  return server;
}

async function answer(options: ConnectorOptions, request: IncomingMessage, atWork: number): Promise<Reply> {
  const { pathname } = new URL(request.url ?? '/', 'http://connector');
  if (pathname === '/health') return { status: 200, body: { refusedOrders: options.refusedOrders.size } };
  if (pathname !== '/shop' && pathname !== '/platen') return { status: 404, body: { error: 'not_found' } };
  if (request.method !== 'POST') return { status: 405, body: { error: 'method_not_allowed' } };
  if (atWork > CONCURRENT_REQUESTS_MAX) return { status: 503, body: { error: 'busy' } };
  const body = await readAll(request);
  if (!body) return { status: 413, body: { error: 'body_too_large' } };
  return pathname === '/shop' ? fromShop(options, request, body) : fromPlaten(options, request, body);
}

async function fromShop(options: ConnectorOptions, { headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  const order = options.shop.readWebhook({ headers, body });
  if (!order) return { status: 200, body: { became: 'left out' } };
  const outcome = await takeOrder(options, order);
  logOutcome(options, order.id, outcome);
  // Shops disable a webhook that fails repeatedly. With credentials for the shop's API, the connector finds a
  // refused order again itself.
  const status = outcome.became === 'refused' && !options.shop.api ? 422 : 200;
  return { status, body: outcome };
}

/** Logs an outcome that differs from the order's last one. */
export function logOutcome(
  { log, loggedOutcomes, refusedOrders }: Pick<ConnectorOptions, 'log' | 'loggedOutcomes' | 'refusedOrders'>,
  id: string,
  outcome: Outcome,
): void {
  const isRefused = outcome.became === 'refused';
  const lines = isRefused ? outcome.problems.map((problem) => `refused. ${problem}`) : [outcome.became];
  if (isRefused) refusedOrders.add(id);
  else refusedOrders.delete(id);
  if (loggedOutcomes.get(id) === lines.join()) return;
  if (loggedOutcomes.size >= LOGGED_OUTCOMES_MAX) loggedOutcomes.clear();
  loggedOutcomes.set(id, lines.join());
  for (const line of lines) log(`order ${id}: ${line}`);
}

async function fromPlaten(options: ConnectorOptions, { headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  const secret = options.platenSecret();
  if (secret === undefined) return { status: 503, body: { error: 'not_ready' } };
  const event = await verifyWebhook({ headers, body, secret });
  const { api } = options.shop;
  if (!api) return { status: 200, body: { told: 'nothing: the credentials of the shop are missing' } };
  try {
    const told = await tellShop({ ...options, api }, event);
    const { orderId = '' } = event.data as { orderId?: string };
    options.log(`${event.type} of ${orderId}: reported to the shop (${told})`);
    return { status: 200, body: { told } };
  } catch (error) {
    if (!(error instanceof ShopRefused)) throw error;
    // An error would make Platen repeat this event and delay all later ones.
    options.log(`${event.type} ${event.id}: the shop refused the report. ${error.message}`);
    return { status: 200, body: { told: 'nothing', why: error.message } };
  }
}

function failure({ log }: ConnectorOptions, error: unknown): Reply {
  if (error instanceof RefusedWebhook) return { status: error.status, body: { error: error.message } };
  if (error instanceof WebhookVerificationError) return { status: 401, body: { error: error.problem } };
  const { name, message } = error as Error;
  log(`failed; the sender retries: ${name}: ${message}`);
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
