import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { settleReservations, stopWaiting, trimReservations } from '../../stock/release-stock.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import { changeDocument, type OrderExtras, orderSummary } from '../document/order-document.ts';
import { orderEventBody } from '../document/order-event-body.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { refuseClientFiles } from '../files/client-file-store.ts';
import { deleteKeptFiles, findKeptFiles, upsertKeptFiles } from '../files/order-file-store.ts';
import { complainedUrls, orderFiles, relinkFiles } from '../files/order-files.ts';
import { upsertSearchTerms } from '../search/order-search-store.ts';
import { searchTerms } from '../search/search-terms.ts';
import { changeTime } from './change-time.ts';
import {
  hasOrderEvent,
  insertOrderEvents,
  type LockedOrder,
  lockOrders,
  type OrderEvent,
  updateOrders,
} from './order-change-store.ts';
import { type Actor, findTransition, requireTransition, type StockEffect } from './order-states.ts';

export interface OrderChange {
  to: OrderStatus;
  /** The event's type, such as order.cancelled. */
  type: string;
  actor: Actor;
  reason?: string | undefined;
  /** Fields that only answers carry; null takes one away. */
  extras?: OrderExtras;
  /** A new content: the document without state, and its hash. */
  content?: { document: string; requestHash: Buffer };
  /** When the background is to work on it next; absent: not at all. */
  workDue?: Date;
  /** Attempts at its intake that failed for now; absent: the intake begins anew. */
  attempts?: number;
  /** Nothing happened that is worth an event: no more than a time in the reason has changed. */
  isQuiet?: boolean;
}

export interface ChangedOrder {
  document: string;
  version: number;
}

/**
 * The one way an order changes: locks it, lets `decide` say what happens (nothing, when it answers undefined; it throws to
 * refuse), applies the transition's effect on stock, rewrites the order and records the event, all in one transaction.
 */
export async function changeOrder(
  pool: Pool,
  clientId: string,
  orderId: string,
  now: Date,
  decide: (order: LockedOrder) => OrderChange | undefined,
): Promise<ChangedOrder & { changed: boolean }> {
  // Made once: when the transaction runs again after its commit was lost, it finds what it has recorded.
  const eventId = randomUUIDv7();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    const { document, version } = order;
    if (mayBeDone && (await hasOrderEvent(connection, clientId, orderId, eventId)))
      return { document, version, changed: true };
    const change = decide(order);
    if (!change) return { document, version, changed: false };
    const at = changeTime(order, now);
    return { ...(await applyChange(connection, clientId, order, change, eventId, at)), changed: true };
  });
}

async function applyChange(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  change: OrderChange,
  eventId: string,
  now: Date,
): Promise<ChangedOrder> {
  const { orderId, status: from, created, mode } = order;
  const { to, extras = {}, content, workDue = null, attempts, isQuiet = false } = change;
  const goesOn = from === to && !content;
  const effect = goesOn ? 'none' : permit(order, to, change.actor).stock;
  const asked: Order = JSON.parse(content?.document ?? order.document);
  if (mode === 'live' && !goesOn) await changeStockOf(connection, clientId, asked, effect, now);
  if (to === 'NEW' && !goesOn) await changeFilesOf(connection, clientId, order, asked, now);
  const state = { status: to, created, updated: now };
  const document = changeDocument(content?.document ?? order.document, state, extras);
  const version = order.version + 1;
  await updateOrders(connection, clientId, [
    {
      orderId,
      status: to,
      updated: now,
      document,
      summary: orderSummary(orderId, state),
      requestHash: content?.requestHash ?? order.requestHash,
      workDue,
      attempts,
    },
  ]);
  // An order that leaves NEW may have done so before its intake began.
  if ((from === 'NEW' && !goesOn) || content || extras.shipments) {
    await upsertSearchTerms(connection, clientId, [
      { orderId, created, terms: searchTerms(JSON.parse(document) as Order) },
    ]);
  }
  if (isQuiet) return { document, version };
  const event: OrderEvent = {
    orderId,
    eventId,
    type: change.type,
    occurred: now,
    status: to,
    previousStatus: from,
    version,
    actor: change.actor,
    reason: change.reason ?? null,
  };
  await insertOrderEvents(connection, clientId, [{ ...event, webhookBody: orderEventBody(event, document) }]);
  return { document, version };
}

/** Its way begins anew: what is kept of its files goes with them, and what its customer or staff complained of is fetched anew. */
async function changeFilesOf(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  asked: Order,
  now: Date,
): Promise<void> {
  const { orderId, status } = order;
  const before: Order = JSON.parse(order.document);
  const complaint = status === 'ERROR' ? before.statusReason : undefined;
  const refused = complainedUrls(orderFiles(before), complaint);
  const kept = await findKeptFiles(connection, clientId, orderId);
  const { moved, gone } = relinkFiles(kept, orderFiles(asked), refused);
  if (gone.length > 0) await deleteKeptFiles(connection, clientId, orderId, gone);
  if (moved.length > 0) await upsertKeptFiles(connection, clientId, orderId, order.version, moved);
  await refuseClientFiles(connection, clientId, refused, now);
}

/** An order that changes no longer waits for stock; its intake reserves what it needs, or lets it wait anew. */
async function changeStockOf(
  connection: Connection,
  clientId: string,
  { orderId, items }: Order,
  effect: StockEffect,
  now: Date,
): Promise<void> {
  await stopWaiting(connection, clientId, orderId);
  if (effect === 'trim') await trimReservations(connection, clientId, orderId, stockNeeds(items), now);
  if (effect === 'release' || effect === 'consume')
    await settleReservations(connection, clientId, orderId, effect, now);
}

/** In the sandbox nobody works, so there the service may also do what staff would. */
function permit({ status, mode }: LockedOrder, to: OrderStatus, actor: Actor) {
  const asStaff =
    mode === 'sandbox' && actor === 'system' ? findTransition(status, to, 'operator') : undefined;
  return asStaff ?? requireTransition(status, to, actor);
}
