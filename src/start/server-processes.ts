import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { Database } from '../platform/database/open-database.ts';
import { StartError } from './start-error.ts';

export interface Assignment {
  kind: 'begin';
  /** From 1. */
  number: number;
  /** The embedded PostgreSQL; null where DATABASE_URL names the database. */
  database: NonNullable<Database['connection']> | null;
  timeZone: string;
}

/** The metrics of one process, as prom-client serializes a registry. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];
type ToProcess = Assignment | { kind: 'measure'; id: number };
type FromProcess = { kind: 'ready' } | { kind: 'measured'; id: number; metrics: Metrics };

/** Waits until the main process sends this child process its number, database and time zone. */
export function receiveAssignment(): Promise<Assignment> {
  return new Promise((resolve) => {
    const onMessage = (message: ToProcess) => {
      if (message.kind !== 'begin') return;
      process.off('message', onMessage);
      resolve(message);
    };
    process.on('message', onMessage);
  });
}

export function reportReady(): void {
  sendToMainProcess({ kind: 'ready' });
}

/** Makes this child process answer each request of the main process for metrics. */
export function answerMetricsRequests(registry: Registry): void {
  process.on('message', (message: ToProcess) => {
    if (message.kind !== 'measure') return;
    const { id } = message;
    // Without an answer, the main process leaves this one out.
    void registry.getMetricsAsJSON().then(
      (metrics) => sendToMainProcess({ kind: 'measured', id, metrics }),
      () => {},
    );
  });
}

function sendToMainProcess(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

/** A process that does not answer within this time is left out of the metrics. */
const MEASURE_TIMEOUT_MS = 3_000;
/** A process that ended sooner is restarted after a delay, which doubles each time up to the maximum. */
const SHORT_LIFE_MS = 60_000;
const RESTART_DELAY_MS = 500;
const RESTART_DELAY_MS_MAX = 30_000;

/** Kinds of metrics that only grow. Their sums must not shrink when a process ends. */
const COUNTER_TYPES = ['counter', 'histogram'];

interface ServerProcessesOptions {
  count: number;
  /** Variables that each process gets in addition to the environment of this one. */
  environment: Readonly<Record<string, string>>;
  assignment: Omit<Assignment, 'kind' | 'number'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** A numbered place for one process, which stays while the process is restarted. */
interface ProcessSlot {
  number: number;
  worker: Worker;
  startedAt: number;
  isReady: boolean;
  /** Processes in a row that ended too soon. */
  shortLives: number;
  metrics: Metrics;
}

/** Starts the child processes of a server, restarts each that ends, and stops them together. */
export class ServerProcesses {
  readonly #options: ServerProcessesOptions;
  readonly #slots: ProcessSlot[] = [];
  readonly #measuring = new Map<number, (metrics: Metrics) => void>();
  #ended: Metrics = [];
  #nextId = 0;
  #isStopping = false;

  constructor(options: ServerProcessesOptions) {
    this.#options = options;
    // Metrics contain NaN for unknown numbers, which JSON cannot express.
    cluster.setupPrimary({ serialization: 'advanced' });
  }

  /** Starts all processes, and waits until they are ready. Throws StartError if one ends before that. */
  async start(): Promise<void> {
    const ready = Array.from({ length: this.#options.count }, (_, index) => this.#startFirst(index + 1));
    await Promise.all(ready);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      this.#slots.map(
        ({ worker }) =>
          new Promise<void>((resolve) => {
            if (worker.isDead()) return resolve();
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  }

  kill(): void {
    this.#isStopping = true;
    for (const { worker } of this.#slots) worker.process.kill('SIGKILL');
  }

  /** Collects and aggregates the metrics of all processes, in the text format of Prometheus. */
  async collectMetrics(): Promise<string> {
    await Promise.all(this.#slots.map((slot) => this.#measure(slot)));
    return aggregateMetrics([...this.#slots.map(({ metrics }) => metrics), this.#ended]).metrics();
  }

  async #measure(slot: ProcessSlot): Promise<void> {
    if (!slot.isReady || !slot.worker.isConnected()) return;
    const id = this.#nextId++;
    const answered = new Promise<Metrics>((resolve) => this.#measuring.set(id, resolve));
    send(slot.worker, { kind: 'measure', id });
    const { worker } = slot;
    const metrics = await Promise.race([answered, sleep(MEASURE_TIMEOUT_MS, undefined, { ref: false })]);
    this.#measuring.delete(id);
    // The process may have been replaced meanwhile.
    if (metrics && slot.worker === worker) slot.metrics = metrics;
  }

  #startFirst(number: number): Promise<void> {
    const slot: ProcessSlot = {
      number,
      worker: cluster.fork(this.#options.environment),
      startedAt: performance.now(),
      isReady: false,
      shortLives: 0,
      metrics: [],
    };
    this.#slots.push(slot);
    return new Promise((resolve, reject) => {
      const message = `Process ${number} could not start; its output says why.`;
      this.#follow(slot, resolve, () => reject(new StartError(message)));
    });
  }

  /** Calls `onEnd` when the process ends before it was ready. Any other process that ends is restarted. */
  #follow(slot: ProcessSlot, onReady: () => void, onEnd?: () => void): void {
    const { worker, number } = slot;
    slot.startedAt = performance.now();
    send(worker, { kind: 'begin', number, ...this.#options.assignment });
    // Sending fails only when the process ends, and 'exit' reports that.
    worker.on('error', () => {});
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'measured') this.#measuring.get(message.id)?.(message.metrics);
      if (message.kind !== 'ready') return;
      slot.isReady = true;
      this.#options.log.info({ serves: number, pid: worker.process.pid }, 'a process is ready');
      onReady();
    });
    worker.once('exit', (code, signal) => {
      const wasReady = slot.isReady;
      slot.isReady = false;
      this.#ended = sumCounters([this.#ended, slot.metrics]);
      slot.metrics = [];
      if (this.#isStopping) return;
      if (onEnd && !wasReady) onEnd();
      else void this.#restart(slot, { code, signal });
    });
  }

  async #restart(slot: ProcessSlot, exit: { code: number | null; signal: string | null }): Promise<void> {
    const { number } = slot;
    const isShort = performance.now() - slot.startedAt < SHORT_LIFE_MS;
    const delayMs = isShort ? Math.min(RESTART_DELAY_MS_MAX, RESTART_DELAY_MS * 2 ** slot.shortLives) : 0;
    slot.shortLives = isShort ? slot.shortLives + 1 : 0;
    this.#options.log.warn({ ended: number, ...exit, delayMs }, 'a process ended and is restarted');
    if (delayMs > 0) await sleep(delayMs);
    if (this.#isStopping) return;
    slot.worker = cluster.fork(this.#options.environment);
    this.#follow(slot, () => {});
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Merges the metrics of several processes by the aggregator of each metric, such as sum or max. */
export function aggregateMetrics(all: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(dropUnknownValues(all.filter((metrics) => metrics.length > 0)));
}

/** Drops a NaN for which another process has a number: an aggregate with NaN is NaN. */
function dropUnknownValues(all: readonly Metrics[]): Metrics[] {
  const keyOf = (name: string, labels: object) => JSON.stringify([name, labels]);
  const known = new Set(
    all.flatMap((metrics) =>
      metrics.flatMap(({ name, values }) =>
        values.filter(({ value }) => !Number.isNaN(value)).map(({ labels }) => keyOf(name, labels)),
      ),
    ),
  );
  return all.map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      values: metric.values.filter(
        ({ value, labels }) => !Number.isNaN(value) || !known.has(keyOf(metric.name, labels)),
      ),
    })),
  );
}

/** Adds up counters and histograms. Leaves out gauges, which have no meaning after the end of a process. */
function sumCounters(all: readonly Metrics[]): Metrics {
  const counters = all.map((metrics) => metrics.filter(({ type }) => COUNTER_TYPES.includes(String(type))));
  const sum = aggregateMetrics(counters);
  return counters.flat().length === 0 ? [] : (sum.getMetricsAsArray() as unknown as Metrics);
}
