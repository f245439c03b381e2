import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { askingFor } from '../database/asker.ts';
import { isConnectionLost } from '../database/transaction.ts';
import type { FaultLog } from '../fault-log.ts';
import { type Attempt, forgetRuns, forgetSilentRuns, touchRuns } from './run-store.ts';

/** How often due work is looked for, when nobody asks for it sooner. */
const SWEEP_INTERVAL_MS = 1_000;
/** What waits in a queue although nothing is due is looked for so often: what a killed process put there and nobody needs any more. */
const LEFT_OVER_INTERVAL_MS = 10_000;
/** Requests for the same work within this time are one. */
const REQUEST_DELAY_MS = 50;
const KEY_INTERVAL_MS = 100;
/** A process shows so often that it lives, in one statement for all its runs, and looks for those that do not. */
const BEAT_INTERVAL_MS = 1_000;
/** A run whose process shows no sign of life for so long is taken up by another. */
const SILENT_SECONDS = 5;
/** Who could not show its own signs of life for so long does not judge others: their way to the database may have been broken as well. */
const BLIND_MS = 3_000;
/** pg-boss marks runs only where this is set, and asks for more than we need. */
const HEARTBEAT_SECONDS = 30;
const SUPERVISE_INTERVAL_SECONDS = 10;
/** Ended runs are forgotten after this. */
const KEEP_ENDED_SECONDS = 60;
/** Heartbeats tell whether a run lives, however long it takes. */
const RUN_SECONDS_MAX = 86_400;
const RETRIES_MAX = 1_000_000;
/** A key whose run failed waits so long, twice as long each time, up to the longest. */
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_SECONDS_MAX = 60;

/** A kind of background work, done key by key: for a client, say, whatever is due for it. */
export interface Job {
  name: string;
  /** Keys with work that is due, at most some hundreds. Asked every second, so it must be cheap. */
  findDue: () => Promise<string[]>;
  /**
   * Does what is due for the key until nothing is, or `signal` aborts. Never runs twice at once for a key. `asked` resolves when
   * work on the key is asked for after that call, so that a run that takes long can see what is new.
   */
  run: (key: string, signal: AbortSignal, asked: () => Promise<void>) => Promise<void>;
  /** Keys worked on at once in this process. */
  concurrency: number;
  /** A key's work begins so often at most, by default every 100 ms: what comes meanwhile is done together, which costs far less than one after the other. */
  intervalMs?: number;
}

/** Runs jobs on pg-boss, which lets one process at a time work on a key and takes up the work of killed ones. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #faults: FaultLog;
  readonly #pool: Pool;
  readonly #workers: Worker[];
  readonly #stopping = new AbortController();
  /** What this process has begun, or will when the run before it has ended; by id. */
  readonly #live = new Map<string, LiveRun>();
  #beating: Promise<void> | undefined;
  #beatTimer: NodeJS.Timeout | undefined;
  /** As performance.now() has it. */
  #lastBeat = Number.NEGATIVE_INFINITY;

  constructor(
    pool: Pool,
    jobs: readonly Job[],
    { log, faults }: { log: FastifyBaseLogger; faults: FaultLog },
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#faults = faults;
    this.#workers = jobs.map((job) => ({
      job,
      requested: new Set(),
      resting: new Set(),
      runs: new Map(),
      told: new Map(),
      wake: () => {},
      nextFetch: Number.NEGATIVE_INFINITY,
      failing: new Set(),
      loop: undefined,
    }));
    this.#boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
      // A migration has made it: Citus lets a role that is no superuser make a schema and types in it in two transactions only.
      createSchema: false,
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
      monitorIntervalSeconds: SUPERVISE_INTERVAL_SECONDS,
    });
    this.#boss.on('error', (error) => this.#failed(error, {}, 'the job queue failed'));
  }

  /** `alone`: no other process works on this database, so whatever runs is a killed one's and can begin anew at once. */
  async start({ alone }: { alone: boolean }): Promise<void> {
    await this.#boss.start();
    for (const worker of this.#workers) {
      await this.#boss.createQueue(worker.job.name, {
        policy: 'exclusive',
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: RUN_SECONDS_MAX,
        retryLimit: RETRIES_MAX,
        retryDelay: RETRY_DELAY_SECONDS,
        retryBackoff: true,
        retryDelayMax: RETRY_DELAY_SECONDS_MAX,
        deleteAfterSeconds: KEEP_ENDED_SECONDS,
      });
    }
    if (alone) await forgetRuns(this.#pool);
    for (const worker of this.#workers) worker.loop = this.#loop(worker);
    this.#beatTimer = setInterval(() => {
      // One at a time: a database that is slow is not to be asked more often for it.
      this.#beating ??= this.#beat()
        .catch((error) => this.#failed(error, {}, 'a heartbeat failed'))
        .finally(() => {
          this.#beating = undefined;
        });
    }, BEAT_INTERVAL_MS);
  }

  #failed(error: unknown, fields: object, message: string): void {
    if (!this.#faults.caught(error)) this.#log.error({ err: error, ...fields }, message);
  }

  /** Says that this process's runs live, and takes up those of processes that were killed. */
  async #beat(): Promise<void> {
    const began = performance.now();
    const names = this.#workers.map(({ job }) => job.name);
    const runs = [...this.#live.values()];
    if (runs.length > 0) {
      const ours = await touchRuns(
        this.#pool,
        [...new Set(runs.map(({ name }) => name))],
        runs.map(({ attempt }) => attempt),
      );
      for (const { attempt, lost } of runs) {
        if (!ours.has(attempt.id) && this.#live.has(attempt.id)) lost.abort();
      }
    }
    const mayJudge = began - this.#lastBeat < BLIND_MS;
    this.#lastBeat = performance.now();
    if (!mayJudge || this.#stopping.signal.aborted) return;
    const forgotten = await forgetSilentRuns(this.#pool, { names, seconds: SILENT_SECONDS });
    if (forgotten.length === 0) return;
    this.#log.warn({ runs: forgotten.length }, 'the work of a process that is gone is taken up');
    for (const { name, key } of forgotten) this.request(name, key);
  }

  /** Asks for work on the key soon. Nothing is lost when that is forgotten: due work is found by the sweep. */
  request(name: string, key: string): void {
    const worker = this.#workers.find(({ job }) => job.name === name);
    if (!worker) return;
    const told = worker.told.get(key);
    worker.told.delete(key);
    told?.resolve();
    // A run of the key sees it, or else the look at due work that follows it.
    if (worker.requested.has(key) || worker.runs.has(key)) return;
    worker.requested.add(key);
    setTimeout(() => worker.wake(), REQUEST_DELAY_MS).unref();
  }

  /** Lets what runs come to a point where it can be left, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const worker of this.#workers) worker.wake();
    await Promise.all(this.#workers.map(({ loop }) => loop));
    clearInterval(this.#beatTimer);
    await this.#beating;
    await this.#boss.stop({ graceful: false });
  }

  async #loop(worker: Worker): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        worker.wake = resolve;
      });
      await this.#startDue(worker).catch((error) =>
        this.#failed(error, { job: worker.job.name }, 'due work could not be looked for'),
      );
      const timer = setTimeout(worker.wake, SWEEP_INTERVAL_MS);
      await woken;
      clearTimeout(timer);
    }
    await Promise.all(worker.runs.values());
  }

  async #startDue(worker: Worker): Promise<void> {
    const { job, runs, requested, resting } = worker;
    const free = job.concurrency - runs.size;
    if (free <= 0) return;
    const keys = new Set(await job.findDue());
    for (const key of requested) {
      keys.add(key);
      // Asked for again when it has rested.
      if (!resting.has(key)) requested.delete(key);
    }
    for (const key of [...runs.keys(), ...resting]) keys.delete(key);
    // A key that waits already, here or at another process, is not queued twice.
    if (keys.size > 0) {
      await this.#boss.insert(
        job.name,
        [...keys].map((key) => ({ data: { key }, singletonKey: key })),
      );
    }
    // What is due is in the queue, here or by another process; where nothing is, there is nothing to begin.
    if (keys.size === 0 && worker.failing.size === 0 && performance.now() < worker.nextFetch) return;
    const options = { batchSize: free, includeMetadata: true } as const;
    const begun = await this.#boss.fetch<{ key: string }>(job.name, options);
    // Where all that is free was taken, others may wait behind it.
    worker.nextFetch = begun.length < free ? performance.now() + LEFT_OVER_INTERVAL_MS : 0;
    for (const { id, retryCount, data } of begun) {
      // One of ours that was taken for dead, since the database could not be reached, has first to come to its end.
      const before = runs.get(data.key) ?? Promise.resolve();
      const live = { name: job.name, attempt: { id, retryCount }, lost: new AbortController() };
      this.#live.set(id, live);
      const restsUntil = performance.now() + (job.intervalMs ?? KEY_INTERVAL_MS);
      const run = before.then(() => this.#run(worker, live, data.key));
      runs.set(data.key, run);
      void run.then(() => {
        if (runs.get(data.key) === run) runs.delete(data.key);
        rest(worker, data.key, restsUntil - performance.now());
        // If nothing else waits for its place, the end of its rest looks again.
        if (!worker.resting.has(data.key) || performance.now() >= worker.nextFetch) worker.wake();
      });
    }
  }

  /** Never rejects. An attempt that was given to another meanwhile is broken off, and settles nothing. */
  async #run(worker: Worker, live: LiveRun, key: string): Promise<void> {
    const { job, told } = worker;
    const { attempt } = live;
    const signal = AbortSignal.any([live.lost.signal, this.#stopping.signal]);
    // When that fails, the missing heartbeat tells.
    const settle = (how: 'complete' | 'fail') => this.#boss[how](job.name, attempt).catch(() => {});
    const asked = () => {
      const next = told.get(key) ?? Promise.withResolvers<void>();
      told.set(key, next);
      return next.promise;
    };
    try {
      // What a client's work has of the connections leaves some to that of others.
      await askingFor({ party: partyOf(key), until: Number.POSITIVE_INFINITY }, () =>
        job.run(key, signal, asked),
      );
      await settle('complete');
      worker.failing.delete(key);
    } catch (error) {
      const failures = attempt.retryCount + 1;
      // It waits in the queue to run again, whether it is still due or not.
      worker.failing.add(key);
      if (!signal.aborted) {
        this.#failed(error, { job: job.name, key, failures }, 'a job failed and will run again');
      }
      // What was broken off is found due again, at once, and so is what met no database: the key is not to blame. What failed waits.
      await settle(signal.aborted || isConnectionLost(error) ? 'complete' : 'fail');
    } finally {
      // One that was taken for dead may have been given to us anew.
      if (this.#live.get(attempt.id) === live) this.#live.delete(attempt.id);
      told.delete(key);
    }
  }
}

function rest(worker: Worker, key: string, ms: number): void {
  if (ms <= 0) return;
  worker.resting.add(key);
  setTimeout(() => {
    worker.resting.delete(key);
    worker.wake();
  }, ms).unref();
}

/** The client that the key is of: a webhook endpoint's begins with it. */
function partyOf(key: string): string {
  return key.split(' ', 1)[0] as string;
}

interface LiveRun {
  name: string;
  attempt: Attempt;
  /** Aborts when another process has it. */
  lost: AbortController;
}

interface Worker {
  job: Job;
  requested: Set<string>;
  /** Keys whose work began a moment ago and has ended. */
  resting: Set<string>;
  runs: Map<string, Promise<void>>;
  /** Runs that want to know of requests for their keys. */
  told: Map<string, PromiseWithResolvers<void>>;
  wake: () => void;
  /** When the queue is next asked though nothing is due, as performance.now() has it. */
  nextFetch: number;
  /** Keys whose last run here failed. */
  failing: Set<string>;
  loop: Promise<void> | undefined;
}
