import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { listSigningKeys } from '../clients/signing-key-store.ts';
import { decryptPrivateKey, SigningKeys } from '../clients/signing-keys.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { ShopSettingsKeeper } from '../operations/keep-shop-settings.ts';
import { BackgroundWatch, measureTracing, openRegistry, watchService } from '../operations/metrics/watch-service.ts';
import { PaperPress } from '../papers/paper-press.ts';
import { DiskWatch, readFreeBytes } from '../platform/files/disk-watch.ts';
import { openBlobs, watchBlobs } from '../platform/files/open-blobs.ts';
import { FileJudge, TaskPool } from '../platform/files/task-pool.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import type { Config } from '../platform/settings/config.ts';
import { loadEncryptionKey } from '../platform/settings/encryption-key.ts';
import { openMaking } from '../production/print-files/make-print-files.ts';
import { buildApp } from '../server.ts';
import { listen } from './listen.ts';
import { PART_TIMEOUT_MS, type StartContext, WORK_TIMEOUT_MS } from './stop-in-order.ts';

/** Time for a client to complete a request of which it has sent a part when the server stops. */
const HALF_SENT_TIMEOUT_MS = 1_000;
const IDLE_CHECK_INTERVAL_MS = 50;
/** After the signal to stop, requests and connections are still accepted for this time. */
const LAST_REQUESTS_MS = 50;
/** One process is enough: only staff look at the drawn pictures, and orders do not wait for them. */
const DRAWING_PROCESSES = 1;

interface ServerRole {
  /** No other process uses this database, so the unfinished work of a killed process is resumed at once. */
  isAlone: boolean;
  /** Logs the warnings that hold for all processes of this machine. */
  isFirst: boolean;
  /** Runs when all parts are open, before the first request is accepted. */
  beforeListening?: (registry: Registry) => Promise<void>;
}

/** Starts API, background work or both (setting RUN) on a migrated database. Returns the metrics registry. */
export async function startServer(
  { config, database, log, faults, opened, tracing }: StartContext,
  { isAlone, isFirst, beforeListening }: ServerRole,
): Promise<Registry> {
  const addPart = (name: string, close: () => Promise<unknown>) =>
    opened.add({ name, close, withinMs: PART_TIMEOUT_MS });
  const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
  const keys = new SigningKeys(database.pool, encryptionKey, () => new Date());
  await startKeys(keys, log, faults);
  addPart('signing keys', async () => keys.stop());
  if (isFirst) await warnOfForeignKeys(database.pool, encryptionKey, log);
  const shop = new ShopSettingsKeeper(database.pool, config);
  await shop.start((error) => {
    if (!faults.caught(error))
      log.error({ err: error }, 'the settings of the shop could not be read; the last ones are used');
  });
  addPart('shop settings', async () => shop.stop());
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
  const making = openMaking();
  addPart('processes for print files', () => making.close());
  const press = new PaperPress();
  addPart('paper press', () => press.close());
  const watch = new BackgroundWatch();
  const jobs =
    config.RUN === 'api'
      ? undefined
      : await openJobs(config, {
          pool: database.backgroundPool,
          ...{ keys, blobs, disk, fileJudge, drawing, making, press, encryptionKey, log, faults, watch, isAlone },
        });
  const hasBackups = config.BACKUP_DIR !== undefined && jobs !== undefined;
  const checkHealth = watchService(registry, { database, disk, keys, watch, log, faults, hasBackups });
  const app =
    config.RUN === 'jobs'
      ? undefined
      : await buildApp({
          ...{ config, pool: database.pool, keys, encryptionKey, log, faults },
          ...{ blobs, disk, fileJudge, drawing, press, shop, registry, checkHealth },
          onWork: (clientId, mode) => jobs?.request(mode === 'live' ? 'intake' : 'sandbox-intake', clientId),
          onPrint: (printerId) => jobs?.request('print', printerId),
          onPapers: (parcel) => jobs?.request('parcel-papers', parcel),
          onLabel: (parcel) => jobs?.request('labels', parcel),
          onMachine: (machineId) => jobs?.request('machines', machineId),
          onSend: (requestId) => jobs?.request('machine-files', requestId),
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

/** Reads the signing keys every 2 seconds. A successful read also ends a fault of the database. */
async function startKeys(keys: SigningKeys, log: Logger, faults: FaultLog): Promise<void> {
  await keys.start(
    (error) => {
      if (!faults.caught(error))
        log.error({ err: error }, 'the signing keys could not be read; the last ones are used');
    },
    () => {
      faults.worked('database');
      faults.worked('database_writes');
    },
  );
}

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

/**
 * Closes the HTTP server. The last response on a connection announces its end, so that the client sends no
 * further request. Node closes only connections that are idle now. The interval closes connections that
 * become idle later.
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

/** Processes with different encryption keys sign with different keys. That works, but is rarely intended. */
async function warnOfForeignKeys(pool: Pool, encryptionKey: Uint8Array, log: Logger): Promise<void> {
  const current = (await listSigningKeys(pool)).filter((key) => !key.retired);
  if (current.every((key) => decryptPrivateKey(encryptionKey, key))) return;
  log.warn(
    'the database has signing keys made with another ENCRYPTION_KEY: set the same key in all processes, then run "platen keys rotate"',
  );
}
