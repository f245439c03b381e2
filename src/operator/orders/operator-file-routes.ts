import type { FastifyError, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from '../../files/blobs.ts';
import { answer, errorAnswers, etagHeader, notModified, rateLimitHeaders } from '../../http/api-document.ts';
import { sendError, toApiError } from '../../http/error-handler.ts';
import { matchesEtag } from '../../http/etag.ts';
import { fileNotFound, orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import {
  type FileOfOrder,
  findFileOfOrder,
  findOrderOfClient,
} from '../../orders/staff/staff-order-store.ts';
import { OrderFileParams } from '../fields/operator-schemas.ts';

const RETRY_AFTER_SECONDS = '10';
const HASH_IN_NAME_LENGTH = 8;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
};

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
    Object.keys(EXTENSIONS).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
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

async function findFile(
  pool: Pool,
  { clientId, orderId, sha256 }: Static<typeof OrderFileParams>,
): Promise<FileOfOrder> {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  if (!isStorable(sha256)) throw fileNotFound();
  const found = await withRetry(() => findFileOfOrder(pool, clientId, orderId, sha256));
  if (found) return found;
  throw (await withRetry(() => findOrderOfClient(pool, clientId, orderId)))
    ? fileNotFound()
    : orderNotFound();
}

/** `SHOP-10001_artwork_9f86d081.png`: what no file system and no header has trouble with. */
function fileName(orderId: string, role: string, mediaType: string, sha256: string): string {
  const order = orderId.replaceAll(/[^\w-]+/g, '-');
  return `${order}_${role}_${sha256.slice(0, HASH_IN_NAME_LENGTH)}.${EXTENSIONS[mediaType] ?? 'bin'}`;
}

/** What the blob store's own failures are to whoever asked; the log has the cause. */
function storeFailure(error: unknown): ApiError | undefined {
  if (error instanceof BlobMissingError) {
    const message = 'The order keeps this file, but the file store has lost it; restore it from a backup.';
    return new ApiError('internal_error', message);
  }
  if (!(error instanceof BlobStoreError)) return undefined;
  const message = 'The file store cannot be read right now. Send the request again.';
  return new ApiError('temporarily_unavailable', message, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** /operator/v1/orders/{clientId}/{orderId}/files */
export async function operatorFileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/files/:sha256', getFile, { verb: 'orders.read' }],
  ]);
}
