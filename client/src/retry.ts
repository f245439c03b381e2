import type { Answer, Outcome } from './exchange.ts';
import { PlatenApiError, type PlatenConnectionError } from './platen-errors.ts';

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 8_000;
/** No retry begins later than this after the first request. */
export const RETRY_TOTAL_MS = 120_000;

/** How a request failed: the status of its answer, or that no complete one came. */
export type Fault = number | 'no_answer';

/** Faults after which a request of the API is sent again that comes to the same when it is carried out twice. */
export const IDEMPOTENT_RETRIED: ReadonlySet<Fault> = new Set([408, 429, 500, 502, 503, 504, 'no_answer']);
/** The same for one that must not be carried out twice: after these it has not been at all. */
export const ONCE_RETRIED: ReadonlySet<Fault> = new Set([408, 429]);
/** The same for the token endpoint, where each request uses up a small quota. */
export const TOKEN_RETRIED: ReadonlySet<Fault> = new Set([408, 429, 502, 503, 504, 'no_answer']);

/** What `onRetry` is told. */
export interface RetryNotice {
  /** 1 for the first retry of a call. */
  retry: number;
  /** How long the client waits before it. */
  delayMs: number;
  /** What failed. */
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
  /** From 0 up to, not including, 1. */
  random: () => number;
}

/**
 * The answer of the first attempt that succeeds. An attempt that resolves to a failure is repeated after the faults in
 * `retried`, within `maxRetries` and RETRY_TOTAL_MS; one that throws is not.
 */
export async function withRetries(
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
    const isRetried = retried.has(failure instanceof PlatenApiError ? failure.status : 'no_answer');
    if (!isRetried || retry > maxRetries || now() + delayMs > startedMs + RETRY_TOTAL_MS) throw failure;
    onRetry?.({ retry, delayMs, error: failure });
    await sleep(delayMs, signal);
  }
}

/** Exponential backoff with full jitter, after the wait that the server asked for. */
function retryDelayMs(failure: Error, retry: number, random: number): number {
  const askedMs = failure instanceof PlatenApiError ? (failure.retryAfterMs ?? 0) : 0;
  return askedMs + Math.round(random * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (retry - 1)));
}

/** Retry-After (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now; undefined without a readable one. */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
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
