import type { BlobNames } from '../../files/sweep-blobs.ts';
import { findNamedBlobs, forgetFilesOfCancelledOrders } from './blob-names-store.ts';

const DAY_MS = 24 * 3_600_000;

/** What orders and clients keep of the blob store. A cancelled order keeps its files for some days; any other for as long as it names them. */
export function orderBlobNames(cancelledDays: number, clock: () => Date): BlobNames {
  const cancelledBefore = () => new Date(clock().getTime() - cancelledDays * DAY_MS);
  return {
    find: (connection, sha256s, dryRun) =>
      findNamedBlobs(connection, sha256s, dryRun ? cancelledBefore() : null),
    forget: (connection, after) => forgetFilesOfCancelledOrders(connection, cancelledBefore(), after),
  };
}
