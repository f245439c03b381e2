import type { Error as ErrorBody, Violation } from './api-types.ts';

/**
 * Name of an error from the API's catalogue. It is `unexpected_answer` for a response from another server,
 * such as a proxy. A newer server may send names that are not listed here.
 */
export type ErrorName = ErrorBody['error'] | 'unexpected_answer' | (string & {});

/** Base class of all errors of this client. */
export class PlatenError extends Error {
  static {
    PlatenError.prototype.name = 'PlatenError';
  }
}

/** A response outside 2xx, with the fields of its body. `error` identifies the case. */
export class PlatenApiError extends PlatenError {
  static {
    PlatenApiError.prototype.name = 'PlatenApiError';
  }
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

/** No complete response arrived; `cause` has the reason. The server may have carried out the request. */
export class PlatenConnectionError extends PlatenError {
  static {
    PlatenConnectionError.prototype.name = 'PlatenConnectionError';
  }
}

/** No complete response arrived within `timeoutMs`. */
export class PlatenTimeoutError extends PlatenConnectionError {
  static {
    PlatenTimeoutError.prototype.name = 'PlatenTimeoutError';
  }
}
