import { findRestorePause } from '../operations/backup/backup-state-store.ts';
import { chooseTimeZone } from '../operations/choose-time-zone.ts';
import { makeMetricsServer } from '../operations/metrics/metrics-server.ts';
import { refuseInPart } from '../platform/database/distribution.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createDatabaseProbe } from '../platform/http/health-check.ts';
import { type Config, VERSION } from '../platform/settings/config.ts';
import { loadEncryptionKey } from '../platform/settings/encryption-key.ts';
import { keepFeedInOrder } from '../webhooks/keep-feed-in-order.ts';
import { claimPort, listenForMetrics } from './listen.ts';
import { type Assignment, answerMetricsRequests, reportReady, ServerProcesses } from './server-processes.ts';
import { PART_TIMEOUT_MS, type StartContext, WORK_TIMEOUT_MS } from './stop-in-order.ts';

/** Each process closes its parts one after the other. */
const PROCESSES_TIMEOUT_MS = WORK_TIMEOUT_MS + 700;

/** Migrates the database, and runs the whole server in this process. */
export async function startSingleProcess(context: StartContext): Promise<void> {
  const config = await prepare(context);
  const { startServer } = await import('./start-server.ts');
  const demo = await seedDemoData(context, config);
  await startServer(
    { ...context, config },
    {
      isAlone: config.DATABASE_URL === undefined,
      isFirst: true,
      beforeListening: (registry) => openMetrics(context, () => registry.metrics()),
    },
  );
  await announceReady(context, config, demo);
}

/** Migrates the database, starts PROCESSES child processes, and serves their metrics. */
export async function startMainProcess(context: StartContext): Promise<void> {
  const { database, log, opened } = context;
  const config = await prepare(context);
  // Creates the key, which otherwise each child process would create.
  if (config.ENCRYPTION_KEY === undefined) await loadEncryptionKey(config.DATA_DIR);
  const demo = await seedDemoData(context, config);
  if (config.DATABASE_URL === undefined) {
    const { forgetRuns } = await import('../jobs/job-run-store.ts');
    await forgetRuns(database.backgroundPool);
  }
  const processes = new ServerProcesses({
    count: config.PROCESSES,
    environment: { PORT: String(config.PORT) },
    assignment: { database: database.connection ?? null, timeZone: config.TIME_ZONE },
    log,
  });
  opened.add({
    name: 'processes',
    close: () => processes.stop(),
    withinMs: PROCESSES_TIMEOUT_MS,
    force: () => processes.kill(),
  });
  await openMetrics(context, () => processes.collectMetrics());
  await processes.start();
  await announceReady(context, config, demo);
}

/** Runs the server in a child process, and tells the main process when the server is ready. */
export async function startChildProcess(context: StartContext, { number, timeZone }: Assignment): Promise<void> {
  const { startServer } = await import('./start-server.ts');
  const config = { ...context.config, TIME_ZONE: timeZone };
  const registry = await startServer({ ...context, config }, { isAlone: false, isFirst: number === 1 });
  answerMetricsRequests(registry);
  reportReady();
}

/** Migrates the database, and returns the settings with a free port and the center's time zone. */
async function prepare({ config: given, database, log }: StartContext): Promise<Config> {
  const config = given.RUN === 'jobs' ? given : await claimPort(given);
  const applied = await migrate(database.pool, { hasSession: config.DATABASE_NAMED_STATEMENTS });
  await refuseInPart(database.pool);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  const pause = await findRestorePause(database.pool);
  if (pause)
    log.warn(
      pause,
      'this database was restored: webhooks, connectors, printers and sandbox steps are paused; resume them on the page Today, or with "platen resume"',
    );
  await keepFeedInOrder(database.pool);
  const { timeZone, notice, isChanged } = await chooseTimeZone(database.pool, { given: config.GIVEN_TIME_ZONE });
  log[isChanged ? 'warn' : 'info'](notice);
  return { ...config, TIME_ZONE: timeZone };
}

async function openMetrics({ config, database, opened }: StartContext, collect: () => Promise<string>): Promise<void> {
  if (config.METRICS_PORT === undefined) return;
  const { server, closeAll } = makeMetricsServer(collect, createDatabaseProbe(database.pool));
  await listenForMetrics(server, config.METRICS_HOST, config.METRICS_PORT);
  opened.add({
    name: 'metrics',
    close: async () => {
      server.close();
      closeAll();
    },
    withinMs: PART_TIMEOUT_MS,
  });
}

/** Creates the demo before background work, which would accept its orders at the present time. */
async function seedDemoData(
  { database, log, faults, opened }: StartContext,
  config: Config,
): Promise<string | undefined> {
  if (!config.DEMO) return undefined;
  const { seedDemo } = await import('../../demo/seed-demo.ts');
  const stopping = new AbortController();
  const seeding = seedDemo({ pool: database.pool, config, log, faults, signal: stopping.signal });
  opened.add({
    name: 'demo',
    close: async () => {
      stopping.abort();
      await seeding.catch(() => {});
    },
    withinMs: WORK_TIMEOUT_MS,
  });
  return seeding;
}

async function announceReady({ log, print }: StartContext, config: Config, demo: string | undefined): Promise<void> {
  const message =
    config.RUN === 'jobs'
      ? 'Platen is ready, for background work only'
      : `Platen is ready at ${config.BASE_URL} (guides and API reference at ${config.BASE_URL}/docs)`;
  log.info({ version: VERSION }, message);
  await print(demo ?? '');
}
