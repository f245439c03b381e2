const HOUR_MS = 3_600_000;
/** After so long with nothing but failure an endpoint is disabled. */
export const FAILING_MAX_MS = 5 * 24 * HOUR_MS;
/** A receiver that asks for more patience than this is asked again anyway. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** A delay becomes up to this much longer, so that what failed together does not come back together. */
const JITTER = 0.1;
const GONE = 410;

/** What came of an attempt: the answer's status, or why there was none. */
export interface Answer {
  status: number | null;
  error: AttemptError | null;
  /** The beginning of the answer's body. */
  excerpt: string | null;
  /** How long the receiver asked to wait. */
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

/** Why an answer of this status is no success; null when it is one. */
export function statusError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'unexpected_status';
}

/**
 * When the next attempt is to be made after the one that just failed; undefined when it was the last. `attempts` counts
 * that one too, `delaysSeconds` are those between the attempts, `random` is from 0 to 1.
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
  const delayMs = Math.max(
    delaySeconds * 1000 * (1 + JITTER * random),
    Math.min(retryAfterMs, RETRY_AFTER_MAX_MS),
  );
  return new Date(now.getTime() + delayMs);
}

/** Why the endpoint is to be disabled after a failure of its receiver, if it is. `failingSince` is null when this was the first one of its run. */
export function disablingReason(
  { status }: Answer,
  failingSince: Date | null,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone';
  return failingSince && now.getTime() - failingSince.getTime() >= FAILING_MAX_MS ? 'failing' : undefined;
}
