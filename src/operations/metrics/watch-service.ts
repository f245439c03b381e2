import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { FetchWatch } from '../../orders/intake/file-fetcher.ts';
import { askingFor } from '../../platform/database/asker.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import type { JobState } from '../../platform/queue/job-queue.ts';
import { VERSION } from '../../platform/settings/version.ts';
import type { BackupState } from '../backup/backup-schedule.ts';
import { checkHealth } from './health-rules.ts';
import { registerMetrics } from './platen-metrics.ts';
import { type BackupTrouble, countWork, findBackupTrouble, type Work } from './work-store.ts';

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

export interface Service {
  database: Pick<Database, 'pool' | 'backgroundPool'>;
  disk: Pick<DiskWatch, 'state'>;
  /** The signing keys. */
  keys: { canSign(): boolean };
  watch: BackgroundWatch;
  log: Pick<FastifyBaseLogger, 'warn'>;
  faults: FaultLog;
  /** Whether backups are made by themselves. */
  hasBackups: boolean;
  /** Tests set the time; everything else takes the machine's. */
  clock?: () => Date;
}

/** Registers the metrics of the service, and answers how it is to be checked. */
export function watchService(
  registry: Registry,
  { database, disk, keys, watch, log, faults, hasBackups, clock = () => new Date() }: Service,
): () => Promise<HealthCheck[]> {
  const work = new WorkWatch(database.backgroundPool, clock, (error) => {
    if (!faults.caught(error)) log.warn({ err: error }, 'the open work could not be counted');
  });
  registerMetrics(registry, {
    work: () => work.current(),
    clock,
    pools: { requests: database.pool, background: database.backgroundPool },
    disk: () => disk.state,
    jobs: () => watch.jobs(),
    fetches: watch.fetches,
    backups: hasBackups ? () => watch.backups : undefined,
    webhookAttempts: watch.webhookAttempts,
  });
  measureFaults(registry, faults);
  return async () =>
    checkHealth({
      nowMs: performance.now(),
      now: clock(),
      work: await work.current(),
      disk: disk.state,
      jobs: watch.jobs(),
      canSign: keys.canSign(),
    });
}

function measureFaults(registry: Registry, faults: FaultLog): void {
  const shared = { labelNames: ['dependency'], registers: [registry] };
  new Counter({
    ...shared,
    name: 'platen_dependency_faults_total',
    help: 'Failures of what Platen depends on, by dependency.',
    collect() {
      this.reset();
      for (const { dependency, failures } of faults.states()) this.inc({ dependency }, failures);
    },
  });
  new Gauge({
    ...shared,
    name: 'platen_dependency_faulty',
    help: '1 from the begin of a fault of a dependency to its end.',
    aggregator: 'max',
    collect() {
      for (const { dependency, isFaulty } of faults.states()) this.set({ dependency }, isFaulty ? 1 : 0);
    },
  });
}

/** Makes the registry of this process, with the metrics of Node and of the version. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = {
    name: 'platen_build_info',
    help: 'Always 1; says which version runs.',
    labelNames: ['version'],
    aggregator: 'max' as const,
  };
  new Gauge({ ...build, registers: [registry] }).set({ version: VERSION }, 1);
  return registry;
}

/** Counts the spans of traces by what came of sending them. */
export function measureTracing(
  registry: Registry,
  sent: Readonly<Record<'exported' | 'failed', number>>,
): void {
  new Counter({
    name: 'platen_trace_spans_total',
    help: 'Spans that the collector took, and that it did not take.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, spans] of Object.entries(sent)) this.inc({ outcome }, spans);
    },
  });
}

/** However often it is asked for, the open work is counted once in so long. */
const FRESH_MS = 15_000;
/** A database that does not answer is not waited for longer; who asks gets what is known. */
const WAIT_MS_MAX = 3_000;

export interface CountedWork extends Work {
  backups: BackupTrouble;
  /** When it was counted. */
  at: Date;
}

/** The open work, counted when somebody wants to know it. */
class WorkWatch {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #onError: (error: unknown) => void;
  #known: CountedWork | undefined;
  /** As performance.now() has it. */
  #triedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(pool: Pool, clock: () => Date, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** As it was at most 15 s ago, or longer when it cannot be counted; undefined when it never could. Never rejects. */
  async current(): Promise<CountedWork | undefined> {
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
    const work = await askingFor({ until: performance.now() + WAIT_MS_MAX }, () =>
      inTransaction(this.#pool, async (connection) => ({
        ...(await countWork(connection, at)),
        backups: await findBackupTrouble(connection),
      })),
    );
    this.#known = { ...work, at };
  }
}
