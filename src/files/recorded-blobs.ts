import { stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import { claimBlob } from './blob-record-store.ts';
import type { BlobStore } from './blobs.ts';

/** The store, where whatever is put is recorded first, so that it is known of when nobody names it any more. */
export function recordedBlobs(pool: Pool, blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    async put(sha256, path) {
      const { size } = await stat(path);
      await withRetry(() => claimBlob(pool, sha256, size));
      await blobs.put(sha256, path);
    },
  };
}
