import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { issueOwnToken } from '../clients/access-tokens.ts';
import type { SigningKeys } from '../clients/signing-keys.ts';
import { BackupSchedule, type BackupState, stopArchiving } from '../operations/backup/backup-schedule.ts';
import type { BackgroundWatch } from '../operations/metrics/watch-service.ts';
import type { RetentionContext } from '../operations/retention/erase-order.ts';
import { PictureDrawer } from '../orders/files/draw-pictures.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { FetchSlots } from '../orders/intake/fetch-slots.ts';
import { type FileFetcherOptions, openFileFetcher } from '../orders/intake/file-fetcher.ts';
import type { KeepContext } from '../orders/intake/keep-files.ts';
import { imageFolderOf, paperSettings } from '../packing/draw-parcel-papers.ts';
import { currentAsker } from '../platform/database/asker.ts';
import type { BlobStore } from '../platform/files/blobs.ts';
import type { DiskWatch } from '../platform/files/disk-watch.ts';
import { recordBlobs } from '../platform/files/open-blobs.ts';
import type { FileJudge, TaskPool } from '../platform/files/task-pool.ts';
import { safeAgent } from '../platform/network/safe-agent.ts';
import { openFetchFolder } from '../platform/network/safe-fetch.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import type { Config } from '../platform/settings/config.ts';
import { ownPortsOf } from '../printing/connect-printer.ts';
import { FolderWorker } from '../printing/machines/folder-outlet.ts';
import { ScanNumbers } from '../production/scan-numbers.ts';
import { type JobContext, listJobs } from './job-list.ts';
import { JobQueue } from './job-queue.ts';

interface JobDependencies {
  keys: SigningKeys;
  pool: Pool;
  blobs: BlobStore;
  disk: DiskWatch;
  fileJudge: FileJudge;
  drawing: TaskPool;
  making: TaskPool;
  press: JobContext['papers']['press'];
  encryptionKey: Uint8Array;
  log: FastifyBaseLogger;
  faults: FaultLog;
  watch: BackgroundWatch;
  isAlone: boolean;
}

/** Creates the job queue of a server from its settings. Call `start` to begin the work. */
export async function openJobs(
  config: Config,
  dependencies: JobDependencies,
): Promise<Pick<JobQueue, 'request' | 'stop'> & { start: () => Promise<void> }> {
  const { pool, blobs, disk, fileJudge, drawing, press, encryptionKey, log, watch } = dependencies;
  const { faults, isAlone } = dependencies;
  const clock = () => new Date();
  const fetching = await openFetchFolder(join(config.DATA_DIR, 'fetching'), { now: clock(), alone: isAlone });
  const openAgent = (allow: readonly string[], setting: string) =>
    safeAgent({ allow, party: () => currentAsker()?.party, onRefused: logRefusedHosts(log, setting) });
  const agent = openAgent(config.FILE_FETCH_ALLOW, 'FILE_FETCH_ALLOW');
  const webhookAgent = openAgent([...config.FILE_FETCH_ALLOW, ...config.WEBHOOK_ALLOW], 'WEBHOOK_ALLOW');
  const keep = keepContextOf(config, { ...dependencies, clock, agent, folder: fetching.path });
  const backups = openBackups(config, { pool, blobs, encryptionKey, log, state: watch.backups });
  const folders = new FolderWorker();
  const pictures = new PictureDrawer({ pool, blobs, drawing, clock });
  const stopping = new AbortController();
  const queue = new JobQueue(
    pool,
    listJobs({
      ...keep,
      fetchFile: watch.fetches.watch(keep.fetchFile),
      ...{ log, faults, mayFetch: () => disk.mayFetch() },
      ordersAtOnce: config.INTAKE_ORDERS_PER_CLIENT,
      retrySeconds: config.INTAKE_RETRY_SECONDS,
      artworkDpiMin: config.ARTWORK_DPI_MIN,
      timeZone: () => config.TIME_ZONE,
      dueRule: config,
      sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000,
      pictures,
      production: { pool, numbers: new ScanNumbers(pool), stepOrder: config.PRODUCTION_STEPS },
      printFiles: {
        pool,
        blobs,
        pictures,
        making: dependencies.making,
        disk,
        clock,
        log,
        faults,
        imageFolder: imageFolderOf(config),
      },
      files: {
        pool,
        blobs,
        names: orderBlobNames(config.CANCELLED_FILES_DAYS, clock),
        clock,
        graceMs: config.FILE_GRACE_SECONDS * 1_000,
        onSwept: (counts) => log.info(counts, 'files that no order uses were deleted'),
      },
      backups,
      retention: retentionOf(config, { pool, blobs, log, faults, clock }),
      removals: { movementDays: config.STOCK_MOVEMENT_DAYS, printKeepHours: config.PRINT_KEEP_HOURS },
      printing: {
        ...{ pool, log, clock },
        retrySeconds: config.PRINT_RETRY_SECONDS,
        ownPorts: ownPortsOf(config, pool),
      },
      machines: {
        ...{ pool, blobs, log, clock, encryptionKey, folders, disk, making: dependencies.making },
        retrySeconds: config.PRINT_RETRY_SECONDS,
        ownPorts: ownPortsOf(config, pool),
        onMachine: (machineId) => queue.request('machines', machineId),
      },
      papers: {
        ...{ pool, blobs, press, log, clock },
        judgeFile: fileJudge.judge,
        ...paperSettings(config),
        onPrint: (printerId) => queue.request('print', printerId),
      },
      labels: {
        ...{ pool, log, clock, encryptionKey },
        judgeFile: fileJudge.judge,
        ...paperSettings(config),
        onPapers: (parcel) => queue.request('parcel-papers', parcel),
        lateDays: config.LATE_PARCEL_DAYS,
      },
      shops: {
        ...{ pool, log, clock, encryptionKey, agent: webhookAgent, platenUrl: ownUrlOf(config), opened: new Map() },
        stopping: stopping.signal,
        issueToken: (clientId) =>
          issueOwnToken(dependencies.keys, clientId, {
            issuer: config.AUTH_URL,
            audience: config.BASE_URL,
            lifetimeSeconds: config.TOKEN_TTL_SECONDS,
            clock,
          }),
      },
      alerts: { pool, log, clock, config, agent: webhookAgent },
      purchaseMails: { pool, log, clock, config, press },
      webhooks: {
        pool,
        log,
        clock,
        encryptionKey,
        agent: webhookAgent,
        retrySeconds: config.WEBHOOK_RETRY_SECONDS,
        onAttempt: (outcome) => {
          watch.webhookAttempts[outcome]++;
        },
      },
    }),
    { log, faults },
  );
  watch.jobs = () => queue.states();
  return {
    request: (name, key) => queue.request(name, key),
    start: async () => {
      await queue.start({ alone: isAlone });
      await beginArchiving(config, backups, { pool, log });
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([queue.stop(), backups?.stop()]);
      folders.close();
      await fetching.close();
    },
  };
}

/** Returns the address at which background work calls the API: in this process if it serves the API. */
function ownUrlOf({ RUN, HOST, PORT, BASE_URL }: Config): string {
  if (RUN === 'jobs') return BASE_URL;
  const host = HOST === undefined || ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

interface KeepOptions extends Pick<JobDependencies, 'pool' | 'blobs' | 'fileJudge'>, FileFetcherOptions {
  clock: () => Date;
}

/** Returns the dependencies and limits of fetching, inspecting and storing files of orders. */
export function keepContextOf(config: Config, { pool, clock, blobs, fileJudge, ...fetcher }: KeepOptions): KeepContext {
  return {
    ...{ pool, clock, blobs: recordBlobs(pool, blobs), judgeFile: fileJudge.judge },
    fetchFile: openFileFetcher(config, fetcher),
    slots: new FetchSlots({
      all: config.INTAKE_FETCHES,
      perClient: config.INTAKE_FETCHES_PER_CLIENT,
      perHost: config.INTAKE_FETCHES_PER_HOST,
    }),
    reuseMs: config.INTAKE_REUSE_SECONDS * 1000,
    orderBytesMax: config.ORDER_FILE_BYTES_MAX,
    clientBytesPerDayMax: config.CLIENT_FILE_BYTES_PER_DAY_MAX,
  };
}

/** Returns the settings of the erasure of personal data, or undefined where the data is kept. */
function retentionOf(
  { CANCELLED_FILES_DAYS, RETENTION_DAYS }: Config,
  given: Pick<RetentionContext, 'pool' | 'blobs' | 'log' | 'faults' | 'clock'>,
): RetentionContext | undefined {
  if (RETENTION_DAYS === undefined) return undefined;
  return { ...given, names: orderBlobNames(CANCELLED_FILES_DAYS, given.clock), retentionDays: RETENTION_DAYS };
}

/** Opens the schedule of backups; undefined without BACKUP_DIR. */
function openBackups(
  config: Config,
  { state, ...what }: Pick<JobDependencies, 'pool' | 'blobs' | 'encryptionKey' | 'log'> & { state: BackupState },
): BackupSchedule | undefined {
  if (config.BACKUP_DIR === undefined) return undefined;
  return new BackupSchedule(
    {
      ...what,
      names: orderBlobNames(config.CANCELLED_FILES_DAYS, () => new Date()),
      dir: config.BACKUP_DIR,
      dataDir: config.DATABASE_URL === undefined ? config.DATA_DIR : undefined,
      hours: config.BACKUP_HOURS,
      keep: config.BACKUP_KEEP,
      isKeySet: config.ENCRYPTION_KEY !== undefined,
      verifyHours: config.BACKUP_VERIFY_HOURS,
      waitingBytesMax: config.BACKUP_LOG_BYTES_MAX,
      clock: () => new Date(),
    },
    state,
  );
}

/** Starts archiving the embedded database's log, or without backups makes PostgreSQL keep no log. */
async function beginArchiving(
  config: Config,
  backups: BackupSchedule | undefined,
  { pool, log }: Pick<JobDependencies, 'pool' | 'log'>,
): Promise<void> {
  if (backups) return backups.start();
  if (config.DATABASE_URL !== undefined) return;
  await stopArchiving(pool, config.DATA_DIR).catch((error) =>
    log.error({ err: error }, 'PostgreSQL still keeps write-ahead log for backups that are switched off'),
  );
}

/** Hosts that are named in the log. The URLs of clients contain any number of others. */
const REFUSED_HOSTS_LOGGED_MAX = 1_000;

/** Returns a function that logs each refused host once, with the setting that would allow it. */
function logRefusedHosts(log: FastifyBaseLogger, setting: string): (host: string) => void {
  const logged = new Set<string>();
  return (host) => {
    if (logged.has(host) || logged.size >= REFUSED_HOSTS_LOGGED_MAX) return;
    logged.add(host);
    log.warn({ host, setting }, 'a private address was refused; if you trust it, add the host to the setting');
  };
}
