import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Assignment, FromProcess, Metrics, ToProcess } from './assignment.ts';

/** A process that does not say its measurements within this is left out of them. */
const MEASURE_TIMEOUT_MS = 3_000;
/** One that ended is started again at once, unless it lived no longer than this: then later each time, up to the longest. */
const SHORT_LIFE_MS = 60_000;
const RESTART_DELAY_MS = 500;
const RESTART_DELAY_MS_MAX = 30_000;

/** Kinds of metrics that only grow. Their sums must not shrink when a process ends. */
const COUNTS = ['counter', 'histogram'];

export interface ServerProcessesOptions {
  /** How many. */
  count: number;
  /** What each of them has in place of this process's environment. */
  environment: Readonly<Record<string, string>>;
  database: Assignment['database'];
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** One of the processes, also while it is started again. */
interface Place {
  number: number;
  worker: Worker;
  startedAt: number;
  isReady: boolean;
  /** Starts since one lasted. */
  shortLives: number;
  metrics: Metrics;
}

/** One of them ended before it was ready for the first time, and has said why. */
export class ProcessEnded extends Error {}

/** The processes of a server: started, started again when one ends, and stopped together. This process hands each new connection to the next of them. */
export class ServerProcesses {
  readonly #options: ServerProcessesOptions;
  readonly #places: Place[] = [];
  readonly #measuring = new Map<number, (metrics: Metrics) => void>();
  /** What those counted that have ended. */
  #ended: Metrics = [];
  #nextId = 0;
  #isStopping = false;

  constructor(options: ServerProcessesOptions) {
    this.#options = options;
    // Numbers that are not known are NaN, which JSON has not.
    cluster.setupPrimary({ serialization: 'advanced' });
  }

  /** Resolves when all are ready; rejects as ProcessEnded. */
  async start(): Promise<void> {
    const ready = Array.from({ length: this.#options.count }, (_, index) => this.#startFirst(index + 1));
    await Promise.all(ready);
  }

  /** Stops all in order and waits for their end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      this.#places.map(
        ({ worker }) =>
          new Promise<void>((resolve) => {
            if (worker.isDead()) return resolve();
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  }

  /** Ends all at once. */
  kill(): void {
    this.#isStopping = true;
    for (const { worker } of this.#places) worker.process.kill('SIGKILL');
  }

  /** The measurements of all, added up, as Prometheus reads them. */
  async metrics(): Promise<string> {
    await Promise.all(this.#places.map((place) => this.#measure(place)));
    return addUp([...this.#places.map(({ metrics }) => metrics), this.#ended]).metrics();
  }

  async #measure(place: Place): Promise<void> {
    if (!place.isReady || !place.worker.isConnected()) return;
    const id = this.#nextId++;
    const answered = new Promise<Metrics>((resolve) => this.#measuring.set(id, resolve));
    send(place.worker, { kind: 'measure', id });
    const { worker } = place;
    const metrics = await Promise.race([answered, sleep(MEASURE_TIMEOUT_MS, undefined, { ref: false })]);
    this.#measuring.delete(id);
    // Another one may have its place by now.
    if (metrics && place.worker === worker) place.metrics = metrics;
  }

  #startFirst(number: number): Promise<void> {
    const place: Place = {
      number,
      worker: this.#fork(),
      startedAt: performance.now(),
      isReady: false,
      shortLives: 0,
      metrics: [],
    };
    this.#places.push(place);
    return new Promise((resolve, reject) => {
      this.#follow(place, resolve, () => reject(new ProcessEnded(`Process ${number} could not start.`)));
    });
  }

  #fork(): Worker {
    return cluster.fork(this.#options.environment);
  }

  /** `onEnd` is told of an end before it was ready; without it the process is started again. */
  #follow(place: Place, onReady: () => void, onEnd?: () => void): void {
    const { worker, number } = place;
    place.startedAt = performance.now();
    send(worker, { kind: 'begin', number, database: this.#options.database });
    // What cannot be sent to one that ends is told by its end.
    worker.on('error', () => {});
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'measured') this.#measuring.get(message.id)?.(message.metrics);
      if (message.kind !== 'ready') return;
      place.isReady = true;
      this.#options.log.info({ serves: number, pid: worker.process.pid }, 'a process serves');
      onReady();
    });
    worker.once('exit', (code, signal) => {
      const wasReady = place.isReady;
      place.isReady = false;
      this.#ended = lastCounts([this.#ended, place.metrics]);
      place.metrics = [];
      if (this.#isStopping) return;
      if (onEnd && !wasReady) onEnd();
      else void this.#startAgain(place, { code, signal });
    });
  }

  async #startAgain(place: Place, how: { code: number | null; signal: string | null }): Promise<void> {
    const { number } = place;
    const isShort = performance.now() - place.startedAt < SHORT_LIFE_MS;
    const delayMs = isShort ? Math.min(RESTART_DELAY_MS_MAX, RESTART_DELAY_MS * 2 ** place.shortLives) : 0;
    place.shortLives = isShort ? place.shortLives + 1 : 0;
    this.#options.log.warn({ ended: number, ...how, delayMs }, 'a process ended and is started again');
    if (delayMs > 0) await sleep(delayMs);
    if (this.#isStopping) return;
    place.worker = this.#fork();
    this.#follow(place, () => {});
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Merges the measurements of several processes, each metric by its aggregator. */
export function addUp(all: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(withoutUnknown(all.filter((metrics) => metrics.length > 0)));
}

/** Drops each NaN for which another process has a number, because an aggregate with NaN is NaN. Only one process archives the log, for example. */
function withoutUnknown(all: readonly Metrics[]): Metrics[] {
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

/** Adds up counters and histograms, without gauges, which hold for a moment only. */
function lastCounts(all: readonly Metrics[]): Metrics {
  const counted = all.map((metrics) => metrics.filter(({ type }) => COUNTS.includes(String(type))));
  const together = addUp(counted);
  return counted.flat().length === 0 ? [] : (together.getMetricsAsArray() as unknown as Metrics);
}
