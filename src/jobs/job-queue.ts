import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';

/** How often due work is looked for, when nobody asks for it sooner. */
const SWEEP_INTERVAL_MS = 1_000;
/** Requests for the same work within this time are one. */
const REQUEST_DELAY_MS = 50;
/** A run whose process shows no sign of life for so long is taken up by another. */
const HEARTBEAT_SECONDS = 30;
const HEARTBEAT_INTERVAL_MS = 8_000;
const SUPERVISE_INTERVAL_SECONDS = 10;
/** Ended runs are forgotten after this. */
const KEEP_ENDED_SECONDS = 60;
const RUN_SECONDS_MAX = 3_600;
const RETRIES_MAX = 1_000_000;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_SECONDS_MAX = 30;

/** A kind of background work, done key by key: for a client, say, whatever is due for it. */
export interface Job {
  name: string;
  /** Keys with work that is due, at most some hundreds. Asked every second, so it must be cheap. */
  findDue: () => Promise<string[]>;
  /** Does what is due for the key until nothing is, or `signal` aborts. Never runs twice at once for a key. */
  run: (key: string, signal: AbortSignal) => Promise<void>;
  /** Keys worked on at once in this process. */
  concurrency: number;
}

/** Runs jobs on pg-boss, which lets one process at a time work on a key and takes up the work of killed ones. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #workers: Worker[];
  readonly #stopping = new AbortController();

  constructor(pool: Pool, jobs: readonly Job[], log: FastifyBaseLogger) {
    this.#log = log;
    this.#workers = jobs.map((job) => ({
      job,
      requested: new Set(),
      runs: new Map(),
      wake: () => {},
      loop: undefined,
    }));
    this.#boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
      monitorIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const worker of this.#workers) {
      await this.#boss.createQueue(worker.job.name, {
        policy: 'stately',
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: RUN_SECONDS_MAX,
        retryLimit: RETRIES_MAX,
        retryDelay: RETRY_DELAY_SECONDS,
        retryBackoff: true,
        retryDelayMax: RETRY_DELAY_SECONDS_MAX,
        deleteAfterSeconds: KEEP_ENDED_SECONDS,
      });
      worker.loop = this.#loop(worker);
    }
  }

  /** Asks for work on the key soon. Nothing is lost when that is forgotten: due work is found by the sweep. */
  request(name: string, key: string): void {
    const worker = this.#workers.find(({ job }) => job.name === name);
    if (!worker || worker.requested.has(key)) return;
    worker.requested.add(key);
    setTimeout(() => worker.wake(), REQUEST_DELAY_MS).unref();
  }

  /** Lets what runs come to a point where it can be left, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const worker of this.#workers) worker.wake();
    await Promise.all(this.#workers.map(({ loop }) => loop));
    await this.#boss.stop({ graceful: false });
  }

  async #loop(worker: Worker): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#startDue(worker).catch((error) =>
        this.#log.error({ err: error, job: worker.job.name }, 'due work could not be looked for'),
      );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, SWEEP_INTERVAL_MS);
        worker.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(worker.runs.values());
  }

  async #startDue(worker: Worker): Promise<void> {
    const { job, runs, requested } = worker;
    const free = job.concurrency - runs.size;
    if (free <= 0) return;
    const keys = new Set([...requested, ...(await job.findDue())]);
    requested.clear();
    for (const key of runs.keys()) keys.delete(key);
    // A key that waits already, here or at another process, is not queued twice.
    if (keys.size > 0) {
      await this.#boss.insert(
        job.name,
        [...keys].map((key) => ({ data: { key }, singletonKey: key })),
      );
    }
    for (const { id, data } of await this.#boss.fetch<{ key: string }>(job.name, { batchSize: free })) {
      runs.set(data.key, this.#run(worker, id, data.key));
    }
  }

  async #run(worker: Worker, id: string, key: string): Promise<void> {
    const { job, runs } = worker;
    const heartbeat = setInterval(() => {
      this.#boss.touch(job.name, id).catch((error) => this.#log.warn({ err: error }, 'a heartbeat failed'));
    }, HEARTBEAT_INTERVAL_MS);
    try {
      await job.run(key, this.#stopping.signal);
      await this.#boss.complete(job.name, id);
    } catch (error) {
      const isBrokenOff = this.#stopping.signal.aborted;
      if (!isBrokenOff) this.#log.error({ err: error, job: job.name }, 'a job failed and will run again');
      // When this fails too, the missing heartbeat tells.
      await this.#boss.fail(job.name, id).catch(() => {});
    } finally {
      clearInterval(heartbeat);
      runs.delete(key);
      worker.wake();
    }
  }
}

interface Worker {
  job: Job;
  requested: Set<string>;
  runs: Map<string, Promise<void>>;
  wake: () => void;
  loop: Promise<void> | undefined;
}
