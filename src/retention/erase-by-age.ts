import type { FastifyBaseLogger } from 'fastify';
import { SYSTEM } from '../audit/actor.ts';
import { withRetry } from '../database/transaction.ts';
import type { FaultLog } from '../fault-log.ts';
import { type EndedOrder, findClientsToErase, findOrdersToErase } from '../orders/change/erase-store.ts';
import { type EraseContext, eraseOrder } from './erase-order.ts';

/** Orders that are looked for at once; each is erased in a transaction of its own. */
const FOUND_AT_ONCE = 50;
/** So long a client's orders are erased, then others have their turn. */
const RUN_MS_MAX = 10_000;
/** Nothing ends so exactly that it must be looked for more often. */
const LOOK_INTERVAL_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

export interface RetentionContext extends EraseContext {
  /** Days after which an order that is over is erased; undefined: never. */
  retentionDays: number | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  faults: FaultLog;
}

/** Erases what orders tell of people once they have been over for long enough: step by step, client by client. */
export class Retention {
  readonly #context: RetentionContext;
  #nextLook = 0;

  constructor(context: RetentionContext) {
    this.#context = context;
  }

  /** Clients with orders that are to be erased; looks once a minute. */
  async findDue(limit: number): Promise<string[]> {
    const { pool } = this.#context;
    const before = this.#endedBefore();
    if (before === undefined || performance.now() < this.#nextLook) return [];
    this.#nextLook = performance.now() + LOOK_INTERVAL_MS;
    const clients = await withRetry(() => findClientsToErase(pool, before, limit));
    // More clients are waiting, or more orders of these: the next look is soon.
    if (clients.length > 0) this.#nextLook = performance.now() + RUN_MS_MAX;
    return clients;
  }

  /** Erases the client's orders that are due. Answers how many. */
  async erase(clientId: string, signal: AbortSignal): Promise<number> {
    const { pool, log, faults } = this.#context;
    const before = this.#endedBefore();
    if (before === undefined) return 0;
    const end = performance.now() + RUN_MS_MAX;
    let erased = 0;
    let after: EndedOrder | undefined;
    for (let isMore = true; isMore && !signal.aborted && performance.now() < end; ) {
      const orders = await withRetry(() =>
        findOrdersToErase(pool, clientId, before, { after, limit: FOUND_AT_ONCE }),
      );
      for (const { orderId } of orders) {
        if (signal.aborted) break;
        try {
          await eraseOrder(this.#context, { clientId, orderId }, { by: SYSTEM });
          erased++;
        } catch (error) {
          // One that cannot be erased keeps no others from it, and is tried again with the next run.
          if (!faults.caught(error))
            log.error({ err: error, clientId, orderId }, 'an order could not be erased');
        }
      }
      after = orders.at(-1);
      isMore = orders.length === FOUND_AT_ONCE;
    }
    if (erased > 0) log.info({ clientId, orders: erased }, 'personal data of old orders was erased');
    return erased;
  }

  #endedBefore(): Date | undefined {
    const { retentionDays, clock } = this.#context;
    return retentionDays === undefined ? undefined : new Date(clock().getTime() - retentionDays * DAY_MS);
  }
}
