import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { openPrivateKey } from '../clients/rotate-signing-key.ts';
import { listSigningKeys } from '../clients/signing-key-store.ts';
import { SigningKeys } from '../clients/signing-keys.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { BackgroundWatch } from '../operations/metrics/background-watch.ts';
import { measureTracing, openRegistry, watchService } from '../operations/metrics/watch-service.ts';
import { PaperPress } from '../papers/paper-press.ts';
import type { Database } from '../platform/database/open-database.ts';
import { DiskWatch, readFreeBytes } from '../platform/files/disk-watch.ts';
import { openBlobs, watchBlobs } from '../platform/files/open-blobs.ts';
import { FileJudge, TaskPool } from '../platform/files/task-pool.ts';
import { SharedQuotas } from '../platform/http/rate-limit.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import type { Config } from '../platform/settings/config.ts';
import { buildApp } from '../server.ts';
import { listen } from './listen.ts';
import { PART_TIMEOUT_MS, type Starting, WORK_TIMEOUT_MS } from './starting.ts';

/** Who has begun to send a request, and not more, gets this long. */
const HALF_SENT_TIMEOUT_MS = 1_000;
const IDLE_CHECK_INTERVAL_MS = 50;
/** So long requests are still taken, on connections that are there and on new ones, when we stop. */
const LAST_REQUESTS_MS = 50;
/** Pictures are for staff to look at; orders do not wait for them. */
const DRAWING_PROCESSES = 1;

export interface ServerRole {
  /** No other process works on this database: what is left there of one that was killed can be taken up at once. */
  isAlone: boolean;
  /** Of several processes on one machine, the first tells what holds for all of them. */
  isFirst: boolean;
  /** Once everything is up, but takes no requests yet. */
  beforeListening?: (registry: Registry) => Promise<void>;
}

/** Brings up what serves, or what works in the background, or both, on a database that is up to date. Answers its measurements. */
export async function startServer(
  { config, database, log, faults, opened, tracing }: Starting,
  { isAlone, isFirst, beforeListening }: ServerRole,
): Promise<Registry> {
  const addPart = (name: string, close: () => Promise<unknown>) =>
    opened.add({ name, close, withinMs: PART_TIMEOUT_MS });
  const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
  const keys = new SigningKeys(database.pool, encryptionKey, () => new Date());
  await startKeys(keys, log, faults);
  addPart('signing keys', async () => keys.stop());
  if (isFirst) await warnOfForeignKeys(database.pool, encryptionKey, log);
  const registry = openRegistry();
  if (tracing) measureTracing(registry, tracing.sent);
  const blobs = watchBlobs(openBlobs(config), faults);
  addPart('file store', () => blobs.close());
  const disk = await watchDisk(config, log, faults);
  addPart('disk watch', async () => disk.stop());
  const fileJudge = new FileJudge({ processes: config.FILE_PROCESSES });
  addPart('file processes', () => fileJudge.close());
  const drawing = new TaskPool({ processes: DRAWING_PROCESSES });
  addPart('drawing processes', () => drawing.close());
  const press = new PaperPress();
  addPart('paper press', () => press.close());
  const watch = new BackgroundWatch();
  const jobs =
    config.RUN === 'api'
      ? undefined
      : await openJobs(config, {
          pool: database.backgroundPool,
          blobs,
          disk,
          fileJudge,
          drawing,
          press,
          encryptionKey,
          log,
          faults,
          watch,
          isAlone,
        });
  const quotas =
    isAlone || config.RUN === 'jobs' || !config.RATE_LIMIT
      ? undefined
      : await shareQuotas(database, log, faults);
  if (quotas) addPart('quotas', () => quotas.stop());
  const hasBackups = config.BACKUP_DIR !== undefined && jobs !== undefined;
  const checkHealth = watchService(registry, { database, disk, keys, watch, log, faults, hasBackups });
  const app =
    config.RUN === 'jobs'
      ? undefined
      : await buildApp({
          config,
          pool: database.pool,
          keys,
          encryptionKey,
          log,
          faults,
          blobs,
          drawing,
          press,
          registry,
          quotas,
          checkHealth,
          onWork: (clientId, mode) => jobs?.request(mode === 'live' ? 'intake' : 'walk', clientId),
          onPrint: (printerId) => jobs?.request('print', printerId),
          onPapers: (parcel) => jobs?.request('parcel-papers', parcel),
          onRun: (runId) => jobs?.request('paper-runs', runId),
        });
  await jobs?.start();
  let stopListening = () => {};
  opened.add(
    {
      name: 'requests',
      close: async () => {
        if (app) await closeApp(app, stopListening);
      },
      withinMs: WORK_TIMEOUT_MS,
      force: () => app?.connections.closeAll(),
    },
    { name: 'background work', close: async () => jobs?.stop(), withinMs: WORK_TIMEOUT_MS },
  );
  await beforeListening?.(registry);
  if (app) stopListening = await listen(app, config);
  return registry;
}

/** Every server reads the keys every 2 seconds, whatever else it does: they show that the database works again. */
async function startKeys(keys: SigningKeys, log: Logger, faults: FaultLog): Promise<void> {
  await keys.start(
    (error) => {
      if (!faults.caught(error)) log.error({ err: error }, 'signing keys could not be read');
    },
    () => {
      faults.worked('database');
      faults.worked('database_writes');
    },
  );
}

/** Makes DATA_DIR first, so that its free space can be read. */
async function watchDisk(config: Config, log: Logger, faults: FaultLog): Promise<DiskWatch> {
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const disk = new DiskWatch({
    floorBytes: config.DISK_FREE_MIN_BYTES,
    readFree: () => readFreeBytes(config),
    clock: () => new Date(),
    log,
    faults,
  });
  await disk.start();
  return disk;
}

/** Other processes may serve the same clients. */
async function shareQuotas({ pool }: Database, log: Logger, faults: FaultLog): Promise<SharedQuotas> {
  const quotas = new SharedQuotas(pool, (error) => {
    if (!faults.caught(error)) log.warn({ err: error }, 'quotas hold for this process alone');
  });
  await quotas.start();
  return quotas;
}

/**
 * Whoever sends one request after the other is told with an answer that its connection ends, rather than losing the request that is on its way. Node closes
 * the connections that are idle then, and would wait for those that become so to time out.
 */
async function closeApp(app: FastifyInstance, stopListening: () => void): Promise<void> {
  if (app.connections.endWithAnswers()) await sleep(LAST_REQUESTS_MS);
  stopListening();
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const halfSent = setTimeout(() => app.connections.closeWaiting(), HALF_SENT_TIMEOUT_MS);
  await app.close();
  await app.connections.allClosed();
  clearInterval(idle);
  clearTimeout(halfSent);
}

/** Processes that share a database but not the key each sign with keys of their own, which works; one key is what is meant. */
async function warnOfForeignKeys(pool: Pool, encryptionKey: Uint8Array, log: Logger): Promise<void> {
  const current = (await listSigningKeys(pool)).filter((key) => !key.retired);
  if (current.every((key) => openPrivateKey(encryptionKey, key))) return;
  log.warn(
    'The database holds signing keys that were made with another ENCRYPTION_KEY: set the same ENCRYPTION_KEY on all processes that share it, then run "platen keys rotate".',
  );
}
