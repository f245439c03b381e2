import { type Aggregator, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DiskState } from '../../platform/files/disk-watch.ts';
import { type OnSignIn, SIGN_IN_OUTCOMES, SIGN_IN_WAYS } from '../../staff/sign-in-outcomes.ts';
import type { BackupState } from '../backup/backup-schedule.ts';

export interface JobState {
  name: string;
  running: number;
  done: number;
  failed: number;
  /** Keys whose last run failed. */
  failingKeys: number;
  /** The last time without an overdue search for due work, in milliseconds of performance.now(). */
  searchedAt: number;
}

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200];

/** Counts of the open orders, deliveries and print jobs of live clients, without sandbox clients. */
export interface Work {
  /** Orders by open status. `oldest` is the creation of the oldest order. */
  orders: { status: string; count: number; oldest: Date | null }[];
  /** NEW orders whose intake is due, and the due time of the first. */
  intakeDue: number;
  intakeDueSince: Date | null;
  /** NEW orders that wait for their next attempt to fetch a file, or for a busy host. */
  intakeLater: number;
  webhooksPending: number;
  /** When the oldest pending delivery was recorded. */
  webhooksOldest: Date | null;
  /** The earliest due time among the next deliveries of all endpoints. */
  webhooksDueSince: Date | null;
  printsWaiting: number;
  /** Print jobs that failed, or whose result is unknown. */
  printsFailed: number;
  endpointsActive: number;
  endpointsFailing: number;
  /** Endpoints that were disabled after days of failure, or by an answer of 410. */
  endpointsDisabled: number;
  /** Result of the last walk over all files; null before the first. */
  storedFiles: number | null;
  storedBytes: number | null;
}

export interface CountedWork extends Work {
  at: Date;
}

type PoolUse = { totalCount: number; idleCount: number; waiting: number };

interface Measured {
  work: () => Promise<CountedWork | undefined>;
  clock: () => Date;
  pools: Readonly<Record<'requests' | 'background', PoolUse>>;
  disk: () => Readonly<DiskState>;
  jobs: () => readonly JobState[];
  fetches: { readonly underWay: number; readonly ended: ReadonlyMap<string, number> };
  /** Undefined: this server makes no backups. */
  backups: (() => Readonly<BackupState>) | undefined;
  webhookAttempts: Readonly<Record<string, number>>;
}

/**
 * Registers the metrics of docs/monitoring.md about open orders and deliveries, process, machine and backups.
 * No label contains text from customers.
 */
export function registerMetrics(registry: Registry, measured: Measured): void {
  registerWork(definer(registry, 'max'), measured);
  registerProcess(definer(registry, 'sum'), measured);
  registerMachine(definer(registry, 'max'), measured);
  if (measured.backups) registerBackups(definer(registry, 'max'), measured.backups, measured.clock);
}

/** Returns a function that records how many requests one statement has served. */
export function measureBatches(registry: Registry): (batch: string, keys: number) => void {
  const sizes = new Histogram({
    name: 'platen_batch_size',
    help: 'Number of requests that share one statement, by kind of batch.',
    labelNames: ['batch'],
    buckets: BATCH_SIZES,
    registers: [registry],
  });
  return (batch, keys) => sizes.observe({ batch }, keys);
}

export function measureAdmission(
  registry: Registry,
  admission: { readonly underWay: number; readonly refused: number },
): void {
  const { gauge, counter } = definer(registry, 'sum');
  gauge('platen_requests_under_way', 'Requests being answered.', () => admission.underWay);
  counter(
    'platen_requests_refused_total',
    'Requests refused without reading them, because the server was busy.',
    () => admission.refused,
  );
}

/** Returns a function that counts sign-in attempts. Counts start at 0, so an alert sees the first one. */
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

function registerWork({ gauge }: Define, { work, clock }: Measured): void {
  const one = (name: string, help: string, read: (known: CountedWork) => number | null) =>
    gauge(name, help, async () => {
      const known = await work();
      return known && read(known);
    });
  const age = (name: string, help: string, read: (known: CountedWork) => Date | null) =>
    one(name, help, (known) => secondsBetween(read(known), clock()));
  const several = (
    name: string,
    help: string,
    label: string,
    read: (known: CountedWork) => [value: string, count: number][],
  ) => {
    const readAll = async () => {
      const known = await work();
      return known ? read(known).map(([value, count]): Sample => [{ [label]: value }, count]) : [];
    };
    gauge(name, help, readAll, [label]);
  };

  age('platen_work_age_seconds', 'Time since the open work was counted.', (known) => known.at);
  several('platen_orders', 'Open orders of live clients, by status.', 'status', ({ orders }) =>
    orders.map(({ status, count }) => [status, count]),
  );
  several(
    'platen_orders_oldest_age_seconds',
    'Time since the oldest open order was created, by status.',
    'status',
    ({ orders }) => orders.map(({ status, oldest }) => [status, secondsBetween(oldest, clock())]),
  );
  several('platen_intake_waiting', 'NEW orders, by the reason why they wait.', 'for', (known) => {
    const created = known.orders.find(({ status }) => status === 'NEW')?.count ?? 0;
    const { intakeDue, intakeLater } = known;
    return [
      ['intake', intakeDue],
      ['files', intakeLater],
      ['stock', Math.max(0, created - intakeDue - intakeLater)],
    ];
  });
  age(
    'platen_intake_due_age_seconds',
    'Longest time that a NEW order is due for its intake.',
    ({ intakeDueSince }) => intakeDueSince,
  );
  one('platen_webhooks_pending', 'Pending webhook deliveries.', ({ webhooksPending }) => webhooksPending);
  age(
    'platen_webhooks_oldest_age_seconds',
    'Time since the oldest pending delivery was recorded.',
    ({ webhooksOldest }) => webhooksOldest,
  );
  age(
    'platen_webhooks_due_age_seconds',
    'Longest time that a delivery is due for its attempt.',
    ({ webhooksDueSince }) => webhooksDueSince,
  );
  several('platen_print_jobs', 'Print jobs that are not done, by state.', 'state', (known) => [
    ['waiting', known.printsWaiting],
    ['failed', known.printsFailed],
  ]);
  several('platen_webhook_endpoints', 'Webhook endpoints of live clients, by state.', 'state', (known) => [
    ['well', known.endpointsActive - known.endpointsFailing],
    ['failing', known.endpointsFailing],
    ['disabled', known.endpointsDisabled],
  ]);
  one('platen_stored_files', 'Stored files at the last daily walk.', ({ storedFiles }) => storedFiles);
  one('platen_stored_bytes', 'Bytes of the stored files at the last daily walk.', (known) => known.storedBytes);
}

function registerProcess({ gauge, counter }: Define, { pools, jobs, fetches, webhookAttempts }: Measured): void {
  const perPool = (read: (use: PoolUse, pool: string) => Sample[]) => () =>
    Object.entries(pools).flatMap(([pool, use]) => read(use, pool));
  gauge(
    'platen_database_connections',
    'Connections to the database, by pool and state.',
    perPool(({ totalCount, idleCount }, pool) => [
      [{ pool, state: 'in_use' }, totalCount - idleCount],
      [{ pool, state: 'idle' }, idleCount],
    ]),
    ['pool', 'state'],
  );
  gauge(
    'platen_database_waiting',
    'Requests and jobs that wait for a connection to the database, by pool.',
    perPool(({ waiting }, pool) => [[{ pool }, waiting]]),
    ['pool'],
  );
  const perJob = (read: (job: JobState) => number) => () =>
    jobs().map((job): Sample => [{ job_name: job.name }, read(job)]);
  gauge(
    'platen_jobs_running',
    'Runs under way, by job.',
    perJob(({ running }) => running),
    ['job_name'],
  );
  gauge(
    'platen_jobs_failing_keys',
    'Clients or endpoints whose last run failed within 5 minutes, by job.',
    perJob(({ failingKeys }) => failingKeys),
    ['job_name'],
  );
  const readRuns = () =>
    jobs().flatMap(({ name, done, failed }): Sample[] => [
      [{ job_name: name, outcome: 'done' }, done],
      [{ job_name: name, outcome: 'failed' }, failed],
    ]);
  counter('platen_job_runs_total', 'Ended runs, by job and outcome.', readRuns, ['job_name', 'outcome']);
  gauge('platen_file_fetches_under_way', 'Files being fetched.', () => fetches.underWay);
  const perOutcome = (entries: Iterable<readonly [string, number]>) =>
    [...entries].map(([outcome, count]): Sample => [{ outcome }, count]);
  counter('platen_file_fetches_total', 'Ended fetches of files, by outcome.', () => perOutcome(fetches.ended), [
    'outcome',
  ]);
  counter(
    'platen_webhook_attempts_total',
    'Attempts to deliver a webhook, by outcome.',
    () => perOutcome(Object.entries(webhookAttempts)),
    ['outcome'],
  );
}

/** Registers values whose maximum over the processes of a machine is reported. */
function registerMachine({ gauge }: Define, { disk, jobs }: Measured): void {
  gauge(
    'platen_jobs_look_age_seconds',
    'Time since the last check for due work, by job.',
    () => jobs().map(({ name, searchedAt }) => [{ job_name: name }, (performance.now() - searchedAt) / 1000]),
    ['job_name'],
  );
  gauge('platen_disk_free_bytes', 'Free bytes on the fullest disk of DATA_DIR.', () => disk().freeBytes);
  gauge('platen_disk_floor_bytes', 'No file is fetched while fewer bytes are free.', () => disk().floorBytes);
  gauge('platen_disk_paused', '1 while no file is fetched because too few bytes are free.', () =>
    disk().pausedSince ? 1 : 0,
  );
}

/** Registers the age of the backups, and their problems. */
function registerBackups({ gauge, counter }: Define, read: () => Readonly<BackupState>, clock: () => Date): void {
  const ageOf = (since: Date | undefined) => (since ? secondsBetween(since, clock()) : undefined);
  /** Has no sample in a process that does not know the value, because another process does. */
  const samplesOf = (value: () => number | undefined) => (): Sample[] => {
    const found = value();
    return found === undefined ? [] : [[{}, found]];
  };
  gauge('platen_backup_age_seconds', 'Time since the state that the last good backup holds.', () =>
    ageOf(read().lastGood),
  );
  gauge('platen_backup_log_age_seconds', 'Time since the write-ahead log was last archived.', () =>
    ageOf(read().archivedTo),
  );
  gauge('platen_backup_problem', '1 while backups or the write-ahead log cannot be written to BACKUP_DIR.', () =>
    read().problem ? 1 : 0,
  );
  counter('platen_backup_failures_total', 'Failed attempts to write to BACKUP_DIR.', () => read().failures);
  gauge(
    'platen_backup_log_waiting_bytes',
    'Write-ahead log that waits for BACKUP_DIR.',
    samplesOf(() => read().waitingBytes),
  );
  gauge(
    'platen_backup_log_waiting_limit_bytes',
    'BACKUP_LOG_BYTES_MAX: the waiting log is dropped when it is larger.',
    samplesOf(() => read().waitingBytesMax),
  );
  gauge(
    'platen_backup_verify_age_seconds',
    'Time since the last check of all backups.',
    samplesOf(() => ageOf(read().verified?.at)),
  );
  gauge(
    'platen_backup_verify_problems',
    'Problems that the last check of all backups found.',
    samplesOf(() => read().verified?.problems),
  );
}

/** An unknown value becomes NaN, so that no alert mistakes it for zero. */
type Value = number | null | undefined;
type Sample = [labels: Record<string, string>, value: Value];
/** Returns one value without labels, or a list of samples. */
type Read = () => Value | Sample[] | Promise<Value | Sample[]>;
type Define = Record<'gauge' | 'counter', (name: string, help: string, read: Read, labelNames?: string[]) => void>;

/** Returns functions that define metrics. `aggregator` joins the values of several processes. */
function definer(registry: Registry, aggregator: Aggregator): Define {
  const registers = [registry];
  return {
    gauge: (name, help, read, labelNames = []) => {
      const collect = async function (this: Gauge) {
        const samples = await readSamples(read);
        this.reset();
        for (const [labels, value] of samples) this.set(labels, value ?? Number.NaN);
      };
      new Gauge({ name, help, labelNames, registers, collect, aggregator });
    },
    counter: (name, help, read, labelNames = []) => {
      const collect = async function (this: Counter) {
        const samples = await readSamples(read);
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value ?? 0);
      };
      new Counter({ name, help, labelNames, registers, collect });
    },
  };
}

async function readSamples(read: Read): Promise<Sample[]> {
  const found = await read();
  return Array.isArray(found) ? found : [[{}, found]];
}

/** Returns 0 for null: nothing waits. */
function secondsBetween(since: Date | null, now: Date): number {
  return since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0;
}
