import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Order } from '../document/order-schemas.ts';
import {
  dueSearchTerms,
  findArticleTitles,
  findUnsearchable,
  insertSearchTerms,
  type PlaceByAge,
  type Unsearchable,
} from './order-search-store.ts';
import { itemRows, searchTerms, skusOf } from './search-terms.ts';

const ORDERS_AT_ONCE = 100;
/** Bytes of the documents in one statement. A single document may be larger. */
const BYTES_AT_ONCE_MAX = 1_048_576;
/** Longest time between the creation of an order and its storage. Newer orders may be stored before it. */
const LATE_MS_MAX = 10_000;
/** Most orders are stored within this time. A wide look goes back LATE_MS_MAX instead. */
const LATE_MS_USUAL = 500;
const WIDE_LOOK_INTERVAL_MS = 5_000;
/** A run costs as much as dozens of orders, so a client with constant orders is due only this often. */
const RUN_INTERVAL_MS = 1_000;
/** How far a process looks back after its start. Older orders get their terms when their intake begins. */
const FIRST_LOOK_MS = 600_000;
/** Time after which an idle client is forgotten. Its next look goes back FIRST_LOOK_MS. */
const REMEMBERED_MS = FIRST_LOOK_MS;
const DAY_MS = 86_400_000;

interface Looked {
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
  readonly #looked = new Map<string, Looked>();

  constructor(pool: Pool, clock: () => Date, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
  }

  due(): DueQuery {
    const now = this.#clock().getTime();
    for (const [clientId, { at }] of this.#looked) if (now - at >= REMEMBERED_MS) this.#looked.delete(clientId);
    const reached = [...this.#looked].map(([clientId, looked]) => {
      return { clientId, created: new Date(dueAfter(looked, now)) };
    });
    return dueSearchTerms(reached);
  }

  async write(clientId: string, signal: AbortSignal): Promise<void> {
    const now = this.#clock().getTime();
    const known = this.#looked.get(clientId) ?? { reached: now - FIRST_LOOK_MS, wideAt: 0, at: 0 };
    const isWide = isWideDue(known, now);
    let { reached } = known;
    let place: PlaceByAge = { created: new Date(reached - (isWide ? LATE_MS_MAX : LATE_MS_USUAL)), orderId: '' };
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
    return looked;
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

/** Returns whether a wide look is due: it repeats at an interval while late orders may arrive. */
function isWideDue({ reached, wideAt }: Looked, now: number): boolean {
  return wideAt < reached + LATE_MS_MAX && now - wideAt >= WIDE_LOOK_INTERVAL_MS;
}

/** Returns the time in milliseconds since 1970. The client is due if its newest order is later. */
function dueAfter(looked: Looked, now: number): number {
  if (isWideDue(looked, now)) return 0;
  return now - looked.at >= RUN_INTERVAL_MS ? looked.reached : now + DAY_MS;
}
