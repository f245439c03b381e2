import type { Pool } from 'pg';
import { sumTechnologies } from '../orders/change/backlog-rules.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { COUNTED_MAX, countBacklog, countOpenOrders, countOrders } from './order-count-store.ts';
import { readOrderDays } from './order-days.ts';
import { ageLimits, composeOverview } from './overview-rules.ts';
import { countOldWebhooks, countTrouble, findLongestUntouched, findPause } from './overview-store.ts';
import { lastDays } from './report-rules.ts';

export const DAYS_SHOWN = 30;
export const TURNAROUND_DAYS: readonly number[] = [7, DAYS_SHOWN];
/** The overview is read at most once in this time. */
const FRESH_MS = 1_000;
/** Limits the load: the next read waits this many times the duration of the last one. */
const REST_FACTOR = 10;

export const PAUSED_PARTS = ['webhooks', 'connectors', 'printers', 'sandbox'] as const;
type Overview = Awaited<ReturnType<typeof readOverview>>;

/** Reads the overview at most once a second, and shares the result among all requests. */
export class OverviewReader {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #timeZone: () => string;
  readonly #freshMs: number;
  #reading: Promise<Overview> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool, clock: () => Date, timeZone: () => string, freshMs = FRESH_MS) {
    this.#pool = pool;
    this.#clock = clock;
    this.#timeZone = timeZone;
    this.#freshMs = freshMs;
  }

  /** Returns an overview that is at most a second old, or older when reading takes long. */
  async read(): Promise<Overview> {
    if (this.#reading && performance.now() < this.#freshUntil) return this.#reading;
    const began = performance.now();
    // All requests wait for the read that is under way.
    this.#freshUntil = Number.POSITIVE_INFINITY;
    this.#reading = readOverview(this.#pool, this.#clock(), this.#timeZone());
    this.#reading.then(
      () => {
        const ended = performance.now();
        this.#freshUntil = ended + Math.max(this.#freshMs, this.#freshMs && (ended - began) * REST_FACTOR);
      },
      () => {
        this.#freshUntil = Number.NEGATIVE_INFINITY;
      },
    );
    return this.#reading;
  }
}

/** Reads the overview in one transaction. Each count stops at a limit, and finished days are stored. */
async function readOverview(pool: Pool, now: Date, timeZone: string) {
  const calendar = lastDays(now, DAYS_SHOWN, timeZone);
  return inTransaction(pool, async (connection) => {
    const facts = {
      counts: await countOrders(connection, 'live'),
      untouched: await findLongestUntouched(connection),
      ...(await countTrouble(connection, COUNTED_MAX + 1)),
      technologies: sumTechnologies(await countBacklog(connection)),
      days: await readOrderDays(connection, calendar, { timeZone }),
      ages: await countOpenOrders(connection, ageLimits(calendar)),
    };
    const paused = await readPause(connection);
    return { ...composeOverview(facts, calendar, TURNAROUND_DAYS), ...(paused && { paused }) };
  });
}

async function readPause(connection: Connection) {
  const pause = await findPause(connection);
  if (!pause) return undefined;
  const { since, restoredTo } = pause;
  return {
    since: since.toISOString(),
    ...(restoredTo && { restoredTo: restoredTo.toISOString() }),
    parts: PAUSED_PARTS,
    oldWebhooks: await countOldWebhooks(connection, restoredTo ?? since),
  };
}
