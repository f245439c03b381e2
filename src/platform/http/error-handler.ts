import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorName, errorBody, invalidRequest } from '../errors/errors.ts';
import { isConnectionLost, isLate } from '../observability/database-faults.ts';
import type { FaultLog } from '../observability/fault-log.ts';
import { faultAt } from './storable-text.ts';
import { answerWhenSent } from './unread-body.ts';
import { schemaViolations } from './violations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    faults: FaultLog;
  }
}

/** SQLSTATEs that the request did not cause: timeouts, lack of disk, memory or connections, and conflicts. */
const NOT_NOW = /^(57014|53...|40001|40P01|55P03)$/;
const RETRY_AFTER_SECONDS = '2';

/** SQLSTATEs of text that PostgreSQL cannot store. */
const NOT_STORABLE = /^22(021|P05)$/;
/** Errors of Fastify and Node with their names in the catalogue. */
const FRAMEWORK_ERRORS: Record<string, readonly [ErrorName, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json in UTF-8.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large: at most 1 MiB is read.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid_url', 'The path is not validly percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is no such route.'],
};

/** Turns every error into a JSON answer (docs/errors.md) that the sender is able to read. */
export function registerErrorHandler(app: FastifyInstance, faults: FaultLog): void {
  app.decorate('faults', faults);
  app.addHook('onSend', (request, _reply, payload, done) => answerWhenSent(request.raw, () => done(null, payload)));
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(toApiError(error), error, request, reply));
}

export function sendError(error: ApiError, cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logFailure(error, cause, request);
  return (
    reply
      .code(error.status)
      .header('x-request-id', request.id)
      // The route may already have set headers that allow caching.
      .header('cache-control', 'no-store')
      // Fastify closes a connection with an unread body. http/unread-body reads the rest of the body instead.
      .removeHeader('connection')
      .headers(error.headers)
      .send(errorBody(error, request.id))
  );
}

/** Logs an internal error. Deliberate 503s, late turns and faults of dependencies are not logged here. */
export function logFailure(error: ApiError, cause: unknown, { log, server }: FastifyRequest): void {
  const isOnPurpose = error.status === 503 && (cause instanceof ApiError || isLate(cause));
  if (error.status < 500 || isOnPurpose) return;
  if (!server.faults.caught(cause)) log.error({ err: cause }, 'request failed');
}

/** Logs an error that a handler throws after the answer. Fastify itself would log each one with its stack. */
export function logLate(answered: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (!(answered instanceof Promise)) return answered;
  return answered.catch((error) => {
    if (!reply.sent) throw error;
    logFailure(toApiError(error), error, request);
  });
}

/** Returns the error under its name. An unknown one becomes `internal_error` without its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { validation, validationContext, code, statusCode = 500 } = error as FastifyError;
  if (validation)
    return invalidRequest(schemaViolations(validation as never, validationContext === 'body' ? 'body' : 'parameters'));
  const known = FRAMEWORK_ERRORS[code];
  if (known) return new ApiError(...known);
  if (NOT_STORABLE.test(code)) return invalidRequest([faultAt('')]);
  // A library refused the request: a path outside of /images, or a range outside of the file.
  if (statusCode === 403 || statusCode === 404) return new ApiError('not_found', 'There is nothing at that address.');
  if (statusCode < 500)
    return new ApiError('bad_request', 'The request is not valid. Check its path, header fields and body.');
  if (isConnectionLost(error) || NOT_NOW.test(code)) return temporarilyUnavailable();
  return new ApiError('internal_error', 'The server failed to answer this request.');
}

/** Makes a 503. The change that was requested may have happened. */
export function temporarilyUnavailable(): ApiError {
  return new ApiError(
    'temporarily_unavailable',
    'The database does not answer in time right now. Send the request again.',
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
  );
}
