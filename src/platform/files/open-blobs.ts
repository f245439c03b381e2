import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import type { FaultLog } from '../observability/fault-log.ts';
import type { Config } from '../settings/config.ts';
import { s3BlobStore } from './blob-bucket.ts';
import { folderBlobStore } from './blob-folder.ts';
import { claimBlob } from './blob-record-store.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from './blobs.ts';

/** Opens the blob store of the settings: the bucket, or a folder in DATA_DIR. */
export function openBlobs({ S3, DATA_DIR }: Pick<Config, 'S3' | 'DATA_DIR'>): BlobStore {
  return S3 ? s3BlobStore(S3) : folderBlobStore(join(DATA_DIR, 'files'));
}

/** Wraps the store: every failure becomes a BlobStoreError, and a success ends a fault of the file store. */
export function watchBlobs(blobs: BlobStore, faults: Pick<FaultLog, 'worked'>): BlobStore {
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      faults.worked('file_store');
      return result;
    } catch (cause) {
      if (cause instanceof BlobMissingError) faults.worked('file_store');
      if (cause instanceof BlobStoreError) throw cause;
      throw new BlobStoreError('The blob store could not be used.', { cause });
    }
  };
  return {
    put: (sha256, path) => watch(blobs.put(sha256, path)),
    read: (sha256) => watch(blobs.read(sha256)),
    delete: (sha256) => watch(blobs.delete(sha256)),
    list: (from) => blobs.list(from),
    removeLeftovers: (before, dryRun) => blobs.removeLeftovers(before, dryRun),
    close: () => blobs.close(),
  };
}

/** Records each blob before it is stored, so that the sweep finds it when nothing refers to it. */
export function recordBlobs(pool: Pool, blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    async put(sha256, path) {
      const { size } = await stat(path);
      await withRetry(() => claimBlob(pool, sha256, size));
      await blobs.put(sha256, path);
    },
  };
}
