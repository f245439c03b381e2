import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { orderColumns } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';
import { insertItems } from '../search/order-search-store.ts';
import { itemRows } from '../search/search-terms.ts';
import { recountAll } from './count-orders.ts';
import { endFill, fillOrders, lockFill, lockOrdersAfter, moveFill } from './order-fill-store.ts';

/** Orders of one transaction. Other requests wait for their locks. */
const ORDERS_AT_ONCE = 100;
/** Bytes of the documents of one transaction. A single document may be larger. */
const BYTES_AT_ONCE_MAX = 1_048_576;

type FillContext = { pool: Pool; log: Pick<FastifyBaseLogger, 'error'>; timeZone: string; clock: () => Date };

/** Recounts the client's orders, then fills columns and rows that older orders lack. Can be continued. */
export async function fillOldOrders(context: FillContext, clientId: string, signal: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) isMore = await fillSome(context, clientId);
}

async function fillSome({ pool, log, timeZone, clock }: FillContext, clientId: string): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const fill = await lockFill(connection, clientId);
    if (!fill) return false;
    if (fill.filledTo === null) await recountAll(connection, clientId, timeZone, clock());
    const limits = { limit: ORDERS_AT_ONCE, bytes: BYTES_AT_ONCE_MAX };
    const stored = await lockOrdersAfter(connection, clientId, fill.filledTo, limits);
    const last = stored.at(-1);
    if (!last) {
      await endFill(connection, clientId);
      return false;
    }
    const orders = stored.flatMap(({ orderId, document }) => read(orderId, document) ?? []);
    await fillOrders(
      connection,
      clientId,
      orders.map((order) => ({
        orderId: order.orderId,
        ...orderColumns(order),
        carrierId: order.shipping.carrierId ?? null,
        carrierTold: order.shipping.trackingCarrier ?? null,
      })),
    );
    const items = orders.map((order) => ({ orderId: order.orderId, items: itemRows(order) }));
    await insertItems(connection, clientId, items);
    await moveFill(connection, clientId, last.orderId);
    return true;
  });

  /** Skips an order whose document cannot be read. */
  function read(orderId: string, document: string): Order | undefined {
    try {
      return JSON.parse(document);
    } catch (error) {
      log.error({ err: error, clientId, orderId }, 'an order could not be filled in');
      return undefined;
    }
  }
}
