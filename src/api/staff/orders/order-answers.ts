import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { ChangedOrder } from '../../../orders/change/change-order.ts';
import { type FoundOrder, findOrderOfClient } from '../../../orders/staff/staff-order-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, orderNotFound } from '../../../platform/errors/errors.ts';
import { stringField } from '../../../platform/http/api-document.ts';
import { readIfMatch } from '../../../platform/http/etag.ts';
import type { Config } from '../../../platform/settings/config.ts';

/** Milliseconds for a request that changes many orders, each on its own, so that it can be sent again. */
export const BULK_ANSWER_MS_MAX = 60_000;
export const ORDER_PATH = '/operator/v1/orders/:clientId/:orderId';

export function orderUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>, clientId: string, orderId: string): string {
  return `${BASE_URL}/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
}

export async function readOrder(pool: Pool, clientId: string, orderId: string): Promise<FoundOrder> {
  const found = await withRetry(() => findOrderOfClient(pool, clientId, orderId));
  if (!found) throw orderNotFound();
  return found;
}

/** Rewrites `order_not_found` of the change for staff: its message for customers says "You have no order". */
export async function changeForStaff<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw error instanceof ApiError && error.error === 'order_not_found' ? orderNotFound() : error;
  }
}

export function sendOrder(reply: FastifyReply, { document, version }: ChangedOrder): FastifyReply {
  return reply.header('etag', `"${version}"`).header('content-type', 'application/json; charset=utf-8').send(document);
}

/** The ETag of an order: its version, then after a point a hash of the other content that staff read. */
const VERSION = /^(\d{1,10})(?:\.[\w-]+)?$/;

/** The precondition of a change (RFC 9110, 13.1.1). */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    stringField(
      'ETag of the order that you read. If the order has changed since, nothing is changed (412). A change that was already made is not refused.',
      '"3"',
    ),
  ),
});

export function staffEtag(version: number, hash: string): string {
  return `${version}.${hash}`;
}

/** Returns the check of a version against `If-Match`; undefined without it. A foreign ETag fails always. */
export function expectedVersion(headers: IncomingHttpHeaders): ((version: number) => boolean) | undefined {
  const tags = readIfMatch(headers['if-match']);
  if (tags === 'any') return undefined;
  const versions = tags.map((tag) => VERSION.exec(tag)?.[1]);
  return (version) => versions.includes(String(version));
}
