import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { FetchWatch } from '../../orders/intake/file-fetcher.ts';
import { runFor } from '../../platform/database/asker.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import { VERSION } from '../../platform/settings/config.ts';
import type { BackupState } from '../backup/backup-schedule.ts';
import { checkHealth } from './health-rules.ts';
import { type CountedWork, type JobState, registerMetrics } from './platen-metrics.ts';
import { type BackupTrouble, countWork, findBackupTrouble } from './work-store.ts';

/** The open work is counted at most once in this time. */
const FRESH_MS = 15_000;
/** After this time without an answer of the database, the count is given up. */
const COUNT_WAIT_MS_MAX = 3_000;

/** Counts the background work of this process since its start, for the metrics. */
export class BackgroundWatch {
  jobs: () => JobState[] = () => [];
  readonly fetches = new FetchWatch();
  readonly webhookAttempts = { delivered: 0, failed: 0 };
  readonly backups: BackupState = {
    lastGood: undefined,
    archivedTo: undefined,
    problem: undefined,
    failures: 0,
    waitingBytes: undefined,
    waitingBytesMax: undefined,
    verified: undefined,
  };
}

interface Service {
  database: Pick<Database, 'pool' | 'backgroundPool'>;
  disk: Pick<DiskWatch, 'state'>;
  keys: { canSign(): boolean };
  watch: BackgroundWatch;
  log: Pick<FastifyBaseLogger, 'warn'>;
  faults: FaultLog;
  hasBackups: boolean;
  /** Set by tests only. */
  clock?: () => Date;
}

/** Registers the metrics of the service, and returns a function that checks its health. */
export function watchService(
  registry: Registry,
  { database, disk, keys, watch, log, faults, hasBackups, clock = () => new Date() }: Service,
): () => Promise<HealthCheck[]> {
  const work = new WorkWatch(database.backgroundPool, clock, (error) => {
    if (!faults.caught(error)) log.warn({ err: error }, 'the open work could not be counted');
  });
  registerMetrics(registry, {
    work: () => work.read(),
    clock,
    pools: { requests: database.pool, background: database.backgroundPool },
    disk: () => disk.state,
    jobs: () => watch.jobs(),
    fetches: watch.fetches,
    backups: hasBackups ? () => watch.backups : undefined,
    webhookAttempts: watch.webhookAttempts,
  });
  registerFaults(registry, faults);
  return async () =>
    checkHealth({
      nowMs: performance.now(),
      now: clock(),
      work: await work.read(),
      disk: disk.state,
      jobs: watch.jobs(),
      canSign: keys.canSign(),
    });
}

type KnownWork = CountedWork & { backups: BackupTrouble };

class WorkWatch {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #onError: (error: unknown) => void;
  #known: KnownWork | undefined;
  /** A time of performance.now(). */
  #triedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(pool: Pool, clock: () => Date, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Returns the last successful count, which is at most 15 s old unless counting fails. Never rejects. */
  async read(): Promise<KnownWork | undefined> {
    if (!this.#counting && performance.now() - this.#triedAt >= FRESH_MS) {
      this.#triedAt = performance.now();
      this.#counting = this.#count()
        .catch(this.#onError)
        .finally(() => {
          this.#counting = undefined;
        });
    }
    await this.#counting;
    return this.#known;
  }

  async #count(): Promise<void> {
    const at = this.#clock();
    this.#known = await runFor({ until: performance.now() + COUNT_WAIT_MS_MAX }, () =>
      inTransaction(this.#pool, async (connection) => ({
        ...(await countWork(connection, at)),
        backups: await findBackupTrouble(connection),
        at,
      })),
    );
  }
}

function registerFaults(registry: Registry, faults: FaultLog): void {
  const shared = { labelNames: ['dependency'], registers: [registry] };
  new Counter({
    ...shared,
    name: 'platen_dependency_faults_total',
    help: 'Failed calls of a service that Platen needs, by dependency.',
    collect() {
      this.reset();
      for (const { dependency, failures } of faults.states()) this.inc({ dependency }, failures);
    },
  });
  new Gauge({
    ...shared,
    name: 'platen_dependency_faulty',
    help: '1 while a service that Platen needs fails, by dependency.',
    aggregator: 'max',
    collect() {
      for (const { dependency, isFaulty } of faults.states()) this.set({ dependency }, isFaulty ? 1 : 0);
    },
  });
}

/** Creates the registry of this process, with the metrics of Node and the version. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'platen_build_info',
    help: 'Always 1. The label is the version of Platen.',
    labelNames: ['version'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version: VERSION }, 1);
  return registry;
}

export function measureTracing(registry: Registry, sent: Readonly<Record<'exported' | 'failed', number>>): void {
  new Counter({
    name: 'platen_trace_spans_total',
    help: 'Spans sent to the collector, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, spans] of Object.entries(sent)) this.inc({ outcome }, spans);
    },
  });
}
