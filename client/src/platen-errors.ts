import type { Error as ErrorBody, Violation } from './api-types.ts';

/**
 * Name of an error from the API's catalogue. It is `unexpected_answer` for a response from another server,
 * such as a proxy. A newer server may send names that are not listed here.
 */
export type ErrorName = ErrorBody['error'] | 'unexpected_answer' | (string & {});

/** Base class of all errors of this client. */
export class PlatenError extends Error {}

/** A response outside 2xx, or without the JSON of the API. `error` identifies the case. */
export class PlatenApiError extends PlatenError {
  /** HTTP status. */
  readonly status: number;
  readonly error: ErrorName;
  /** All violations as one text, or a general explanation of the error. */
  readonly detail: string | undefined;
  /** Quote it when you contact the fulfillment center. */
  readonly requestId: string | undefined;
  /** Every violation in the request; empty for other errors. */
  readonly violations: readonly Violation[];
  /** Minimum wait before the next request, as the server asks, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, fields: Omit<PlatenApiError, keyof Error>) {
    super(message);
    this.status = fields.status;
    this.error = fields.error;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.violations = fields.violations;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** 400, 413, 415 or 422: the request must be changed. `violations` has the places. */
export class PlatenInvalidRequestError extends PlatenApiError {}

/** 401: the client id, the secret or the token is not valid. */
export class PlatenAuthenticationError extends PlatenApiError {}

/** 403: the client may not do this. */
export class PlatenPermissionError extends PlatenApiError {}

/** 404 or 410: there is no such thing, or no longer. */
export class PlatenNotFoundError extends PlatenApiError {}

/** 409 or 412: the state does not allow it, or the version has changed. */
export class PlatenConflictError extends PlatenApiError {}

/** 429: a quota is used up. `retryAfterMs` is the wait. */
export class PlatenRateLimitError extends PlatenApiError {}

/** 500 to 599: the server failed. Send the request again. */
export class PlatenServerError extends PlatenApiError {}

/** No complete response arrived; `cause` has the reason. The server may have carried out the request. */
export class PlatenConnectionError extends PlatenError {}

/** No complete response arrived within `timeoutMs`. */
export class PlatenTimeoutError extends PlatenConnectionError {}

const KINDS: Readonly<Record<number, typeof PlatenApiError>> = {
  400: PlatenInvalidRequestError,
  401: PlatenAuthenticationError,
  403: PlatenPermissionError,
  404: PlatenNotFoundError,
  409: PlatenConflictError,
  410: PlatenNotFoundError,
  412: PlatenConflictError,
  413: PlatenInvalidRequestError,
  415: PlatenInvalidRequestError,
  422: PlatenInvalidRequestError,
  429: PlatenRateLimitError,
};

/** Returns the class of errors with this HTTP status. */
export function errorClassOf(status: number): typeof PlatenApiError {
  return KINDS[status] ?? (status >= 500 ? PlatenServerError : PlatenApiError);
}

// Minifiers rename the classes, so their names are set as text.
for (const [name, { prototype }] of Object.entries({
  ...{ PlatenError, PlatenApiError, PlatenInvalidRequestError, PlatenAuthenticationError, PlatenPermissionError },
  ...{ PlatenNotFoundError, PlatenConflictError, PlatenRateLimitError, PlatenServerError },
  ...{ PlatenConnectionError, PlatenTimeoutError },
}))
  prototype.name = name;
