import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { TurnTimeout } from '../gate.ts';
import { currentAsker } from './asker.ts';
import { READ_ONLY } from './database-hosts.ts';

/** What a store's functions take: the pool for one statement, or the connection of a transaction. */
export type Connection = Pick<PoolClient, 'query'>;

const ATTEMPTS_MAX = 6;
const RETRY_DELAY_MS = 40;
/** No attempt begins later than this after the first: whoever asked would not wait for it. */
const RETRY_PERIOD_MS = 5_000;

/** Serialization failure, deadlock (PostgreSQL manual, appendix A). */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
/** Connection exceptions, "the server is going down or coming up", "too many connections", and "it only reads" of one that was the primary: the statement may or may not have been carried out. */
const LOST_CONNECTION =
  /^(08...|57P0[123]|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/;
/** pg's own words for it, which have no code. */
const LOST_CONNECTION_MESSAGE =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/;

/** A coordinator's words for a worker that it lost in the middle of a statement, or for its own end, where that has the code of an internal error. */
const LOST_WORKER_MESSAGE =
  /^(server closed the connection unexpectedly|terminating connection|postmaster was shut down|failure on connection|no connection to the server|connection not open|could not (receive data from|send data to) server|SSL (SYSCALL |connection |error))/;

/** System calls of connections. System calls of files, such as open and stat, share some error codes with them. */
const OF_CONNECTIONS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** PostgreSQL has no resources left: connections, memory, or a limit of its configuration. */
const OUT_OF_RESOURCES = /^53/;
const DISK_FULL = '53100';

/** Whether the database could not be reached or went away, as opposed to refusing what it was asked. */
export function isConnectionLost(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  if (syscall !== undefined && !OF_CONNECTIONS.has(syscall)) return false;
  return (
    LOST_CONNECTION.test(code ?? '') ||
    (code === 'XX000' ? LOST_WORKER_MESSAGE : LOST_CONNECTION_MESSAGE).test(message ?? '') ||
    isLate(error)
  );
}

/** Returns which part of the database fails: everything, or only writes. Returns undefined when the error says nothing about the database. */
export function databaseFault(error: unknown): 'database' | 'database_writes' | undefined {
  // A request that got no turn at a connection says nothing about the database: its client may have taken all of its share.
  if (isLate(error)) return undefined;
  const { code = '' } = error as { code?: string };
  // The error of a new connection to a standby is made here, not by PostgreSQL: there is no primary to write to or read from.
  if (code === DISK_FULL || (code === READ_ONLY && error instanceof DatabaseError)) return 'database_writes';
  return OUT_OF_RESOURCES.test(code) || isConnectionLost(error) ? 'database' : undefined;
}

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

/** Whether the host is no primary any more: its connections are of no use. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** Whether who asked has had no connection in time; nothing was asked of the database then. */
export function isLate(error: unknown): boolean {
  return error instanceof TurnTimeout;
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
