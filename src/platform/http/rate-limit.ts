import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { runFor } from '../database/asker.ts';
import { ApiError } from '../errors/errors.ts';
import { addToQuotas, recordServing, removeServing, type Used } from './quota-store.ts';

/** draft-ietf-httpapi-ratelimit-headers: the quota, its remaining points, seconds until it renews. */
type RateLimitHeaders = { 'RateLimit-Policy': string; RateLimit: string };

/** After this number of refusals in a window, further requests of the client are refused unread. */
const REFUSED_MAX = 100;
const TIDY_INTERVAL_MS = 10_000;

const REPORT_INTERVAL_MS = 500;
const SERVING_INTERVAL_MS = 2_000;
const SILENT_SECONDS = 7;
/** The time limit of the statement. After it, each process counts alone. */
const ANSWER_MS_MAX = 2_000;
const ALONE_AFTER_FAILURE_MS = 1_000;
/** The fraction (0 to 1) of a quota that all processes together may accept before reporting it. */
const UNREPORTED_PART = 1 / 50;
const REPORTED_AT_ONCE_MAX = 1_000;

interface QuotaWindow {
  clientId: string;
  quota: string;
  pointsMax: number;
  reported: number;
  /** The points that this process is reporting. */
  reporting: number;
  unreported: number;
  /** Milliseconds of performance.now(). */
  ends: number;
  refused: number;
}

/**
 * Limits each client to a quota of points per window. A window begins with the client's first request. With
 * `shared`, the quota holds over all processes of a database.
 */
export class RateLimiter {
  readonly #name: string;
  readonly #policy: string;
  readonly #pointsMax: number;
  readonly #windowMs: number;
  readonly #shared: SharedQuotas | undefined;
  readonly #windows = new Map<string, QuotaWindow>();
  #tidied = performance.now();

  /** `name` is the name of the policy in the header fields. */
  constructor(name: string, limit: { requests: number; windowSeconds: number }, shared?: SharedQuotas) {
    this.#name = name;
    this.#policy = `"${name}";q=${limit.requests};w=${limit.windowSeconds}`;
    this.#pointsMax = limit.requests;
    this.#windowMs = limit.windowSeconds * 1000;
    this.#shared = shared;
  }

  /** Takes points, at most the whole quota. If too few are left, takes none and throws `rate_limited`. */
  async consume(clientId: string, points = 1): Promise<RateLimitHeaders> {
    const taken = Math.min(points, this.#pointsMax);
    for (;;) {
      const window = this.#windowOf(clientId);
      if (usedOf(window) + taken > this.#pointsMax) throw this.#refusal(window);
      if (!this.#shared || this.#shared.mayTake(window, taken)) {
        window.unreported += taken;
        this.#shared?.recordTaken(window);
        return this.#headers(window);
      }
      await this.#shared.report();
    }
  }

  /** Returns `rate_limited` for a client with REFUSED_MAX refusals in the current window, else undefined. */
  findFlood(clientId: string): ApiError | undefined {
    const window = this.#windows.get(clientId);
    if (!window || window.refused < REFUSED_MAX || window.ends <= performance.now()) return undefined;
    return usedOf(window) < this.#pointsMax ? undefined : this.#refusal(window);
  }

  #windowOf(clientId: string): QuotaWindow {
    const now = performance.now();
    const known = this.#windows.get(clientId);
    if (known && known.ends > now) return known;
    this.#tidy(now);
    const window: QuotaWindow = {
      clientId,
      quota: this.#name,
      pointsMax: this.#pointsMax,
      reported: 0,
      reporting: 0,
      unreported: 0,
      ends: now + this.#windowMs,
      refused: 0,
    };
    this.#windows.set(clientId, window);
    return window;
  }

  #tidy(now: number): void {
    if (now - this.#tidied < TIDY_INTERVAL_MS) return;
    this.#tidied = now;
    for (const [clientId, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(clientId);
  }

  #refusal(window: QuotaWindow): ApiError {
    window.refused++;
    const seconds = Math.max(1, secondsLeft(window));
    return new ApiError('rate_limited', `Too many requests; send the next one in ${seconds} s.`, {
      headers: { ...this.#headers(window), 'Retry-After': String(seconds) },
    });
  }

  #headers(window: QuotaWindow): RateLimitHeaders {
    const left = Math.max(0, this.#pointsMax - usedOf(window));
    return {
      'RateLimit-Policy': this.#policy,
      RateLimit: `"${this.#name}";r=${left};t=${secondsLeft(window)}`,
    };
  }
}

function usedOf({ reported, reporting, unreported }: QuotaWindow): number {
  return reported + reporting + unreported;
}

function secondsLeft({ ends }: QuotaWindow): number {
  return Math.max(0, Math.ceil((ends - performance.now()) / 1000));
}

/**
 * Makes quotas hold over all processes of a database without a statement per request. Twice a second, and
 * earlier for a busy client, a process reports its accepted points and reads the sums of all processes. A
 * request beyond the process's share of a quota waits for the next report. While the database does not
 * answer, each process counts alone.
 */
export class SharedQuotas {
  readonly #pool: Pool;
  readonly #onError: (error: unknown) => void;
  readonly #processId = randomUUID();
  readonly #unreported = new Set<QuotaWindow>();
  readonly #timers: NodeJS.Timeout[] = [];
  #reporting: Promise<void> | undefined;
  #aloneUntil = 0;
  #processes = 1;

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  async start(): Promise<void> {
    await this.#sayServing();
    this.#timers.push(
      setInterval(() => void this.#sayServing().catch(this.#onError), SERVING_INTERVAL_MS).unref(),
      setInterval(() => void this.report(), REPORT_INTERVAL_MS).unref(),
    );
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.report();
    await removeServing(this.#pool, this.#processId, SILENT_SECONDS).catch(() => {});
  }

  mayTake({ pointsMax, reporting, unreported }: QuotaWindow, points: number): boolean {
    const unknown = reporting + unreported;
    return unknown === 0 || unknown + points <= this.#share(pointsMax) || performance.now() < this.#aloneUntil;
  }

  /** Records accepted points, and reports early for a busy client. */
  recordTaken(window: QuotaWindow): void {
    this.#unreported.add(window);
    if (window.unreported * 2 >= this.#share(window.pointsMax)) void this.report();
  }

  /** Reports the accepted points, or waits for the report in progress. Never rejects. */
  report(): Promise<void> {
    this.#reporting ??= this.#reportAll()
      .catch((error) => {
        this.#aloneUntil = performance.now() + ALONE_AFTER_FAILURE_MS;
        this.#onError(error);
      })
      .finally(() => {
        this.#reporting = undefined;
      });
    return this.#reporting;
  }

  #share(pointsMax: number): number {
    if (this.#processes === 1) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor((pointsMax * UNREPORTED_PART) / this.#processes));
  }

  async #reportAll(): Promise<void> {
    const now = performance.now();
    const windows: QuotaWindow[] = [];
    for (const window of this.#unreported) {
      if (windows.length === REPORTED_AT_ONCE_MAX) break;
      this.#unreported.delete(window);
      // An expired window does not count.
      if (window.ends <= now) continue;
      windows.push(window);
      window.reporting = window.unreported;
      window.unreported = 0;
    }
    if (windows.length === 0) return;
    try {
      const known = await this.#ask(windows, now);
      for (const window of windows) {
        const { used, leftMs } = known.get(keyOf(window)) as Used;
        window.reported = used;
        window.ends = performance.now() + leftMs;
      }
    } catch (error) {
      // The database may or may not have counted them. This process does.
      for (const window of windows) window.reported += window.reporting;
      throw error;
    } finally {
      for (const window of windows) window.reporting = 0;
    }
  }

  async #ask(windows: readonly QuotaWindow[], now: number): Promise<Map<string, Used>> {
    const used = windows.map(({ clientId, quota, reporting, ends }) => ({
      clientId,
      quota,
      used: reporting,
      leftMs: ends - now,
    }));
    const answered = await runFor({ until: now + ANSWER_MS_MAX }, () => addToQuotas(this.#pool, used));
    return new Map(answered.map((one) => [keyOf(one), one]));
  }

  async #sayServing(): Promise<void> {
    const until = performance.now() + SILENT_SECONDS * 1_000;
    this.#processes = await runFor({ until }, () => recordServing(this.#pool, this.#processId, SILENT_SECONDS));
  }
}

function keyOf({ clientId, quota }: { clientId: string; quota: string }): string {
  return `${quota} ${clientId}`;
}
