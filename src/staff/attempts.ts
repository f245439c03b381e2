import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { type CountedAttempts, countAttempts, uncountAttempts } from './attempt-store.ts';

/** Past a limit nothing is tried until the window ends, which began with the first attempt. */
const WINDOW_MS = 900_000;
/** So long this process refuses by itself what was refused: a flood costs no statement each. */
const REFUSED_MS = 3_000;
/** Refusals remembered at most; past that all are forgotten. */
const REFUSED_MAX = 10_000;

/** Something whose attempts are counted, and how many there may be in a window. */
export interface Limit {
  /** What it is, as `account ada`. */
  of: string;
  attemptsMax: number;
}

/** Gives back what an attempt took, since it was right. */
export type GiveBack = () => Promise<void>;

/** Counts attempts in the database, for all processes that share it. */
export class Attempts {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  /** By key: what was refused lately, until when this is remembered, and when its window ends. */
  readonly #refused = new Map<string, { until: number; ends: Date }>();

  constructor(pool: Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /**
   * Takes an attempt of each before it is made, so that many at once count too. Where one of them has no more, nothing is taken: throws
   * `rate_limited`, with the message for how many minutes it is.
   */
  async take(limits: readonly Limit[], message: (minutes: string) => string): Promise<GiveBack> {
    const now = this.#clock();
    const asked = limits.map(({ of, attemptsMax }) => ({ key: hash('sha256', of, 'buffer'), attemptsMax }));
    for (const { key } of asked) {
      const refused = this.#refused.get(key.toString('base64'));
      if (refused && refused.until > now.getTime()) throw tooMany(refused.ends, now, message);
    }
    const ends = new Date(now.getTime() + WINDOW_MS);
    const keys = asked.map(({ key }) => key);
    const counted = await inTransaction(this.#pool, async (connection) => {
      const counts = await countAttempts(connection, keys, { now, ends });
      const over = counts.find(({ key, attempts }) =>
        asked.some((one) => one.key.equals(key) && attempts > one.attemptsMax),
      );
      // What is refused costs nothing: all of it is rolled back.
      if (over) throw this.#refuse(over, now, message);
      return counts;
    });
    return () => this.#giveBack(counted);
  }

  #refuse({ key, ends }: CountedAttempts, now: Date, message: (minutes: string) => string): ApiError {
    if (this.#refused.size >= REFUSED_MAX) this.#refused.clear();
    this.#refused.set(key.toString('base64'), { until: now.getTime() + REFUSED_MS, ends });
    return tooMany(ends, now, message);
  }

  async #giveBack(counted: readonly CountedAttempts[]): Promise<void> {
    await withRetry(() => uncountAttempts(this.#pool, counted));
    for (const { key } of counted) this.#refused.delete(key.toString('base64'));
  }
}

function tooMany(ends: Date, now: Date, message: (minutes: string) => string): ApiError {
  const seconds = Math.max(1, Math.ceil((ends.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ApiError('rate_limited', message(minutes === 1 ? '1 minute' : `${minutes} minutes`), {
    headers: { 'Retry-After': String(seconds) },
  });
}
