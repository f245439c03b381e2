import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { cancelOrder } from '../src/orders/change/cancel-order.ts';
import type { ChangeOrderContext } from '../src/orders/change/change-order.ts';
import { holdOrder, preferOrder } from '../src/orders/change/hold-order.ts';
import {
  acceptCancellation,
  cancelByOperator,
  failOrder,
  rejectCancellation,
} from '../src/orders/change/operate-order.ts';
import { correctTracking, shipOrder } from '../src/orders/change/ship-order.ts';
import { createOrder } from '../src/orders/create/create-order.ts';
import { FetchSlots } from '../src/orders/intake/fetch-slots.ts';
import { type IntakeContext, takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type OrderBatches, openOrderBatches } from '../src/orders/rows/order-batches.ts';
import type { OrderKey } from '../src/orders/rows/order-row-store.ts';
import { prepareRelease } from '../src/packing/begin-orders.ts';
import type { Actor } from '../src/platform/audit/actor.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { ApiError } from '../src/platform/errors/errors.ts';
import { openBlobs, recordBlobs } from '../src/platform/files/open-blobs.ts';
import { FileJudge } from '../src/platform/files/task-pool.ts';
import { answerFailure, failureOf } from '../src/platform/network/fetch-failure.ts';
import { openFetchFolder } from '../src/platform/network/safe-fetch.ts';
import type { FaultLog } from '../src/platform/observability/fault-log.ts';
import type { Config } from '../src/platform/settings/config.ts';
import type { ReleaseContext } from '../src/production/release-orders.ts';
import { ScanNumbers } from '../src/production/scan-numbers.ts';
import { deleteOrderDays } from '../src/reports/order-day-store.ts';
import { addNote, notesOfOrder } from '../src/staff/keep-notes.ts';
import {
  DEMO_IMAGES,
  type DemoOrder,
  type DemoShop,
  type DemoStep,
  demoImagesUrl,
  readDemoCatalog,
  readDemoShops,
} from './demo-data.ts';
import { EMIL, JANA } from './demo-people.ts';
import { findOpenBatch, findOrderTimes, hasNote, lacksOrder } from './demo-store.ts';

/** The time from the creation of an order to its intake. */
const INTAKE_AFTER_MS = 4_000;
const FETCHES_AT_ONCE_MAX = 8;
/** Orders that are released within this time form a batch. */
const BATCH_MS = 12 * 60 * 60 * 1_000;

export interface DemoContext {
  pool: Pool;
  config: Config;
  log: FastifyBaseLogger;
  faults: FaultLog;
  /** Ends the creation of orders between two changes. */
  signal: AbortSignal;
}

/** One event of a demo order. */
interface DemoMoment {
  at: Date;
  shop: DemoShop;
  order: DemoOrder;
  what: 'create' | 'take in' | DemoStep;
}

/**
 * Creates the orders of the demo's shops through the functions of the API, as if the center had worked for
 * ten days. Each function receives its time in the demo. After a stop or a crash it continues with the first
 * missing change.
 */
export async function makeDemoOrders(context: DemoContext): Promise<void> {
  const { pool, config, log, signal } = context;
  const began = performance.now();
  const shops = await readDemoShops(config);
  const [first, last] = firstAndLast(shops);
  if (!(await lacksOrder(pool, last.key))) return;
  const times = await findOrderTimes(pool, first.key);
  const present = times ? new Date(times.created.getTime() + first.secondsAgo * 1_000) : new Date();
  if (!times) await assignProducts(pool, shops, present);
  const making = { batches: openOrderBatches(pool), catalog: new CatalogCache(pool), numbers: new ScanNumbers(pool) };
  const intake = await openIntake(context);
  let refused = 0;
  const isNew = times === undefined;
  const happen = async (moment: DemoMoment) => {
    if (signal.aborted || (!isNew && (await hasHappened(pool, moment)))) return;
    if (!(await carryOut(context, moment, { ...making, intake: intake.context }))) refused++;
  };
  try {
    await runInLanes(demoTimeline(shops, present), happen);
  } finally {
    await intake.close();
  }
  if (signal.aborted) return;
  // The orders belong to past days.
  await deleteOrderDays(pool);
  const ms = Math.round(performance.now() - began);
  log.info({ ms, refused }, "the demo's orders were created");
}

/** Events that change free stock. No two shops of the demo compete for scarce stock. */
const STOCK_VERBS = ['take in', 'cancel', 'acceptCancellation', 'fail'];

/**
 * Runs each event after the earlier ones of its order and of its lane: a shop's events with stock, or the
 * releases, which share batches. The first event runs before, and the last one after all others, because a
 * continued start looks for these two. Ends early at the first error.
 */
async function runInLanes(
  timeline: readonly DemoMoment[],
  happen: (moment: DemoMoment) => Promise<void>,
): Promise<void> {
  const first = timeline[0];
  const last = timeline.at(-1);
  const ends = new Map<string, Promise<void>>();
  let hasFailed = false;
  if (first) await happen(first);
  for (const moment of timeline.slice(1, -1)) {
    const { what, shop, order } = moment;
    const verb = typeof what === 'string' ? what : what.verb;
    const lanes = [STOCK_VERBS.includes(verb) && `stock ${shop.clientId}`, verb === 'accept' && verb];
    const places = [`${shop.clientId} ${order.request.orderId}`, ...lanes.filter((lane) => lane !== false)];
    const before = places.flatMap((place) => ends.get(place) ?? []);
    const end = Promise.all(before).then(async () => {
      if (!hasFailed) await happen(moment);
    });
    end.catch(() => {
      hasFailed = true;
    });
    for (const place of places) ends.set(place, end);
  }
  await Promise.allSettled(ends.values());
  await Promise.all(ends.values());
  if (last && last !== first) await happen(last);
}

/**
 * Returns the events of the demo until the present, ordered by time. The creation of the last order comes
 * last.
 */
export function demoTimeline(shops: readonly DemoShop[], present: Date): DemoMoment[] {
  const moments = shops.flatMap((shop) => shop.orders.flatMap((order) => momentsOf(shop, order, present)));
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function momentsOf(shop: DemoShop, order: DemoOrder, present: Date): DemoMoment[] {
  const created = present.getTime() - order.secondsAgo * 1_000;
  const moment = (afterMs: number, what: DemoMoment['what']): DemoMoment => ({
    at: new Date(created + afterMs),
    shop,
    order,
    what,
  });
  return [
    moment(0, 'create'),
    ...(order.isLeftAlone ? [] : [moment(INTAKE_AFTER_MS, 'take in')]),
    ...order.story.map((step) => moment(step.afterSeconds * 1_000, step)),
  ];
}

function firstAndLast(shops: readonly DemoShop[]) {
  const [first, ...others] = shops
    .flatMap(({ clientId, orders }) =>
      orders.map(({ request, secondsAgo }) => ({ key: { clientId, orderId: request.orderId }, secondsAgo })),
    )
    .sort((one, other) => other.secondsAgo - one.secondsAgo);
  const last = others.at(-1);
  if (!first || !last) throw new RangeError('The demo has no orders.');
  return [first, last] as const;
}

/** Gives the shops their products and their contracts with carriers. */
async function assignProducts(pool: Pool, shops: readonly DemoShop[], now: Date): Promise<void> {
  const catalog = await readDemoCatalog();
  for (const { clientId, productIds, carrierIds } of shops) {
    const products = catalog.products.filter(({ productId }) => productIds.includes(productId));
    const carriers = catalog.carriers
      .filter(({ carrierId }) => carrierIds.includes(carrierId))
      .map((carrier) => ({ ...carrier, ...(carrier.carrierId === carrierIds[0] && { default: true }) }));
    await importCatalog(pool, { articles: [], products, carriers }, { clientId, now });
  }
}

/**
 * Opens the server's intake. It copies the shipped files instead of fetching them, because no server runs
 * yet.
 */
async function openIntake({
  pool,
  config,
  log,
  faults,
}: DemoContext): Promise<{ context: Omit<IntakeContext, 'clock'>; close: () => Promise<void> }> {
  const blobs = openBlobs(config);
  const fileJudge = new FileJudge({ processes: 1 });
  const folder = await openFetchFolder(join(config.DATA_DIR, 'fetching'), { now: new Date(), alone: false });
  return {
    context: {
      pool,
      log,
      faults,
      dueRule: config,
      blobs: recordBlobs(pool, blobs),
      fetchFile: async (url) => copyImage(url, demoImagesUrl(config), await folder.path()),
      judgeFile: fileJudge.judge,
      mayFetch: () => true,
      slots: new FetchSlots({
        all: FETCHES_AT_ONCE_MAX,
        perClient: FETCHES_AT_ONCE_MAX,
        perHost: FETCHES_AT_ONCE_MAX,
      }),
      ordersAtOnce: 1,
      // The shipped files do not change.
      reuseMs: Number.POSITIVE_INFINITY,
      orderBytesMax: config.ORDER_FILE_BYTES_MAX,
      clientBytesPerDayMax: config.CLIENT_FILE_BYTES_PER_DAY_MAX,
      retrySeconds: config.INTAKE_RETRY_SECONDS,
      artworkDpiMin: config.ARTWORK_DPI_MIN,
    },
    close: async () => {
      await Promise.all([fileJudge.close(), blobs.close(), folder.close()]);
    },
  };
}

/**
 * Copies the image into the folder, as a download does. A missing image is answered as by a web server. Other
 * hosts are not contacted.
 */
async function copyImage(url: string, imagesUrl: string, folder: string): ReturnType<IntakeContext['fetchFile']> {
  if (!url.startsWith(imagesUrl)) return failureOf({ code: 'ENOTFOUND' }).failure;
  const content = await readFile(join(DEMO_IMAGES, url.slice(imagesUrl.length))).catch(() => undefined);
  if (!content) return answerFailure(404, undefined, new Date()).failure;
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { kind: 'fetched', path, sha256, bytes: content.length, validators: {} };
}

/** Carries out one event. Returns false if the rules refuse it. */
async function carryOut(
  { pool, config, log, signal }: DemoContext,
  { at, shop, order, what }: DemoMoment,
  making: {
    batches: OrderBatches;
    catalog: CatalogCache;
    numbers: ScanNumbers;
    intake: Omit<IntakeContext, 'clock'>;
  },
): Promise<boolean> {
  const { clientId, name } = shop;
  const key = { clientId, orderId: order.request.orderId };
  const { intake, numbers, ...creating } = making;
  const acting = { pool, clock: () => at, onWork: () => {} };
  try {
    if (what === 'create') {
      const context = { ...creating, ...acting, filesPerOrderMax: config.FILES_PER_ORDER_MAX };
      await createOrder(context, { clientId, name, mode: 'live' }, order.request, []);
    } else if (what === 'take in') {
      await takeInOrders({ ...intake, clock: acting.clock }, clientId, signal);
    } else if (what.verb === 'accept') {
      await release({ ...acting, numbers, stepOrder: config.PRODUCTION_STEPS }, key);
    } else {
      await takeStep(acting, key, what, { kind: 'client', id: clientId, name });
    }
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.debug({ err: error, ...key }, 'a step of the demo was refused');
    return false;
  }
}

async function hasHappened(pool: Pool, { at, shop, order, what }: DemoMoment): Promise<boolean> {
  const key = { clientId: shop.clientId, orderId: order.request.orderId };
  if (typeof what === 'object' && what.verb === 'note') return hasNote(pool, key, what.text);
  const times = await findOrderTimes(pool, key);
  return times !== undefined && (what === 'create' || times.updated >= at);
}

const office: Actor = { kind: 'operator', id: JANA.operatorId, name: JANA.name };
const floor: Actor = { kind: 'operator', id: EMIL.operatorId, name: EMIL.name };

/** Releases the order into the open batch of its half day, or into a new one. */
async function release(context: ReleaseContext, key: OrderKey): Promise<void> {
  const { pool, clock } = context;
  const into = await findOpenBatch(pool, new Date(clock().getTime() - BATCH_MS));
  const work = await prepareRelease(context, { choice: {}, orders: [key], into, limit: 1, by: office });
  const { batch } = await inTransaction(pool, work);
  if (!batch) throw new ApiError('order_not_changeable', 'The order cannot be released.');
}

function takeStep(
  context: ChangeOrderContext,
  key: OrderKey,
  { afterSeconds: _, ...step }: Exclude<DemoStep, { verb: 'accept' }>,
  customer: Actor,
): Promise<unknown> {
  switch (step.verb) {
    case 'ship':
      return shipOrder(context, key, { ...step, by: floor });
    case 'correctTracking':
      return correctTracking(context, key, { ...step, by: office });
    case 'fail':
      return failOrder(context, key, { ...step, by: floor });
    case 'cancel':
      return cancelByOperator(context, key, { ...step, by: office });
    case 'askToCancel':
      return cancelOrder(context, key, { ...step, by: customer });
    case 'acceptCancellation':
      return acceptCancellation(context, key, { by: office });
    case 'rejectCancellation':
      return rejectCancellation(context, key, { ...step, by: office });
    case 'hold':
      return holdOrder(context, key, { ...step, by: office });
    case 'prefer':
      return preferOrder(context, key, { by: office });
    case 'note':
      return addNote(context.pool, notesOfOrder(key), { text: step.text }, { by: office, now: context.clock() });
  }
}
