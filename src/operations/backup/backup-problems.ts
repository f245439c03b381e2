import { resolve, sep } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type BackupProblem, updateBackupProblem } from './backup-state-store.ts';

/** A backup or a restore is impossible. The message says what to do. */
export class BackupError extends Error {}

type FolderFault =
  | 'folder_missing'
  | 'folder_not_known'
  | 'folder_read_only'
  | 'folder_full'
  | 'folder_unusable'
  | 'log_given_up';

/** The backup folder cannot be written. The server tries again. */
export class BackupFolderError extends BackupError {
  readonly fault: FolderFault;

  constructor(fault: FolderFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

type Describe = (folder: string) => string;
const describeNoFolder: Describe = (folder) => `Platen cannot use ${folder}: it is not a folder.`;
const describeNoRight: Describe = (folder) => `Platen cannot write to ${folder}: give its user write permission.`;
const describeFull: Describe = (folder) => `There is no space left in ${folder}: make room.`;
const describeLostDisk: Describe = (folder) => `Platen cannot reach ${folder}: mount its disk again.`;

const FAULTS_BY_CODE: Readonly<Record<string, [fault: FolderFault, describe: Describe]>> = {
  ENOENT: ['folder_missing', (folder) => `Platen cannot find ${folder}: mount or create it.`],
  ENOTDIR: ['folder_unusable', describeNoFolder],
  EEXIST: ['folder_unusable', describeNoFolder],
  EROFS: ['folder_read_only', (folder) => `Platen cannot write to ${folder}: it is read-only.`],
  EACCES: ['folder_read_only', describeNoRight],
  EPERM: ['folder_read_only', describeNoRight],
  ENOSPC: ['folder_full', describeFull],
  EDQUOT: ['folder_full', describeFull],
  EIO: ['folder_unusable', (folder) => `Platen cannot use ${folder}: its disk fails. Replace the disk.`],
  ESTALE: ['folder_unusable', describeLostDisk],
  ENOTCONN: ['folder_unusable', describeLostDisk],
  ENODEV: ['folder_unusable', describeLostDisk],
  ENXIO: ['folder_unusable', describeLostDisk],
  EHOSTDOWN: ['folder_unusable', describeLostDisk],
  ETIMEDOUT: ['folder_unusable', describeLostDisk],
};

/** Returns a BackupFolderError if the folder, called `name`, is at fault; otherwise the error itself. */
export function asFolderError(error: unknown, dir: string, name = `the backup folder ${dir}`): unknown {
  if (error instanceof BackupError) return error;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const known = FAULTS_BY_CODE[code];
  const isOfFolder =
    path === undefined ? syscall === 'write' || syscall === 'fsync' : path === dir || path.startsWith(dir + sep);
  if (!known || !isOfFolder) return error;
  const [fault, describe] = known;
  return new BackupFolderError(fault, describe(name), { cause: error });
}

/** Backups and archiving can fail independently. */
type Source = 'archive' | 'backup';

export interface ProblemState {
  /** Why backups or the log cannot be written; undefined: they can. */
  problem: BackupProblem | undefined;
  failures: number;
}

type ProblemContext = { pool: Pool; log: Pick<FastifyBaseLogger, 'info' | 'error'>; clock: () => Date };

/**
 * Tracks the problems of backups, and logs when one begins and when all have ended. Records the current one
 * in the database, for all processes and the console.
 */
export class BackupProblems {
  readonly #context: ProblemContext;
  readonly #state: ProblemState;
  readonly #current = new Map<Source, BackupProblem>();

  constructor(context: ProblemContext, state: ProblemState) {
    this.#context = context;
    this.#state = state;
  }

  /** Reports that the source fails for this reason. A repeated reason is not logged again. */
  async begin(source: Source, code: string, message: string, error?: unknown): Promise<void> {
    this.#state.failures++;
    const known = this.#current.get(source);
    if (known?.code !== code) {
      const isNew = ![...this.#current.values()].some((one) => one.code === code);
      this.#current.set(source, { code, message, since: known?.since ?? this.#context.clock() });
      if (isNew) this.#context.log.error({ problem: code, ...(error !== undefined && { err: error }) }, message);
    }
    await this.#record();
  }

  /** Reports the error as the reason. Logs the stack unless the folder is at fault. */
  async beginWith(source: Source, error: unknown, dir: string): Promise<void> {
    const described = asFolderError(error, resolve(dir));
    if (described instanceof BackupFolderError) return this.begin(source, described.fault, described.message);
    const message = error instanceof Error ? error.message : String(error);
    await this.begin(source, 'failed', `Backups fail: ${message}`, error);
  }

  async end(source: Source): Promise<void> {
    if (this.#current.delete(source) && this.#current.size === 0) this.#context.log.info('backups are written again');
    await this.#record();
  }

  /** Forgets all problems without logging, because another process watches the backups now. */
  forget(): void {
    this.#current.clear();
    this.#state.problem = undefined;
  }

  /** Records the problem at each call, because another process may have replaced it. */
  async #record(): Promise<void> {
    this.#state.problem = this.#current.get('archive') ?? this.#current.get('backup');
    await updateBackupProblem(this.#context.pool, this.#state.problem).catch(() => undefined);
  }
}
