import type { Answer, Outcome } from './exchange.ts';
import { PlatenApiError, type PlatenConnectionError } from './platen-errors.ts';

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 8_000;
/** No retry begins later than this after the first request. */
export const RETRY_TOTAL_MS = 120_000;

/** How a request failed: the HTTP status, or `no_answer` without a complete response. */
export type Fault = number | 'no_answer';

/** Faults after which an idempotent request of the API is sent again. */
export const IDEMPOTENT_RETRIED: ReadonlySet<Fault> = new Set([408, 429, 500, 502, 503, 504, 'no_answer']);
/** Faults after which any other request is sent again, because the server has not executed it. */
export const ONCE_RETRIED: ReadonlySet<Fault> = new Set([408, 429]);
/** Faults after which a token request is sent again. Each token request counts against a small quota. */
export const TOKEN_RETRIED: ReadonlySet<Fault> = new Set([408, 429, 502, 503, 504, 'no_answer']);

/** The argument of `onRetry`. */
export interface RetryNotice {
  /** 1 for the first retry of a call. */
  retry: number;
  /** Waiting time before the retry, in milliseconds. */
  delayMs: number;
  /** The failure of the previous attempt. */
  error: PlatenApiError | PlatenConnectionError;
}

export interface RetrySettings {
  /** Retries of one request, beyond its first sending. */
  maxRetries: number;
  onRetry: ((notice: RetryNotice) => void) | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Waits; rejects with the signal's reason as soon as it is aborted. */
  sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a fraction from 0 to 1, without 1. */
  random: () => number;
}

/**
 * Returns the first successful response. Repeats an attempt that resolves to a failure if its fault is in
 * `retried`, or if the connection was refused, within `maxRetries` and RETRY_TOTAL_MS. An attempt that throws
 * is not repeated.
 */
export async function sendWithRetries(
  settings: RetrySettings,
  retried: ReadonlySet<Fault>,
  attempt: () => Promise<Outcome>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { maxRetries, onRetry, now, sleep, random } = settings;
  const startedMs = now();
  for (let retry = 1; ; retry++) {
    const outcome = await attempt();
    if ('answer' in outcome) return outcome.answer;
    const { failure } = outcome;
    const delayMs = retryDelayMs(failure, retry, random());
    const isRetried =
      retried.has(failure instanceof PlatenApiError ? failure.status : 'no_answer') || isRefused(failure.cause);
    if (!isRetried || retry > maxRetries || now() + delayMs > startedMs + RETRY_TOTAL_MS) throw failure;
    onRetry?.({ retry, delayMs, error: failure });
    await sleep(delayMs, signal);
  }
}

/** Returns whether the server refused the connection (Node, Bun, Deno): it has not executed the request. */
function isRefused(cause: unknown): boolean {
  for (
    let error = cause as { code?: unknown; cause?: unknown; message?: unknown } | undefined;
    error;
    error = error.cause as typeof error
  ) {
    if (/ECONNREFUSED|ConnectionRefused|Connection refused/.test(`${error.code} ${error.message}`)) return true;
  }
  return false;
}

/** Returns the delay: exponential backoff, half of it with jitter, plus the Retry-After of the server. */
function retryDelayMs(failure: Error, retry: number, random: number): number {
  const askedMs = failure instanceof PlatenApiError ? (failure.retryAfterMs ?? 0) : 0;
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (retry - 1));
  return askedMs + Math.round((backoffMs * (1 + random)) / 2);
}

/** Waits `delayMs` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
