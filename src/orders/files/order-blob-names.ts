import { type BlobNames, deleteUnnamed, type SweepContext } from '../../platform/files/sweep-blobs.ts';
import { CLIENT_FILE_KEPT_MS, deleteOldClientFiles } from './client-file-store.ts';
import { findNamedBlobs, forgetFilesOfCancelledOrders, releaseBlobs } from './order-file-store.ts';

/** Fetched files that one step deletes. The rest follows in the next step or on the next day. */
const FORGOTTEN_AT_ONCE_MAX = 10_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Decides which blobs are needed. A cancelled order needs its files for `cancelledDays`, and any other order
 * as long as it names them.
 */
export function orderBlobNames(cancelledDays: number, clock: () => Date): BlobNames {
  const cancelledBefore = () => new Date(clock().getTime() - cancelledDays * DAY_MS);
  return {
    find: (connection, sha256s, dryRun) => findNamedBlobs(connection, sha256s, dryRun ? cancelledBefore() : null),
    release: releaseBlobs,
    forget: async (connection, after) => {
      const tooOld = new Date(clock().getTime() - CLIENT_FILE_KEPT_MS);
      await deleteOldClientFiles(connection, tooOld, FORGOTTEN_AT_ONCE_MAX);
      return forgetFilesOfCancelledOrders(connection, cancelledBefore(), after);
    },
  };
}

export function deleteUnnamedFiles(
  { pool, blobs, clock }: Pick<SweepContext, 'pool' | 'blobs' | 'clock'>,
  sha256s: readonly string[],
): Promise<void> {
  return deleteUnnamed({ pool, blobs, clock, names: orderBlobNames(0, clock) }, sha256s);
}
