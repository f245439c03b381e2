import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { BlobStore } from '../files/blobs.ts';
import { safeAgent } from '../files/safe-agent.ts';
import { safeFetch } from '../files/safe-fetch.ts';
import { jobList } from './job-list.ts';
import { JobQueue } from './job-queue.ts';
import { ProcessorShare } from './processor-share.ts';

export interface JobDependencies {
  pool: Pool;
  blobs: BlobStore;
  /** Encrypts the secrets of webhooks. */
  encryptionKey: Uint8Array;
  log: FastifyBaseLogger;
}

/** The background work of a server, from its settings; not yet started. */
export async function openJobs(
  config: Config,
  { pool, blobs, encryptionKey, log }: JobDependencies,
): Promise<JobQueue> {
  const clock = () => new Date();
  const folder = await openFetchFolder(join(config.DATA_DIR, 'fetching'));
  const agent = safeAgent({ allow: config.FILE_FETCH_ALLOW });
  return new JobQueue(
    pool,
    jobList({
      pool,
      clock,
      blobs,
      fetchFile: (url, signal) => safeFetch(url, { agent, folder, signal }),
      retrySeconds: config.INTAKE_RETRY_SECONDS,
      inTurn: new ProcessorShare().inTurn,
      sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000,
      webhooks: { pool, log, clock, encryptionKey, agent, retrySeconds: config.WEBHOOK_RETRY_SECONDS },
    }),
    log,
  );
}

/** A folder of this process's own for what it fetches. What processes that are gone left behind is of no use. */
async function openFetchFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) {
    if (!isAlive(Number(name))) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, String(process.pid));
  await mkdir(folder, { recursive: true });
  return folder;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
