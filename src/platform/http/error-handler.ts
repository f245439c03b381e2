import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorName, errorBody, invalidRequest } from '../errors/errors.ts';
import { isConnectionLost, isLate } from '../observability/database-faults.ts';
import type { FaultLog } from '../observability/fault-log.ts';
import { registerUnreadBody } from './unread-body.ts';
import { schemaViolations } from './violations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    faults: FaultLog;
  }
}

/**
 * What PostgreSQL says of itself and not of the request (SQLSTATE): a statement took too long; it has no disk, memory or connection left; transactions were in each other's way
 * however often they were tried, or waited too long for a lock.
 */
const NOT_NOW = /^(57014|53...|40001|40P01|55P03)$/;
const RETRY_AFTER_SECONDS = '2';

/** What Fastify and Node call their own failures, in our names. */
const FRAMEWORK_ERRORS: Record<string, readonly [ErrorName, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json in UTF-8.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large: at most 1 MiB is read.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid_url', 'The path is not validly percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is no such route.'],
};

/** Makes every failure, wherever it comes from, the JSON answer of docs/errors.md, which its sender can read. */
export function registerErrorHandler(app: FastifyInstance, faults: FaultLog): void {
  app.decorate('faults', faults);
  registerUnreadBody(app);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(toApiError(error), error, request, reply),
  );
}

export function sendError(
  error: ApiError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  logFailure(error, cause, request);
  return (
    reply
      .code(error.status)
      .header('x-request-id', request.id)
      // The route may have begun an answer that is kept.
      .header('cache-control', 'no-store')
      // Fastify closes the connection where a body was not read. http/unread-body reads the rest instead.
      .removeHeader('connection')
      .headers(error.headers)
      .send(errorBody(error, request.id))
  );
}

/** Logs a failure of ours with its stack. A 503 on purpose, a late turn and the fault of a dependency have their access line only. */
export function logFailure(error: ApiError, cause: unknown, { log, server }: FastifyRequest): void {
  const isOnPurpose = error.status === 503 && (cause instanceof ApiError || isLate(cause));
  if (error.status < 500 || isOnPurpose) return;
  if (!server.faults.caught(cause)) log.error({ err: cause }, 'request failed');
}

/** The failure by its name in the catalogue. What has none is `internal_error`, and says nothing of its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { validation, validationContext, code, statusCode = 500 } = error as FastifyError;
  if (validation)
    return invalidRequest(
      schemaViolations(validation as never, validationContext === 'body' ? 'body' : 'parameters'),
    );
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new ApiError(...known);
  // What a library refuses: a path that leads out of /images, a range outside of the file.
  if (statusCode === 403 || statusCode === 404)
    return new ApiError('not_found', 'There is nothing at that address.');
  if (statusCode < 500) return new ApiError('bad_request', 'The request cannot be answered as it stands.');
  if (isConnectionLost(error) || NOT_NOW.test(code)) return temporarilyUnavailable();
  return new ApiError('internal_error', 'The server failed to answer this request.');
}

/** 503: what the request needs does not answer in time. Whether a change took place is not known. */
export function temporarilyUnavailable(): ApiError {
  return new ApiError(
    'temporarily_unavailable',
    'The database does not answer in time right now. Send the request again.',
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
  );
}
