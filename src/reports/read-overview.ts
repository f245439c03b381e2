import type { Pool } from 'pg';
import { countOrdersOfAll } from '../orders/change/count-orders.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { composeOverview } from './overview-rules.ts';
import {
  countOldWebhooks,
  countTrouble,
  findLongestUntouched,
  findPause,
  sumDayDurations,
  sumOpenDays,
  sumOrderDays,
  sumTechnologies,
} from './overview-store.ts';
import { lastDays } from './report-rules.ts';

export const DAYS_SHOWN = 30;
/** How long orders took is told of so many last days. */
export const TURNAROUND_DAYS: readonly number[] = [7, DAYS_SHOWN];
/** However many ask, it is read once in so long. */
const FRESH_MS = 1_000;
/** And no oftener than this many times as long as reading it took, so that it never takes more than its share of the database. */
const REST_FACTOR = 10;

/** Parts that a restore pauses until somebody resumes them. */
export const PAUSED_PARTS = ['webhooks', 'connectors', 'printers', 'sandbox'] as const;

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** What staff see first, read once for all who ask at about the same time. */
export class OverviewReader {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #timeZone: string;
  readonly #freshMs: number;
  #reading: Promise<Overview> | undefined;
  /** As performance.now() has it. */
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool, clock: () => Date, timeZone: string, freshMs = FRESH_MS) {
    this.#pool = pool;
    this.#clock = clock;
    this.#timeZone = timeZone;
    this.#freshMs = freshMs;
  }

  /** As it was at most a second ago, or longer when reading it takes long. */
  async read(): Promise<Overview> {
    if (this.#reading && performance.now() < this.#freshUntil) return this.#reading;
    const began = performance.now();
    // Until it is there, whoever asks waits for it.
    this.#freshUntil = Number.POSITIVE_INFINITY;
    this.#reading = readOverview(this.#pool, this.#clock(), this.#timeZone);
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

/** Reads kept counts alone, as of one moment. */
async function readOverview(pool: Pool, now: Date, timeZone: string) {
  const calendar = lastDays(now, DAYS_SHOWN, timeZone);
  const from = calendar[0]!.day;
  return inTransaction(pool, async (connection) => {
    const facts = {
      counts: await countOrdersOfAll(connection),
      untouched: await findLongestUntouched(connection),
      ...(await countTrouble(connection)),
      technologies: await sumTechnologies(connection),
      days: await sumOrderDays(connection, from, timeZone),
      open: await sumOpenDays(connection, timeZone),
      durations: await sumDayDurations(connection, from, timeZone),
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
