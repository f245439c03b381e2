import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../database/transaction.ts';
import { reserveInTurn } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import {
  endWork,
  findWokenOrders,
  insertOrderEvents,
  type LockedOrder,
  lockOrders,
  type OrderEvent,
  updateOrders,
} from '../change/order-change-store.ts';
import { findTransition } from '../change/order-states.ts';
import { changeDocument, orderSummary } from '../document/order-document.ts';
import { orderEventBody } from '../document/order-event-body.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order, OrderWarning } from '../document/order-schemas.ts';
import { upsertSearchTerms } from '../search/order-search-store.ts';
import { searchTerms } from '../search/search-terms.ts';

/** Orders of one transaction. */
export const ASSIGNED_AT_ONCE_MAX = 50;
/** A run that has lasted so long lets other clients have its place; its turn comes again. */
const RUN_MS_MAX = 5_000;

const WAITING_FOR_STOCK = {
  code: 'waiting_for_stock',
  message: 'Something in the order is out of stock; the order waits for its turn.',
};

/** An order whose files are kept. */
export interface ReadyOrder {
  version: number;
  /** What intake found that could be better; absent: what the order says of that stays. */
  warnings?: readonly OrderWarning[] | undefined;
}

/**
 * Takes orders whose files are kept from NEW to ASSIGNED, with what they need reserved: all of one client, in one transaction.
 * Those for which there is too little wait for their turn. `ready` has them by their ids, in the version whose files are kept; one
 * that changed since is left to its next turn.
 */
export async function assignOrders(
  connection: Connection,
  clientId: string,
  ready: ReadonlyMap<string, ReadyOrder>,
  now: Date,
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
  const searchable = orders.map(({ orderId, created, content }) => {
    return { orderId, created, terms: searchTerms(content) };
  });
  await upsertSearchTerms(connection, clientId, searchable);
  const requests = orders.map(({ orderId, created, mode, content }) => {
    return { orderId, created, needs: mode === 'live' ? stockNeeds(content.items) : [] };
  });
  const served = await reserveInTurn(connection, clientId, requests, now);
  const assigned = orders.filter(({ orderId }) => served.has(orderId));
  const waiting = orders.filter(({ orderId }) => !served.has(orderId));
  await rewrite(connection, clientId, assigned, 'ASSIGNED', null, now);
  const isTold = ({ content }: { content: Order }) => content.statusReason?.code === WAITING_FOR_STOCK.code;
  const untold = waiting.filter((order) => !isTold(order));
  await rewrite(connection, clientId, untold, 'NEW', WAITING_FOR_STOCK, now);
  const told = waiting.filter(isTold).map(({ orderId }) => orderId);
  if (told.length > 0) await endWork(connection, clientId, told);
}

/** Looks again at the client's orders that wait for stock which may have come. */
export async function assignWokenOrders(
  pool: Pool,
  clientId: string,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + RUN_MS_MAX;
  while (!signal.aborted && performance.now() < end) {
    const woken = await findWokenOrders(pool, clientId, ASSIGNED_AT_ONCE_MAX);
    if (woken.size === 0) return;
    await inTransaction(pool, (connection) => assignOrders(connection, clientId, woken, clock()));
  }
}

async function rewrite(
  connection: Connection,
  clientId: string,
  orders: readonly (LockedOrder & Pick<ReadyOrder, 'warnings'>)[],
  status: OrderStatus,
  statusReason: typeof WAITING_FOR_STOCK | null,
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const changed = orders.map((order) => {
    const state = { status, created: order.created, updated: now };
    const { warnings } = order;
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
        status,
        updated: now,
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
    changed.map(({ order: { orderId, version, status: previousStatus }, document }) => {
      const event: OrderEvent = {
        orderId,
        eventId: randomUUIDv7(),
        type: status === 'ASSIGNED' ? 'order.assigned' : 'order.updated',
        occurred: now,
        status,
        previousStatus,
        version: version + 1,
        actor: 'system',
        reason: status === 'ASSIGNED' ? null : WAITING_FOR_STOCK.code,
      };
      return { ...event, webhookBody: orderEventBody(event, document) };
    }),
  );
}
