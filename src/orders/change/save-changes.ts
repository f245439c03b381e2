import { isDeepStrictEqual } from 'node:util';
import { type Deed, recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, sendTogether } from '../../platform/database/transaction.ts';
import { requestTraceParent } from '../../platform/observability/spans.ts';
import { endReservations, endWaiting, takeBack, takeReserved, trimReservations } from '../../stock/change-stock.ts';
import { stockNeeds } from '../../stock/stock-rules.ts';
import { insertDeliveries } from '../../webhooks/record-deliveries-store.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { refuseClientFiles } from '../files/client-file-store.ts';
import { deleteKeptFiles, findKeptFiles, upsertKeptFiles } from '../files/order-file-store.ts';
import { relinkFiles } from '../files/order-files.ts';
import { insertOrderEvents } from '../rows/order-event-store.ts';
import { type LockedOrder, updateOrders } from '../rows/order-row-store.ts';
import { findArticleTitles, upsertSearchTerms } from '../search/order-search-store.ts';
import { itemRows, searchTerms, skusOf } from '../search/search-terms.ts';
import { applyChange, type NextOrder, type OrderChange } from './apply-change.ts';
import { insertChargesDue, insertPrintFilesDue, insertProductionDue } from './order-change-store.ts';
import { remainingPieces } from './shipment-rules.ts';

export interface PlannedChange {
  order: LockedOrder;
  change: OrderChange;
  /** UUIDv7, created before a transaction that may be retried. */
  eventId: string;
}

/**
 * Saves changes of different orders of one client: their stock, rows, events and webhook deliveries. All
 * changes of orders go through here.
 * The number of statements does not depend on the number of orders, except for those whose intake starts
 * again.
 */
export async function saveChanges(
  connection: Connection,
  clientId: string,
  changes: readonly PlannedChange[],
  now: Date,
): Promise<NextOrder[]> {
  const saved = changes.map(({ order, change, eventId }) => {
    // Background work belongs to the trace of the request that caused it.
    const traceParent = requestTraceParent() ?? order.traceParent;
    return { ...applyChange(order, change, now), before: order, eventId, traceParent };
  });
  if (saved.length === 0) return [];
  await moveStock(connection, clientId, saved);
  for (const { before, files } of saved) if (files) await relinkOrderFiles(connection, clientId, before, files, now);
  const events = saved.flatMap(({ event, eventId, traceParent }) =>
    event ? [{ ...event, eventId, traceParent, body: event.webhookBody }] : [],
  );
  const found = saved.filter(({ isFoundByOthers }) => isFoundByOthers);
  // A shipment adds its tracking numbers. The names of the articles are among the earlier terms.
  const isShipped = found.every(({ status, before }) => status === 'SHIPPED' && before.status !== 'SHIPPED');
  const skus = isShipped ? [] : found.flatMap(({ content }) => skusOf(content));
  const titles = await findArticleTitles(connection, skus);
  const searchable = found.map(({ orderId, created, content }) => {
    return { orderId, created, terms: searchTerms(content, titles), items: itemRows(content) };
  });
  const shipped = saved.filter(
    ({ before, content }) => before.mode === 'live' && content.shipments?.length !== before.content.shipments?.length,
  );
  const due = saved.filter(({ status, before }) => before.mode === 'live' && isProductionDue(before.status, status));
  await sendTogether([
    updateOrders(connection, clientId, saved),
    insertOrderEvents(connection, clientId, events),
    insertDeliveries(connection, clientId, events),
    upsertSearchTerms(connection, clientId, searchable, isShipped),
    insertProductionDue(connection, clientId, due),
    insertChargesDue(connection, clientId, shipped),
    insertPrintFilesDue(connection, clientId, saved.filter(isPrintDue)),
    ...auditStaffChanges(connection, clientId, saved),
  ]);
  return saved;
}

/** Returns whether pieces have to be created, or existing ones have to end. */
function isProductionDue(before: OrderStatus, status: OrderStatus): boolean {
  if (status === 'ACCEPTED') return before !== 'ACCEPTED';
  return ['SHIPPED', 'CANCELLED'].includes(status) && ['ACCEPTED', 'ERROR'].includes(before);
}

/** Returns whether print files have to be made: the order is to be produced, or its prints were corrected. */
function isPrintDue({ status, before, content, files }: NextOrder & { before: LockedOrder }): boolean {
  const isProduced = (one: OrderStatus) => one === 'ASSIGNED' || one === 'ACCEPTED';
  if (before.mode !== 'live' || !isProduced(status)) return false;
  if (!content.items.some(({ customProduct }) => customProduct?.prints)) return false;
  return !isProduced(before.status) || files !== undefined || !isDeepStrictEqual(content.items, before.content.items);
}

function auditStaffChanges(
  connection: Connection,
  clientId: string,
  saved: readonly (NextOrder & { eventId: string })[],
): Promise<void>[] {
  const ofStaff = saved.filter(({ by }) => by.kind === 'operator');
  return [...Map.groupBy(ofStaff, (one) => one.by)].map(([by, orders]) => {
    const deeds = orders.map(({ orderId, status, version, event, returned, eventId: entryId }): Deed => {
      const subject = ['order', `${clientId}/${orderId}`] as const;
      return {
        entryId,
        action: event?.type ?? 'order.updated',
        subject,
        detail: { status, version, ...(returned && { pieces: returned.quantity }) },
      };
    });
    const last = new Date(Math.max(...orders.map(({ updated }) => updated.getTime())));
    return recordAudit(connection, by, last, ...deeds);
  });
}

async function moveStock(connection: Connection, clientId: string, changed: readonly NextOrder[]): Promise<void> {
  // `reserveOrWait` has reserved stock before, because the queue decides which orders get it.
  const moved = changed.filter(({ stock }) => stock !== undefined && stock !== 'reserve');
  const losing = changed.flatMap(({ orderId, by, leaving = [] }) =>
    leaving.length > 0 ? { orderId, by, leaving } : [],
  );
  const last = new Date(Math.max(...changed.map(({ updated }) => updated.getTime())));
  if (losing.length > 0) await takeReserved(connection, clientId, losing, last);
  for (const { orderId, by, withdrawn } of changed)
    if (withdrawn) await takeBack(connection, clientId, { orderId, by }, withdrawn, last, 'withdrawn');
  if (moved.length === 0) return;
  const idsOf = (orders: readonly NextOrder[]) => orders.map(({ orderId }) => orderId);
  const ended = moved.filter(({ stock }) => stock === 'release');
  const held = await endWaiting(connection, clientId, idsOf(moved), idsOf(ended));
  const holding = { held, occurred: last };
  const trimmed = moved
    .filter(({ stock }) => stock === 'trim')
    .map(({ orderId, by, content }) => ({ orderId, by, needs: stockNeeds(itemsLeft(content)) }));
  if (trimmed.length > 0) await trimReservations(connection, clientId, trimmed, holding);
  for (const effect of ['release', 'consume'] as const) {
    const ended = moved.filter(({ stock }) => stock === effect);
    if (ended.length > 0) await endReservations(connection, clientId, ended, effect, holding);
  }
}

/** Lists the items with the quantities that have not shipped. */
function itemsLeft(content: NextOrder['content']): NextOrder['content']['items'] {
  const left = remainingPieces(content);
  return content.items.map((item) => ({ ...item, quantity: left.get(item.id) ?? 0 }));
}

async function relinkOrderFiles(
  connection: Connection,
  clientId: string,
  { orderId, version }: LockedOrder,
  { places, refused, added }: NonNullable<NextOrder['files']>,
  now: Date,
): Promise<void> {
  const kept = await findKeptFiles(connection, clientId, orderId);
  const { moved, gone } = relinkFiles(kept, places, refused, added);
  if (gone.length > 0) await deleteKeptFiles(connection, clientId, orderId, gone);
  if (moved.length > 0) await upsertKeptFiles(connection, clientId, orderId, version, moved);
  await refuseClientFiles(connection, clientId, refused, now);
}
