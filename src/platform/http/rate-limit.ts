import type { Pool } from 'pg';
import { runFor } from '../database/asker.ts';
import { ApiError } from '../errors/errors.ts';
import { leasePoints } from './quota-store.ts';

/** draft-ietf-httpapi-ratelimit-headers: the quota, its remaining points, seconds until it renews. */
type RateLimitHeaders = { 'RateLimit-Policy': string; RateLimit: string };

/** The fraction (0 to 1) of a quota that a process leases at once, so that few requests need a statement. */
const LEASE_PART = 1 / 100;
/** The time limit of the statement. */
const LEASE_MS_MAX = 2_000;

interface SharedBy {
  pool: Pool;
  /** Receives the error of a lease. The process has granted it to itself. */
  onError: (error: unknown) => void;
}

interface QuotaWindow {
  /** Points that this process may still accept. */
  leased: number;
  /** Points that no process had leased at the last lease of this process. */
  free: number;
  leasing: Promise<void> | undefined;
  /** Milliseconds of performance.now(). */
  ends: number;
  /** A request was refused since all points are used. */
  isOver: boolean;
}

/** Sums of fractions of a millisecond may exceed the window by their rounding error. */
const secondsLeft = ({ ends }: QuotaWindow) => Math.max(0, Math.ceil(Math.round(ends - performance.now()) / 1000));

/**
 * Limits each client to a quota of points per window, over all processes of a database. A window begins with
 * the client's first request. Each process leases points from the database, and accepts requests with them.
 * If the database does not answer, the process grants itself the lease.
 */
export class RateLimiter {
  readonly #name: string;
  readonly #limit: { requests: number; windowSeconds: number };
  readonly #shared: SharedBy;
  /** One for each client, so their number is limited. */
  readonly #windows = new Map<string, QuotaWindow>();

  /** `name` is the name of the policy in the header fields. */
  constructor(name: string, limit: { requests: number; windowSeconds: number }, shared: SharedBy) {
    this.#name = name;
    this.#limit = limit;
    this.#shared = shared;
  }

  /** Takes points, at most the whole quota. If too few are left, takes none and throws `rate_limited`. */
  async consume(clientId: string, points = 1): Promise<RateLimitHeaders> {
    const wanted = Math.min(points, this.#limit.requests);
    const { window, taken } = await this.#take(clientId, wanted, { isWhole: true });
    if (taken < wanted) throw this.#refusal(window);
    return this.#headers(window);
  }

  /** Takes as many of these points as are left. Returns their number, and the refusal of the others. */
  async consumeUpTo(clientId: string, points: number) {
    const { window, taken } = await this.#take(clientId, points, { isWhole: false });
    return { taken, headers: this.#headers(window), refusal: taken < points ? this.#refusal(window) : undefined };
  }

  /** Takes points from the client's window. With `isWhole`, takes none if too few are left. */
  async #take(clientId: string, points: number, { isWhole }: { isWhole: boolean }) {
    for (;;) {
      const window = this.#windowOf(clientId);
      if (window.leased >= points || window.free === 0) {
        const taken = isWhole && window.leased < points ? 0 : Math.min(points, window.leased);
        window.leased -= taken;
        return { window, taken };
      }
      window.leasing ??= this.#lease(clientId, window, points - window.leased);
      await window.leasing;
    }
  }

  /** Returns the state of the client's present window, as this process knows it. */
  read(clientId: string) {
    const { requests, windowSeconds } = this.#limit;
    const window = this.#windowOf(clientId);
    return { requests, remaining: window.leased + window.free, windowSeconds, resetSeconds: secondsLeft(window) };
  }

  /** Returns the next refusal of a client that `consume` has refused for its last point. */
  findRefusal(clientId: string): ApiError | undefined {
    const window = this.#windows.get(clientId);
    return window?.isOver && window.ends > performance.now() ? this.#refusal(window) : undefined;
  }

  #windowOf(clientId: string): QuotaWindow {
    const now = performance.now();
    const known = this.#windows.get(clientId);
    if (known && known.ends > now) return known;
    const { requests: free, windowSeconds } = this.#limit;
    const window = { leased: 0, free, leasing: undefined, ends: now + windowSeconds * 1000, isOver: false };
    this.#windows.set(clientId, window);
    return window;
  }

  async #lease(clientId: string, window: QuotaWindow, needed: number): Promise<void> {
    const { requests, windowSeconds } = this.#limit;
    const points = Math.max(needed, Math.floor(requests * LEASE_PART));
    const { used, leftMs } = await runFor({ until: performance.now() + LEASE_MS_MAX }, () =>
      leasePoints(this.#shared.pool, { clientId, quota: this.#name, points, windowSeconds }),
    ).catch((error) => {
      this.#shared.onError(error);
      return { used: requests - window.free + points, leftMs: window.ends - performance.now() };
    });
    window.leasing = undefined;
    window.ends = performance.now() + Math.min(leftMs, windowSeconds * 1000);
    window.free = Math.max(0, requests - used);
    window.leased += Math.max(0, Math.min(points, points + requests - used));
  }

  #refusal(window: QuotaWindow): ApiError {
    window.isOver = window.leased + window.free === 0;
    const seconds = Math.max(1, secondsLeft(window));
    const { requests, windowSeconds } = this.#limit;
    const message = `More than ${requests} requests in ${windowSeconds} s. Send the next one in ${seconds} s.`;
    return new ApiError('rate_limited', message, {
      headers: { ...this.#headers(window), 'Retry-After': String(seconds) },
    });
  }

  #headers(window: QuotaWindow): RateLimitHeaders {
    const { requests, windowSeconds } = this.#limit;
    return {
      'RateLimit-Policy': `"${this.#name}";q=${requests};w=${windowSeconds}`,
      RateLimit: `"${this.#name}";r=${window.leased + window.free};t=${secondsLeft(window)}`,
    };
  }
}
