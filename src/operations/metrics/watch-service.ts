import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../../platform/database/open-database.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import { VERSION } from '../../platform/settings/config.ts';
import type { BackgroundWatch } from './background-watch.ts';
import { checkHealth } from './health-rules.ts';
import { registerMetrics } from './platen-metrics.ts';
import { WorkWatch } from './work-watch.ts';

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
