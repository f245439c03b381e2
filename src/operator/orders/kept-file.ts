import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { BlobMissingError, BlobStoreError } from '../../files/blobs.ts';
import { fileNotFound, orderNotFound } from '../../http/not-found-errors.ts';
import {
  type FileOfOrder,
  findFileOfOrder,
  findOrderOfClient,
} from '../../orders/staff/staff-order-store.ts';
import type { OrderFileParams } from '../fields/operator-schemas.ts';

const RETRY_AFTER_SECONDS = '10';

/** The file of the order, or what is said of it when there is none. */
export async function findFile(
  pool: Pool,
  { clientId, orderId, sha256 }: Static<typeof OrderFileParams>,
): Promise<FileOfOrder> {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  if (!isStorable(sha256)) throw fileNotFound();
  const found = await withRetry(() => findFileOfOrder(pool, clientId, orderId, sha256));
  if (found) return found;
  throw (await withRetry(() => findOrderOfClient(pool, clientId, orderId)))
    ? fileNotFound()
    : orderNotFound();
}

/** What the blob store's own failures are to whoever asked; the log has the cause. */
export function storeFailure(error: unknown): ApiError | undefined {
  if (error instanceof BlobMissingError) {
    const message = 'The order keeps this file, but the file store has lost it; restore it from a backup.';
    return new ApiError('internal_error', message);
  }
  if (!(error instanceof BlobStoreError)) return undefined;
  const message = 'The file store cannot be read right now. Send the request again.';
  return new ApiError('temporarily_unavailable', message, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}
