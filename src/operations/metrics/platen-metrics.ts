import { type Aggregator, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DiskState } from '../../platform/files/disk-watch.ts';
import type { JobState } from '../../platform/queue/job-queue.ts';
import { type OnSignIn, SIGN_IN_OUTCOMES, SIGN_IN_WAYS } from '../../staff/sign-in-outcomes.ts';
import type { BackupState } from '../backup/backup-schedule.ts';
import type { CountedWork } from './watch-service.ts';

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200];

interface PoolUse {
  totalCount: number;
  idleCount: number;
  /** How many wait for a connection. */
  waiting: number;
}

/** What is measured, as it is when the metrics are asked for. */
export interface Measured {
  work: () => Promise<CountedWork | undefined>;
  clock: () => Date;
  pools: Readonly<Record<'requests' | 'background', PoolUse>>;
  disk: () => Readonly<DiskState>;
  jobs: () => readonly JobState[];
  fetches: { readonly underWay: number; readonly ended: ReadonlyMap<string, number> };
  /** undefined: nobody makes any. */
  backups: (() => Readonly<BackupState>) | undefined;
  /** Attempts to deliver webhooks so far, by outcome. */
  webhookAttempts: Readonly<Record<string, number>>;
}

/** Makes Platen's own metrics. All are named in docs/monitoring.md; no label holds what a customer may choose. */
export function registerMetrics(registry: Registry, measured: Measured): void {
  registerWork(definer(registry, 'max'), measured);
  registerProcess(definer(registry, 'sum'), measured);
  registerMachine(definer(registry, 'max'), measured);
  registerBackups(definer(registry, 'max'), measured.backups, measured.clock);
}

/** The sizes of batches: how many requests share a statement. Answers what to tell them to. */
export function measureBatches(registry: Registry): (batch: string, keys: number) => void {
  const sizes = new Histogram({
    name: 'platen_batch_size',
    help: 'Requests that share one statement, by what they ask for.',
    labelNames: ['batch'],
    buckets: BATCH_SIZES,
    registers: [registry],
  });
  return (batch, keys) => sizes.observe({ batch }, keys);
}

/** What is being answered, and what was refused since there was too much. */
export function measureAdmission(
  registry: Registry,
  admission: { readonly underWay: number; readonly refused: number },
): void {
  const define = definer(registry, 'sum');
  define.gauge('platen_requests_under_way', 'Requests being answered.', [], () => [[{}, admission.underWay]]);
  define.counter('platen_requests_refused_total', 'Requests refused unread.', [], () => [
    [{}, admission.refused],
  ]);
}

/** Attempts of staff to sign in. Answers what to tell them to; each way and outcome is there from the start, so that an alert sees the first. */
export function countSignIns(registry: Registry): OnSignIn {
  const attempts = new Counter({
    name: 'platen_sign_ins_total',
    help: 'Attempts of staff to sign in, by way and outcome.',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  for (const way of SIGN_IN_WAYS) for (const outcome of SIGN_IN_OUTCOMES) attempts.inc({ way, outcome }, 0);
  return (way, outcome) => attempts.inc({ way, outcome });
}

/** What the database holds: the same at every process. */
function registerWork(define: Define, { work, clock }: Measured): void {
  const of = (read: (known: CountedWork) => number | null | undefined) => async (): Promise<Sample[]> => {
    const known = await work();
    return [[{}, known && read(known)]];
  };
  const since = (read: (known: CountedWork) => Date | null) =>
    of((known) => secondsBetween(read(known), clock()));
  const byStatus = (read: (one: CountedWork['orders'][number]) => number) => async (): Promise<Sample[]> =>
    ((await work())?.orders ?? []).map((one) => [{ status: one.status }, read(one)]);

  define.gauge(
    'platen_work_age_seconds',
    'Age of what is counted in the database.',
    [],
    since((known) => known.at),
  );
  define.gauge(
    'platen_orders',
    'Open orders of live clients, by status.',
    ['status'],
    byStatus((one) => one.count),
  );
  define.gauge(
    'platen_orders_oldest_age_seconds',
    'Time since the oldest open order was made, by status.',
    ['status'],
    byStatus((one) => secondsBetween(one.oldest, clock())),
  );
  define.gauge('platen_intake_waiting', 'NEW orders, by what they wait for.', ['for'], async () => {
    const known = await work();
    if (!known) return [];
    const news = known.orders.find(({ status }) => status === 'NEW')?.count ?? 0;
    const { intakeDue, intakeLater } = known;
    return [
      [{ for: 'intake' }, intakeDue],
      [{ for: 'files' }, intakeLater],
      [{ for: 'stock' }, Math.max(0, news - intakeDue - intakeLater)],
    ];
  });
  define.gauge(
    'platen_intake_due_age_seconds',
    'Time for which the longest due NEW order has waited for the intake.',
    [],
    since((known) => known.intakeDueSince),
  );
  define.gauge(
    'platen_webhooks_pending',
    'Deliveries not yet made.',
    [],
    of((known) => known.webhooksPending),
  );
  define.gauge(
    'platen_webhooks_oldest_age_seconds',
    'Time since the oldest delivery not yet made was recorded.',
    [],
    since((known) => known.webhooksOldest),
  );
  define.gauge(
    'platen_webhooks_due_age_seconds',
    'Time for which the longest due delivery has waited for its attempt.',
    [],
    since((known) => known.webhooksDueSince),
  );
  define.gauge('platen_print_jobs', 'Print jobs that are not done, by state.', ['state'], async () => {
    const known = await work();
    return known
      ? [
          [{ state: 'waiting' }, known.printsWaiting],
          [{ state: 'failed' }, known.printsFailed],
        ]
      : [];
  });
  define.gauge('platen_webhook_endpoints', 'Endpoints of live clients, by state.', ['state'], async () => {
    const known = await work();
    if (!known) return [];
    const { endpointsActive, endpointsFailing, endpointsDisabled } = known;
    return [
      [{ state: 'well' }, endpointsActive - endpointsFailing],
      [{ state: 'failing' }, endpointsFailing],
      [{ state: 'disabled' }, endpointsDisabled],
    ];
  });
  define.gauge(
    'platen_stored_files',
    'Files kept, as last walked.',
    [],
    of((known) => known.storedFiles),
  );
  define.gauge(
    'platen_stored_bytes',
    'Bytes kept, as last walked.',
    [],
    of((known) => known.storedBytes),
  );
}

/** What this process does. */
function registerProcess(define: Define, { pools, jobs, fetches, webhookAttempts }: Measured): void {
  const perPool = (read: (use: PoolUse) => [state: string, value: number][]) => (): Sample[] =>
    Object.entries(pools).flatMap(([pool, use]) =>
      read(use).map(([state, value]): Sample => [{ pool, ...(state && { state }) }, value]),
    );
  define.gauge(
    'platen_database_connections',
    'Connections to the database, by pool and state.',
    ['pool', 'state'],
    perPool(({ totalCount, idleCount }) => [
      ['in_use', totalCount - idleCount],
      ['idle', idleCount],
    ]),
  );
  define.gauge(
    'platen_database_waiting',
    'How many wait for a connection to the database, by pool.',
    ['pool'],
    perPool(({ waiting }) => [['', waiting]]),
  );

  const perJob = (read: (job: JobState) => number) => (): Sample[] =>
    jobs().map((job) => [{ job_name: job.name }, read(job)]);
  define.gauge(
    'platen_jobs_running',
    'Runs under way, by job.',
    ['job_name'],
    perJob(({ running }) => running),
  );
  define.gauge(
    'platen_jobs_failing_keys',
    'Clients or endpoints whose last run failed within 5 minutes, by job.',
    ['job_name'],
    perJob(({ failingKeys }) => failingKeys),
  );
  define.counter(
    'platen_job_runs_total',
    'Runs that ended, by job and outcome.',
    ['job_name', 'outcome'],
    () =>
      jobs().flatMap(({ name, done, failed }): Sample[] => [
        [{ job_name: name, outcome: 'done' }, done],
        [{ job_name: name, outcome: 'failed' }, failed],
      ]),
  );

  define.gauge('platen_file_fetches_under_way', 'Files being fetched.', [], () => [[{}, fetches.underWay]]);
  define.counter('platen_file_fetches_total', 'Fetches of files that ended, by outcome.', ['outcome'], () =>
    [...fetches.ended].map(([outcome, count]) => [{ outcome }, count]),
  );
  define.counter(
    'platen_webhook_attempts_total',
    'Attempts to deliver a webhook, by outcome.',
    ['outcome'],
    () => Object.entries(webhookAttempts).map(([outcome, count]) => [{ outcome }, count]),
  );
}

/** What is the same at every process of a machine, or of which the largest tells. */
function registerMachine(define: Define, { disk, jobs }: Measured): void {
  define.gauge(
    'platen_jobs_look_age_seconds',
    'Time since due work was last looked for, by job.',
    ['job_name'],
    () => jobs().map(({ name, lookedAt }) => [{ job_name: name }, (performance.now() - lookedAt) / 1000]),
  );
  define.gauge('platen_disk_free_bytes', 'Free on the fullest disk of DATA_DIR.', [], () => [
    [{}, disk().freeBytes],
  ]);
  define.gauge('platen_disk_floor_bytes', 'Below this no file is fetched.', [], () => [
    [{}, disk().floorBytes],
  ]);
  define.gauge('platen_disk_paused', '1 while no file is fetched for want of space.', [], () => [
    [{}, disk().pausedSince ? 1 : 0],
  ]);
}

/** Labels and value; what is not known is NaN, so that no alert takes it for zero. */
type Sample = [labels: Record<string, string>, value: number | null | undefined];

/** No sample where the process does not know the value, because another one does. */
export function known(value: number | undefined): Sample[] {
  return value === undefined ? [] : [[{}, value]];
}

type Read = () => Sample[] | Promise<Sample[]>;
export type Define = Record<
  'gauge' | 'counter',
  (name: string, help: string, labelNames: string[], read: Read) => void
>;

/** `aggregator` makes one measurement of those of several processes. */
function definer(registry: Registry, aggregator: Aggregator): Define {
  const registers = [registry];
  return {
    gauge: (name, help, labelNames, read) => {
      const collect = async function (this: Gauge) {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.set(labels, value ?? Number.NaN);
      };
      new Gauge({ name, help, labelNames, registers, collect, aggregator });
    },
    counter: (name, help, labelNames, read) => {
      const collect = async function (this: Counter) {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value ?? 0);
      };
      new Counter({ name, help, labelNames, registers, collect });
    },
  };
}

/** 0 when there is nothing that waits. */
export function secondsBetween(since: Date | null, now: Date): number {
  return since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0;
}

/** Registers how old the backups are, and what is wrong with them. Without `backups` there are none. */
function registerBackups(
  define: Define,
  backups: (() => Readonly<BackupState>) | undefined,
  clock: () => Date,
): void {
  if (!backups) return;
  const ageOf = (since: Date | undefined) => (since ? secondsBetween(since, clock()) : undefined);
  define.gauge(
    'platen_backup_age_seconds',
    'Time since the moment that the last good backup holds.',
    [],
    () => [[{}, ageOf(backups().lastGood)]],
  );
  define.gauge('platen_backup_log_age_seconds', 'Time since write-ahead log was last archived.', [], () => [
    [{}, ageOf(backups().archivedTo)],
  ]);
  define.gauge(
    'platen_backup_problem',
    '1 while backups or the log cannot be written to BACKUP_DIR.',
    [],
    () => [[{}, backups().problem ? 1 : 0]],
  );
  define.counter('platen_backup_failures_total', 'Failed attempts to write to BACKUP_DIR.', [], () => [
    [{}, backups().failures],
  ]);
  define.gauge('platen_backup_log_waiting_bytes', 'Write-ahead log that waits for BACKUP_DIR.', [], () => [
    ...known(backups().waitingBytes),
  ]);
  define.gauge(
    'platen_backup_log_waiting_limit_bytes',
    'BACKUP_LOG_BYTES_MAX: beyond that the waiting log is given up.',
    [],
    () => known(backups().waitingBytesMax),
  );
  define.gauge('platen_backup_verify_age_seconds', 'Time since all backups were last checked.', [], () => [
    ...known(ageOf(backups().verified?.at)),
  ]);
  define.gauge('platen_backup_verify_problems', 'Faults that the last check of all backups found.', [], () =>
    known(backups().verified?.problems),
  );
}
