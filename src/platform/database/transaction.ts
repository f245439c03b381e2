import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { isConnectionLost, isLate, isReadOnly } from '../observability/database-faults.ts';
import { currentAsker } from './asker.ts';

/** The first parameter of store functions: the pool for one statement, or the connection of a transaction. */
export type Connection = Pick<PoolClient, 'query'>;
type Statement = string | QueryConfig;

/** Runs a statement, and returns its rows. */
export async function queryRows<Row extends QueryResultRow>(
  connection: Connection,
  statement: Statement,
  values?: unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query<Row>(statement, values);
  return rows;
}

/** Runs a statement, and returns its first row; undefined without one. */
export async function queryRow<Row extends QueryResultRow>(
  connection: Connection,
  statement: Statement,
  values?: unknown[],
): Promise<Row | undefined> {
  return (await queryRows<Row>(connection, statement, values))[0];
}

/** Runs a statement, and returns the number of rows that it found or changed. */
export async function queryCount(connection: Connection, statement: Statement, values?: unknown[]): Promise<number> {
  return (await connection.query(statement, values)).rowCount ?? 0;
}

/** Runs a statement that finds or changes at most one row, and returns whether it did. */
export async function queryHasRow(connection: Connection, statement: Statement, values?: unknown[]): Promise<boolean> {
  return (await queryCount(connection, statement, values)) === 1;
}

/**
 * Awaits statements of a transaction that were sent together, in one round trip, and returns their results.
 * Throws the error of the first statement that failed, because PostgreSQL then refuses the later ones.
 */
export async function sendTogether<T>(statements: readonly Promise<T>[]): Promise<T[]> {
  const results: T[] = [];
  for (const outcome of await Promise.allSettled(statements)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    results.push(outcome.value);
  }
  return results;
}

const ATTEMPTS_MAX = 6;
const RETRY_DELAY_MS = 40;
/** No attempt begins later than this after the first one. */
const RETRY_PERIOD_MS = 5_000;

/** Serialization failure and deadlock (PostgreSQL manual, appendix A). */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
export interface Attempt {
  /**
   * An earlier attempt lost its connection during the commit, which may have taken place. Work that is not
   * idempotent looks for its own records, by ids made before the first attempt.
   */
  mayBeDone: boolean;
}

export type Work<T> = (connection: Connection, attempt: Attempt) => Promise<T>;

/**
 * Runs `work` in a transaction and commits. Repeats it after a serialization failure, a deadlock or a lost
 * connection, so `work` must be idempotent and change nothing outside of the database.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (connection: Connection, attempt: Attempt) => Promise<T>,
): Promise<T> {
  let mayBeDone = false;
  return withRetry(async () => {
    const connection = await pool.connect();
    let broken: Error | undefined;
    let isCommitting = false;
    try {
      // Sent together with the first statement.
      const begun = connection.query('begin');
      begun.catch(() => {});
      const result = await work(connection, { mayBeDone });
      await begun;
      isCommitting = true;
      await connection.query('commit');
      return result;
    } catch (error) {
      mayBeDone ||= isCommitting && isConnectionLost(error);
      if (isReadOnly(error)) broken = error as Error;
      await connection.query('rollback').catch((rollbackError) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      connection.release(broken);
    }
  });
}

/** Repeats idempotent work after a failed serialization, a deadlock or a lost connection. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const lastStart = Math.min(performance.now() + RETRY_PERIOD_MS, currentAsker()?.until ?? Infinity);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const retryable = RETRYABLE_SQLSTATES.has((error as { code?: string }).code ?? '') || isConnectionLost(error);
      if (!retryable || attempt === ATTEMPTS_MAX || isLate(error) || performance.now() > lastStart) throw error;
      // Jitter keeps two transactions from colliding again.
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())));
    }
  }
}

/** Returns a read-only connection that sees the database as it is now, until `end`. */
export async function beginSnapshot(pool: Pool): Promise<{ connection: Connection; end(): Promise<void> }> {
  const connection = await pool.connect();
  try {
    await connection.query('begin isolation level repeatable read read only');
  } catch (error) {
    connection.release(error as Error);
    throw error;
  }
  return {
    connection,
    end: async () => {
      let broken: Error | undefined;
      await connection.query('rollback').catch((error) => {
        broken = error;
      });
      connection.release(broken);
    },
  };
}
