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
  return new FetchError('storage_low', 'Files are not fetched for now, for want of space. It goes on by itself.');
}

/** Returns the failure for a response without the file, by its HTTP status. */
export function answerFailure(status: number, retryAfter: string | string[] | undefined, now: Date): FetchError {
  const answered = `The server answered ${status}`;
  if (status === 429) {
    return new FetchError('file_rate_limited', `${answered}: too many requests.`, retryAfterMs(retryAfter, now));
  }
  if (status >= 500 || status === 408 || status === 425) {
    const message = `${answered} instead of the file.`;
    return new FetchError('file_server_error', message, retryAfterMs(retryAfter, now));
  }
  if (status === 404 || status === 410) {
    return new FetchError('file_not_found', `${answered}: there is no file at the URL.`);
  }
  if (status === 401 || status === 403) {
    const message = `${answered}: the file is not public, or the link has expired.`;
    return new FetchError('file_forbidden', message);
  }
  if (status >= 400) return new FetchError('file_request_rejected', `${answered}: it rejects the request.`);
  return new FetchError('file_unexpected_answer', `${answered}, which brings no file.`);
}

/** Returns the FetchError that describes an error of lookup, connection, TLS, HTTP or a time limit. */
export function failureOf(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError' || /_TIMEOUT$|^ETIMEDOUT$/.test(String(code))) {
    return new FetchError('file_timeout', 'The server did not deliver the file in time.');
  }
  if (error instanceof AddressRefusedError || LOOKUP_FAILED.test(String(code))) {
    return addressRefused(error instanceof AddressRefusedError && error.evident);
  }
  if (/^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_MISMATCH)/.test(String(code))) {
    const message = 'The TLS certificate of the server is expired, self-signed or for another name.';
    return new FetchError('file_certificate_invalid', message);
  }
  return new FetchError('file_unreachable', 'The connection to the server failed or broke off.');
}

/** Returns the failure. A name may become public later, but a private address in the URL is permanent. */
function addressRefused(evident: boolean): FetchError {
  const message = 'The URL leads to no address on the public internet: check its host.';
  const refused = new FetchError('file_address_refused', message);
  if (evident) refused.failure.kind = 'permanent_failure';
  return refused;
}

function retryAfterMs(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS);
}
