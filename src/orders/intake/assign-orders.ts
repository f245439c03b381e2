import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../database/transaction.ts';
import { reserveOrWait } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import { changeTime } from '../change/change-time.ts';
import {
  insertOrderEvents,
  type LockedOrder,
  lockOrders,
  type OrderEvent,
  updateOrders,
} from '../change/order-change-store.ts';
import { findTransition } from '../change/order-states.ts';
import { endWork } from '../change/order-work-store.ts';
import { changeDocument, orderSummary } from '../document/order-document.ts';
import { orderEventBody } from '../document/order-event-body.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order, OrderWarning, StatusReason } from '../document/order-schemas.ts';
import { upsertSearchTerms } from '../search/order-search-store.ts';
import { searchTerms } from '../search/search-terms.ts';
import { waitingForStock } from './waiting-rules.ts';

/** Orders of one transaction. */
export const ASSIGNED_AT_ONCE_MAX = 50;

/** An order whose files are kept. */
export interface ReadyOrder {
  version: number;
  /** What intake found that could be better; absent: what the order says of that stays. */
  warnings?: readonly OrderWarning[] | undefined;
}

/**
 * Takes orders whose files are kept from NEW to ASSIGNED, with what they need reserved: all of one client, in one transaction.
 * Those for which there is too little wait for it. `ready` has them by their ids, in the version whose files are kept; one
 * that changed since is left to its next turn. `haveWaited`: for stock, and now it is their turn.
 */
export async function assignOrders(
  connection: Connection,
  clientId: string,
  ready: ReadonlyMap<string, ReadyOrder>,
  now: Date,
  haveWaited = false,
): Promise<void> {
  const orders = (await lockOrders(connection, clientId, [...ready.keys()]))
    .filter(
      ({ orderId, version, status }) =>
        ready.get(orderId)?.version === version && findTransition(status, 'ASSIGNED', 'system'),
    )
    .map((order) => {
      const content: Order = JSON.parse(order.document);
      return { ...order, content, warnings: ready.get(order.orderId)?.warnings };
    });
  if (orders.length === 0) return;
  if (!haveWaited) {
    const searchable = orders.map(({ orderId, created, content }) => {
      return { orderId, created, terms: searchTerms(content) };
    });
    await upsertSearchTerms(connection, clientId, searchable);
  }
  const requests = orders.map(({ orderId, created, mode, content }) => {
    return { orderId, created, needs: mode === 'live' ? stockNeeds(content.items) : [] };
  });
  const short = await reserveOrWait(connection, clientId, requests, { haveWaited, now });
  const outcomes = orders.map((order) => {
    const missing = short.get(order.orderId);
    return { ...order, statusReason: missing ? waitingForStock(order.content, missing) : null };
  });
  const isTold = ({ content, statusReason }: (typeof outcomes)[number]) =>
    statusReason !== null && isDeepStrictEqual(content.statusReason, statusReason);
  const untold = outcomes.filter((order) => !isTold(order));
  await rewrite(connection, clientId, untold, now);
  const told = outcomes.filter(isTold).map(({ orderId }) => orderId);
  if (told.length > 0) await endWork(connection, clientId, told);
}

/** To ASSIGNED, or with the reason why not. */
async function rewrite(
  connection: Connection,
  clientId: string,
  orders: readonly (LockedOrder & Pick<ReadyOrder, 'warnings'> & { statusReason: StatusReason | null })[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const changed = orders.map((order) => {
    const { warnings, statusReason } = order;
    const status: OrderStatus = statusReason ? 'NEW' : 'ASSIGNED';
    const state = { status, created: order.created, updated: changeTime(order, now) };
    const extras = {
      statusReason,
      ...(warnings && { warnings: warnings.length > 0 ? [...warnings] : null }),
    };
    return { order, state, document: changeDocument(order.document, state, extras) };
  });
  await updateOrders(
    connection,
    clientId,
    changed.map(({ order: { orderId, requestHash }, state, document }) => {
      return {
        orderId,
        status: state.status,
        updated: state.updated,
        document,
        summary: orderSummary(orderId, state),
        requestHash,
        workDue: null,
      };
    }),
  );
  await insertOrderEvents(
    connection,
    clientId,
    changed.map(({ order, state: { status, updated }, document }) => {
      const { orderId, version, status: previousStatus, statusReason } = order;
      const event: OrderEvent = {
        orderId,
        eventId: randomUUIDv7(),
        type: status === 'ASSIGNED' ? 'order.assigned' : 'order.updated',
        occurred: updated,
        status,
        previousStatus,
        version: version + 1,
        actor: 'system',
        reason: statusReason?.code ?? null,
      };
      return { ...event, webhookBody: orderEventBody(event, document) };
    }),
  );
}
