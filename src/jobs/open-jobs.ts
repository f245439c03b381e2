import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { DiskWatch } from '../files/disk-watch.ts';
import { openFetchFolder } from '../net/fetch-folder.ts';
import { safeAgent } from '../net/safe-agent.ts';
import { openFileFetcher } from './file-fetcher.ts';
import { jobList } from './job-list.ts';
import { JobQueue } from './job-queue.ts';
import { ProcessorShare } from './processor-share.ts';

export interface JobDependencies {
  pool: Pool;
  blobs: BlobStore;
  disk: DiskWatch;
  /** Encrypts the secrets of webhooks. */
  encryptionKey: Uint8Array;
  log: FastifyBaseLogger;
}

/** The background work of a server, from its settings; not yet started. */
export async function openJobs(
  config: Config,
  { pool, blobs, disk, encryptionKey, log }: JobDependencies,
): Promise<JobQueue> {
  const clock = () => new Date();
  const fetchFolder = await openFetchFolder(join(config.DATA_DIR, 'fetching'), clock());
  const agent = safeAgent({ allow: config.FILE_FETCH_ALLOW });
  return new JobQueue(
    pool,
    jobList({
      pool,
      clock,
      blobs,
      fetchFile: openFileFetcher(config, { agent, folder: fetchFolder, disk }),
      retrySeconds: config.INTAKE_RETRY_SECONDS,
      inTurn: new ProcessorShare().inTurn,
      sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000,
      webhooks: { pool, log, clock, encryptionKey, agent, retrySeconds: config.WEBHOOK_RETRY_SECONDS },
    }),
    log,
  );
}
