import type { RateLimit } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { QuotaWindow, SharedQuotas } from './shared-quotas.ts';

/** The header fields of draft-ietf-httpapi-ratelimit-headers: quota, and what is left of it for how many seconds. */
export interface RateLimitHeaders {
  'RateLimit-Policy': string;
  RateLimit: string;
}

/** A client that was refused so often in a window does not listen: its requests are looked at no more while the window lasts. */
const REFUSED_MAX = 100;
/** So often windows that are over are forgotten. */
const TIDY_INTERVAL_MS = 10_000;

interface Window extends QuotaWindow {
  refused: number;
  refusal: { seconds: number; error: ApiError } | undefined;
}

/**
 * Counts a client's requests by points, in windows that begin with the first of them; throws `rate_limited` past the quota. With `shared`
 * the quota is one of all processes that share a database.
 */
export class RateLimiter {
  readonly #name: string;
  readonly #policy: string;
  readonly #pointsMax: number;
  readonly #windowMs: number;
  readonly #shared: SharedQuotas | undefined;
  readonly #windows = new Map<string, Window>();
  #tidied = performance.now();

  /** `name` is the policy's name in the header fields. */
  constructor(name: string, limit: RateLimit, shared?: SharedQuotas) {
    this.#name = name;
    this.#policy = `"${name}";q=${limit.requests};w=${limit.windowSeconds}`;
    this.#pointsMax = limit.requests;
    this.#windowMs = limit.windowSeconds * 1000;
    this.#shared = shared;
  }

  /** A request that weighs more than the whole quota takes the whole. What is refused costs nothing. */
  async consume(clientId: string, points = 1): Promise<RateLimitHeaders> {
    const taken = Math.min(points, this.#pointsMax);
    for (;;) {
      const window = this.#windowOf(clientId);
      if (usedOf(window) + taken > this.#pointsMax) throw this.#refusal(window);
      if (!this.#shared || this.#shared.mayTake(window, taken)) {
        window.untold += taken;
        this.#shared?.taken(window);
        return this.#headers(window);
      }
      await this.#shared.tell();
    }
  }

  /** The refusal of a client that has long used up its quota and goes on all the same. */
  flooding(clientId: string): ApiError | undefined {
    const window = this.#windows.get(clientId);
    if (!window || window.refused < REFUSED_MAX || window.ends <= performance.now()) return undefined;
    return usedOf(window) < this.#pointsMax ? undefined : this.#refusal(window);
  }

  #windowOf(clientId: string): Window {
    const now = performance.now();
    const known = this.#windows.get(clientId);
    if (known && known.ends > now) return known;
    this.#tidy(now);
    const window: Window = {
      clientId,
      quota: this.#name,
      pointsMax: this.#pointsMax,
      told: 0,
      telling: 0,
      untold: 0,
      ends: now + this.#windowMs,
      refused: 0,
      refusal: undefined,
    };
    this.#windows.set(clientId, window);
    return window;
  }

  #tidy(now: number): void {
    if (now - this.#tidied < TIDY_INTERVAL_MS) return;
    this.#tidied = now;
    for (const [clientId, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(clientId);
  }

  /** One for each second: of many that are refused each would cost a stack. */
  #refusal(window: Window): ApiError {
    const seconds = Math.max(1, secondsLeft(window));
    window.refused++;
    // Before, what is left may change between two of them.
    if (window.refused > REFUSED_MAX && window.refusal?.seconds === seconds) return window.refusal.error;
    const error = new ApiError('rate_limited', `Too many requests; send the next one in ${seconds} s.`, {
      headers: { ...this.#headers(window), 'Retry-After': String(seconds) },
    });
    window.refusal = { seconds, error };
    return error;
  }

  #headers(window: QuotaWindow): RateLimitHeaders {
    const left = Math.max(0, this.#pointsMax - usedOf(window));
    return {
      'RateLimit-Policy': this.#policy,
      RateLimit: `"${this.#name}";r=${left};t=${secondsLeft(window)}`,
    };
  }
}

function usedOf({ told, telling, untold }: QuotaWindow): number {
  return told + telling + untold;
}

function secondsLeft({ ends }: QuotaWindow): number {
  return Math.max(0, Math.ceil((ends - performance.now()) / 1000));
}
