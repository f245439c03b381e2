import { createServer, type IncomingMessage, type Server } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '../client/dist/platen-client.js';
import { RefusedWebhook, type Shop, ShopRefused } from './shop.ts';
import { type Outcome, type Taking, takeOrder } from './take-order.ts';
import { tellShop } from './tell-shop.ts';

/** The largest order that shops send is far smaller. */
const BODY_BYTES_MAX = 4 * 1_048_576;
/** Requests at work at once; past that shops and Platen are asked to come again. */
const AT_WORK_MAX = 32;
/** Past that what was logged may be logged again. */
const TOLD_ORDERS_MAX = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export interface ConnectorOptions extends Taking {
  shop: Shop;
  /** Of the webhook endpoint at Platen; undefined until it is known. */
  platenSecret: () => string | undefined;
  /** One line; never personal data. */
  log: (line: string) => void;
  /** Orders that cannot be taken, for /health. */
  refusedOrders: Set<string>;
  /** What was last logged of an order. */
  toldOrders: Map<string, string>;
}

interface Reply {
  status: number;
  body?: object;
}

/** Takes the shop's webhooks at /shop and Platen's at /platen. Answers when all is done that they ask for, so that what is not done comes again. */
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
  if (atWork > AT_WORK_MAX) return { status: 503, body: { error: 'busy' } };
  const body = await readAll(request);
  if (!body) return { status: 413, body: { error: 'body_too_large' } };
  return pathname === '/shop' ? fromShop(options, request, body) : fromPlaten(options, request, body);
}

async function fromShop(
  options: ConnectorOptions,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const order = options.shop.readWebhook({ headers, body });
  if (!order) return { status: 200, body: { became: 'left out' } };
  const outcome = await takeOrder(options, order);
  note(options, order.id, outcome);
  // A shop gives up a webhook that is refused again and again, and with it all others. Where its API can be asked, the order is found again by that.
  const status = outcome.became === 'refused' && !options.shop.api ? 422 : 200;
  return { status, body: outcome };
}

/** Logs what became of an order, where that is news. */
export function note(
  { log, toldOrders, refusedOrders }: Pick<ConnectorOptions, 'log' | 'toldOrders' | 'refusedOrders'>,
  id: string,
  outcome: Outcome,
): void {
  const isRefused = outcome.became === 'refused';
  const lines = isRefused ? outcome.problems.map((problem) => `refused. ${problem}`) : [outcome.became];
  if (isRefused) refusedOrders.add(id);
  else refusedOrders.delete(id);
  if (toldOrders.get(id) === lines.join()) return;
  if (toldOrders.size >= TOLD_ORDERS_MAX) toldOrders.clear();
  toldOrders.set(id, lines.join());
  for (const line of lines) log(`order ${id}: ${line}`);
}

async function fromPlaten(
  options: ConnectorOptions,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const secret = options.platenSecret();
  if (secret === undefined) return { status: 503, body: { error: 'not_ready' } };
  const event = await verifyWebhook({ headers, body, secret });
  const { api } = options.shop;
  if (!api) return { status: 200, body: { told: 'nothing: the credentials of the shop were not given' } };
  try {
    const told = await tellShop({ ...options, api }, event);
    const { orderId = '' } = event.data as { orderId?: string };
    options.log(`${event.type} of ${orderId}: told the shop (${told})`);
    return { status: 200, body: { told } };
  } catch (error) {
    if (!(error instanceof ShopRefused)) throw error;
    // It would hold back all that Platen has to tell after it.
    options.log(`${event.type} ${event.id}: the shop cannot be told. ${error.message}`);
    return { status: 200, body: { told: 'nothing', why: error.message } };
  }
}

function failure({ log }: ConnectorOptions, error: unknown): Reply {
  if (error instanceof RefusedWebhook) return { status: error.status, body: { error: error.message } };
  if (error instanceof WebhookVerificationError) return { status: 401, body: { error: error.problem } };
  const { name, message } = error as Error;
  log(`asked to come again: ${name}: ${message}`);
  return { status: 503, body: { error: 'try_again' } };
}

/** Undefined: more than may be. */
async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // What is beyond is read and not kept: whoever still sends would not see the answer.
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return bytes > BODY_BYTES_MAX ? undefined : Buffer.concat(chunks);
}
