import type { Violation } from '../platform/errors/errors.ts';
import { isPublicHost, normalizedHostAndPort } from '../platform/network/public-host.ts';
import { fileUrlViolation } from '../platform/network/url-rules.ts';

const HOUR_MS = 3_600_000;
const FAILING_MAX_MS = 5 * 24 * HOUR_MS;
/** A longer Retry-After of the receiver is shortened to this time. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** Each delay grows by up to this fraction, so that deliveries that failed together spread. */
const JITTER = 0.1;
const GONE = 410;

/** The result of an attempt: the answer's status, or why there was none. */
export interface Answer {
  status: number | null;
  error: AttemptError | null;
  excerpt: string | null;
  /** From the Retry-After header of the receiver. */
  retryAfterMs?: number | undefined;
}

export const ATTEMPT_ERRORS = [
  'unexpected_status',
  'redirect',
  'timeout',
  'address_refused',
  'certificate_invalid',
  'unreachable',
  'secret_unreadable',
  'internal_problem',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** Returns why a status is not a success; null when it is one. */
export function statusError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'unexpected_status';
}

/**
 * Returns the time of the next attempt after a failed one; undefined after the last. `attempts` includes it.
 * `delaysSeconds` are the delays between attempts. `random` is from 0 to 1.
 */
export function nextAttempt(
  attempts: number,
  { retryAfterMs = 0 }: Answer,
  delaysSeconds: readonly number[],
  now: Date,
  random: number,
): Date | undefined {
  const delaySeconds = delaysSeconds[attempts - 1];
  if (delaySeconds === undefined) return undefined;
  const delayMs = Math.max(delaySeconds * 1000 * (1 + JITTER * random), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
  return new Date(now.getTime() + delayMs);
}

/** Returns why a failure disables the endpoint, if it does. `failingSince` is null at the first failure. */
export function disablingReason(
  { status }: Answer,
  failingSince: Date | null,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone';
  return failingSince && now.getTime() - failingSince.getTime() >= FAILING_MAX_MS ? 'failing' : undefined;
}

/** Returns `invalid_url`, or `private_address` for a private host outside of `allow` (`host:port`). */
export function endpointUrlViolation(value: string, pointer: string, allow: readonly string[]): Violation | undefined {
  const violation = fileUrlViolation(value, pointer, undefined);
  if (violation) return violation;
  const { hostname, port, protocol } = new URL(value);
  if (isPublicHost(hostname)) return undefined;
  const target = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const wanted = normalizedHostAndPort(target);
  if (allow.some((entry) => normalizedHostAndPort(entry) === wanted)) return undefined;
  const message = 'The URL must lead to the public internet; Platen does not connect to private addresses and names.';
  return { pointer, code: 'private_address', message };
}
