import type { ExchangeSettings, Fetch, RequestNotice, ResponseNotice } from './exchange.ts';
import { type RetryNotice, type RetrySettings, sleep } from './retry.ts';
import { type AppInfo, userAgentOf } from './user-agent.ts';

export const TIMEOUT_DEFAULT_MS = 30_000;
/** The maximum delay of a timer. */
const TIMEOUT_MAX_MS = 2_147_483_647;
/** With the shortest delays, these retries outlast a stop of the server of 19 s. */
export const RETRIES_DEFAULT = 8;
const RETRIES_MAX = 20;

/** Options of the PlatenClient constructor. */
export interface PlatenClientOptions {
  /** Address of the API without /v1, such as https://fulfillment.example.com. It may have a path prefix. */
  baseUrl: string | URL;
  /** Address of the token issuer without /oauth/token. The default is `baseUrl`. */
  authUrl?: string | URL | undefined;
  clientId: string;
  clientSecret: string;
  /** Replaces the global `fetch`, for example to use a proxy or your own connection pool. */
  fetch?: Fetch | undefined;
  /** Limit for each single request until its response is complete, in milliseconds; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of one request, 0 to 20; 8 by default. */
  maxRetries?: number | undefined;
  /** Names your program in the User-Agent of each request. */
  appInfo?: AppInfo | undefined;
  /** Called before each request is sent, also before each retry and each request of a token. */
  onRequest?: ((notice: RequestNotice) => void) | undefined;
  /** Called after each of these requests, with its response or without one. */
  onResponse?: ((notice: ResponseNotice) => void) | undefined;
  /** Called before each wait for a retry, for example to write a log line. */
  onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** For tests: returns the time in milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** For tests: waits. Rejects with the signal's reason as soon as it is aborted. */
  sleep?: ((delayMs: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** For tests: returns a number from 0 up to, but not including, 1. */
  random?: (() => number) | undefined;
}

/** Options of every request, with their defaults. */
export type ClientSettings = ExchangeSettings & RetrySettings & { userAgent: string };

/** Reads the settings. Throws a TypeError that names an invalid option. */
export function readSettings(options: PlatenClientOptions): ClientSettings {
  return {
    // Wrapped in a function, because browsers refuse a fetch that is called as a method of another object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: requireWholeNumber('timeoutMs', options.timeoutMs ?? TIMEOUT_DEFAULT_MS, 1, TIMEOUT_MAX_MS),
    maxRetries: requireWholeNumber('maxRetries', options.maxRetries ?? RETRIES_DEFAULT, 0, RETRIES_MAX),
    userAgent: userAgentOf(options.appInfo),
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    onRetry: options.onRetry,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** Returns the settings of one call. Throws a TypeError that names an invalid option. */
export function callSettings(
  settings: ClientSettings,
  {
    timeoutMs = settings.timeoutMs,
    maxRetries = settings.maxRetries,
  }: { timeoutMs?: number | undefined; maxRetries?: number | undefined },
): ClientSettings {
  return {
    ...settings,
    timeoutMs: requireWholeNumber('timeoutMs', timeoutMs, 1, TIMEOUT_MAX_MS),
    maxRetries: requireWholeNumber('maxRetries', maxRetries, 0, RETRIES_MAX),
  };
}

/**
 * Returns the address without a trailing slash. Throws TypeError without the value, which may contain a
 * password.
 */
export function readBaseUrl(name: string, value: string | URL): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`${name} must be an http or https address without credentials, query or fragment.`);
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Returns the string. Throws TypeError if it is missing, for example because an environment variable is not
 * set.
 */
export function readCredential(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a non-empty string.`);
  return value;
}

function requireWholeNumber(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`);
}
