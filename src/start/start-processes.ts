import { findRestorePause } from '../operations/backup/restore-pause-store.ts';
import { makeMetricsServer } from '../operations/metrics/metrics-server.ts';
import { refuseInPart } from '../platform/database/distribution.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createDatabaseProbe } from '../platform/http/health-check.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import type { Config } from '../platform/settings/config.ts';
import { VERSION } from '../platform/settings/config.ts';
import { type Assignment, answerMeasuring, tellReady } from './assignment.ts';
import { claimPort, listenForMetrics } from './listen.ts';
import { ServerProcesses } from './server-processes.ts';
import { StartError } from './start-error.ts';
import { PART_TIMEOUT_MS, type Starting, WORK_TIMEOUT_MS } from './starting.ts';

/** Each process closes its parts, one after the other, and ends. */
const PROCESSES_TIMEOUT_MS = WORK_TIMEOUT_MS + 700;

/** Brings everything up in this process. */
export async function startAlone(starting: Starting): Promise<void> {
  const config = await prepare(starting);
  const { startServer } = await import('./start-server.ts');
  const demo = await seed(starting, config);
  await startServer(
    { ...starting, config },
    {
      isAlone: config.DATABASE_URL === undefined,
      isFirst: true,
      beforeListening: (registry) => openMetrics(starting, () => registry.metrics()),
    },
  );
  await tellPeople(starting, config, demo);
}

/** Brings up PROCESSES of them, which do all the work; this one looks after them and the database. */
export async function startSeveral(starting: Starting): Promise<void> {
  const { database, log, opened } = starting;
  const config = await prepare(starting);
  // They would each make one.
  if (config.ENCRYPTION_KEY === undefined) await loadEncryptionKey(config.DATA_DIR);
  const demo = await seed(starting, config);
  if (config.DATABASE_URL === undefined) {
    const { forgetRuns } = await import('../platform/queue/job-run-store.ts');
    await forgetRuns(database.backgroundPool);
  }
  const processes = new ServerProcesses({
    count: config.PROCESSES,
    environment: { PORT: String(config.PORT) },
    database: database.connection ?? null,
    log,
  });
  opened.add({
    name: 'processes',
    close: () => processes.stop(),
    withinMs: PROCESSES_TIMEOUT_MS,
    force: () => processes.kill(),
  });
  await openMetrics(starting, () => processes.metrics());
  await processes.start().catch((error: Error) => {
    throw new StartError(`${error.message} It has said why.`);
  });
  await tellPeople(starting, config, demo);
}

/** Brings up one of several. */
export async function startOne(starting: Starting, { number }: Assignment): Promise<void> {
  const { startServer } = await import('./start-server.ts');
  const registry = await startServer(starting, { isAlone: false, isFirst: number === 1 });
  answerMeasuring(registry);
  tellReady();
}

/** Answers the settings with the port that was found free. */
async function prepare({ config: wanted, database, log }: Starting): Promise<Config> {
  const config = wanted.RUN === 'jobs' ? wanted : await claimPort(wanted);
  const applied = await migrate(database.pool, { hasSession: wanted.DATABASE_NAMED_STATEMENTS });
  await refuseInPart(database.pool);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  const pause = await findRestorePause(database.pool);
  if (pause)
    log.warn(
      pause,
      'this database was restored: webhooks, connectors, printers and sandbox steps are paused; resume them on the page Today, or by "platen resume"',
    );
  return config;
}

async function openMetrics(
  { config, database, opened }: Starting,
  collect: () => Promise<string>,
): Promise<void> {
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

/** Makes the demo before background work starts: the intake would otherwise take its orders at the present time. */
async function seed(
  { database, log, faults, opened }: Starting,
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

async function tellPeople({ log, print }: Starting, config: Config, demo: string | undefined): Promise<void> {
  const message =
    config.RUN === 'jobs'
      ? 'Platen is ready, for background work only'
      : `Platen is ready at ${config.BASE_URL} (guides and API reference at ${config.BASE_URL}/docs)`;
  log.info({ version: VERSION }, message);
  await print(demo ?? '');
}
