import type { FaultLog } from '../fault-log.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from './blobs.ts';

/** The same store. Every failure of it is a BlobStoreError, and every success ends the fault of the file store. */
export function watchedBlobs(blobs: BlobStore, faults: Pick<FaultLog, 'worked'>): BlobStore {
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
