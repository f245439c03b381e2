import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { JobState } from '../operations/metrics/platen-metrics.ts';
import { runFor } from '../platform/database/asker.ts';
import { DUE_KEYS_MAX, type DueQuery } from '../platform/database/due-query.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import { DueSearch } from './due-search.ts';
import { claimRuns, dueEndedLeases, endRun, extendLeases, failRun, forgetRuns, type Run } from './job-run-store.ts';

const SEARCH_INTERVAL_MS = 1_000;
/** Requests and ends of runs within this time lead to one search. */
const REQUEST_DELAY_MS = 50;
const KEY_INTERVAL_MS = 100;
const BEAT_INTERVAL_MS = 1_000;
/** After this time without an answer of the database, other processes may have lost their leases too. */
const BLIND_MS = 3_000;
/** Time that other processes then have to extend their leases. */
const RECOVERY_MS = 2_000;
/** The wait after a failed run. It doubles with each failure in a row, up to the longest. */
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_SECONDS_MAX = 60;
/** A key whose run failed counts as failing for this time, unless it fails again. */
const FAILING_MS = 5 * 60_000;

/** A kind of background work, done key by key. In most jobs the key is a client. */
export interface Job {
  name: string;
  /** Returns the query for keys with due work. One statement runs the queries of several jobs. */
  due?: () => DueQuery;
  /** Finds keys with due work that one statement cannot find: in a folder, for example. */
  findDue?: () => Promise<string[]>;
  /**
   * Does the due work of the key until none is left, or `signal` aborts. A key has one run at a time.
   * `waitForRequest` resolves at the next request for work on the key.
   */
  run: (key: string, signal: AbortSignal, waitForRequest: () => Promise<void>) => Promise<void>;
  concurrency: number;
  /** Time between two searches for due work, by default one second. */
  searchIntervalMs?: number;
  /** Minimum time between the starts of two runs of a key, by default 100 ms. Due work waits meanwhile. */
  intervalMs?: number;
}

/**
 * Runs background jobs. Each job searches its own tables, such as orders, for due work; there is no table of
 * jobs. The work is divided by a key: the id of a client, an endpoint or a printer. Only the process that
 * holds the lease on a key works on it. The lease of a killed process expires within seconds.
 */
export class JobQueue {
  readonly #log: FastifyBaseLogger;
  readonly #faults: FaultLog;
  readonly #pool: Pool;
  readonly #search: DueSearch;
  readonly #runners: ReadonlyMap<string, JobRunner>;
  /** Jobs whose due work one statement finds, by their interval. */
  readonly #groups: ReadonlyMap<number, JobRunner[]>;
  readonly #stopping = new AbortController();
  /** The controllers of this process's runs, by runId. They abort when the lease is lost. */
  readonly #live = new Map<string, AbortController>();
  #wake = () => {};
  #loop: Promise<void> | undefined;
  #beating: Promise<void> | undefined;
  #beatTimer: NodeJS.Timeout | undefined;
  /** Times are milliseconds of performance.now(). */
  #nextRegularSearch = 0;
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #takesOverFrom = 0;

  constructor(pool: Pool, jobs: readonly Job[], { log, faults }: { log: FastifyBaseLogger; faults: FaultLog }) {
    this.#pool = pool;
    this.#search = new DueSearch(pool);
    this.#log = log;
    this.#faults = faults;
    this.#runners = new Map(jobs.map((job) => [job.name, new JobRunner(job)]));
    this.#groups = Map.groupBy(
      [...this.#runners.values()].filter(({ job }) => job.due),
      ({ searchIntervalMs }) => searchIntervalMs,
    );
  }

  /** Starts the search for due work. With `alone`, no other process runs, so all leases are deleted first. */
  async start({ alone }: { alone: boolean }): Promise<void> {
    if (alone) await forgetRuns(this.#pool);
    this.#loop = this.#work();
    this.#beatTimer = setInterval(() => {
      // A slow database is not asked again before it answers.
      this.#beating ??= this.#beat()
        .catch((error) => this.#reportFailure(error, {}, 'a heartbeat failed'))
        .finally(() => {
          this.#beating = undefined;
        });
    }, BEAT_INTERVAL_MS);
  }

  /** Asks for a run of the job on this key. If the request is lost, the next search finds the due work. */
  request(name: string, key: string): void {
    const runner = this.#runners.get(name);
    if (!runner) return;
    const waiter = runner.requestWaiters.get(key);
    runner.requestWaiters.delete(key);
    waiter?.resolve();
    // A run in progress sees the work, or else the search after the run does.
    if (runner.running.has(key) || runner.waiting.has(key)) return;
    runner.waiting.add(key);
    setTimeout(() => this.#wake(), REQUEST_DELAY_MS).unref();
  }

  states(): JobState[] {
    return [...this.#runners.values()].map((runner) => runner.state());
  }

  /** Aborts the signals of all runs, and waits until the runs have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#loop;
    clearInterval(this.#beatTimer);
    await this.#beating;
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await this.#searchDue().catch((error) =>
        this.#reportFailure(error, {}, 'the search for due work failed and is repeated'),
      );
      await this.#begin().catch((error) =>
        this.#reportFailure(error, {}, 'due work could not be started and is tried again'),
      );
      const searches = [...this.#runners.values()].map(({ nextSearch }) => nextSearch);
      const next = Math.min(this.#nextRegularSearch, ...searches);
      const timer = setTimeout(this.#wake, Math.max(REQUEST_DELAY_MS, next - performance.now()));
      await woken;
      clearTimeout(timer);
    }
    const runners = [...this.#runners.values()];
    await Promise.all(runners.flatMap(({ running, outsideSearch }) => [...running.values(), outsideSearch]));
  }

  async #searchDue(): Promise<void> {
    const now = performance.now();
    const searching = new Set([...this.#runners.values()].filter(({ nextSearch }) => nextSearch <= now));
    // A failed search is repeated after this time.
    for (const runner of searching) {
      runner.isSearching = true;
      runner.nextSearch = now + SEARCH_INTERVAL_MS;
    }
    const isRegular = this.#nextRegularSearch <= now;
    if (isRegular) this.#nextRegularSearch = now + SEARCH_INTERVAL_MS;
    for (const [intervalMs, group] of this.#groups) {
      const wanted = group.filter((runner) => searching.has(runner));
      // Only two forms of the statement are used, so that PostgreSQL can keep their plans.
      const withLeases = isRegular && intervalMs === SEARCH_INTERVAL_MS;
      if (withLeases) await this.#searchTogether(group, true);
      else if (wanted.length > 0) await this.#searchTogether(wanted.length === 1 ? wanted : group, false);
    }
    for (const runner of searching) if (runner.job.findDue) this.#searchOutside(runner, runner.job.findDue);
    for (const runner of this.#runners.values()) if (!runner.isSearching) runner.searchedAt = now;
  }

  /** Searches for due work of these jobs in one statement, and for ended leases of all jobs. */
  async #searchTogether(runners: readonly JobRunner[], withLeases: boolean): Promise<void> {
    const found = await this.#search.find([
      ...runners.map(({ job }) => ({ kind: job.name, query: job.due!() })),
      ...(withLeases ? [{ kind: undefined, query: dueEndedLeases() }] : []),
    ]);
    this.#noteAnswer();
    for (const runner of runners) runner.endLook();
    for (const { kind, key } of found) this.#runners.get(kind)?.wait(key);
  }

  /** Searches in the background, so that a folder that does not answer delays no other job. */
  #searchOutside(runner: JobRunner, findDue: () => Promise<string[]>): void {
    runner.nextSearch = Number.POSITIVE_INFINITY;
    runner.outsideSearch = findDue()
      .then((keys) => {
        runner.endLook();
        for (const key of keys) runner.wait(key);
      })
      .catch((error) => {
        runner.nextSearch = performance.now() + SEARCH_INTERVAL_MS;
        this.#reportFailure(error, { job: runner.job.name }, 'the search for due work failed and is repeated');
      })
      .finally(() => this.#wake());
  }

  /** Claims the keys that wait, as far as there is room, and starts their runs. */
  async #begin(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const wanted = [...this.#runners.values()].flatMap((runner) =>
      runner.takeWaiting().map((key) => ({ job: runner.job.name, key, runId: randomUUID() })),
    );
    if (wanted.length === 0) return;
    const begun = performance.now();
    const runs = await claimRuns(this.#pool, wanted, { takeOver: this.#mayTakeOver() });
    this.#noteAnswer();
    for (const run of runs) {
      const runner = this.#runners.get(run.job) as JobRunner;
      const running = this.#run(runner, run).then((hasFailed) => {
        runner.running.delete(run.key);
        // A failed key waits for the end of its lease instead.
        const restMs = hasFailed ? 0 : begun + (runner.job.intervalMs ?? KEY_INTERVAL_MS) - performance.now();
        runner.rest(run.key, restMs, () => this.#wake());
      });
      runner.running.set(run.key, running);
    }
  }

  /** Runs the job, and gives the lease back. Never rejects. Returns whether the run failed. */
  async #run({ job, requestWaiters, counts, failing }: JobRunner, run: Run): Promise<boolean> {
    const { key, runId } = run;
    const lost = new AbortController();
    this.#live.set(runId, lost);
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal]);
    const waitForRequest = () => {
      const next = requestWaiters.get(key) ?? Promise.withResolvers<void>();
      requestWaiters.set(key, next);
      return next.promise;
    };
    let hasFailed = false;
    try {
      // The work of one client leaves connections to other clients.
      await runFor({ party: partyOf(key), until: Number.POSITIVE_INFINITY }, () =>
        job.run(key, signal, waitForRequest),
      );
      counts.done++;
      failing.delete(key);
    } catch (error) {
      // A run that was aborted at the end of the process, or by a lost lease, has not failed.
      if (!signal.aborted) {
        const failures = run.failures + 1;
        counts.failed++;
        failing.set(key, performance.now());
        this.#reportFailure(error, { job: job.name, key, failures }, 'a job failed and will run again');
        // The key is not to blame for a lost connection, and does not wait.
        hasFailed = !isConnectionLost(error);
      }
    }
    this.#live.delete(runId);
    requestWaiters.delete(key);
    // A lease that cannot be given back ends by itself.
    const ended = hasFailed ? failRun(this.#pool, run, retryDelay(run.failures)) : endRun(this.#pool, run);
    await ended.catch(() => {});
    return hasFailed;
  }

  /** Extends the leases of this process, and aborts the runs that have lost theirs. */
  async #beat(): Promise<void> {
    const runIds = [...this.#live.keys()];
    if (runIds.length === 0) return;
    const held = await extendLeases(this.#pool, runIds);
    this.#noteAnswer();
    for (const runId of runIds) if (!held.has(runId)) this.#live.get(runId)?.abort();
  }

  #noteAnswer(): void {
    const now = performance.now();
    if (now - this.#lastAnswer > BLIND_MS) this.#takesOverFrom = now + RECOVERY_MS;
    this.#lastAnswer = now;
  }

  #mayTakeOver(): boolean {
    const now = performance.now();
    return now - this.#lastAnswer <= BLIND_MS && now >= this.#takesOverFrom;
  }

  #reportFailure(error: unknown, fields: object, message: string): void {
    if (!this.#faults.caught(error)) this.#log.error({ err: error, ...fields }, message);
  }
}

class JobRunner {
  readonly job: Job;
  readonly searchIntervalMs: number;
  /** Keys that wait for their run, the longest waiting first. */
  readonly waiting = new Set<string>();
  readonly running = new Map<string, Promise<void>>();
  readonly #resting = new Set<string>();
  readonly requestWaiters = new Map<string, PromiseWithResolvers<void>>();
  /** Keys whose last run failed, with the time of the failure in milliseconds of performance.now(). */
  readonly failing = new Map<string, number>();
  readonly counts = { done: 0, failed: 0 };
  nextSearch = 0;
  /** True from the start of a search until one succeeds. */
  isSearching = false;
  outsideSearch: Promise<void> | undefined;
  searchedAt = performance.now();

  constructor(job: Job) {
    this.job = job;
    this.searchIntervalMs = job.searchIntervalMs ?? SEARCH_INTERVAL_MS;
  }

  endLook(): void {
    this.isSearching = false;
    this.searchedAt = performance.now();
    this.nextSearch = this.searchedAt + this.searchIntervalMs;
  }

  /** Queues a due key, unless it has just run or too many wait. A later search finds it again. */
  wait(key: string): void {
    if (!this.running.has(key) && !this.#resting.has(key) && this.waiting.size < DUE_KEYS_MAX) this.waiting.add(key);
  }

  takeWaiting(): string[] {
    const free = this.job.concurrency - this.running.size;
    const keys = [...this.waiting]
      .filter((key) => !this.#resting.has(key) && !this.running.has(key))
      .slice(0, Math.max(0, free));
    for (const key of keys) this.waiting.delete(key);
    return keys;
  }

  /**
   * Keeps the key from its next run for this time. Then searches for due work again, unless other keys wait.
   */
  rest(key: string, ms: number, wake: () => void): void {
    const endRest = () => {
      this.#resting.delete(key);
      if (this.waiting.size === 0 && !this.isSearching) this.nextSearch = performance.now();
      wake();
    };
    if (ms > 0) {
      this.#resting.add(key);
      setTimeout(endRest, ms).unref();
      if (this.waiting.size > 0) wake();
    } else {
      endRest();
    }
  }

  state(): JobState {
    const failedAfter = performance.now() - FAILING_MS;
    for (const [key, failedAt] of this.failing) if (failedAt < failedAfter) this.failing.delete(key);
    return {
      name: this.job.name,
      running: this.running.size,
      ...this.counts,
      failingKeys: this.failing.size,
      searchedAt: this.searchedAt,
    };
  }
}

function retryDelay(failures: number): number {
  return Math.min(RETRY_DELAY_SECONDS_MAX, RETRY_DELAY_SECONDS * 2 ** failures);
}

/** Returns the client of the key, which is the first word of an endpoint's key. */
function partyOf(key: string): string {
  return key.split(' ', 1)[0] as string;
}
