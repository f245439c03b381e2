import type { Pool } from 'pg';
import { askingFor } from '../database/asker.ts';
import { ApiError } from '../errors/errors.ts';

/** One thing that the service needs, and whether it is well; tells nothing of customers and of the machine. */
export interface HealthCheck {
  name: 'backups' | 'database' | 'disk' | 'intake' | 'jobs' | 'keys' | 'webhooks';
  status: 'ok' | 'degraded';
  /** What is the matter, for whoever looks after the service. */
  message?: string;
}

const READY_TIMEOUT_MS = 2_000;

/** Where the database is away, what is degraded beside it is named in the message. */
export function unready(checks: readonly HealthCheck[]): ApiError {
  const names = checks.filter(({ status }) => status === 'degraded').map(({ name }) => name);
  const also = names.length > 0 ? ` Degraded are also: ${names.join(', ')}.` : '';
  return new ApiError('temporarily_unavailable', `The database does not answer.${also}`, {
    headers: { 'Retry-After': '2' },
  });
}

/** Asks whether the database answers, and how many milliseconds that took. Anybody may ask, as often as they like: it takes one connection, whoever waits for the answer. */
export function askingOnce(pool: Pool): () => Promise<number> {
  let asking: Promise<number> | undefined;
  return () => {
    asking ??= askDatabase(pool).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Answers how many milliseconds it took. */
async function askDatabase(pool: Pool): Promise<number> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  // A connection that does not answer is not to be kept by each probe.
  const until = performance.now() + READY_TIMEOUT_MS;
  const asked = askingFor({ until }, () => pool.query('select 1'));
  await Promise.race([asked, timedOut]).catch(() => {
    throw unready([]);
  });
  return performance.now() - began;
}
