import { hash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { findClient } from '../../../clients/client-store.ts';
import { archiveFiles, downloadNameOf, safeNameOf } from '../../../orders/files/archive-files.ts';
import { findKeptFiles, findKeptFilesOfOrders } from '../../../orders/files/order-file-store.ts';
import { type KeepContext, keepUpload } from '../../../orders/intake/keep-files.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, clientNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  fileAnswer,
  oneOf,
  rateLimitHeaders,
  stringField,
  titledObject,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { sendError } from '../../../platform/http/error-handler.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { clientId, OrderFileParams, OrderKeyParams, strictObject } from '../fields/operator-schemas.ts';
import { readById, sendAttachment } from '../fields/staff-requests.ts';
import { ORDER_PATH, orderUrl, readOrder } from './order-answers.ts';
import {
  contentAnswers,
  findFile,
  findPrintPlaces,
  keptFileAnswer,
  OpenDownloads,
  PICTURE_ANSWER_MS_MAX,
  type PictureContext,
  pictureAnswers,
  sendPicture,
  sendStoreError,
} from './order-file-answers.ts';
import { KeptFileSchema } from './staff-order-schemas.ts';

const route = routeUnder<FileContext>('Orders');
const ARCHIVE_ORDERS_MAX = 100;
/** Archives that are sent at once. Each holds a connection and reads from the disk. */
const ARCHIVES_MAX = { perOperator: 2, all: 8 };
const ARCHIVES_BUSY = 'Too many archives are being read. Wait until one is done.';
const LAYOUT =
  'Each order has a folder, whose files are named by their position and role. Files that the file store has lost are listed in `MISSING.txt`. An operator may read two archives at a time.';

const archiveAnswer = fileAnswer('The archive.', 'application/zip');
const ThumbnailParams = Type.Object({
  ...OrderFileParams.properties,
  size: oneOf(['small', 'large'], 'small: at most 320 pixels on the longer side. large: 1,280.', 'small'),
});
const ArchiveRequest = strictObject('OrderFilesRequest', 'Selects the orders whose files are read.', {
  orders: Type.Array(
    strictObject('OrderFilesKey', 'The key of an order.', {
      clientId,
      orderId: stringField('The orderId, not percent-encoded.', 'SHOP-10001'),
    }),
    { minItems: 1, maxItems: ARCHIVE_ORDERS_MAX, description: 'The orders.' },
  ),
});

interface FileContext extends PictureContext {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  archives: OpenDownloads;
  keep: KeepContext;
}

const getFile = route({
  operationId: 'getOrderFile',
  summary: 'Read a file of an order',
  description:
    'Returns the file that was fetched when the order arrived, even if its URL returns another file now. The media type is the type of the content.',
  params: OrderFileParams,
  response: contentAnswers(
    'The content of the file.',
    'An attachment. Its name contains the orderId, the role and the hash.',
    'order_not_found',
  ),
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, request, reply) => {
    const { orderId, sha256 } = request.params;
    const { role, mediaType, bytes } = await findFile(pool, request.params);
    const etag = `"${sha256}"`;
    const known = request.headers['if-none-match'];
    const isKnown = known !== undefined && matchesEtag(known, etag);
    const content = isKnown ? undefined : await blobs.read(sha256);
    // The file may contain an address, so a cache must ask before it answers.
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!content) return reply.code(304).send();
    const name = downloadNameOf(orderId, role, mediaType, sha256);
    return sendAttachment(reply.header('content-length', bytes), name, mediaType, content);
  },
});

const listFiles = route({
  operationId: 'listOrderFiles',
  summary: 'List the files of an order',
  description: 'Lists the stored files of the order, with the addresses of their thumbnails.',
  params: OrderKeyParams,
  response: {
    200: answer(
      'The files.',
      titledObject('OrderFiles', 'The files of an order.', {
        files: Type.Array(KeptFileSchema, { description: 'The files, sorted by pointer.' }),
      }),
      rateLimitHeaders,
    ),
    ...errorAnswers('order_not_found'),
  },
  handler: async ({ config, pool }, { params: { clientId, orderId } }) => {
    const found = await readOrder(pool, clientId, orderId);
    const files = await withRetry(() => findKeptFiles(pool, clientId, orderId));
    const areas = await withRetry(() => findPrintPlaces(pool, clientId, JSON.parse(found.document), files));
    const url = orderUrl(config, clientId, orderId);
    return { files: files.map((file) => keptFileAnswer(file, url, areas.get(file.pointer))) };
  },
});

const getThumbnail = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  operationId: 'getOrderFileThumbnail',
  summary: 'Read a thumbnail of a file of an order',
  description:
    'Returns a WebP picture of an image, of the first page of a PDF, or of the first label of ZPL. Transparent pixels stay transparent. It is drawn in the background after the order arrives, or at the first request.',
  params: ThumbnailParams,
  response: pictureAnswers('order_not_found'),
  errorHandler: sendStoreError,
  handler: async (context, request, reply) => {
    const { sha256, size } = request.params;
    const { role, mediaType } = await findFile(context.pool, request.params);
    return sendPicture(context, request, reply, { sha256, mediaType, role, size });
  },
});

const getArchive = route({
  operationId: 'downloadOrderFiles',
  summary: 'Read all files of an order as a ZIP archive',
  description: LAYOUT,
  params: OrderKeyParams,
  response: { 200: archiveAnswer, ...errorAnswers('order_not_found', 'rate_limited') },
  handler: async (context, { params, caller }, reply) => {
    const { clientId, orderId } = params;
    await readOrder(context.pool, clientId, orderId);
    return sendArchive(context, caller.clientId, [params], `${safeNameOf(orderId)}.zip`, reply);
  },
});

const postArchive = route({
  operationId: 'downloadFilesOfOrders',
  summary: 'Read all files of several orders as a ZIP archive',
  description: `At most ${ARCHIVE_ORDERS_MAX} orders. An order that does not exist has no folder. ${LAYOUT}`,
  body: ArchiveRequest,
  response: { 200: archiveAnswer, ...errorAnswers('rate_limited', ...WITH_BODY) },
  handler: async (context, { body, caller }, reply) => {
    return sendArchive(context, caller.clientId, body.orders, 'orders.zip', reply);
  },
});

async function sendArchive(
  { pool, blobs, archives }: FileContext,
  operatorId: string,
  orders: readonly { clientId: string; orderId: string }[],
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const release = archives.take(operatorId);
  try {
    const files = await withRetry(() => findKeptFilesOfOrders(pool, orders));
    const archive = archiveFiles(files, blobs);
    archive.once('close', release);
    return sendAttachment(reply, name, 'application/zip', archive);
  } catch (error) {
    release();
    throw error;
  }
}

/** The same as for a catalogue, the largest body that the server takes. A larger file needs a URL. */
const UPLOAD_BYTES_MAX = 32 * 1_048_576;
const TOO_LARGE = new ApiError('body_too_large', 'The file is larger than 32 MiB. Correct the order with its URL.');
const BINARY = 'application/octet-stream';

const { role, url, mediaType, bytes } = KeptFileSchema.properties;
const uploaded = Type.String({ format: 'binary', description: 'The file.', examples: ['^XA^FO40,40^FDBox 1^FS^XZ'] });
const postFile = routeUnder<FileContext>('Work')({
  bodyLimit: UPLOAD_BYTES_MAX,
  config: { judgesBody: true, answerMsMax: PICTURE_ANSWER_MS_MAX },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'uploadOrderFile',
  summary: 'Upload a file for the correction of an order',
  description:
    'Stores the file, of at most 32 MiB. `correctOrder` then names its `url`; with `isNew`, the order is entered afterwards by `enterOrder`. Without `role`, it must suit one of them. A file that no order names is deleted after a day.',
  params: OrderKeyParams,
  querystring: Type.Object({
    role: Type.Optional({ ...role, examples: ['label'] }),
    isNew: Type.Optional(oneOf(['true'], 'true: the order does not exist yet. The client must exist.')),
  }),
  body: { content: { [BINARY]: { schema: uploaded } } },
  response: changeAnswers(
    'The stored file.',
    titledObject('UploadedFile', 'A file for a correction or a new order.', { url, mediaType, bytes }),
    'order_not_found',
    'client_not_found',
  ),
  errorHandler: (error: FastifyError, request, reply) =>
    error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? sendError(TOO_LARGE, error, request, reply)
      : sendStoreError(error, request, reply),
  handler: async ({ config, pool, keep }, request) => {
    const { params, query, answerBy } = request;
    if (query.isNew) await readById(params.clientId, (id) => findClient(pool, id), clientNotFound);
    else await readOrder(pool, params.clientId, params.orderId);
    const content = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const sha256 = hash('sha256', content);
    const file = { url: `${orderUrl(config, params.clientId, params.orderId)}/files/${sha256}`, sha256, content };
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(answerBy - performance.now())));
    const kept = await keepUpload(keep, params, { ...file, role: query.role }, signal);
    return { url: file.url, mediaType: kept.mediaType, bytes: kept.bytes };
  },
});

export async function orderFileRoutes(app: FastifyInstance, options: Omit<FileContext, 'archives'>): Promise<void> {
  const context = { ...options, archives: new OpenDownloads(ARCHIVES_MAX, ARCHIVES_BUSY) };
  registerRoutes(app, context, [
    ['GET', `${ORDER_PATH}/files/:sha256`, getFile, { verb: 'orders.read' }],
    ['GET', `${ORDER_PATH}/files`, listFiles, { verb: 'orders.read' }],
    ['GET', `${ORDER_PATH}/files/:sha256/thumbnails/:size`, getThumbnail, { verb: 'orders.read' }],
    ['GET', `${ORDER_PATH}/files.zip`, getArchive, { verb: 'orders.read' }],
    ['POST', '/operator/v1/orders/files.zip', postArchive, { verb: 'orders.read' }],
  ]);
  await app.register(async (upload) => {
    upload.addContentTypeParser(BINARY, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerRoutes(upload, context, [['POST', `${ORDER_PATH}/files`, postFile, { verb: 'orders.mend' }]]);
  });
}
