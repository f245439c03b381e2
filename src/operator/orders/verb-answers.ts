import type { FastifyReply } from 'fastify';
import { isStorable } from '../../database/storable.ts';
import { ApiError } from '../../errors.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';

export const ORDER_PATH = '/operator/v1/orders/:clientId/:orderId';

/** Throws `order_not_found` for a key that no order can have. */
export function storableKey(clientId: string, orderId: string): OrderKey {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  return { clientId, orderId };
}

/** What the verb answers; staff have no orders themselves, so that an absent one is told in other words. */
export async function ofStaff<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw error instanceof ApiError && error.error === 'order_not_found' ? orderNotFound() : error;
  }
}

/** The order as it is now, under the ETag of its version. */
export function sendOrder(reply: FastifyReply, { document, version }: ChangedOrder): FastifyReply {
  return reply
    .header('etag', `"${version}"`)
    .header('content-type', 'application/json; charset=utf-8')
    .send(document);
}
