import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { asFolderError, BackupFolderError } from './backup-error.ts';
import { type BackupProblem, updateBackupProblem } from './backup-state-store.ts';

/** Where a problem comes from: a backup may fail while the log is archived, and the reverse. */
type Source = 'archive' | 'backup';

/** Read by the metrics and health checks of this process. */
export interface ProblemState {
  /** The reason why backups or the log cannot be written; undefined: they can. */
  problem: BackupProblem | undefined;
  /** Failed attempts to write backups or log since the start. */
  failures: number;
}

/**
 * Keeps what is wrong with the backups. A problem gives one log line when it begins and one when it ends, and all processes and the console read it from the
 * database meanwhile.
 */
export class BackupProblems {
  readonly #pool: Pool;
  readonly #log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  readonly #clock: () => Date;
  readonly #state: ProblemState;
  readonly #current = new Map<Source, BackupProblem>();

  constructor(
    { pool, log, clock }: { pool: Pool; log: Pick<FastifyBaseLogger, 'info' | 'error'>; clock: () => Date },
    state: ProblemState,
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#clock = clock;
    this.#state = state;
  }

  /** Notes that the source fails for this reason; repeated calls for the same reason do nothing. */
  async begin(source: Source, code: string, message: string, error?: unknown): Promise<void> {
    this.#state.failures++;
    const known = this.#current.get(source);
    if (known?.code !== code) {
      const isNew = ![...this.#current.values()].some((one) => one.code === code);
      this.#current.set(source, { code, message, since: known?.since ?? this.#clock() });
      if (isNew) this.#log.error({ problem: code, ...(error !== undefined && { err: error }) }, message);
    }
    await this.#record();
  }

  /** Notes the error as the reason. The stack of an error that is no fault of the folder is logged. */
  async beginWith(source: Source, error: unknown, dir: string): Promise<void> {
    const described = asFolderError(error, resolve(dir));
    if (described instanceof BackupFolderError) return this.begin(source, described.fault, described.message);
    const message = error instanceof Error ? error.message : String(error);
    await this.begin(source, 'failed', `Backups fail: ${message}`, error);
  }

  /** Notes that the source works. */
  async end(source: Source): Promise<void> {
    if (this.#current.delete(source) && this.#current.size === 0) this.#log.info('backups are written again');
    await this.#record();
  }

  /** Forgets all problems without a log line, because another process watches the backups now. */
  forget(): void {
    this.#current.clear();
    this.#state.problem = undefined;
  }

  /** Records the problem at every look, because another process may have recorded its own. A failure is made up for by the next look. */
  async #record(): Promise<void> {
    this.#state.problem = this.#current.get('archive') ?? this.#current.get('backup');
    await updateBackupProblem(this.#pool, this.#state.problem).catch(() => undefined);
  }
}
