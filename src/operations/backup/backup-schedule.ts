import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { openSuperuser, type SuperuserSession } from '../../platform/database/embedded-postgres-role.ts';
import { WalArchive } from './archive-wal.ts';
import { RecentFiles } from './back-up-files.ts';
import { listOwnBackups, openServerFolder, requireFolder } from './backup-folder.ts';
import { listBackups } from './backup-manifest.ts';
import { asFolderError, BackupFolderError, BackupProblems, type ProblemState } from './backup-problems.ts';
import {
  type BackupFolder,
  clearBackupReports,
  findVerifyResult,
  updateVerifyResult,
  type VerifyResult,
} from './backup-state-store.ts';
import { dropSlots, findLogPosition, type LogPosition, takeLock } from './backup-store.ts';
import { type BackupContext, makeBackup } from './make-backup.ts';
import { verifyBackups } from './verify-backups.ts';

const HOUR_MS = 3_600_000;
/** How often the schedule checks whether a backup is due. */
const LOOK_INTERVAL_MS = 60_000;
/** The pause after a failed backup, which may have overloaded the disk. */
const FAILED_PAUSE_MS = 15 * 60_000;
/** A due backup that has not begun is reported again after this time. */
const HANDED_OVER_MS = 2_000;
/** Time between two archivings of the log. Commits before the last archiving survive a loss of DATA_DIR. */
const ARCHIVE_INTERVAL_MS = 2_000;
/** Fraction of the limit of waiting log at which the server warns. */
const WARNING_SHARE = 0.5;

interface ScheduleContext extends BackupContext {
  dir: string;
  hours: number;
  verifyHours: number;
  keep: number;
  /** Waiting log beyond this size is given up, because it would fill the disk of the database. */
  waitingBytesMax: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

export interface BackupState extends ProblemState {
  /** The time of the state that the last complete backup holds. */
  lastGood: Date | undefined;
  /** The archive has every commit before this time. */
  archivedTo: Date | undefined;
  /** Bytes of log that wait for the archive, and their limit; undefined: another process archives. */
  waitingBytes: number | undefined;
  waitingBytesMax: number | undefined;
  verified: VerifyResult | undefined;
}

/** Makes and verifies backups when due, and archives the write-ahead log. Retries after every failure. */
export class BackupSchedule {
  readonly #state: BackupState;
  readonly #context: ScheduleContext;
  readonly #problems: BackupProblems;
  readonly #archive = new WalArchive();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;
  #folder: BackupFolder | undefined;
  #files: RecentFiles | undefined;
  #session: SuperuserSession | undefined;
  /** The archived line (see WalArchive). Empty: none; undefined: unknown yet. */
  #line: string | undefined;
  #isArchiving = false;
  #isOutage = false;
  /** Whether waiting log was given up, and no backup was made since. */
  #hasGivenUp = false;
  #nextLook = 0;
  #nextVerifyLook = 0;

  constructor(context: ScheduleContext, state: BackupState) {
    this.#context = context;
    this.#state = state;
    this.#problems = new BackupProblems(context, state);
    state.waitingBytesMax = context.dataDir === undefined ? undefined : context.waitingBytesMax;
  }

  /** Returns one key if the last backup is too old or not continued by the archive, and the folder works. */
  async findDue(): Promise<string[]> {
    if (performance.now() < this.#nextLook) return [];
    this.#nextLook = performance.now() + LOOK_INTERVAL_MS;
    const { clock, hours } = this.#context;
    if (!this.#isWatching()) return [];
    const last = await this.#tryInFolder(async ({ dir }) => (await listBackups(dir)).good.at(-1) ?? null);
    if (last === undefined) return [];
    this.#state.lastGood = last ? new Date(last.manifest.ended) : undefined;
    // After a restore, or in a new folder, the archived log has no backup to start from and cannot be
    // restored.
    const isCut = this.#line !== undefined && last?.manifest.cluster?.line !== this.#line;
    const due = last ? new Date(last.manifest.started).getTime() + hours * HOUR_MS : 0;
    if (isCut || due <= clock().getTime()) {
      // The queue may give the job to a process that does not watch the backups, and returns at once.
      this.#nextLook = performance.now() + HANDED_OVER_MS;
      return ['backup'];
    }
    // This also ends the problem of an earlier process.
    await this.#problems.end('backup');
    return [];
  }

  /** Makes a backup. A fault of the folder is reported, and the backup is tried again later. */
  async backUp(signal: AbortSignal): Promise<void> {
    const { log, keep, dataDir } = this.#context;
    if (!this.#isWatching()) return;
    const backup = await this.#tryInFolder((folder) => {
      this.#nextLook = performance.now() + FAILED_PAUSE_MS;
      const archiving = dataDir === undefined ? 'none' : 'begin';
      return makeBackup(this.#context, { folder, keep, archiving }, { signal });
    });
    if (!backup) return;
    const { name, manifest } = backup;
    this.#nextLook = 0;
    this.#nextVerifyLook = 0;
    this.#line = manifest.cluster?.line;
    this.#hasGivenUp = false;
    this.#state.lastGood = new Date(manifest.ended);
    await this.#problems.end('backup');
    const { count, missing } = manifest.files;
    if (missing > 0) log.error({ missing }, 'files of orders are missing in the file store');
    log.info({ backup: name, files: count }, 'a backup was made');
  }

  async findVerifyDue(): Promise<string[]> {
    if (performance.now() < this.#nextVerifyLook) return [];
    this.#nextVerifyLook = performance.now() + LOOK_INTERVAL_MS;
    const { pool, clock, dir, verifyHours } = this.#context;
    this.#state.verified = await findVerifyResult(pool);
    const last = this.#state.verified?.at.getTime();
    if (last !== undefined && last + verifyHours * HOUR_MS > clock().getTime()) return [];
    if (!this.#isWatching() || this.#state.problem) return [];
    const listed = await this.#tryInFolder(() => listBackups(dir));
    return listed && listed.good.length > 0 ? ['verify'] : [];
  }

  async verify(signal: AbortSignal): Promise<void> {
    const { pool, clock, dir, log } = this.#context;
    if (!this.#isWatching()) return;
    const report = await this.#tryInFolder(() =>
      verifyBackups(dir, { signal, encryptionKey: this.#context.encryptionKey }),
    );
    if (!report) return;
    const { problems } = report;
    const verified = { at: clock(), problems: problems.length, message: problems[0]?.message };
    await updateVerifyResult(pool, verified);
    this.#state.verified = verified;
    if (verified.message !== undefined)
      log.error({ problems: problems.length }, `the backups are damaged: ${verified.message}`);
  }

  /** Archives the write-ahead log of the embedded database, until `stop`. */
  start(): void {
    if (this.#context.dataDir !== undefined) this.#loop = this.#keepArchiving(this.#context.dataDir);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.#close();
  }

  async #keepArchiving(dataDir: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const isOurs = await this.#archiveOnce(dataDir, signal);
        // After an outage, a backup may be due at once.
        if (isOurs && this.#isOutage) this.#nextLook = 0;
        this.#isOutage = false;
        if (isOurs && !this.#hasGivenUp) await this.#problems.end('archive');
      } catch (error) {
        if (signal.aborted) return;
        await this.#noteArchiveProblem(error);
      }
      await sleep(ARCHIVE_INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Archives the files that the log names, then the log. Returns false when another process archives. */
  async #archiveOnce(dataDir: string, signal: AbortSignal): Promise<boolean> {
    this.#session ??= await openSuperuser(dataDir);
    const { client, place } = this.#session;
    const isArchiving = await takeLock(client, 'archive');
    if (isArchiving && !this.#isArchiving) this.#nextLook = 0;
    this.#isArchiving = isArchiving;
    if (!isArchiving) {
      this.#leaveState();
      return false;
    }
    const position = await findLogPosition(client);
    const now = this.#context.clock();
    await this.#limitWaitingLog(position);
    const folder = await this.#openFolder();
    this.#files ??= await this.#openFiles(folder, position);
    const line = position.slot?.name ?? '';
    if (line !== this.#line) this.#nextLook = Math.min(this.#nextLook, performance.now());
    this.#line = line;
    const files = this.#files;
    if (!position.slot || !files) return true;
    const before = () => files.keep(folder, signal);
    await this.#archive.archive(client, { folder, cluster: place.cluster, position, before, signal });
    this.#state.archivedTo = now;
    return true;
  }

  #isWatching(): boolean {
    return this.#context.dataDir === undefined || this.#isArchiving;
  }

  /** Clears the state, because another process reports it now. */
  #leaveState(): void {
    this.#problems.forget();
    Object.assign(this.#state, { lastGood: undefined, archivedTo: undefined, waitingBytes: undefined });
  }

  async #openFiles(folder: BackupFolder, position: LogPosition): Promise<RecentFiles | undefined> {
    const last = (await listOwnBackups(folder.dir, position)).at(-1);
    return last && new RecentFiles(this.#context, new Date(last.manifest.started));
  }

  /** Gives up the waiting log when it is larger than the limit, and throws BackupFolderError. */
  async #limitWaitingLog({ slot, flushed }: LogPosition): Promise<void> {
    const { waitingBytesMax } = this.#context;
    const waiting = slot ? flushed - slot.restart : 0;
    this.#state.waitingBytes = waiting;
    if (waiting <= waitingBytesMax) return;
    await dropSlots(this.#session!.client);
    this.#line = '';
    this.#hasGivenUp = true;
    throw new BackupFolderError(
      'log_given_up',
      `More than BACKUP_LOG_BYTES_MAX (${waitingBytesMax} bytes) of write-ahead log waited for the backup folder, so it was given up. Commits since the last archiving are in no backup until the next one is made.`,
    );
  }

  /** Reports why the log is not archived, and warns before the waiting log reaches its limit. */
  async #noteArchiveProblem(error: unknown): Promise<void> {
    const { dir, waitingBytesMax } = this.#context;
    const waiting = this.#state.waitingBytes ?? 0;
    const described = asFolderError(error, resolve(dir));
    this.#isOutage = true;
    if (!(described instanceof BackupFolderError)) await this.#close();
    else if (this.#hasGivenUp && described.fault !== 'log_given_up') return;
    const isNearLimit = waiting > waitingBytesMax * WARNING_SHARE && waiting <= waitingBytesMax;
    if (!(described instanceof BackupFolderError && isNearLimit))
      return this.#problems.beginWith('archive', error, dir);
    await this.#problems.begin(
      'archive',
      'log_near_limit',
      `${described.message} ${waiting} bytes of write-ahead log wait for it; at ${waitingBytesMax} (BACKUP_LOG_BYTES_MAX) they are given up.`,
    );
  }

  /** Does the work in the backup folder. A fault of the folder is reported, and the result is undefined. */
  async #tryInFolder<T>(work: (folder: BackupFolder) => Promise<T>): Promise<T | undefined> {
    const { dir } = this.#context;
    try {
      return await work(await this.#openFolder());
    } catch (thrown) {
      const error = asFolderError(thrown, resolve(dir));
      if (!(error instanceof BackupFolderError)) throw error;
      await this.#problems.beginWith('backup', error, dir);
      return undefined;
    }
  }

  /** Opens the folder once. Later calls only check its marker. */
  async #openFolder(): Promise<BackupFolder> {
    const known = this.#folder;
    if (known) {
      const isThere = await requireFolder(known).then(
        () => true,
        () => false,
      );
      if (isThere) return known;
      this.#folder = undefined;
    }
    this.#folder = await openServerFolder(this.#context.pool, this.#context.dir);
    // Another folder needs the files since its own last backup.
    if (known?.id !== this.#folder.id) this.#files = undefined;
    return this.#folder;
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.client.end().catch(() => undefined);
  }
}

/**
 * Drops the replication slots and the reported problems after backups were switched off. Otherwise PostgreSQL
 * would keep the write-ahead log until the disk is full, and the problems would stay on the page Today.
 */
export async function stopArchiving(pool: Pool, dataDir: string): Promise<void> {
  await clearBackupReports(pool);
  const { client } = await openSuperuser(dataDir);
  try {
    await dropSlots(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
