import { DatabaseError } from 'pg';
import { TurnTimeout } from '../concurrency/round-robin-queue.ts';

/** SQLSTATE of a write on a read-only server: a standby, or a former primary. */
export const READ_ONLY = '25006';
/** Codes after which the statement may or may not have run: lost, starting, stopping, full or read-only. */
const LOST_CONNECTION =
  /^(08...|57P0[123]|53300|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/;
/** pg's messages for lost connections, which have no code. */
const LOST_CONNECTION_MESSAGE =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/;

/** A Citus coordinator's messages for a lost worker or its own end, under an internal error's code. */
const LOST_WORKER_MESSAGE =
  /^(server closed the connection unexpectedly|terminating connection|postmaster was shut down|failure on connection|no connection to the server|connection not open|could not (receive data from|send data to) server|SSL (SYSCALL |connection |error))/;

/** System calls of connections. System calls of files share some error codes. */
const OF_CONNECTIONS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** PostgreSQL lacks connections, memory or disk. */
const OUT_OF_RESOURCES = /^53/;
const DISK_FULL = '53100';

/** Returns whether the error means a connection that failed, ended or was not free in time. */
export function isConnectionLost(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  if (syscall !== undefined && !OF_CONNECTIONS.has(syscall)) return false;
  return (
    LOST_CONNECTION.test(code ?? '') ||
    (code === 'XX000' ? LOST_WORKER_MESSAGE : LOST_CONNECTION_MESSAGE).test(message ?? '') ||
    isLate(error)
  );
}

/** Returns `database_writes` if only writes fail, `database` if nothing works, else undefined. */
export function databaseFault(error: unknown): 'database' | 'database_writes' | undefined {
  // A request without a turn says nothing about the database: its client may have used up its share.
  if (isLate(error)) return undefined;
  const { code = '' } = error as { code?: string };
  // pg did not make this error if a new connection reached a standby. Reads then fail too.
  if (code === DISK_FULL || (code === READ_ONLY && error instanceof DatabaseError)) return 'database_writes';
  return OUT_OF_RESOURCES.test(code) || isConnectionLost(error) ? 'database' : undefined;
}

/** Returns whether the error shows that its host is not the primary, so its connections are useless. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** Returns whether the error says that no connection was free in time, so that no statement was sent. */
export function isLate(error: unknown): boolean {
  return error instanceof TurnTimeout;
}
