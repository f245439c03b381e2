import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { loadEncryptionKey } from './auth/encryption.ts';
import { SigningKeys } from './auth/signing-keys.ts';
import { type Config, readConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { isExpected, StartError } from './start-error.ts';

/** What is still being answered gets this long after a signal. */
const SHUTDOWN_TIMEOUT_MS = 25_000;
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 250;

const logDestination = pino.destination({ dest: 1, sync: false, minLength: LOG_BUFFER_BYTES });

await start().catch(fail);

/** Brings everything up in order, and down in the opposite one. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino(
    { level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    logDestination,
  );
  setInterval(() => logDestination.flush(), LOG_FLUSH_INTERVAL_MS).unref();
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const database = await openDatabase(config, {
      role: 'server',
      log: (message) => log.info(message),
      onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
      onLost: (error) => fail(error),
    });
    closers.push(database.close);
    const applied = await migrate(database.pool);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
    const keys = new SigningKeys(database.pool, encryptionKey, () => new Date());
    await keys.start((error) => log.error({ err: error }, 'signing keys could not be read'));
    closers.push(async () => keys.stop());
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const app = await buildApp({ config, pool: database.pool, keys, log, registry });
    closers.push(() => app.close());
    const demo = config.DEMO ? await seedDemo(database.pool, config) : undefined;
    if (config.METRICS_PORT !== undefined)
      closers.push(await serveMetrics(registry, config.METRICS_PORT, config.HOST));
    await listen(app, config);
    log.info(`Platen is ready at ${config.BASE_URL} (API reference at ${config.BASE_URL}/docs)`);
    logDestination.flush();
    if (demo) process.stdout.write(demo);
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(stop, log);
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST ?? '::' });
  } catch (error) {
    // A machine without IPv6 has no "::".
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT' || config.HOST)
      throw listenError(error, 'PORT', config.PORT);
    await app.listen({ port: config.PORT, host: '0.0.0.0' }).catch((cause) => {
      throw listenError(cause, 'PORT', config.PORT);
    });
  }
}

/** GET /metrics in Prometheus's format, on a port that need not be public. Answers how to close it. */
async function serveMetrics(
  registry: Registry,
  port: number,
  host: string | undefined,
): Promise<() => Promise<void>> {
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
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
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use; stop what uses it, or set ${setting} to another.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; set ${setting} to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError('HOST is no address of this machine.');
  return error;
}

function stopOnSignal(stop: () => Promise<void>, log: pino.Logger): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: answering what is under way');
    setTimeout(
      () => fail(new StartError('The shutdown took too long and was cut short.')),
      SHUTDOWN_TIMEOUT_MS,
    ).unref();
    stop().then(() => {
      log.info('stopped');
      logDestination.flushSync();
      process.exit(0);
    }, fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
}

/** One clear line for what a person can mend; the stack for what only a developer can. */
function fail(error: unknown): never {
  logDestination.flushSync();
  process.stderr.write(
    isExpected(error) ? `platen: ${error.message}\n` : `platen: ${(error as Error).stack}\n`,
  );
  process.exit(1);
}
