import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type DueRule, dueOf } from '../../clients/due-rules.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { orderColumns } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { findArticleTitles, upsertSearchTerms } from '../search/order-search-store.ts';
import { itemRows, searchTerms, skusOf } from '../search/search-terms.ts';
import { technologyPieces } from './backlog-rules.ts';
import {
  endFill,
  fillDue,
  fillOrders,
  fillTechnologies,
  lockFill,
  lockOrdersAfter,
  lockWithoutDue,
  lockWithoutTechnologies,
  moveFill,
} from './order-fill-store.ts';

/** Orders of one transaction. Other requests wait for their locks. */
const ORDERS_AT_ONCE = 100;
/** Bytes of the documents of one transaction. A single document may be larger. */
const BYTES_AT_ONCE_MAX = 1_048_576;

type FillContext = { pool: Pool; log: Pick<FastifyBaseLogger, 'error'>; dueRule: DueRule };

/** Fills columns and rows that older orders lack. Can be continued. */
export async function fillOldOrders(context: FillContext, clientId: string, signal: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await fillSomeDue(context, clientId);
  isMore = true;
  while (isMore && !signal.aborted) isMore = await fillSomeTechnologies(context, clientId);
  isMore = true;
  while (isMore && !signal.aborted) isMore = await fillSome(context, clientId);
}

/** Orders of the previous version are due by their creation. Their customers read the time in the order. */
async function fillSomeDue({ pool, dueRule, log }: FillContext, clientId: string): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const stored = await lockWithoutDue(connection, clientId, ORDERS_AT_ONCE);
    const orders = stored.map(({ orderId, created, terms, document }) => {
      const due = dueOf(created, dueRule, terms);
      const order = readOrder(log, { clientId, orderId }, document);
      const dated = order && JSON.stringify({ ...order, expectedShipDate: due.toISOString() });
      return { orderId, due, document: dated ?? document };
    });
    if (orders.length > 0) await fillDue(connection, clientId, orders);
    return orders.length === ORDERS_AT_ONCE;
  });
}

async function fillSomeTechnologies({ pool, log }: FillContext, clientId: string): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const stored = await lockWithoutTechnologies(connection, clientId, ORDERS_AT_ONCE);
    const orders = stored.map(({ orderId, status, document }) => {
      const order = readOrder(log, { clientId, orderId }, document);
      return { orderId, pieces: (order && technologyPieces(status, order)) ?? '' };
    });
    if (orders.length > 0) await fillTechnologies(connection, clientId, orders);
    return orders.length === ORDERS_AT_ONCE;
  });
}

async function fillSome({ pool, log }: FillContext, clientId: string): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const fill = await lockFill(connection, clientId);
    if (!fill) return false;
    const limits = { limit: ORDERS_AT_ONCE, bytes: BYTES_AT_ONCE_MAX };
    const stored = await lockOrdersAfter(connection, clientId, fill.filledTo, limits);
    const last = stored.at(-1);
    if (!last) {
      await endFill(connection, clientId);
      return false;
    }
    const orders = stored.flatMap(({ orderId, document }) => readOrder(log, { clientId, orderId }, document) ?? []);
    await fillOrders(
      connection,
      clientId,
      orders.map((order) => ({
        orderId: order.orderId,
        ...orderColumns(order),
        carrierId: order.shipping.carrierId ?? null,
        statedCarrier: order.shipping.trackingCarrier ?? null,
      })),
    );
    const titles = await findArticleTitles(connection, orders.flatMap(skusOf));
    const searchable = orders.map((order) => {
      const { orderId, created } = order;
      return { orderId, created: new Date(created), terms: searchTerms(order, titles), items: itemRows(order) };
    });
    await upsertSearchTerms(connection, clientId, searchable);
    await moveFill(connection, clientId, last.orderId);
    return true;
  });
}

/** Returns undefined for a document that cannot be read. */
function readOrder(log: FillContext['log'], key: OrderKey, document: string): Order | undefined {
  try {
    return JSON.parse(document);
  } catch (err) {
    log.error({ err, ...key }, 'an order could not be filled in');
    return undefined;
  }
}
