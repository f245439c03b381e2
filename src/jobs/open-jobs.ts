import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { DiskWatch } from '../files/disk-watch.ts';
import { storageLow } from '../net/fetch-failure.ts';
import { openFetchFolder } from '../net/fetch-folder.ts';
import { safeAgent } from '../net/safe-agent.ts';
import { safeFetch } from '../net/safe-fetch.ts';
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
  // The artwork of the demo is on this server.
  const ownHost = config.DEMO ? [hostAndPortOf(config.BASE_URL)] : [];
  const agent = safeAgent({ allow: [...config.FILE_FETCH_ALLOW, ...ownHost] });
  return new JobQueue(
    pool,
    jobList({
      pool,
      clock,
      blobs,
      fetchFile: async (url, signal) => {
        if (!disk.mayFetch()) return storageLow().failure;
        const claimRoom = (bytes: number) => disk.claim(bytes);
        return safeFetch(url, { agent, folder: await fetchFolder(), signal, claimRoom });
      },
      retrySeconds: config.INTAKE_RETRY_SECONDS,
      inTurn: new ProcessorShare().inTurn,
      sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000,
      webhooks: { pool, log, clock, encryptionKey, agent, retrySeconds: config.WEBHOOK_RETRY_SECONDS },
    }),
    log,
  );
}

function hostAndPortOf(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
