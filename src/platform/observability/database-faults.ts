import { DatabaseError } from 'pg';
import { TurnTimeout } from '../concurrency/gate.ts';

/** SQLSTATE of a write on a server that only reads: a standby, or a former primary. */
export const READ_ONLY = '25006';
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

/** Whether the host is no primary any more: its connections are of no use. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** Whether who asked has had no connection in time; nothing was asked of the database then. */
export function isLate(error: unknown): boolean {
  return error instanceof TurnTimeout;
}
