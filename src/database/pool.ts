import type { PoolConfig } from 'pg';
import { areSpansMade } from '../tracing/spans.ts';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';
import { type PoolShares, SharedPool } from './shared-pool.ts';
import { traceStatements } from './statement-spans.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;

interface PoolOptions {
  /** null: it is not set at the connection, which a pooler in between may refuse. */
  statementTimeoutMs?: number | null;
  shares?: PoolShares;
}

/** A pool that is shared fairly, and whose idle connections may break without ending the process; what uses them next gets the error. */
export function openPool(
  connection: PoolConfig & AnsweringOptions,
  max: number,
  onIdleError: (error: Error) => void,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, shares }: PoolOptions = {},
): SharedPool {
  const settings = {
    Client: AnsweringClient,
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(statementTimeoutMs !== null && { statement_timeout: statementTimeoutMs }),
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
