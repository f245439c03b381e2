import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Actor } from '../../audit/actor.ts';
import { CatalogCache } from '../../catalog/catalog-cache.ts';
import { importCatalog } from '../../catalog/import/import-catalog.ts';
import type { Config } from '../../config.ts';
import { ApiError } from '../../errors.ts';
import { TaskPool } from '../../files/judging/task-pool.ts';
import type { OtherIntake } from '../../jobs/job-list.ts';
import { type CreateOrderContext, createOrder } from '../../orders/create/create-order.ts';
import { openOrderBatches } from '../../orders/document/order-batches.ts';
import { type IntakeContext, takeInOrders } from '../../orders/intake/intake-orders.ts';
import { demoCatalog } from '../demo-catalog.ts';
import { carriersOf, type DemoShop, demoShops } from '../demo-shops.ts';
import { makeFilesOf, type Paint } from './demo-files.ts';
import { findOrderTimes, hasNote, lacksOrder } from './demo-order-store.ts';
import {
  type DemoMoment,
  demoOrderRequest,
  demoTimeline,
  FIRST_ORDER,
  LAST_ORDER,
  presentOf,
} from './demo-timeline.ts';

const DEMO_KEY = 'demo';

/**
 * The orders of the demo's shops, as if the center had worked for ten days: each is made by the rules that hold for every order, its files are
 * fetched from this server's /images/, and staff's own verbs move it, at the time that the demo's clock shows. Begun anew after a stop or a
 * crash, it goes on where it was: what an order has seen already lies before its last change. Until it is whole, nobody else takes in the shops' orders.
 */
export class DemoOrders implements OtherIntake {
  readonly #config: Pick<Config, 'BASE_URL' | 'DATA_DIR' | 'FILES_PER_ORDER_MAX'>;
  readonly #pool: Pool;
  readonly #log: FastifyBaseLogger;
  /** Until it is known that nothing is to be done, the shops' orders are ours. */
  #isPending = true;
  /** Not before the demo has its catalogue, and no more when the last order could not be made. */
  #mayRun = false;

  constructor(
    config: Pick<Config, 'BASE_URL' | 'DATA_DIR' | 'FILES_PER_ORDER_MAX'>,
    { pool, log }: { pool: Pool; log: FastifyBaseLogger },
  ) {
    this.#config = config;
    this.#pool = pool;
    this.#log = log;
  }

  takesIn(clientId: string): boolean {
    return this.#isPending && demoShops.some((shop) => shop.clientId === clientId);
  }

  /** The demo's catalogue and shops are there. */
  begin(): void {
    this.#mayRun = true;
  }

  job(intake: IntakeContext): ReturnType<OtherIntake['job']> {
    return {
      name: 'demo-orders',
      findDue: async () => {
        if (!this.#mayRun) return [];
        this.#isPending = await lacksOrder(this.#pool, LAST_ORDER);
        return this.#isPending ? [DEMO_KEY] : [];
      },
      run: (_key, signal) => this.#live(intake, signal),
      concurrency: 1,
    };
  }

  async #live(intake: IntakeContext, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const first = await findOrderTimes(this.#pool, FIRST_ORDER);
    const present = first ? presentOf(first.created) : new Date();
    if (!first) await this.#contract(present);
    const { FILES_PER_ORDER_MAX: filesPerOrderMax } = this.#config;
    const making = {
      catalog: new CatalogCache(this.#pool),
      batches: openOrderBatches(this.#pool),
      filesPerOrderMax,
    };
    // What paints keeps a hundred MiB that the server would never get back.
    const painters = new TaskPool({ processes: 1 });
    const paint = paintBy(painters, signal);
    let refused = 0;
    try {
      for (const moment of demoTimeline(present)) {
        if (signal.aborted) return;
        if (!(await this.#happen(moment, { ...making, paint }, intake, signal))) refused++;
      }
    } finally {
      await painters.close();
    }
    if (!(await lacksOrder(this.#pool, LAST_ORDER))) {
      const ms = Math.round(performance.now() - began);
      this.#log.info({ ms, refused }, "the demo's orders are there");
    } else if (await findOrderTimes(this.#pool, FIRST_ORDER)) {
      this.#log.warn("the demo's orders could not be made as planned");
      this.#mayRun = false;
      this.#isPending = false;
    }
  }

  /** What the shops sell and whom they ship with. */
  async #contract(now: Date): Promise<void> {
    for (const shop of demoShops) {
      const products = demoCatalog.products.filter(({ productId }) => shop.productIds.includes(productId));
      const carriers = carriersOf(shop, demoCatalog.carriers);
      await importCatalog(this.#pool, { articles: [], products, carriers }, { clientId: shop.clientId, now });
    }
  }

  async #hasHappened({ at, shop, order, what }: DemoMoment): Promise<boolean> {
    const key = { clientId: shop.clientId, orderId: order.orderId };
    const note = typeof what === 'object' ? what.note : undefined;
    if (note !== undefined) return hasNote(this.#pool, key, note);
    const times = await findOrderTimes(this.#pool, key);
    return times !== undefined && (what === 'create' || times.updated >= at);
  }

  /** What the rules refuse, since somebody was faster or a file could not be had, is left out; false then. */
  async #happen(
    moment: DemoMoment,
    making: Pick<CreateOrderContext, 'catalog' | 'batches' | 'filesPerOrderMax'> & { paint: Paint },
    intake: IntakeContext,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { at, shop, order, what } = moment;
    const key = { clientId: shop.clientId, orderId: order.orderId };
    const clock = () => at;
    if (await this.#hasHappened(moment)) return true;
    try {
      if (what === 'create') {
        // Somebody has started the demo over meanwhile: it begins anew.
        if (key.orderId === LAST_ORDER.orderId && !(await findOrderTimes(this.#pool, FIRST_ORDER)))
          return false;
        await makeFilesOf(join(this.#config.DATA_DIR, 'images'), shop, order, making.paint);
        const request = demoOrderRequest(order, `${this.#config.BASE_URL}/images/`);
        const context = { ...making, clock, onWork: () => {} };
        await createOrder(context, callerOf(shop), request, []);
      } else if (what === 'take in') {
        await takeInOrders({ ...intake, clock }, shop.clientId, signal);
      } else {
        const context = { pool: this.#pool, clock, onWork: () => {}, customer: customerOf(shop) };
        await what.act(context, key);
      }
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ApiError)) throw error;
      this.#log.debug({ err: error, ...key }, 'a step of the demo was refused');
      return false;
    }
    return true;
  }
}

function paintBy(painters: TaskPool, signal: AbortSignal): Paint {
  return async (drawing) => {
    const painted = await painters.run(DEMO_KEY, 'paint', drawing, signal);
    if (painted === 'too_complex') throw new Error("The demo's picture could not be painted.");
    return Buffer.from(painted, 'base64');
  };
}

function callerOf({ clientId, name }: DemoShop): Parameters<typeof createOrder>[1] {
  return { clientId, name, mode: 'live' };
}

function customerOf({ clientId, name }: DemoShop): Actor {
  return { kind: 'client', id: clientId, name };
}
