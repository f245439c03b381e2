import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../config.ts';
import { ApiError } from '../errors.ts';

/** The header fields of draft-ietf-httpapi-ratelimit-headers: quota, and what is left of it for how many seconds. */
export interface RateLimitHeaders {
  'RateLimit-Policy': string;
  RateLimit: string;
}

/** Counts a client's requests in this process, by points; throws `rate_limited` past the quota. */
export class RateLimiter {
  readonly #limiter: RateLimiterMemory;
  readonly #name: string;
  readonly #policy: string;
  readonly #pointsMax: number;

  /** `name` is the policy's name in the header fields. */
  constructor(name: string, limit: RateLimit) {
    this.#limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.windowSeconds });
    this.#name = name;
    this.#policy = `"${name}";q=${limit.requests};w=${limit.windowSeconds}`;
    this.#pointsMax = limit.requests;
  }

  /** A request that weighs more than the whole quota takes the whole. What is refused costs nothing. */
  async consume(clientId: string, points = 1): Promise<RateLimitHeaders> {
    const taken = Math.min(points, this.#pointsMax);
    try {
      return this.#headers(await this.#limiter.consume(clientId, taken));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const left = await this.#limiter.reward(clientId, taken);
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new ApiError('rate_limited', `Too many requests; send the next one in ${seconds} s.`, {
        headers: { ...this.#headers(left), 'Retry-After': String(seconds) },
      });
    }
  }

  #headers(state: RateLimiterRes): RateLimitHeaders {
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    return {
      'RateLimit-Policy': this.#policy,
      RateLimit: `"${this.#name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`,
    };
  }
}
