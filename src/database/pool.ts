import { Pool, type PoolConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;

/** A pool whose idle connections may break without ending the process; what uses them next gets the error. */
export function openPool(connection: PoolConfig, max: number, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool({
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'platen',
  });
  pool.on('error', onIdleError);
  // A checked-out client that loses its connection emits 'error' too, and no listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
