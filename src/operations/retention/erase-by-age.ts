import type { FastifyBaseLogger } from 'fastify';
import { dueErasures, type EndedOrder, findOrdersToErase } from '../../orders/change/erase-store.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { DueQuery } from '../../platform/database/due-query.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import { type EraseContext, eraseOrder } from './erase-order.ts';

/** Orders that are looked for at once; each is erased in a transaction of its own. */
const FOUND_AT_ONCE = 50;
/** After this time the orders of other clients have their turn. */
export const RUN_MS_MAX = 10_000;
const DAY_MS = 24 * 3_600_000;

export interface RetentionContext extends EraseContext {
  /** Days after which an ended order is erased. */
  retentionDays: number;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  faults: FaultLog;
}

/** Erases what orders tell of people once they have been over for long enough: step by step, client by client. */
export class Retention {
  readonly #context: RetentionContext;

  constructor(context: RetentionContext) {
    this.#context = context;
  }

  /** Has the clients with orders that are to be erased. */
  due(): DueQuery {
    return dueErasures(this.#endedBefore());
  }

  /** Erases the client's orders that are due. Answers how many. */
  async erase(clientId: string, signal: AbortSignal): Promise<number> {
    const { pool, log, faults } = this.#context;
    const before = this.#endedBefore();
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

  #endedBefore(): Date {
    const { retentionDays, clock } = this.#context;
    return new Date(clock().getTime() - retentionDays * DAY_MS);
  }
}
