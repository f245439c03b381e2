import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { PlatenClient, PlatenError } from '../../client/dist/platen-client.js';
import { compareWithPlaten, compareWithShop } from '../../connectors/compare-sides.ts';
import { shopIdOf } from '../../connectors/map-order.ts';
import type { Mapping, ProductMapping } from '../../connectors/mapping.ts';
import { storeMessages } from '../../connectors/message-store.ts';
import { Bell, type Connector, RETRY_DELAYS_MS, runMessages } from '../../connectors/run-messages.ts';
import { ShopRefused, ShopUnavailable } from '../../connectors/shop.ts';
import { SHOP_EVENT_TYPES } from '../../connectors/tell-shop.ts';
import { findFeedEnd } from '../webhooks/event-feed-store.ts';
import { type OpenConnection, type OpenContext, openConnection, problemOf } from './open-connection.ts';
import { drawTextsOf } from './print-texts.ts';
import {
  beginRun,
  type DueConnection,
  listNextEvents,
  type RunEnd,
  type ShopPart,
  saveEventPlace,
  savePart,
} from './shop-connection-store.ts';
import {
  deleteUnlisted,
  findStockToTell,
  findTargets,
  insertOrdered,
  type ReadProduct,
  saveSharedSkus,
  saveToldStock,
  upsertProducts,
} from './shop-product-store.ts';

/** Time between two looks for changed orders. A webhook of the shop brings the next look forward. */
const LOOK_MS = 60_000;
/** Time between two comparisons of all open orders on both sides. */
const FULL_MS = 30 * 60_000;
const PRODUCTS_MS = 6 * 3_600_000;
const STOCK_MS = 60_000;
/** Messages give their turn to other connections after this time. */
const RUN_MS_MAX = 30_000;
/** A list of a shop that takes longer has failed. */
const LIST_MS_MAX = 30 * 60_000;
/** The wait after a failed part. It doubles with each failure in a row, up to the longest. */
const RETRY_MS = 15_000;
const RETRY_MS_MAX = 30 * 60_000;
const EVENTS_AT_ONCE = 500;
const STOCK_AT_ONCE = 200;
/** Variants that one run finds refused. It then leaves the others for the next run. */
const REFUSED_MAX = 10;
/** Shops that are kept open. Above this number, the oldest is closed. */
const OPENED_MAX = 1_000;
/** Products of one shop. Further ones are left out. */
const PRODUCTS_MAX = 50_000;

/** Lengths in characters. A product with a longer SKU is left out, and a longer name is cut. */
const SKU_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 300;
const URL_LENGTH_MAX = 2_000;
/** Further variants with the same SKU get no stock. */
const VARIANTS_LENGTH_MAX = 4_000;

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

type Run = ShopContext &
  OpenConnection & { due: DueConnection; connector: Connector; begun: Date; signal: AbortSignal };

/**
 * Takes the orders of a connection, and tells its shop stock and parcels. A part that fails does not stop the
 * others. `key` is the client and the prefix.
 */
export async function runShop(context: ShopContext, key: string, signal: AbortSignal): Promise<void> {
  const run = await beginPart(context, key, { part: 'look', runId: randomUUID(), signal });
  if (!run) return;
  const { due } = run;
  const isLookDue = due.isFullDue || due.isLookDue;
  if (isLookDue)
    await doPart(run, 'look', { ...(due.isFullDue && { fullAt: FULL_MS }), lookAt: LOOK_MS }, askForOrders);
  await takeEvents(run);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS_MAX)]);
  await runMessages(run.connector, limit, { untilIdle: true });
  if (due.isStockDue) await doPart(run, 'stock', { stockAt: STOCK_MS }, tellStock);
}

/** Reads the products of a shop, which takes long and delays no order. `key` is the client and the prefix. */
export async function readShopProducts(context: ShopContext, key: string, signal: AbortSignal): Promise<void> {
  const run = await beginPart(context, key, { part: 'products', runId: null, signal });
  if (run?.due.isProductsDue) await doPart(run, 'products', { productsAt: PRODUCTS_MS }, readProducts);
}

/** Opens the shop of an active connection. Undefined: it was stopped, or it has lost its credentials. */
async function beginPart(
  context: ShopContext,
  key: string,
  { part, runId, signal }: { part: ShopPart; runId: string | null; signal: AbortSignal },
): Promise<Run | undefined> {
  const [clientId = '', prefix = ''] = key.split(' ');
  const begun = context.clock();
  const due = await beginRun(context.pool, clientId, { prefix, runId, now: begun });
  if (!due) return undefined;
  try {
    return openRun(context, due, { runId: runId ?? '', begun, signal });
  } catch (error) {
    const next = part === 'look' ? { fullAt: 0, lookAt: 0, stockAt: 0 } : { productsAt: 0 };
    await endPart({ ...context, due, begun }, part, next, error);
    return undefined;
  }
}

type Waits = Partial<Record<keyof RunEnd, number>>;

/**
 * Does a part of the work, and records its result. `waits` are the times in milliseconds until the next one.
 */
async function doPart(run: Run, part: ShopPart, waits: Waits, work: (run: Run) => Promise<void>): Promise<void> {
  let fault: unknown;
  try {
    await work(run);
  } catch (error) {
    // The process stops, and the next one does the part again.
    if (run.signal.aborted) return;
    fault = error;
  }
  await endPart(run, part, waits, fault);
}

async function endPart(
  { pool, clock, due, begun }: Pick<Run, 'pool' | 'clock' | 'due' | 'begun'>,
  part: ShopPart,
  waits: Waits,
  error: unknown,
): Promise<void> {
  const { clientId, connection: prefix, faults } = due;
  const failures = faults[part]?.failures ?? 0;
  // The shop did not cause an error of Platen's own API.
  const problem = error instanceof PlatenError ? { problem: null, words: null } : undefined;
  const fault = error ? { failures: failures + 1, ...(problem ?? problemOf(error)) } : null;
  const retryAt = new Date(clock().getTime() + Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(failures, 10)));
  const next = Object.entries(waits).map(([name, wait]) => [name, fault ? retryAt : new Date(begun.getTime() + wait)]);
  await savePart(pool, clientId, { prefix, begun, part, fault, next: Object.fromEntries(next) });
}

function openRun(
  context: ShopContext,
  due: DueConnection,
  { runId, begun, signal }: { runId: string; begun: Date; signal: AbortSignal },
): Run {
  const { pool, clock, log, retryDelaysMs = RETRY_DELAYS_MS } = context;
  const { clientId, connection } = due;
  const { mapping, shop } = reopen(context, due);
  const { api } = shop;
  const opened = {
    mapping,
    shop: {
      ...shop,
      api: {
        ...api,
        list: (...given: Parameters<typeof api.list>) => inTime(api.list(...given), signal),
        products: () => inTime(api.products(), signal),
      },
    },
  };
  const platen = openPlaten(context, clientId);
  const connector: Connector = {
    ...{ clientId, connection, runId, pool, retryDelaysMs, bell: new Bell() },
    ...opened,
    platen,
    drawTexts: (order) => drawTextsOf({ pool, clientId, platen }, order),
    log: (line) => log.debug({ clientId, connection }, line),
    metrics: undefined,
    readSkus: async (skus) => {
      const found = await findTargets(pool, clientId, { prefix: connection, skus });
      return Object.fromEntries(
        found.flatMap(({ sku, target }) => (target ? [[sku, target as ProductMapping] as const] : [])),
      ) satisfies Mapping['skus'];
    },
    onUnmapped: (items) => {
      const products = items.filter(fits).map(({ sku, name }) => ({ sku, name: name.slice(0, NAME_LENGTH_MAX) }));
      return insertOrdered(pool, clientId, { prefix: connection, products, now: clock() });
    },
  };
  return { ...context, ...opened, due, connector, begun, signal };
}

/** Ends a list between two pages when the process stops. Throws ShopUnavailable after the longest time. */
async function* inTime<T>(pages: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const end = performance.now() + LIST_MS_MAX;
  for await (const page of pages) {
    yield page;
    signal.throwIfAborted();
    if (performance.now() > end) throw new ShopUnavailable(`A list took longer than ${LIST_MS_MAX} ms.`, 'slow');
  }
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

async function askForOrders({ due, connector, shop }: Run): Promise<void> {
  await compareWithShop(connector, shop.api, !due.isFullDue);
  if (due.isFullDue) await compareWithPlaten(connector);
}

async function readProducts({ pool, due, shop, begun: now }: Run): Promise<void> {
  const { clientId, connection: prefix } = due;
  const variants = new Map<string, string>();
  const shared = new Map<string, string>();
  let count = 0;
  let withoutSku = 0;
  for await (const listed of shop.api.products()) {
    const products = [];
    for (const product of listed.filter(fits)) {
      const { sku, variant } = product;
      const others = variants.get(sku);
      if (others === undefined) products.push(cutProduct(product));
      else if (others.length < VARIANTS_LENGTH_MAX) shared.set(sku, `${others} ${variant}`);
      variants.set(sku, shared.get(sku) ?? variant);
    }
    await upsertProducts(pool, clientId, { prefix, products, now });
    withoutSku += listed.filter(({ sku }) => sku === '').length;
    count += listed.length;
    if (count >= PRODUCTS_MAX) break;
  }
  await saveSharedSkus(pool, clientId, { prefix, shared, withoutSku });
  await deleteUnlisted(pool, clientId, { prefix, before: now });
}

const fits = ({ sku, variant = '' }: { sku: string; variant?: string }) =>
  sku !== '' && sku.length <= SKU_LENGTH_MAX && variant.length <= SKU_LENGTH_MAX;

function cutProduct(product: ReadProduct): ReadProduct {
  const { name, barcode, pictureUrl } = product;
  return {
    ...product,
    name: name.slice(0, NAME_LENGTH_MAX),
    barcode: barcode.length > SKU_LENGTH_MAX ? '' : eanOf(barcode),
    pictureUrl: pictureUrl.length > URL_LENGTH_MAX ? '' : pictureUrl,
  };
}

/** Returns the 13 digits of an EAN, UPC (12 digits) or GTIN-14, and any other barcode as it is. */
function eanOf(barcode: string): string {
  const digits = barcode.replace(/[\s-]/g, '');
  return /^([0-9]{12,13}|0[0-9]{13})$/.test(digits) ? digits.padStart(13, '0').slice(-13) : barcode;
}

/**
 * Tells the shop each stock that it does not have. A repeated report sets the same number. Throws the refusal
 * of the first refused variant after the others.
 */
async function tellStock(run: Run): Promise<void> {
  const { pool, due, signal } = run;
  if (!due.settings.sendsStock) return;
  const refusals: ShopRefused[] = [];
  for (let after = ''; refusals.length < REFUSED_MAX; ) {
    const found = { prefix: due.connection, after, limit: STOCK_AT_ONCE };
    const levels = await findStockToTell(pool, due.clientId, found);
    await tellLevels(run, levels, refusals);
    if (levels.length < STOCK_AT_ONCE) break;
    after = levels.at(-1)?.sku ?? '';
    signal.throwIfAborted();
  }
  if (refusals[0]) throw refusals[0];
}

/** Tells levels. Halves refused ones until the refused variant is alone. */
async function tellLevels(
  run: Run,
  levels: readonly { sku: string; variant: string; quantity: number }[],
  refusals: ShopRefused[],
): Promise<void> {
  const [first] = levels;
  if (!first || refusals.length >= REFUSED_MAX) return;
  const { pool, due, shop } = run;
  try {
    const ofVariants = ({ variant, quantity }: (typeof levels)[number]) =>
      variant.split(' ').map((one) => ({ variant: one, quantity }));
    await shop.api.tellStock(levels.flatMap(ofVariants));
  } catch (error) {
    if (!(error instanceof ShopRefused)) throw error;
    if (levels.length === 1) refusals.push(new ShopRefused(`${first.sku}: ${error.message}`));
    else {
      const half = Math.ceil(levels.length / 2);
      await tellLevels(run, levels.slice(0, half), refusals);
      await tellLevels(run, levels.slice(half), refusals);
    }
    return;
  }
  await saveToldStock(pool, due.clientId, { prefix: due.connection, told: levels });
}

/** Stores a message for each order of the connection with a new event. */
async function takeEvents({ pool, due, mapping }: Run): Promise<void> {
  const { clientId, connection } = due;
  const end = await findFeedEnd(pool);
  for (;;) {
    const events = await listNextEvents(pool, clientId, { prefix: connection, end, limit: EVENTS_AT_ONCE });
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
