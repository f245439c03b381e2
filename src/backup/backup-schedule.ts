import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { openSuperuser, type SuperuserSession } from '../database/embedded-postgres-superuser.ts';
import { WalArchive } from './archive-wal.ts';
import { RecentFiles } from './back-up-files.ts';
import { listBackups } from './backup-manifest.ts';
import { dropSlots, lockFor } from './backup-store.ts';
import { type BackupContext, makeBackup } from './make-backup.ts';

const HOUR_MS = 3_600_000;
/** How often is looked whether a backup is due. */
const LOOK_INTERVAL_MS = 60_000;
/** A backup that failed is not begun again at once: it may have failed of what it costs. */
const FAILED_PAUSE_MS = 15 * 60_000;
/** Between two looks for write-ahead log: what was committed before the last one comes back after a loss of DATA_DIR. */
const ARCHIVE_INTERVAL_MS = 2_000;
/** The same failure is logged no more often. */
const COMPLAINT_INTERVAL_MS = 10 * 60_000;

export interface ScheduleContext extends BackupContext {
  /** From the begin of one backup to the begin of the next. */
  hours: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** What backups there are, for the metrics. */
export interface BackupState {
  /** The moment that the last good one holds. */
  lastGood: Date | undefined;
  /** What was committed before is in the archive of the write-ahead log. */
  archivedTo: Date | undefined;
}

/** Makes backups when they are due, and archives what comes in between. */
export class BackupSchedule {
  readonly #state: BackupState;
  readonly #context: ScheduleContext;
  readonly #archive: WalArchive;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;
  #files: RecentFiles | undefined;
  #session: SuperuserSession | undefined;
  /** Of the write-ahead log; empty: none was begun, undefined: that is not known yet. */
  #line: string | undefined;
  #nextLook = 0;
  #nextComplaint = 0;

  constructor(context: ScheduleContext, state: BackupState) {
    this.#context = context;
    this.#state = state;
    this.#archive = new WalArchive(context.dir);
  }

  /** One key, when the last good backup is old enough. */
  async findDue(): Promise<string[]> {
    if (performance.now() < this.#nextLook) return [];
    this.#nextLook = performance.now() + LOOK_INTERVAL_MS;
    const { clock, dir, hours } = this.#context;
    const last = (await listBackups(dir)).good.at(-1);
    this.#state.lastGood = last && new Date(last.manifest.ended);
    // Log that goes on from none of the backups is worth nothing: the database was restored, or the folder is another.
    const isCut = this.#line !== undefined && last?.manifest.cluster?.line !== this.#line;
    if (isCut) return ['backup'];
    const due = last ? new Date(last.manifest.started).getTime() + hours * HOUR_MS : 0;
    return due <= clock().getTime() ? ['backup'] : [];
  }

  /** Makes one. */
  async backUp(signal: AbortSignal): Promise<void> {
    const { log } = this.#context;
    this.#nextLook = performance.now() + FAILED_PAUSE_MS;
    const { name, manifest } = await makeBackup(this.#context, { signal });
    this.#nextLook = 0;
    this.#line = manifest.cluster?.line;
    this.#state.lastGood = new Date(manifest.ended);
    const { count, missing } = manifest.files;
    if (missing > 0) log.error({ missing }, 'the file store has lost files that orders name');
    log.info({ backup: name, files: count }, 'a backup was made');
  }

  /** Begins to archive the write-ahead log of the embedded database, until `stop`. */
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
        await this.#archiveOnce(dataDir, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (performance.now() >= this.#nextComplaint)
          this.#context.log.error({ err: error }, 'write-ahead log could not be archived');
        this.#nextComplaint = performance.now() + COMPLAINT_INTERVAL_MS;
      }
      await sleep(ARCHIVE_INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Archives the write-ahead log that is there, and before it the files that it tells of. The connection is kept for the next time. */
  async #archiveOnce(dataDir: string, signal: AbortSignal): Promise<void> {
    const { dir, clock } = this.#context;
    if (!this.#files) {
      const last = (await listBackups(dir)).good.at(-1);
      if (!last) return;
      this.#files = new RecentFiles(this.#context, new Date(last.manifest.started));
    }
    const files = this.#files;
    this.#session ??= await openSuperuser(dataDir);
    const { client, place } = this.#session;
    try {
      if (!(await lockFor(client, 'archive'))) return;
      const now = clock();
      const line = await this.#archive.archive(client, place.cluster, () => files.keep(signal), signal);
      if (this.#line === undefined || line !== this.#line)
        this.#nextLook = Math.min(this.#nextLook, performance.now());
      this.#line = line ?? '';
      if (line !== undefined) this.#state.archivedTo = now;
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.client.end().catch(() => undefined);
  }
}

/** Without a schedule nobody archives: what was kept for that is given up, so that it does not fill the disk. */
export async function stopArchiving(dataDir: string): Promise<void> {
  const { client } = await openSuperuser(dataDir);
  try {
    await dropSlots(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
