import pino from 'pino';

/** Messages and stacks of errors for the log, without what PostgreSQL tells beside them: rows, which hold names and addresses. */
export function errorsWithoutValues(error: Error & { code?: string }): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, code: error.code, message, stack };
}
