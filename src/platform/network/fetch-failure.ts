import { problemMessage } from '../errors/problem-messages.ts';
import { AddressRefusedError } from './safe-agent.ts';

/** A longer Retry-After is shortened to this. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1000;

/** The codes of failed fetches that customers see, and whether another attempt may help. */
export const FETCH_FAILURES = {
  file_url_invalid: 'permanent_failure',
  file_not_found: 'permanent_failure',
  file_forbidden: 'permanent_failure',
  file_request_rejected: 'permanent_failure',
  file_unexpected_answer: 'permanent_failure',
  file_too_large: 'permanent_failure',
  unsupported_encoding: 'permanent_failure',
  invalid_redirect: 'permanent_failure',
  too_many_redirects: 'permanent_failure',
  file_address_refused: 'temporary_failure',
  file_unreachable: 'temporary_failure',
  file_certificate_invalid: 'temporary_failure',
  file_timeout: 'temporary_failure',
  file_server_error: 'temporary_failure',
  file_rate_limited: 'temporary_failure',
  storage_low: 'postponed',
} as const;

export type FetchFailureCode = keyof typeof FETCH_FAILURES;

export interface FetchFailure {
  /** postponed: our disk has no room for the file now. */
  kind: 'permanent_failure' | 'temporary_failure' | 'postponed';
  code: FetchFailureCode;
  /** A sentence that says what to do. It contains no address, path or query. */
  message: string;
  /** The wait that the server asked for, at most a day. */
  retryAfterMs?: number;
}

/** Codes of a name without an address, or of a failed lookup. */
const LOOKUP_FAILED = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/;

/** Carries the FetchFailure that prevented a fetch. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(code: FetchFailureCode, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'FetchError';
    this.failure = { kind: FETCH_FAILURES[code], code, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

export function storageLow(): FetchError {
  return new FetchError('storage_low', problemMessage('storage_low'));
}

/** Returns the failure for a response without the file, by its HTTP status. */
export function answerFailure(status: number, retryAfter: string | string[] | undefined, now: Date): FetchError {
  const code = failureOfStatus(status);
  const mayPass = FETCH_FAILURES[code] === 'temporary_failure';
  return new FetchError(code, problemMessage(code, { status }), mayPass ? retryAfterMs(retryAfter, now) : undefined);
}

function failureOfStatus(status: number) {
  if (status === 429) return 'file_rate_limited';
  if (status >= 500 || status === 408 || status === 425) return 'file_server_error';
  if (status === 404 || status === 410) return 'file_not_found';
  if (status === 401 || status === 403) return 'file_forbidden';
  return status >= 400 ? 'file_request_rejected' : 'file_unexpected_answer';
}

/** Returns the FetchError that describes an error of lookup, connection, TLS, HTTP or a time limit. */
export function failureOf(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || /_TIMEOUT$|^ETIMEDOUT$/.test(String(code))) {
    return new FetchError('file_timeout', problemMessage('file_timeout'));
  }
  if (error instanceof AddressRefusedError || LOOKUP_FAILED.test(String(code))) {
    return addressRefused(error instanceof AddressRefusedError && error.evident);
  }
  if (/^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_MISMATCH)/.test(String(code))) {
    return new FetchError('file_certificate_invalid', problemMessage('file_certificate_invalid'));
  }
  return new FetchError('file_unreachable', problemMessage('file_unreachable'));
}

/** Returns the failure. A name may become public later, but a private address in the URL is permanent. */
function addressRefused(evident: boolean): FetchError {
  const refused = new FetchError('file_address_refused', problemMessage('file_address_refused'));
  if (evident) refused.failure.kind = 'permanent_failure';
  return refused;
}

function retryAfterMs(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS);
}
