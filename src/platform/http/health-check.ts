import type { Pool } from 'pg';
import { runFor } from '../database/asker.ts';
import { ApiError } from '../errors/errors.ts';

/** The state of one part of the service. It is public, so it says nothing about customers or the machine. */
export interface HealthCheck {
  name: 'backups' | 'database' | 'disk' | 'intake' | 'jobs' | 'keys' | 'webhooks';
  status: 'ok' | 'degraded';
  message?: string;
}

const READY_TIMEOUT_MS = 2_000;

/** Returns the 503 for an unreachable database. Its message names the degraded checks. */
export function databaseUnavailable(checks: readonly HealthCheck[]): ApiError {
  const names = checks.filter(({ status }) => status === 'degraded').map(({ name }) => name);
  const also = names.length > 0 ? ` Degraded are also: ${names.join(', ')}.` : '';
  return new ApiError('temporarily_unavailable', `The database does not answer.${also}`, {
    headers: { 'Retry-After': '2' },
  });
}

/**
 * Returns a function that measures how many milliseconds the database takes to answer. Concurrent calls share
 * one query, since anybody may call it.
 */
export function createDatabaseProbe(pool: Pool): () => Promise<number> {
  let asking: Promise<number> | undefined;
  return () => {
    asking ??= askDatabase(pool).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function askDatabase(pool: Pool): Promise<number> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  // A connection without an answer is closed, so that probes do not collect connections.
  const until = performance.now() + READY_TIMEOUT_MS;
  const answer = runFor({ until }, () => pool.query('select 1'));
  await Promise.race([answer, timedOut]).catch(() => {
    throw databaseUnavailable([]);
  });
  return performance.now() - began;
}
