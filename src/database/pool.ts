import type { PoolConfig } from 'pg';
import { areSpansMade } from '../tracing/spans.ts';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';
import type { DatabaseAddress } from './database-hosts.ts';
import { type PoolShares, SharedPool } from './shared-pool.ts';
import { traceStatements } from './statement-spans.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Where the connections of a pool go; without an `address` to PostgreSQL itself. */
export type PoolConnection = PoolConfig & AnsweringOptions & { address?: DatabaseAddress };

interface PoolOptions {
  /** Not set where statements have no names: whoever has a pooler in between, which may refuse it at connecting, sets it at the role. */
  statementTimeoutMs?: number;
  shares?: PoolShares;
}

/** A pool that is shared fairly, and whose idle connections may break without ending the process; what uses them next gets the error. */
export function openPool(
  connection: PoolConnection,
  max: number,
  onIdleError: (error: Error) => void,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, shares }: PoolOptions = {},
): SharedPool {
  const mayBePooled = connection.address?.areStatementsNamed === false;
  const settings = {
    Client: AnsweringClient,
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(!mayBePooled && { statement_timeout: statementTimeoutMs }),
    application_name: 'platen',
  };
  const pool = new SharedPool(settings, shares);
  pool.on('error', onIdleError);
  // A checked-out client that loses its connection emits 'error' too, and no listener would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (areSpansMade()) traceStatements(client);
  });
  return pool;
}
