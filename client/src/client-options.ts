import type { ExchangeSettings, Fetch } from './exchange.ts';
import { type RetryNotice, type RetrySettings, sleep } from './retry.ts';

export const TIMEOUT_DEFAULT_MS = 30_000;
/** What timers can count. */
const TIMEOUT_MAX_MS = 2_147_483_647;
export const RETRIES_DEFAULT = 4;
const RETRIES_MAX = 20;

/** How to reach a Platen server, and as whom. */
export interface PlatenClientOptions {
  /** Address of the API without /v1, such as https://fulfillment.example.com; may have a path prefix. */
  baseUrl: string | URL;
  /** Address of the token issuer without /oauth/token; `baseUrl` by default. */
  authUrl?: string | URL | undefined;
  clientId: string;
  clientSecret: string;
  /** In place of the global `fetch`, for a proxy or a connection pool of your own. */
  fetch?: Fetch | undefined;
  /** For each single request, until its answer is complete, in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Retries of one request beyond its first sending, 0 to 20; 4 by default. */
  maxRetries?: number | undefined;
  /** Called before each wait for a retry, for your log. */
  onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** For tests: the time, in milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** For tests: waits; rejects with the signal's reason as soon as it is aborted. */
  sleep?: ((delayMs: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** For tests: a number from 0 up to, not including, 1. */
  random?: (() => number) | undefined;
}

/** The options that every request needs, with their defaults. */
export type ClientSettings = ExchangeSettings & RetrySettings;

/** The settings in `options`. Throws TypeError for a bad one, naming it. */
export function readSettings(options: PlatenClientOptions): ClientSettings {
  return {
    // As a function of its own: browsers refuse a fetch that is called as a method of something else.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: whole('timeoutMs', options.timeoutMs ?? TIMEOUT_DEFAULT_MS, 1, TIMEOUT_MAX_MS),
    maxRetries: whole('maxRetries', options.maxRetries ?? RETRIES_DEFAULT, 0, RETRIES_MAX),
    onRetry: options.onRetry,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** A base address without a trailing slash. Throws TypeError without quoting the value, which may hold a password. */
export function readBaseUrl(name: string, value: string | URL): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`${name} must be an http or https address without credentials, query or fragment.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** A string that is there. Throws TypeError, as for a variable of the environment that is not set. */
export function readCredential(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a non-empty string.`);
  return value;
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`);
}
