import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Order } from '../document/order-schemas.ts';
import {
  type AgePosition,
  dueSearchTerms,
  findArticleTitles,
  findUnsearchable,
  insertSearchTerms,
  type Unsearchable,
} from './order-search-store.ts';
import { itemRows, searchTerms, skusOf } from './search-terms.ts';

const ORDERS_AT_ONCE = 100;
/** Bytes of the documents in one statement. A single document may be larger. */
const BYTES_AT_ONCE_MAX = 1_048_576;
/** Longest time between the creation of an order and its storage. Newer orders may be stored before it. */
const LATE_MS_MAX = 10_000;
/** Most orders are stored within this time. A wide search goes back LATE_MS_MAX instead. */
const LATE_MS_USUAL = 500;
const WIDE_SEARCH_INTERVAL_MS = 5_000;
/** A run costs as much as dozens of orders, so a client with constant orders is due only this often. */
const RUN_INTERVAL_MS = 1_000;
/** How far a process searches back after its start. Older orders get their terms when their intake begins. */
const FIRST_SEARCH_MS = 600_000;
/** Time after which an idle client is forgotten. Its next search goes back FIRST_SEARCH_MS. */
const REMEMBERED_MS = FIRST_SEARCH_MS;
const DAY_MS = 86_400_000;

interface Progress {
  /** Orders created until then have terms, except for late ones. */
  reached: number;
  wideAt: number;
  at: number;
}

/** Writes the terms of new orders within seconds, even if intake waits. Remembers the progress per client. */
export class SearchTermsWriter {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  readonly #progress = new Map<string, Progress>();

  constructor(pool: Pool, clock: () => Date, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
  }

  due(): DueQuery {
    const now = this.#clock().getTime();
    for (const [clientId, { at }] of this.#progress) if (now - at >= REMEMBERED_MS) this.#progress.delete(clientId);
    const reached = [...this.#progress].map(([clientId, progress]) => {
      return { clientId, created: new Date(dueAfter(progress, now)) };
    });
    return dueSearchTerms(reached);
  }

  async write(clientId: string, signal: AbortSignal): Promise<void> {
    const now = this.#clock().getTime();
    const known = this.#progress.get(clientId) ?? { reached: now - FIRST_SEARCH_MS, wideAt: 0, at: 0 };
    const isWide = isWideDue(known, now);
    let { reached } = known;
    let position: AgePosition = { created: new Date(reached - (isWide ? LATE_MS_MAX : LATE_MS_USUAL)), orderId: '' };
    for (;;) {
      if (signal.aborted) return;
      const { last, isMore } = await this.#writeSome(clientId, position);
      if (!last) break;
      position = last;
      reached = Math.max(reached, last.created.getTime());
      if (!isMore) break;
    }
    const at = this.#clock().getTime();
    const wideAt = isWide ? now : known.wideAt;
    this.#progress.set(clientId, { reached, wideAt, at });
  }

  async #writeSome(clientId: string, after: AgePosition): Promise<Omit<Unsearchable, 'orders'>> {
    const limits = { limit: ORDERS_AT_ONCE, bytes: BYTES_AT_ONCE_MAX };
    const { orders, ...reach } = await findUnsearchable(this.#pool, clientId, after, limits);
    const read = orders.map(({ orderId, created, document }) => {
      return { orderId, created, order: this.#read(clientId, orderId, document) };
    });
    const titles = await findArticleTitles(
      this.#pool,
      read.flatMap(({ order }) => (order ? skusOf(order) : [])),
    );
    // An unreadable order gets empty terms, so that it does not stop the others.
    const searchable = read.map(({ order, ...key }) => {
      return { ...key, terms: order ? searchTerms(order, titles) : '', items: order ? itemRows(order) : [] };
    });
    if (searchable.length > 0) await insertSearchTerms(this.#pool, clientId, searchable);
    return reach;
  }

  #read(clientId: string, orderId: string, document: string): Order | undefined {
    try {
      return JSON.parse(document);
    } catch (error) {
      this.#log.error({ err: error, clientId, orderId }, 'an order cannot be read, so no search finds it');
      return undefined;
    }
  }
}

/** Returns whether a wide search is due: it repeats at an interval while late orders may arrive. */
function isWideDue({ reached, wideAt }: Progress, now: number): boolean {
  return wideAt < reached + LATE_MS_MAX && now - wideAt >= WIDE_SEARCH_INTERVAL_MS;
}

/** Returns the time in milliseconds since 1970. The client is due if its newest order is later. */
function dueAfter(progress: Progress, now: number): number {
  if (isWideDue(progress, now)) return 0;
  return now - progress.at >= RUN_INTERVAL_MS ? progress.reached : now + DAY_MS;
}
