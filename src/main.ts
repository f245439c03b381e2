import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino from 'pino';
import { buildApp } from './app.ts';
import { openPrivateKey } from './auth/rotate-signing-key.ts';
import { listSigningKeys } from './auth/signing-key-store.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import { type Config, readConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import { DemoOrders } from './demo/orders/demo-orders.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { errorsWithoutValues } from './errors-without-values.ts';
import { DiskWatch, readFreeBytes } from './files/disk-watch.ts';
import { FileJudge } from './files/judging/file-judge.ts';
import { TaskPool } from './files/judging/task-pool.ts';
import { openBlobs } from './files/open-blobs.ts';
import { makeMetricsServer } from './http/metrics-server.ts';
import { BackgroundWatch, openJobs } from './jobs/open-jobs.ts';
import { claimPort, listen, listenForMetrics } from './listen.ts';
import { openRegistry } from './metrics/open-registry.ts';
import { watchService } from './metrics/watch-service.ts';
import { loadEncryptionKey } from './secrets/encryption.ts';
import { describeFailure } from './start-error.ts';
import { StopInOrder } from './stop-in-order.ts';
import { VERSION } from './version.ts';

/** When we stop: what is being answered, and what is under way in the background, gets this long. */
const WORK_TIMEOUT_MS = 3_000;
/** Who has begun to send a request, and not more, gets this long. */
const HALF_SENT_TIMEOUT_MS = 1_000;
const PART_TIMEOUT_MS = 200;
/** What the database's own limits come to, and a little more. */
const DATABASE_TIMEOUT_MS = 5_500;
/** With the last lines of the log, all of it together ends before ten seconds, whatever hangs. */
const STOP_TIMEOUT_MS = 9_300;
/** A start that is under way when the signal comes gets this long to come to its end. */
const START_GRACE_MS = 2_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const PARENT_CHECK_INTERVAL_MS = 500;
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 250;
/** Log lines kept for a reader that stalls; past that they are dropped. */
const LOG_WAITING_BYTES_MAX = 8 * 1_048_576;
/** Whoever reads our output gets this long to take the last lines. */
const LAST_FLUSH_TIMEOUT_MS = 500;
const THREADS = 32;
/** Pictures are for staff to look at; orders do not wait for them. */
const DRAWING_PROCESSES = 1;
const SOCKET_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const SOCKET_CALLS = new Set(['read', 'write', 'shutdown', 'connect']);

const logDestination = pino.destination({
  dest: 1,
  sync: false,
  minLength: LOG_BUFFER_BYTES,
  maxLength: LOG_WAITING_BYTES_MAX,
});
// Whoever reads our output may stop reading, and the disk it goes to may be full: orders are more important.
logDestination.on('error', () => {});
process.stdout.on('error', () => {});

// A name server that does not answer holds a thread for seconds, of 4 by default; the first that needs one makes them all.
process.env.UV_THREADPOOL_SIZE ??= String(THREADS);

const wanted = readSettings();
const log = pino(
  {
    level: wanted.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorsWithoutValues },
  },
  logDestination,
);
setInterval(() => logDestination.flush(), LOG_FLUSH_INTERVAL_MS).unref();

const opened = new StopInOrder();
let ending: Promise<void> | undefined;
let exitCode = 0;

process.on('uncaughtException', (error) => {
  if (isSocketTrouble(error)) log.error({ err: error }, 'a connection broke, and nobody listened');
  else fail(error);
});
const stopSignal = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopSignal.resolve);
if (process.env.npm_command) stopWithParent();

// What we start has to be up before it can be stopped.
const opening = openDatabase(wanted, {
  role: 'server',
  log: (message) => log.info(message),
  onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  onLost: (error) => fail(error),
}).then((database) => {
  opened.add({
    name: 'database',
    close: database.close,
    withinMs: DATABASE_TIMEOUT_MS,
    force: database.kill,
  });
  return database;
});
const starting = opening.then(start);
void stopSignal.promise.then(async (signal) => {
  log.info({ signal }, 'stopping: answering what is under way');
  await opening.then(() => Promise.race([starting, sleep(START_GRACE_MS)])).catch(() => {});
  await end(0);
});
// A start that is broken off fails, as it has to.
starting.catch((error) => ending ?? fail(error));

/** Brings everything up in order, and says how it is to be closed. */
async function start(database: Database): Promise<void> {
  const config = await claimPort(wanted);
  const applied = await migrate(database.pool);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
  const keys = new SigningKeys(database.pool, encryptionKey, () => new Date());
  await keys.start((error) => log.error({ err: error }, 'signing keys could not be read'));
  addPart('signing keys', async () => keys.stop());
  await warnOfForeignKeys(database.pool, encryptionKey, log);
  const registry = openRegistry();
  const blobs = openBlobs(config);
  addPart('file store', () => blobs.close());
  const disk = new DiskWatch({
    floorBytes: config.DISK_FREE_MIN_BYTES,
    readFree: () => readFreeBytes(config),
    clock: () => new Date(),
    log,
  });
  await disk.start();
  addPart('disk watch', async () => disk.stop());
  const fileJudge = new FileJudge({ processes: config.FILE_PROCESSES });
  addPart('file processes', () => fileJudge.close());
  const drawing = new TaskPool({ processes: DRAWING_PROCESSES });
  addPart('drawing processes', () => drawing.close());
  const watch = new BackgroundWatch();
  const background = {
    pool: database.backgroundPool,
    blobs,
    disk,
    fileJudge,
    drawing,
    encryptionKey,
    log,
    watch,
  };
  const demoOrders = config.DEMO_ORDERS ? new DemoOrders(config, background) : undefined;
  const jobs = await openJobs(config, { ...background, otherIntake: demoOrders });
  const app = await buildApp({
    config,
    pool: database.pool,
    keys,
    encryptionKey,
    log,
    blobs,
    drawing,
    registry,
    checkHealth: watchService(registry, { database, disk, keys, watch, log }),
    onWork: (clientId, mode) => jobs.request(mode === 'live' ? 'intake' : 'walk', clientId),
    onPrint: (printerId) => jobs.request('print', printerId),
  });
  await jobs.start({ alone: config.DATABASE_URL === undefined });
  opened.add(
    {
      name: 'requests',
      close: () => closeApp(app),
      withinMs: WORK_TIMEOUT_MS,
      force: () => app.connections.closeAll(),
    },
    { name: 'background work', close: () => jobs.stop(), withinMs: WORK_TIMEOUT_MS },
  );
  if (config.METRICS_PORT !== undefined) {
    const { server, closeAll } = makeMetricsServer(registry);
    await listenForMetrics(server, config.METRICS_HOST, config.METRICS_PORT);
    addPart('metrics', async () => {
      server.close();
      closeAll();
    });
  }
  const demo = config.DEMO
    ? await seedDemo(database.pool, config, (message) => log.info(message))
    : undefined;
  await listen(app, config);
  demoOrders?.begin();
  log.info(
    { version: VERSION },
    `Platen is ready at ${config.BASE_URL} (guides and API reference at ${config.BASE_URL}/docs)`,
  );
  await flushLog();
  if (demo) process.stdout.write(demo);
}

function addPart(name: string, close: () => Promise<unknown>): void {
  opened.add({ name, close, withinMs: PART_TIMEOUT_MS });
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(describeFailure(error));
    process.exit(1);
  }
}

/** Node closes the connections that are idle now, and would wait for those that become so to time out. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const halfSent = setTimeout(() => app.connections.closeWaiting(), HALF_SENT_TIMEOUT_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(halfSent);
}

/** Processes that share a database but not the key each sign with keys of their own, which works; one key is what is meant. */
async function warnOfForeignKeys(pool: Pool, encryptionKey: Uint8Array, log: pino.Logger): Promise<void> {
  const current = (await listSigningKeys(pool)).filter((key) => !key.retired);
  if (current.every((key) => openPrivateKey(encryptionKey, key))) return;
  log.warn(
    'The database holds signing keys that were made with another ENCRYPTION_KEY: set the same ENCRYPTION_KEY on all processes that share it, then run "platen keys rotate".',
  );
}

/** npm and npx run us in a shell that ends at a signal without handing it on. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopSignal.resolve('SIGHUP');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/** Whether the log is written; its reader may take too long, and must not keep us. */
async function flushLog(): Promise<boolean> {
  const written = new Promise<boolean>((resolve) => logDestination.flush(() => resolve(true)));
  return Promise.race([written, sleep(LAST_FLUSH_TIMEOUT_MS, false)]);
}

/** Ends the process once everything is closed, or cannot be. What fails meanwhile changes the exit code, and nothing else. */
function end(code: number): Promise<void> {
  exitCode = Math.max(exitCode, code);
  ending ??= closeAll();
  return ending;
}

async function closeAll(): Promise<void> {
  setTimeout(() => {
    exitCode = 1;
    process.stderr.write('platen: The shutdown took too long and was cut short.\n');
    void leave();
  }, STOP_TIMEOUT_MS).unref();
  await opened.run(log);
  log.info('stopped');
  await leave();
}

async function leave(): Promise<void> {
  if (await flushLog()) process.exit(exitCode);
  // A write into a pipe that nobody reads is stuck in a thread that process.exit would wait for. All else is closed by now.
  process.kill(process.pid, 'SIGKILL');
}

function fail(error: unknown): void {
  process.stderr.write(describeFailure(error));
  void end(1);
}

/** Whether it is about one connection, which is gone; anything else may have left the program in a state that nobody thought of. */
function isSocketTrouble(error: Error): boolean {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return SOCKET_CODES.has(code) && SOCKET_CALLS.has(syscall);
}
