import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Order } from '../document/order-schemas.ts';
import { type ItemRow, itemRows } from './order-items.ts';
import { findNewestOrders, findUnsearchable, insertSearchTerms, type PlaceByAge } from './order-search-store.ts';
import { searchTerms } from './search-terms.ts';

/** Orders of one statement. */
const ORDERS_AT_ONCE = 100;
/** Of the documents of one statement; a single one may have more. */
const BYTES_AT_ONCE_MAX = 1_048_576;
/** An order may be stored so long after it was created, and others that are newer before it. */
const LATE_MS_MAX = 10_000;
/** How far a process looks back that has just started: what was made while none ran has words when its intake begins. */
const FIRST_LOOK_MS = 600_000;
/** While anything was missing the client is due once more: of what is stored late, some comes behind the place that was reached. */
const STILL_DUE_MS = 1;

/**
 * Sees to it that orders are found by their words within seconds, also those whose intake waits for the slow files of others. Knows up
 * to when each client's orders have words, so that nothing is looked through twice.
 */
export class SearchTermsWriter {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  /** By client; one that has no work any more is found anew with its next order. */
  #writtenTo = new Map<string, Date>();

  constructor(pool: Pool, clock: () => Date, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
  }

  /** Clients with orders that came since the last look. */
  async findDue(limit: number): Promise<string[]> {
    const busy = await findNewestOrders(this.#pool, limit);
    const writtenTo = new Map<string, Date>();
    for (const { clientId } of busy) {
      const written = this.#writtenTo.get(clientId);
      if (written) writtenTo.set(clientId, written);
    }
    this.#writtenTo = writtenTo;
    return busy
      .filter(({ clientId, newest }) => newest.getTime() > (writtenTo.get(clientId)?.getTime() ?? 0))
      .map(({ clientId }) => clientId);
  }

  /** Writes the words of the client's new orders, from the oldest to the newest; `inTurn` runs each piece of the work when the processor is free for it. */
  async write(
    clientId: string,
    signal: AbortSignal,
    inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<void> {
    const now = this.#clock().getTime();
    const writtenTo = this.#writtenTo.get(clientId)?.getTime() ?? now - FIRST_LOOK_MS;
    let place: PlaceByAge = { created: new Date(writtenTo - LATE_MS_MAX), orderId: '' };
    let newest = writtenTo;
    while (!signal.aborted) {
      const orders = await inTurn(() => this.#writeSome(clientId, place));
      const last = orders.at(-1);
      if (!last) break;
      place = last;
      newest = last.created.getTime() - STILL_DUE_MS;
    }
    this.#writtenTo.set(clientId, new Date(Math.max(newest, now - LATE_MS_MAX)));
  }

  async #writeSome(clientId: string, after: PlaceByAge): Promise<PlaceByAge[]> {
    const limits = { limit: ORDERS_AT_ONCE, bytes: BYTES_AT_ONCE_MAX };
    const orders = await findUnsearchable(this.#pool, clientId, after, limits);
    const searchable = orders.map(({ orderId, created, document }) => {
      return { orderId, created, ...this.#read(clientId, orderId, document) };
    });
    if (searchable.length > 0) await insertSearchTerms(this.#pool, clientId, searchable);
    return orders;
  }

  /** An order that cannot be read has none until its intake tells more, and keeps no others from having theirs. */
  #read(clientId: string, orderId: string, document: string): { terms: string; items: ItemRow[] } {
    try {
      const order: Order = JSON.parse(document);
      return { terms: searchTerms(order), items: itemRows(order) };
    } catch (error) {
      this.#log.error({ err: error, clientId, orderId }, 'an order has no words to be found by');
      return { terms: '', items: [] };
    }
  }
}
