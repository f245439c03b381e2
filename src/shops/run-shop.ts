import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { PlatenClient } from '../../client/dist/platen-client.js';
import { compareWithPlaten, compareWithShop } from '../../connectors/compare-sides.ts';
import { shopIdOf } from '../../connectors/map-order.ts';
import type { Mapping, ProductMapping } from '../../connectors/mapping.ts';
import { storeMessages } from '../../connectors/message-store.ts';
import { Bell, type Connector, RETRY_DELAYS_MS, runMessages } from '../../connectors/run-messages.ts';
import { SHOP_EVENT_TYPES } from '../../connectors/tell-shop.ts';
import { type OpenConnection, type OpenContext, openConnection, problemOf } from './open-connection.ts';
import {
  beginRun,
  type DueConnection,
  endLook,
  failLook,
  listNextEvents,
  type RunEnd,
  saveEventPlace,
} from './shop-connection-store.ts';
import {
  deleteUnlisted,
  findStockToTell,
  findTargets,
  insertOrdered,
  saveToldStock,
  upsertProducts,
} from './shop-product-store.ts';

/** Time between two looks for changed orders. A webhook of the shop brings the next look forward. */
const LOOK_MS = 60_000;
/** Time between two comparisons of all open orders on both sides. */
const FULL_MS = 30 * 60_000;
const PRODUCTS_MS = 6 * 3_600_000;
const STOCK_MS = 60_000;
/** A run gives its turn to other connections after this time. */
const RUN_MS_MAX = 30_000;
/** The wait after a failed look. It doubles with each failure in a row, up to the longest. */
const RETRY_MS = 15_000;
const RETRY_MS_MAX = 30 * 60_000;
const EVENTS_AT_ONCE = 500;
const STOCK_AT_ONCE = 200;
/** Shops that are kept open. Above this number, the oldest is opened anew. */
const OPENED_MAX = 1_000;
/** Products of one shop. Further ones are left out. */
const PRODUCTS_MAX = 50_000;

export interface ShopContext extends OpenContext {
  pool: Pool;
  clock: () => Date;
  log: FastifyBaseLogger;
  /** Returns a token with which Platen calls its own API for the client. */
  issueToken: (clientId: string) => Promise<string>;
  /** The shops of earlier runs, whose access tokens may still be valid. */
  opened: Map<string, { version: string; shop: OpenConnection }>;
  retryDelaysMs?: readonly number[];
}

type Run = ShopContext & OpenConnection & { due: DueConnection; connector: Connector };

/** Does the due work of a connection: `key` is the client and the prefix. */
export async function runShop(context: ShopContext, key: string, signal: AbortSignal): Promise<void> {
  const [clientId = '', prefix = ''] = key.split(' ');
  const { pool, clock } = context;
  const begun = clock();
  const runId = randomUUID();
  const due = await beginRun(pool, clientId, { prefix, runId, now: begun });
  if (!due) return;
  try {
    const run = openRun(context, due, runId);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS_MAX)]);
    await askShopNow(run, begun);
    await takeEvents(run);
    await runMessages(run.connector, limit, { untilIdle: true });
  } catch (error) {
    const { problem, words } = problemOf(error);
    const delayMs = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(due.failures, 10));
    const nextAt = new Date(clock().getTime() + delayMs);
    await failLook(pool, clientId, { prefix, problem, words, nextAt });
  }
}

function openRun(context: ShopContext, due: DueConnection, runId: string): Run {
  const { pool, clock, log, retryDelaysMs = RETRY_DELAYS_MS } = context;
  const { clientId, connection } = due;
  const opened = reopen(context, due);
  const connector: Connector = {
    ...{ clientId, connection, runId, pool, retryDelaysMs, bell: new Bell() },
    ...opened,
    platen: openPlaten(context, clientId),
    log: (line) => log.debug({ clientId, connection }, line),
    metrics: undefined,
    readSkus: async (skus) => {
      const found = await findTargets(pool, clientId, { prefix: connection, skus });
      return Object.fromEntries(
        found.flatMap(({ sku, target }) => (target ? [[sku, target as ProductMapping] as const] : [])),
      ) satisfies Mapping['skus'];
    },
    onUnmapped: (items) => insertOrdered(pool, clientId, { prefix: connection, products: items, now: clock() }),
  };
  return { ...context, ...opened, due, connector };
}

/** Opens the shop, or returns the one of an earlier run with the same settings and credentials. */
function reopen(context: ShopContext, due: DueConnection): OpenConnection {
  const { clientId, connection, shopUrl, settings, credentialsEncrypted } = due;
  const key = `${clientId} ${connection}`;
  const version = JSON.stringify([shopUrl, settings, credentialsEncrypted.toString('base64')]);
  const known = context.opened.get(key);
  if (known?.version === version) return known.shop;
  const shop = openConnection(context, due);
  for (const oldest of context.opened.keys()) {
    if (context.opened.size < OPENED_MAX) break;
    context.opened.delete(oldest);
  }
  context.opened.set(key, { version, shop });
  return shop;
}

/** Returns the client for Platen's own API. Its tokens are made here, without a secret. */
function openPlaten({ platenUrl, issueToken }: ShopContext, clientId: string): PlatenClient {
  return new PlatenClient({
    baseUrl: platenUrl,
    clientId,
    clientSecret: 'none',
    maxRetries: 0,
    fetch: async (url, init) => {
      if (!url.endsWith('/oauth/token')) return fetch(url, init);
      return Response.json({ access_token: await issueToken(clientId), expires_in: 60, token_type: 'Bearer' });
    },
  });
}

/** Reads from the shop what is due: orders, products; and tells it the stock. */
async function askShopNow(run: Run, begun: Date): Promise<void> {
  const { pool, due, connector, shop } = run;
  const { clientId, connection: prefix } = due;
  const after = (delayMs: number) => new Date(begun.getTime() + delayMs);
  const end = (next: RunEnd) => endLook(pool, clientId, { prefix, begun, ...next });
  if (due.isFullDue) {
    await compareWithShop(connector, shop.api);
    await compareWithPlaten(connector);
    await end({ fullAt: after(FULL_MS), lookAt: after(LOOK_MS) });
  } else if (due.isLookDue) {
    await compareWithShop(connector, shop.api, true);
    await end({ lookAt: after(LOOK_MS) });
  }
  if (due.isProductsDue) {
    await readProducts(run, begun);
    await end({ productsAt: after(PRODUCTS_MS) });
  }
  if (due.isStockDue) {
    if (due.settings.sendsStock) await tellStock(run);
    await end({ stockAt: after(STOCK_MS) });
  }
}

async function readProducts({ pool, due, shop }: Run, now: Date): Promise<void> {
  const { clientId, connection: prefix } = due;
  let count = 0;
  for await (const page of shop.api.products()) {
    const products = page.filter(({ sku }) => sku !== '');
    if (products.length > 0) await upsertProducts(pool, clientId, { prefix, products, now });
    count += products.length;
    if (count >= PRODUCTS_MAX) break;
  }
  await deleteUnlisted(pool, clientId, { prefix, before: now });
}

/** Tells the shop each stock that it does not have. A repeated report sets the same number. */
async function tellStock({ pool, due, shop }: Run): Promise<void> {
  const { clientId, connection: prefix } = due;
  for (;;) {
    const levels = await findStockToTell(pool, clientId, { prefix, limit: STOCK_AT_ONCE });
    if (levels.length > 0) await shop.api.tellStock(levels);
    if (levels.length > 0) await saveToldStock(pool, clientId, { prefix, told: levels });
    if (levels.length < STOCK_AT_ONCE) return;
  }
}

/** Stores a message for each order of the connection with a new event. */
async function takeEvents({ pool, due, mapping }: Run): Promise<void> {
  const { clientId, connection } = due;
  for (;;) {
    const events = await listNextEvents(pool, clientId, { prefix: connection, limit: EVENTS_AT_ONCE });
    const last = events.at(-1);
    if (!last) return;
    const arrivals = events
      .filter(({ type }) => (SHOP_EVENT_TYPES as readonly string[]).includes(type))
      .filter(({ orderId }) => shopIdOf(orderId, mapping) !== undefined)
      .map(({ orderId }) => ({ orderId }));
    await storeMessages(pool, clientId, { connection, direction: 'to_shop', versions: 'other', arrivals });
    await saveEventPlace(pool, clientId, { prefix: connection, tx: last.tx, eventId: last.eventId });
    if (events.length < EVENTS_AT_ONCE) return;
  }
}
