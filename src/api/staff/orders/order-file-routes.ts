import type { FastifyError, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { findKeptFiles } from '../../../orders/files/order-file-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
} from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { OrderFileParams, OrderKeyParams, oneOf } from '../fields/operator-schemas.ts';
import { readOrder } from './order-answers.ts';
import {
  FILE_TYPES,
  fileName,
  findArtworkAreas,
  findFile,
  orderUrl,
  PICTURE_ANSWER_MS_MAX,
  type PictureContext,
  sendPicture,
  shownFile,
  storeFailure,
} from './order-file-answers.ts';
import { KeptFileSchema } from './staff-order-schemas.ts';

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

interface FileRouteOptions extends PictureContext {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
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
    // The file may hold an address, so a cache must ask before it answers.
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!content) return reply.code(304).send();
    return reply
      .header('content-type', mediaType)
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${fileName(orderId, role, mediaType, sha256)}"`)
      .send(content);
  },
});

const ThumbnailParams = Type.Object({
  ...OrderFileParams.properties,
  size: oneOf(['small', 'large'], 'At most 320 or 1,280 pixels along the longer side.', 'small'),
});

const listFiles = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrderFiles',
    summary: 'List the files of an order',
    description: 'Those that are kept, with pictures of them to look at.',
    params: OrderKeyParams,
    response: {
      200: answer(
        'The files.',
        Type.Object(
          { files: Type.Array(KeptFileSchema, { description: 'By pointer.' }) },
          { title: 'OrderFiles', description: 'The files of an order.' },
        ),
        rateLimitHeaders,
      ),
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ config, pool }: FileRouteOptions, { params: { clientId, orderId } }) => {
    const found = await readOrder(pool, clientId, orderId);
    const files = await withRetry(() => findKeptFiles(pool, clientId, orderId));
    const areas = await withRetry(() => findArtworkAreas(pool, JSON.parse(found.document), files));
    const url = orderUrl(config, clientId, orderId);
    return { files: files.map((file) => shownFile(file, url, areas.get(file.pointer))) };
  },
});

const getThumbnail = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  schema: {
    tags: ['Orders'],
    operationId: 'getOrderFileThumbnail',
    summary: 'Look at a file of an order',
    description:
      'A picture of an image, of the first page of a PDF, or of the first label of ZPL, as WebP; transparent where the image is. Drawn in the background when the order comes, or when it is first asked for.',
    params: ThumbnailParams,
    response: {
      200: {
        ...answer('The picture.', Type.String(), { ...etagHeader, ...rateLimitHeaders }),
        content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
      },
      ...notModified,
      ...errorAnswers('order_not_found', 'not_found'),
    },
  },
  errorHandler: (error: FastifyError, request, reply) =>
    sendError(storeFailure(error) ?? toApiError(error), error, request, reply),
  handler: async (options: FileRouteOptions, request, reply) => {
    const { sha256, size } = request.params;
    const { role, mediaType } = await findFile(options.pool, request.params);
    return sendPicture(options, request, reply, { sha256, mediaType, role, size });
  },
});

/** /operator/v1/orders/{clientId}/{orderId}/files */
export async function operatorFileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/files/:sha256', getFile, { verb: 'orders.read' }],
    ['GET', '/operator/v1/orders/:clientId/:orderId/files', listFiles, { verb: 'orders.read' }],
    [
      'GET',
      '/operator/v1/orders/:clientId/:orderId/files/:sha256/thumbnails/:size',
      getThumbnail,
      { verb: 'orders.read' },
    ],
  ]);
}
