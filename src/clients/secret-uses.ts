import type { Pool } from 'pg';
import { withRetry } from '../platform/database/transaction.ts';
import { updateLastUse } from './client-store.ts';

const SAVE_INTERVAL_MS = 60_000;
/** The stored time of a use that is at most this old stays, so that a busy secret needs few statements. */
const SAVED_AGAIN_AFTER_MS = 300_000;
/** Secrets of one interval. Further ones are not noted. */
const NOTED_MAX = 10_000;

/** Notes in memory which secrets are used, and saves the time of their last use once a minute. */
export class SecretUses {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #onError: (error: unknown) => void;
  readonly #noted = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool, clock: () => Date, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#onError = onError;
  }

  note(secretId: string): void {
    if (this.#noted.size < NOTED_MAX) this.#noted.add(secretId);
  }

  start(): void {
    this.#timer = setInterval(() => this.save().catch(this.#onError), SAVE_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async save(): Promise<void> {
    if (this.#noted.size === 0) return;
    const secretIds = [...this.#noted];
    this.#noted.clear();
    const used = this.#clock();
    const savedBefore = new Date(used.getTime() - SAVED_AGAIN_AFTER_MS);
    await withRetry(() => updateLastUse(this.#pool, secretIds, { used, savedBefore }));
  }
}
