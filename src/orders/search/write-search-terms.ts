import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Order } from '../document/order-schemas.ts';
import {
  dueSearchTerms,
  findUnsearchable,
  insertSearchTerms,
  type PlaceByAge,
  type Unsearchable,
} from './order-search-store.ts';
import { type ItemRow, itemRows, searchTerms } from './search-terms.ts';

/** Orders of one statement. */
const ORDERS_AT_ONCE = 100;
/** Of the documents of one statement; a single one may have more. */
const BYTES_AT_ONCE_MAX = 1_048_576;
/** An order may be stored so long after it was created, and others that are newer before it. */
const LATE_MS_MAX = 10_000;
/** Most are stored within this. Each look goes so far back; one that goes all the way is made now and then. */
const LATE_MS_USUAL = 500;
const WIDE_LOOK_INTERVAL_MS = 5_000;
/** A run of the job costs as much as the words of dozens of orders, so a client that makes some all the time is due no more often. */
const RUN_INTERVAL_MS = 1_000;
/** How far a process looks back that has just started: what was made while none ran has words when its intake begins. */
const FIRST_LOOK_MS = 600_000;
/** Of a client that has no work any more: by then, looking as far back as at first costs no more. */
const REMEMBERED_MS = FIRST_LOOK_MS;
const DAY_MS = 86_400_000;

/** What is known of a client's orders, in milliseconds since 1970. */
interface Looked {
  /** Those created until then have words, but for such as were stored late. */
  reached: number;
  /** When those that were stored late were looked for. */
  wideAt: number;
  /** When it was looked last. */
  at: number;
}

/**
 * Sees to it that orders are found by their words within seconds, also those whose intake waits for the slow files of others. Knows up
 * to when each client's orders have words, so that nothing is looked through twice.
 */
export class SearchTermsWriter {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  /** By client; one that has had no work for long is found anew with its next order. */
  readonly #looked = new Map<string, Looked>();

  constructor(pool: Pool, clock: () => Date, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
  }

  /** Has the clients with orders that came since the last look. */
  due(): DueQuery {
    const now = this.#clock().getTime();
    for (const [clientId, { at }] of this.#looked)
      if (now - at >= REMEMBERED_MS) this.#looked.delete(clientId);
    const reached = [...this.#looked].map(([clientId, looked]) => {
      return { clientId, created: new Date(dueAfter(looked, now)) };
    });
    return dueSearchTerms(reached);
  }

  /** Writes the words of the client's new orders, from the oldest to the newest. */
  async write(clientId: string, signal: AbortSignal): Promise<void> {
    const now = this.#clock().getTime();
    const known = this.#looked.get(clientId) ?? { reached: now - FIRST_LOOK_MS, wideAt: 0, at: 0 };
    const isWide = isWideDue(known, now);
    let { reached } = known;
    let place: PlaceByAge = {
      created: new Date(reached - (isWide ? LATE_MS_MAX : LATE_MS_USUAL)),
      orderId: '',
    };
    for (;;) {
      if (signal.aborted) return;
      const { last, isMore } = await this.#writeSome(clientId, place);
      if (!last) break;
      place = last;
      reached = Math.max(reached, last.created.getTime());
      if (!isMore) break;
    }
    const at = this.#clock().getTime();
    const wideAt = isWide ? now : known.wideAt;
    this.#looked.set(clientId, { reached, wideAt, at });
  }

  async #writeSome(clientId: string, after: PlaceByAge): Promise<Omit<Unsearchable, 'orders'>> {
    const limits = { limit: ORDERS_AT_ONCE, bytes: BYTES_AT_ONCE_MAX };
    const { orders, ...looked } = await findUnsearchable(this.#pool, clientId, after, limits);
    const searchable = orders.map(({ orderId, created, document }) => {
      return { orderId, created, ...this.#read(clientId, orderId, document) };
    });
    if (searchable.length > 0) await insertSearchTerms(this.#pool, clientId, searchable);
    return looked;
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

/** While some may come that were created before those that have words, these are looked for now and then. */
function isWideDue({ reached, wideAt }: Looked, now: number): boolean {
  return wideAt < reached + LATE_MS_MAX && now - wideAt >= WIDE_LOOK_INTERVAL_MS;
}

/** The client is due when its newest order was created after this time, in milliseconds since 1970. */
function dueAfter(looked: Looked, now: number): number {
  if (isWideDue(looked, now)) return 0;
  return now - looked.at >= RUN_INTERVAL_MS ? looked.reached : now + DAY_MS;
}
