import type { FastifyError, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { BlobStore } from '../../files/blobs.ts';
import { answer, errorAnswers, etagHeader, notModified, rateLimitHeaders } from '../../http/api-document.ts';
import { sendError, toApiError } from '../../http/error-handler.ts';
import { matchesEtag } from '../../http/etag.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { OrderFileParams } from '../fields/operator-schemas.ts';
import { findFile, storeFailure } from './kept-file.ts';
import { FILE_TYPES, fileName } from './shown-file.ts';

const fileAnswer = {
  ...answer('The content of the file.', Type.String(), {
    ...etagHeader,
    'Content-Disposition': {
      schema: Type.String(),
      description: 'An attachment with a name of the order, the role and the hash.',
    },
    ...rateLimitHeaders,
  }),
  content: Object.fromEntries(
    FILE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
};

interface FileRouteOptions {
  pool: Pool;
  blobs: BlobStore;
}

const getFile = route({
  schema: {
    tags: ['Orders'],
    operationId: 'getOrderFile',
    summary: 'Read a file of an order',
    description:
      'As it was fetched when the order was taken in, whatever its URL leads to now. The media type is that of its content.',
    params: OrderFileParams,
    response: {
      200: fileAnswer,
      ...notModified,
      ...errorAnswers('order_not_found', 'not_found'),
    },
  },
  errorHandler: (error: FastifyError, request, reply) =>
    sendError(storeFailure(error) ?? toApiError(error), error, request, reply),
  handler: async ({ pool, blobs }: FileRouteOptions, request, reply) => {
    const { orderId, sha256 } = request.params;
    const { role, mediaType, bytes } = await findFile(pool, request.params);
    const etag = `"${sha256}"`;
    const known = request.headers['if-none-match'];
    const isKnown = known !== undefined && matchesEtag(known, etag);
    const content = isKnown ? undefined : await blobs.read(sha256);
    // It may show where somebody lives, so nobody is to read it from a cache without asking.
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!content) return reply.code(304).send();
    return reply
      .header('content-type', mediaType)
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${fileName(orderId, role, mediaType, sha256)}"`)
      .send(content);
  },
});

/** /operator/v1/orders/{clientId}/{orderId}/files */
export async function operatorFileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/files/:sha256', getFile, { verb: 'orders.read' }],
  ]);
}
