import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { changeTime } from '../../orders/change/apply-change.ts';
import { preconditionFailed } from '../../orders/change/cancellation-rules.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import { eraseReasons, insertErasureEvent, markErased } from '../../orders/change/erase-store.ts';
import { type LockedOrder, lockOrders } from '../../orders/change/order-change-store.ts';
import { updateOrders } from '../../orders/change/update-orders-store.ts';
import { ERASED_URL, erasedOrder } from '../../orders/document/erased-order.ts';
import { orderColumns } from '../../orders/document/order-columns.ts';
import { orderSummary } from '../../orders/document/order-document.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { urlHash } from '../../orders/files/client-file-store.ts';
import { eraseOrderFiles } from '../../orders/files/order-file-store.ts';
import { orderFiles } from '../../orders/files/order-files.ts';
import { upsertSearchTerms } from '../../orders/search/order-search-store.ts';
import { itemRows, searchTerms } from '../../orders/search/search-terms.ts';
import { erasePapers } from '../../packing/papers/parcel-paper-store.ts';
import { eraseReturnNotes } from '../../packing/returns/return-store.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { eraseOrderDetails } from '../../platform/audit/audit-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import { type BlobNames, deleteUnnamed } from '../../platform/files/sweep-blobs.ts';
import { erasePrintAnswers, eraseReturnAnswers } from '../../platform/http/idempotency-store.ts';
import { erasePrintJobs } from '../../printing/print-job-store.ts';
import { eraseProduction } from '../../production/production-order-store.ts';
import { REJECT_REASON_NAMES } from '../../production/reject-reasons.ts';
import { eraseScans, SCAN_MS } from '../../production/scan/scan-store.ts';
import { deleteNotesOfOrder } from '../../staff/note-store.ts';
import { eraseMovementNotes } from '../../stock/stock-balance-store.ts';
import { eraseDeliveries } from '../../webhooks/record-deliveries-store.ts';

/** The reason of the event that tells of it. */
const ERASED = 'personal_data_erased';

export interface EraseContext {
  pool: Pool;
  blobs: BlobStore;
  names: BlobNames;
  clock: () => Date;
}

export interface Erasing {
  by: Actor;
  /** Whether the version is the one that `If-Match` names; absent: any is. */
  isExpected?: ((version: number) => boolean) | undefined;
}

/**
 * Erases what the order tells of people, wherever it stands; what was ordered stays, so that it is counted as before. The same order sent again is still
 * known by its hash, and brings nothing back. Idempotent: of an order that was erased it deletes what has been written about it since. Throws
 * `order_not_found`, `order_not_changeable` while it is not over, and `precondition_failed`.
 */
export async function eraseOrder(
  context: EraseContext,
  key: OrderKey,
  { by, isExpected }: Erasing,
): Promise<ChangedOrder> {
  const { pool, clock } = context;
  const { clientId, orderId } = key;
  const now = clock();
  // Made once: when the transaction runs again after its commit was lost, it finds the order erased.
  const eventId = randomUUIDv7();
  const { order, blobs } = await inTransaction(pool, async (connection) => {
    const [before] = await lockOrders(connection, clientId, [orderId]);
    if (!before) throw new ApiError('order_not_found', 'There is no order with this key.');
    if (!isOver(before)) throw stillNeeded(before);
    const isErased = before.content.personalDataErased !== undefined;
    if (!isErased && isExpected && !isExpected(before.version)) throw preconditionFailed(before);
    const names = await eraseAround(connection, clientId, before, now);
    if (isErased) return { order: before, blobs: names };
    const erased = await rewrite(connection, clientId, before, now);
    const { version, updated: occurred } = erased;
    await insertErasureEvent(connection, clientId, orderId, {
      ...{ eventId, occurred, version, by },
      reason: ERASED,
    });
    const subject = ['order', `${clientId}/${orderId}`] as const;
    // What ended by age is many at once, and nobody's doing: the order says when.
    if (by.kind === 'operator')
      await recordAudit(connection, by, now, { entryId: eventId, action: 'order.erased', subject });
    return { order: erased, blobs: names };
  });
  // What a kill leaves here the daily walk deletes.
  await deleteUnnamed(context, blobs);
  const { document, version, status } = order;
  return { document, version, status };
}

function isOver({ status }: LockedOrder): boolean {
  return status === 'SHIPPED' || status === 'CANCELLED';
}

function stillNeeded({ status }: LockedOrder): ApiError {
  return new ApiError(
    'order_not_changeable',
    `The order is ${status}, and what it tells of its recipient is still needed. It can be erased once it is SHIPPED or CANCELLED; cancel it first.`,
  );
}

/** Everything but the order itself. Answers the blobs that it named. */
async function eraseAround(
  connection: Connection,
  clientId: string,
  { orderId, content }: LockedOrder,
  now: Date,
): Promise<string[]> {
  const urls = orderFiles(content).map(({ url }) => url);
  const hashes = [...new Set(urls)].filter((url) => url !== ERASED_URL).map(urlHash);
  const blobs = await eraseOrderFiles(connection, clientId, orderId, hashes);
  await eraseReasons(connection, clientId, orderId);
  await deleteNotesOfOrder(connection, clientId, orderId);
  await eraseDeliveries(connection, clientId, orderId);
  await eraseProduction(connection, clientId, orderId, REJECT_REASON_NAMES);
  await eraseReturnAnswers(connection, await eraseReturnNotes(connection, { clientId, orderId }));
  await erasePapers(connection, clientId, orderId);
  const scansSince = new Date(now.getTime() - SCAN_MS);
  await eraseScans(connection, clientId, orderId, { scansSince, codes: REJECT_REASON_NAMES });
  await erasePrintAnswers(connection, await erasePrintJobs(connection, clientId, orderId, now));
  await eraseMovementNotes(connection, clientId, orderId);
  await eraseOrderDetails(connection, `${clientId}/${orderId}`);
  return blobs;
}

/** The order itself, its row and what it is found by. */
async function rewrite(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  now: Date,
): Promise<{ document: string; version: number; status: LockedOrder['status']; updated: Date }> {
  const { orderId, status, created, requestHash, carrier } = order;
  const updated = changeTime(order, now);
  const content = { ...erasedOrder(order.content, updated), updated: updated.toISOString() };
  const document = JSON.stringify(content);
  await updateOrders(connection, clientId, [
    {
      ...{ orderId, status, updated, document, requestHash, carrier },
      ...orderColumns(content),
      recipient: null,
      summary: orderSummary(orderId, { status, created, updated }),
      cancellation: content.cancellation?.status ?? null,
      carrierTold: null,
      workDue: null,
    },
  ]);
  await markErased(connection, clientId, orderId, updated);
  const found = {
    orderId,
    created,
    terms: searchTerms({ ...content, shipping: {} }),
    items: itemRows(content),
  };
  await upsertSearchTerms(connection, clientId, [found]);
  return { document, version: order.version + 1, status, updated };
}
