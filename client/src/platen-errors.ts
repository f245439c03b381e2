import type { Error as ErrorBody, Violation } from './api-types.ts';

/**
 * Short name of an error: one of the API's catalogue, or `unexpected_answer` where the answer was not the API's (a
 * proxy's page, say). A newer server may send names that are not listed here.
 */
export type ErrorName = ErrorBody['error'] | 'unexpected_answer' | (string & {});

/** Base of every error that the client makes itself. */
export class PlatenError extends Error {
  static {
    PlatenError.prototype.name = 'PlatenError';
  }
}

/** An answer outside 2xx, with the fields of its body. Tell them apart by `error`. */
export class PlatenApiError extends PlatenError {
  static {
    PlatenApiError.prototype.name = 'PlatenApiError';
  }
  /** HTTP status. */
  readonly status: number;
  readonly error: ErrorName;
  /** All violations in words, or what the error name means in general. */
  readonly detail: string | undefined;
  /** Give it when asking the fulfillment center for help. */
  readonly requestId: string | undefined;
  /** Everything wrong with the request; empty when that is not what failed. */
  readonly violations: readonly Violation[];
  /** How long the server asks to wait before the next request, in milliseconds. */
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

/** No complete answer came; `cause` says why. Whether the server acted on the request is not known. */
export class PlatenConnectionError extends PlatenError {
  static {
    PlatenConnectionError.prototype.name = 'PlatenConnectionError';
  }
}

/** No complete answer came within `timeoutMs`. */
export class PlatenTimeoutError extends PlatenConnectionError {
  static {
    PlatenTimeoutError.prototype.name = 'PlatenTimeoutError';
  }
}
