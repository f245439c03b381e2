import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../files/blobs.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { findKeptFilesOfOrders } from '../../orders/files/order-file-store.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { clientId, OrderKeyParams, strictObject } from '../fields/operator-schemas.ts';
import { plainName } from './shown-file.ts';
import { zipEntries, zipOf } from './zip-files.ts';

const ZIP_ORDERS_MAX = 100;
/** Of one operator, and of all in this process: each holds a connection and reads from the disk. */
const ZIPS_PER_OPERATOR_MAX = 2;
const ZIPS_MAX = 8;
const RETRY_AFTER_SECONDS = '10';

interface ZipRouteOptions {
  pool: Pool;
  blobs: BlobStore;
}

interface ZipContext extends ZipRouteOptions {
  /** Those that are being read, by operator. */
  underWay: Map<string, number>;
}

const ZipRequest = strictObject('OrderFilesRequest', 'Orders whose files are wanted.', {
  orders: Type.Array(
    strictObject('OrderFilesKey', 'What names an order.', {
      clientId,
      orderId: Type.String({ description: 'The orderId, as it is.', examples: ['SHOP-10001'] }),
    }),
    { minItems: 1, maxItems: ZIP_ORDERS_MAX, description: 'The orders.' },
  ),
});

const zipAnswer = {
  ...answer('The archive.', Type.String(), {
    'Content-Disposition': { schema: Type.String(), description: 'An attachment, with a name.' },
    ...rateLimitHeaders,
  }),
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
};
const LAYOUT =
  'A folder for each order; files are named by their place and role. What the file store has lost is listed in `MISSING.txt`. An operator may read two archives at a time.';

const getZip = route({
  schema: {
    tags: ['Orders'],
    operationId: 'downloadOrderFiles',
    summary: 'Read all files of an order as a ZIP archive',
    description: LAYOUT,
    params: OrderKeyParams,
    response: { 200: zipAnswer, ...errorAnswers('order_not_found', 'rate_limited') },
  },
  handler: async (context: ZipContext, { params, caller }, reply) => {
    const { clientId, orderId } = params;
    const isThere =
      isStorable(clientId) &&
      isStorable(orderId) &&
      (await withRetry(() => findOrderOfClient(context.pool, clientId, orderId))) !== undefined;
    if (!isThere) throw orderNotFound();
    return sendZip(context, caller.clientId, [params], `${plainName(orderId)}.zip`, reply);
  },
});

const postZip = route({
  schema: {
    tags: ['Orders'],
    operationId: 'downloadFilesOfOrders',
    summary: 'Read all files of several orders as a ZIP archive',
    description: `At most ${ZIP_ORDERS_MAX} orders; those that do not exist have no folder. ${LAYOUT}`,
    body: ZipRequest,
    response: { 200: zipAnswer, ...errorAnswers('rate_limited', ...WITH_BODY) },
  },
  handler: async (context: ZipContext, { body, caller }, reply) => {
    const orders = body.orders.filter(({ clientId, orderId }) => isStorable(clientId) && isStorable(orderId));
    return sendZip(context, caller.clientId, orders, 'orders.zip', reply);
  },
});

async function sendZip(
  { pool, blobs, underWay }: ZipContext,
  operatorId: string,
  orders: readonly { clientId: string; orderId: string }[],
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const own = underWay.get(operatorId) ?? 0;
  const all = underWay.values().reduce((sum, count) => sum + count, 0);
  if (own >= ZIPS_PER_OPERATOR_MAX || all >= ZIPS_MAX) {
    const message = 'Too many archives are being read; wait until one is done.';
    throw new ApiError('rate_limited', message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
  underWay.set(operatorId, own + 1);
  const release = () => {
    const count = (underWay.get(operatorId) ?? 1) - 1;
    if (count > 0) underWay.set(operatorId, count);
    else underWay.delete(operatorId);
  };
  try {
    const files = await withRetry(() => findKeptFilesOfOrders(pool, orders));
    const archive = zipOf(zipEntries(files), blobs);
    archive.once('close', release);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(archive);
  } catch (error) {
    release();
    throw error;
  }
}

/** /operator/v1/orders/{clientId}/{orderId}/files.zip and /operator/v1/orders/files.zip */
export async function fileZipRoutes(app: FastifyInstance, options: ZipRouteOptions): Promise<void> {
  const context = { ...options, underWay: new Map<string, number>() };
  registerRoutes(app, context, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/files.zip', getZip, { verb: 'orders.read' }],
    ['POST', '/operator/v1/orders/files.zip', postZip, { verb: 'orders.read' }],
  ]);
}
