import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import type { PoolConnection } from '../platform/database/pool.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { FAULTS_MAX } from './catalog-file.ts';
import { type ImportAnswer, type ImportedBody, type ImportRequest, importBody } from './import-body.ts';
import type { ImportCounts } from './import-catalog.ts';

const THREAD = new URL('./import-thread.ts', import.meta.url);
/** Importing a body up to this size takes less time than starting a thread. */
const SMALL_BODY_BYTES = 131_072;
/** A catalogue of 32 MiB needs some 500 MiB. */
const HEAP_MIB_MAX = 1_024;

/**
 * Imports the catalogue in a body. A large one is moved to a thread, so that requests are answered meanwhile.
 * An import that takes longer than `msMax` is rolled back. Throws the errors of `parseJson`,
 * `invalid_request`, `client_not_found`, and `body_too_large` when it needs too much memory.
 */
export async function importInThread(
  pool: Pool,
  body: ImportedBody,
  options: ImportRequest['options'],
  msMax: number,
): Promise<ImportCounts> {
  if (body.bytes.length <= SMALL_BODY_BYTES) return requireCounts(await importBody(() => pool, body, options));
  const workerData: ImportRequest = { body, connection: connectionOf(pool), options };
  const { buffer, byteLength } = body.bytes;
  const thread = new Worker(THREAD, {
    workerData,
    // Moves the body without a copy, unless its buffer is shared.
    transferList: byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  const ended = new AbortController();
  try {
    const answer = await Promise.race([
      once(thread, 'message').then(([message]) => message as ImportAnswer),
      sleep(msMax, undefined, { signal: ended.signal }).then(() => undefined),
    ]);
    return requireCounts(answer);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new ApiError('body_too_large', 'The import needs too much memory; split the catalogue.');
  } finally {
    ended.abort();
    await thread.terminate();
  }
}

function requireCounts(answer: ImportAnswer | undefined): ImportCounts {
  switch (answer?.kind) {
    case 'imported':
      return answer.counts;
    case 'invalid':
      throw invalidRequest(answer.violations, FAULTS_MAX);
    case 'refused':
      throw new ApiError(answer.error, answer.message);
    case 'failed':
      throw Object.assign(new Error(answer.message), { code: answer.code });
    default:
      throw new Error('The import took too long.');
  }
}

/** Returns the plain data with which the pool was opened. The password is not enumerable. */
function connectionOf(pool: Pool): PoolConnection {
  const { options } = pool as unknown as { options: PoolConnection };
  const { Client: _, verify: __, ...plain } = options;
  return { ...plain, ...(options.password !== undefined && { password: options.password }) };
}
