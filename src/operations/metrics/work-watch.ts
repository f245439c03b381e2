import type { Pool } from 'pg';
import { runFor } from '../../platform/database/asker.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type BackupTrouble, countWork, findBackupTrouble, type Work } from './work-store.ts';

/** However often it is asked for, the open work is counted once in so long. */
const FRESH_MS = 15_000;
/** A database that does not answer is not waited for longer; who asks gets what is known. */
const WAIT_MS_MAX = 3_000;

export interface CountedWork extends Work {
  backups: BackupTrouble;
  /** When it was counted. */
  at: Date;
}

/** The open work, counted when somebody wants to know it. */
export class WorkWatch {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #onError: (error: unknown) => void;
  #known: CountedWork | undefined;
  /** As performance.now() has it. */
  #triedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(pool: Pool, clock: () => Date, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** As it was at most 15 s ago, or longer when it cannot be counted; undefined when it never could. Never rejects. */
  async current(): Promise<CountedWork | undefined> {
    if (!this.#counting && performance.now() - this.#triedAt >= FRESH_MS) {
      this.#triedAt = performance.now();
      this.#counting = this.#count()
        .catch(this.#onError)
        .finally(() => {
          this.#counting = undefined;
        });
    }
    await this.#counting;
    return this.#known;
  }

  async #count(): Promise<void> {
    const at = this.#clock();
    const work = await runFor({ until: performance.now() + WAIT_MS_MAX }, () =>
      inTransaction(this.#pool, async (connection) => ({
        ...(await countWork(connection, at)),
        backups: await findBackupTrouble(connection),
      })),
    );
    this.#known = { ...work, at };
  }
}
