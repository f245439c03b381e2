import type { Pool, PoolClient } from 'pg';
import { isConnectionLost, isLate, isReadOnly } from '../observability/database-faults.ts';
import { currentAsker } from './asker.ts';

/** What a store's functions take: the pool for one statement, or the connection of a transaction. */
export type Connection = Pick<PoolClient, 'query'>;

const ATTEMPTS_MAX = 6;
const RETRY_DELAY_MS = 40;
/** No attempt begins later than this after the first: whoever asked would not wait for it. */
const RETRY_PERIOD_MS = 5_000;

/** Serialization failure, deadlock (PostgreSQL manual, appendix A). */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
/** What a transaction's work is told of the attempts before this one. */
export interface Attempt {
  /**
   * One of them was lost while it was being committed, so it may have taken place. Whatever is not the same when it is done
   * twice then looks first for what it would have recorded, by ids that were made before the first attempt.
   */
  mayBeDone: boolean;
}

/** What is done in a transaction. */
export type Work<T> = (connection: Connection, attempt: Attempt) => Promise<T>;

/**
 * Runs `work` in a transaction and commits. The whole of it runs again after a serialization failure, a deadlock or a
 * lost connection, so it must have no effects but those in the database, and these must be the same when they are made twice.
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
      await connection.query('begin');
      const result = await work(connection, { mayBeDone });
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

/** Runs one statement, or anything that may run twice, again when the database asks for it, and whoever asks still waits for the answer. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const lastStart = Math.min(performance.now() + RETRY_PERIOD_MS, currentAsker()?.until ?? Infinity);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const retryable =
        RETRYABLE_SQLSTATES.has((error as { code?: string }).code ?? '') || isConnectionLost(error);
      if (!retryable || attempt === ATTEMPTS_MAX || isLate(error) || performance.now() > lastStart)
        throw error;
      // Jitter, so that two that met once do not meet again.
      await new Promise((resolve) =>
        setTimeout(resolve, RETRY_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())),
      );
    }
  }
}

export interface Snapshot {
  connection: Connection;
  end(): Promise<void>;
}

/** Returns a connection that reads everything as it is now until `end`, and that cannot write. */
export async function beginSnapshot(pool: Pool): Promise<Snapshot> {
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
