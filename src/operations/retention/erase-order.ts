import { randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { changeTime } from '../../orders/change/apply-change.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import {
  dueErasures,
  type EndedOrder,
  eraseReasons,
  findOrdersToErase,
  insertErasureEvent,
  markErased,
} from '../../orders/change/erase-store.ts';
import { preconditionFailed } from '../../orders/change/staff-verb-rules.ts';
import { ERASED_URL, erasedOrder } from '../../orders/document/erased-order.ts';
import { orderColumns, orderSummary } from '../../orders/document/order-document.ts';
import { urlHash } from '../../orders/files/client-file-store.ts';
import { eraseOrderFiles } from '../../orders/files/order-file-store.ts';
import { orderFiles } from '../../orders/files/order-files.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { type LockedOrder, lockOrders, updateOrders } from '../../orders/rows/order-row-store.ts';
import { upsertSearchTerms } from '../../orders/search/order-search-store.ts';
import { itemRows, searchTerms } from '../../orders/search/search-terms.ts';
import { eraseTags } from '../../orders/staff/order-mark-store.ts';
import { eraseAnnouncements } from '../../packing/announced-return-store.ts';
import { eraseLabels } from '../../packing/parcel-label-store.ts';
import { eraseParcels } from '../../packing/parcel-paper-store.ts';
import { eraseReturnNotes } from '../../packing/return-store.ts';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { eraseOrderDetails } from '../../platform/audit/audit-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { DueQuery } from '../../platform/database/due-query.ts';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { ApiError, orderNotFound } from '../../platform/errors/errors.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import { type BlobNames, deleteUnnamed } from '../../platform/files/sweep-blobs.ts';
import { erasePrintAnswers, eraseReturnAnswers } from '../../platform/http/idempotency-store.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import { eraseMachineJobs } from '../../printing/machines/machine-job-store.ts';
import { erasePrintJobs } from '../../printing/print-job-store.ts';
import { eraseGangSheets } from '../../production/machine-files/replace-gang-sheets.ts';
import { eraseProduction } from '../../production/production-order-store.ts';
import { REJECT_REASON_NAMES } from '../../production/reject-reasons.ts';
import { eraseScans, SCAN_MS } from '../../production/scan-store.ts';
import { eraseChargeReasons } from '../../reports/money/charge-store.ts';
import { deleteNotesOfOrder } from '../../staff/note-store.ts';
import { eraseMovementNotes } from '../../stock/stock-ledger-store.ts';
import { eraseDeliveries } from '../../webhooks/record-deliveries-store.ts';
import { eraseShopMessages } from '../../webhooks/shop-message-store.ts';

const ERASED = 'personal_data_erased';
type EraseContext = { pool: Pool; blobs: BlobStore; names: BlobNames; clock: () => Date };

interface EraseOptions {
  by: Actor;
  /** Returns whether `If-Match` allows the version; absent: every version is allowed. */
  isExpected?: ((version: number) => boolean) | undefined;
}

/**
 * Erases the personal data of an order in all tables and files. The items stay, so that counts do not change.
 * The hash of the request stays, so that the same request cannot create the order again. A repeated call
 * erases data that was written since. Throws `order_not_found`, `precondition_failed`, and
 * `order_not_changeable` before the order has ended.
 */
export async function eraseOrder(
  context: EraseContext,
  key: OrderKey,
  { by, isExpected }: EraseOptions,
): Promise<ChangedOrder> {
  const { pool, clock } = context;
  const { clientId, orderId } = key;
  const now = clock();
  // The id is made once, because the transaction may run again after it was committed.
  const eventId = randomUUIDv7();
  const { order, blobs } = await inTransaction(pool, async (connection) => {
    const [before] = await lockOrders(connection, clientId, [orderId]);
    if (!before) throw orderNotFound();
    if (before.status !== 'SHIPPED' && before.status !== 'CANCELLED') throw notEnded(before);
    const isErased = before.content.personalDataErased !== undefined;
    if (!isErased && isExpected && !isExpected(before.version)) throw preconditionFailed(before);
    const names = await eraseRelated(connection, clientId, before, now);
    if (isErased) return { order: before, blobs: names };
    const erased = await eraseContent(connection, clientId, before, now);
    const { version, updated: occurred } = erased;
    await insertErasureEvent(connection, clientId, orderId, { ...{ eventId, occurred, version, by }, reason: ERASED });
    const subject = ['order', `${clientId}/${orderId}`] as const;
    // Orders that are erased because of their age would fill the audit log. The order itself has the time.
    if (by.kind === 'operator')
      await recordAudit(connection, by, now, { entryId: eventId, action: 'order.erased', subject });
    return { order: erased, blobs: names };
  });
  // If the process is killed here, the daily walk over all files deletes these.
  await deleteUnnamed(context, blobs);
  const { document, version, status } = order;
  return { document, version, status };
}

function notEnded({ status }: LockedOrder): ApiError {
  return new ApiError(
    'order_not_changeable',
    `The order is ${status}, so its recipient is still needed. Erase it when it is SHIPPED or CANCELLED, or cancel it first.`,
  );
}

/** Erases personal data outside the order's own row. Returns the blobs that the order named. */
async function eraseRelated(
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
  await eraseTags(connection, clientId, orderId);
  await eraseChargeReasons(connection, clientId, orderId);
  await eraseDeliveries(connection, clientId, orderId);
  await eraseShopMessages(connection, clientId, orderId);
  await eraseProduction(connection, clientId, orderId, REJECT_REASON_NAMES);
  await eraseReturnAnswers(connection, await eraseReturnNotes(connection, { clientId, orderId }));
  await eraseAnnouncements(connection, { clientId, orderId });
  await eraseParcels(connection, clientId, orderId);
  await eraseLabels(connection, clientId, orderId);
  const scansSince = new Date(now.getTime() - SCAN_MS);
  await eraseScans(connection, clientId, orderId, { scansSince, codes: REJECT_REASON_NAMES });
  await erasePrintAnswers(connection, await erasePrintJobs(connection, clientId, orderId, now));
  await eraseMachineJobs(connection, clientId, orderId, now);
  const sheets = await eraseGangSheets(connection, clientId, orderId, now);
  await eraseMovementNotes(connection, clientId, orderId);
  await eraseOrderDetails(connection, `${clientId}/${orderId}`);
  return [...blobs, ...sheets];
}

async function eraseContent(
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
      statedCarrier: null,
      workDue: null,
    },
  ]);
  await markErased(connection, clientId, orderId, updated);
  const found = { orderId, created, terms: searchTerms({ ...content, shipping: {} }), items: itemRows(content) };
  await upsertSearchTerms(connection, clientId, [found]);
  return { document, version: order.version + 1, status, updated };
}

/** Orders that one statement finds. Each is erased in its own transaction. */
const FOUND_AT_ONCE = 50;
/** After this time a run ends, so that other clients have their turn. */
export const RUN_MS_MAX = 10_000;
const DAY_MS = 24 * 3_600_000;

export interface RetentionContext extends EraseContext {
  retentionDays: number;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  faults: FaultLog;
}

export function dueOldErasures(context: RetentionContext): DueQuery {
  return dueErasures(endedBefore(context));
}

export async function eraseOldOrders(
  context: RetentionContext,
  clientId: string,
  signal: AbortSignal,
): Promise<number> {
  const { pool, log, faults } = context;
  const before = endedBefore(context);
  const end = performance.now() + RUN_MS_MAX;
  let erased = 0;
  let after: EndedOrder | undefined;
  for (let isMore = true; isMore && !signal.aborted && performance.now() < end; ) {
    const orders = await withRetry(() => findOrdersToErase(pool, clientId, before, { after, limit: FOUND_AT_ONCE }));
    for (const { orderId } of orders) {
      if (signal.aborted) break;
      try {
        await eraseOrder(context, { clientId, orderId }, { by: SYSTEM });
        erased++;
      } catch (error) {
        // The next run tries the order again.
        if (!faults.caught(error)) log.error({ err: error, clientId, orderId }, 'an order could not be erased');
      }
    }
    after = orders.at(-1);
    isMore = orders.length === FOUND_AT_ONCE;
  }
  if (erased > 0) log.info({ clientId, orders: erased }, 'personal data of old orders was erased');
  return erased;
}

function endedBefore({ retentionDays, clock }: RetentionContext): Date {
  return new Date(clock().getTime() - retentionDays * DAY_MS);
}
