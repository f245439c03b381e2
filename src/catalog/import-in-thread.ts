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
/** A body up to this size takes less time than a thread to start. */
const SMALL_BODY_BYTES = 131_072;
/** A body of 32 MiB that is a catalogue takes some 500 MiB. */
const HEAP_MIB_MAX = 1_024;

/**
 * Imports the catalogue in a body. A large one has its own thread, so that requests are answered meanwhile, and its bytes move
 * to that thread. An import that takes longer than `msMax` is rolled back. Throws the errors of `parseJson`,
 * `invalid_request` with the faults, `client_not_found`, and `body_too_large` if it takes too much memory.
 */
export async function importInThread(
  pool: Pool,
  body: ImportedBody,
  options: ImportRequest['options'],
  msMax: number,
): Promise<ImportCounts> {
  if (body.bytes.length <= SMALL_BODY_BYTES) return countsOf(await importBody(() => pool, body, options));
  const workerData: ImportRequest = { body, connection: connectionOf(pool), options };
  const { buffer, byteLength } = body.bytes;
  const thread = new Worker(THREAD, {
    workerData,
    // The body itself, not a copy, unless others have a part of its buffer.
    transferList: byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  const ended = new AbortController();
  try {
    const answer = await Promise.race([
      once(thread, 'message').then(([message]) => message as ImportAnswer),
      sleep(msMax, undefined, { signal: ended.signal }).then(() => undefined),
    ]);
    return countsOf(answer);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new ApiError('body_too_large', 'The catalogue takes too much memory; split it.');
  } finally {
    ended.abort();
    await thread.terminate();
  }
}

function countsOf(answer: ImportAnswer | undefined): ImportCounts {
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

/** As the pool was opened, as far as it is plain data; it does not show its password by itself. */
function connectionOf(pool: Pool): PoolConnection {
  const { options } = pool as unknown as { options: PoolConnection };
  const { Client: _, verify: __, ...plain } = options;
  return { ...plain, ...(options.password !== undefined && { password: options.password }) };
}
