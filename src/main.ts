import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { openPrivateKey } from './auth/rotate-signing-key.ts';
import { listSigningKeys } from './auth/signing-key-store.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import { type Config, readConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { DiskWatch, readFreeBytes } from './files/disk-watch.ts';
import { openBlobs } from './files/open-blobs.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { loadEncryptionKey } from './secrets/encryption.ts';
import { describeFailure, StartError } from './start-error.ts';
import { VERSION } from './version.ts';

/** What is still being answered gets this long after a signal. */
const SHUTDOWN_TIMEOUT_MS = 25_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const PARENT_CHECK_INTERVAL_MS = 500;
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 250;
/** Log lines kept for a reader that stalls; past that they are dropped. */
const LOG_WAITING_BYTES_MAX = 8 * 1_048_576;
/** Whoever reads our output gets this long to take the last lines. */
const LAST_FLUSH_TIMEOUT_MS = 2_000;
const THREADS = 32;

const logDestination = pino.destination({
  dest: 1,
  sync: false,
  minLength: LOG_BUFFER_BYTES,
  maxLength: LOG_WAITING_BYTES_MAX,
});
// Whoever reads our output may stop reading, and the disk it goes to may be full: orders are more important.
logDestination.on('error', () => {});
process.stdout.on('error', () => {});
process.on('uncaughtException', fail);

// A name server that does not answer holds a thread for seconds, of 4 by default; the first that needs one makes them all.
process.env.UV_THREADPOOL_SIZE ??= String(THREADS);

const stopSignal = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopSignal.resolve);

if (process.env.npm_command) stopWithParent();

await start().catch(fail);

/** Brings everything up in order, and down in the opposite one. A signal that comes meanwhile counts from when all is up. */
async function start(): Promise<void> {
  const wanted = readConfig(process.env);
  const log = pino(
    {
      level: wanted.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    logDestination,
  );
  setInterval(() => logDestination.flush(), LOG_FLUSH_INTERVAL_MS).unref();
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  void stopSignal.promise.then((signal) => {
    log.info({ signal }, 'stopping: answering what is under way');
    setTimeout(
      () => fail(new StartError('The shutdown took too long and was cut short.')),
      SHUTDOWN_TIMEOUT_MS,
    ).unref();
  });
  try {
    const database = await openDatabase(wanted, {
      role: 'server',
      log: (message) => log.info(message),
      onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
      onLost: (error) => fail(error),
    });
    closers.push(database.close);
    const config = await claimPort(wanted);
    const applied = await migrate(database.pool);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
    const keys = new SigningKeys(database.pool, encryptionKey, () => new Date());
    await keys.start((error) => log.error({ err: error }, 'signing keys could not be read'));
    closers.push(async () => keys.stop());
    await warnOfForeignKeys(database.pool, encryptionKey, log);
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const build = {
      name: 'platen_build_info',
      help: 'Always 1; says which version runs.',
      labelNames: ['version'],
    };
    new Gauge({ ...build, registers: [registry] }).set({ version: VERSION }, 1);
    const blobs = openBlobs(config);
    closers.push(() => blobs.close());
    const disk = new DiskWatch({
      floorBytes: config.DISK_FREE_MIN_BYTES,
      readFree: () => readFreeBytes(config),
      clock: () => new Date(),
      log,
    });
    await disk.start();
    closers.push(async () => disk.stop());
    const jobs = await openJobs(config, { pool: database.backgroundPool, blobs, disk, encryptionKey, log });
    const app = await buildApp({
      config,
      pool: database.pool,
      keys,
      encryptionKey,
      log,
      blobs,
      registry,
      onWork: (clientId, mode) => jobs.request(mode === 'live' ? 'intake' : 'walk', clientId),
    });
    closers.push(() => closeApp(app));
    await jobs.start({ alone: config.DATABASE_URL === undefined });
    closers.push(() => jobs.stop());
    if (config.METRICS_PORT !== undefined)
      closers.push(await serveMetrics(registry, config.METRICS_PORT, config.HOST));
    const demo = config.DEMO ? await seedDemo(database.pool, config) : undefined;
    await listen(app, config);
    log.info(
      { version: VERSION },
      `Platen is ready at ${config.BASE_URL} (API reference at ${config.BASE_URL}/docs)`,
    );
    await flushLog();
    if (demo) process.stdout.write(demo);
  } catch (error) {
    await stop();
    throw error;
  }
  void stopSignal.promise
    .then(stop)
    .then(() => log.info('stopped'))
    .then(() => leave(0), fail);
}

/** Messages and stacks of errors, without what PostgreSQL tells beside them: rows, which hold addresses. */
function withoutValues(error: Error & { code?: string }): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, code: error.code, message, stack };
}

/** Finds out before anything is made that PORT is taken, and which one 0 stands for. */
async function claimPort(config: Config): Promise<Config> {
  const server = createTcpServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Without a host Node itself falls back to IPv4 where there is no IPv6.
      server.listen({ port: config.PORT, host: config.HOST }, resolve);
    });
    const { port } = server.address() as { port: number };
    return port === config.PORT ? config : readConfig({ ...process.env, PORT: String(port) });
  } catch (error) {
    throw listenError(error, 'PORT', config.PORT);
  } finally {
    server.close();
  }
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST ?? '::' });
  } catch (error) {
    // A machine without IPv6 has no "::".
    if (HOST || !['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw listenError(error, 'PORT', PORT);
    await app.listen({ port: PORT, host: '0.0.0.0' }).catch((cause) => {
      throw listenError(cause, 'PORT', PORT);
    });
  }
}

/** Node closes the connections that are idle now, and would wait for those that become so to time out. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  await app.close();
  clearInterval(timer);
}

/** GET /metrics in Prometheus's format, on a port that need not be public. Answers how to close it. */
async function serveMetrics(
  registry: Registry,
  port: number,
  host: string | undefined,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const metrics = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(metrics);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, 'METRICS_PORT', port)));
    server.listen({ port, host }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

function listenError(error: unknown, setting: string, port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use; stop what uses it, or set ${setting} to another.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; set ${setting} to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new StartError('HOST is no address of this machine.');
  return error;
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

async function leave(code: number): Promise<void> {
  if (await flushLog()) process.exit(code);
  // A write into a pipe that nobody reads is stuck in a thread that process.exit would wait for. All else is closed by now.
  process.kill(process.pid, 'SIGKILL');
}

function fail(error: unknown): void {
  process.stderr.write(describeFailure(error));
  void leave(1);
}
