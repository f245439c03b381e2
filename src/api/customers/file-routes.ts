import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCodes, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { CODE_LENGTH_MAX, orderId } from '../../orders/document/order-fields.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { FILE_TYPES } from '../../orders/files/archive-files.ts';
import { findUploads } from '../../orders/files/client-upload-store.ts';
import { PictureFolders } from '../../orders/files/draw-pictures.ts';
import { UPLOAD_DAYS } from '../../orders/files/order-files.ts';
import { PREVIEW_STATES, PREVIEWS_MAX, readPreviews } from '../../orders/files/read-previews.ts';
import { CHECK_MS_MAX, checkFile, type FileCheckContext, storeUpload } from '../../orders/intake/check-file.ts';
import type { OrderBatches } from '../../orders/rows/order-batches.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { FileContent } from '../../platform/files/file-content.ts';
import {
  answer,
  booleanField,
  changeAnswers,
  errorAnswers,
  etagHeader,
  integerField,
  notModified,
  oneOf,
  openList,
  rateLimitHeaders,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../platform/http/error-handler.ts';
import { matchesEtag, sendJson } from '../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../platform/http/route-table.ts';
import { requestValidator } from '../../platform/http/violations.ts';
import { type FetchedFile, FILE_BYTES_MAX, receiveFile } from '../../platform/network/safe-fetch.ts';
import type { Config } from '../../platform/settings/config.ts';
import { sendAttachment } from '../staff/fields/staff-requests.ts';
import { orderKey, ownOrderNotFound } from './order-paths.ts';

interface FileRouteOptions extends FileCheckContext {
  config: Pick<Config, 'BASE_URL' | 'ARTWORK_DPI_MIN'>;
  pool: Pool;
  batches: OrderBatches;
  blobs: BlobStore;
  clock: () => Date;
  disk: Pick<DiskWatch, 'mayFetch' | 'claim'>;
}

type ReceivedFile = Omit<FetchedFile, 'kind' | 'validators'> & { folder: string };

const route = routeUnder<FileRouteOptions>('Files');
const BINARY = 'application/octet-stream';
/** Further media types that an upload may name. Its content decides. */
const UPLOAD_TYPES = [BINARY, ...FILE_TYPES];
const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const ANSWER_MARGIN_MS = 5_000;
const FILE_ID = 'Yk3nQ0bZ8sVtLw2eRr5uJx7oPa9cDf1g';
const URL_LENGTH_MAX = 2_048;
const EXAMPLE_URL = 'https://files.example.com/artwork/10001-front.png';

const measures = {
  mediaType: Type.Optional(openList(FILE_TYPES, 'What the content is. Absent: not known.', 'image/png')),
  bytes: Type.Optional(integerField('Size in bytes.', 248_310)),
  width: Type.Optional(integerField('Width of an image in pixels.', 3_600)),
  height: Type.Optional(integerField('Height of an image in pixels.', 4_800)),
  dpi: Type.Optional(Type.Number({ description: 'Pixels per inch that an image declares.', examples: [300] })),
  hasAlpha: Type.Optional(booleanField('Whether an image may have transparent pixels.', true)),
  pages: Type.Optional(integerField('Pages of a PDF, or labels of ZPL.', 1)),
  widthMm: Type.Optional(Type.Number({ description: 'Width of a PDF in millimeters.', examples: [210] })),
  heightMm: Type.Optional(Type.Number({ description: 'Height of a PDF in millimeters.', examples: [297] })),
};

const checked = { mediaType: 'image/png', bytes: 248_310, width: 3_600, height: 4_800, dpi: 300, hasAlpha: true };
const textIn = (description: string, example: string, maxLength = CODE_LENGTH_MAX) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

const postCheck = route({
  operationId: 'checkFile',
  summary: 'Check artwork before ordering',
  description:
    'Fetches the file as an order would, and judges it by the same rules. Refusals are in the answer, with status 200. The bytes count towards your limit of a day. A later order reuses the fetched file for a short time. The sandbox does the same.',
  body: Type.Object(
    {
      url: textIn('Address of the artwork, or of an uploaded file.', EXAMPLE_URL, URL_LENGTH_MAX),
      sku: textIn('SKU of the blank.', 'ST-CREATOR-BLK-M'),
      location: textIn("The place on the garment: one of the article's locations.", 'REGULAR'),
      technology: textIn('One of the technologies of the location.', 'DTG'),
    },
    {
      title: 'FileCheckRequest',
      description: 'Artwork, and where it would be printed.',
      additionalProperties: false,
      examples: [{ url: EXAMPLE_URL, sku: 'ST-CREATOR-BLK-M', location: 'REGULAR', technology: 'DTG' }],
    },
  ),
  response: changeAnswers(
    'The check.',
    titledObject(
      'FileCheck',
      'What an order with this artwork would meet.',
      {
        ...measures,
        print: Type.Optional(
          titledObject('FileCheckPrint', 'The printed size. Absent: the location has no print area.', {
            widthMm: Type.Number({ description: 'Printed width in millimeters.', examples: [300] }),
            heightMm: Type.Number({ description: 'Printed height in millimeters.', examples: [400] }),
            dpi: Type.Optional(
              Type.Number({ description: 'Pixels per inch of an image at its printed size.', examples: [305] }),
            ),
          }),
        ),
        refusals: Type.Array(
          titledObject('FileRefusal', 'A reason why the order would be refused, wait, or go to ERROR.', {
            pointer: stringField('JSON Pointer into the request.', '/url'),
            code: stringField('Name of the reason.', 'file_not_found'),
            message: stringField('A sentence that says what to do.', 'The server of the URL answered 404.'),
            permanent: booleanField('false: an order would try again by itself.', true),
          }),
          { description: 'Empty: the artwork would be accepted.' },
        ),
        warnings: Type.Array(
          titledObject('FileWarning', 'Something that could be better.', {
            code: stringField('Short name of the warning.', 'low_resolution'),
            message: stringField('A sentence about it.'),
          }),
          { description: 'They would not stop the order.' },
        ),
      },
      { ...checked, print: { widthMm: 300, heightMm: 400, dpi: 304.8 }, refusals: [], warnings: [] },
    ),
  ),
  config: { answerMsMax: CHECK_MS_MAX + ANSWER_MARGIN_MS },
  handler: async (context, { caller, body }) => {
    const { content, ...check } = await checkFile(context, caller.clientId, body);
    return { ...(content && measuresIn(content)), ...check };
  },
});

const uploadedSchema = titledObject(
  'UploadedFile',
  'An uploaded file.',
  {
    fileId: stringField('Random id of the file. The same content has the same id.', FILE_ID),
    url: stringField('Address of the file, for orders and checks.', `http://localhost:8080/v1/files/${FILE_ID}`),
    ...measures,
    expires: Timestamp('When it is deleted, unless an order uses it.', '2026-03-02T12:00:00.000Z'),
  },
  {
    fileId: FILE_ID,
    url: `http://localhost:8080/v1/files/${FILE_ID}`,
    mediaType: 'application/zpl',
    bytes: 27,
    expires: '2026-03-02T12:00:00.000Z',
  },
);
const uploaded = Type.String({ format: 'binary', description: 'The file.', examples: ['^XA^FO40,40^FDBox 1^FS^XZ'] });

const NO_FILE = new ApiError(
  'unsupported_media_type',
  `Send the file itself as the body, with Content-Type: ${BINARY}. A form (multipart/form-data) is not read.`,
);
const UPLOAD_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: NO_FILE,
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError('body_too_large', 'The file is larger than 256 MiB.'),
};

const postFile = route({
  bodyLimit: FILE_BYTES_MAX,
  config: { judgesBody: true, bytesPerPoint: MIB },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'uploadFile',
  summary: 'Upload a file for orders',
  description: `Stores artwork, a picture, a label or a packing slip, of at most 256 MiB, and returns its address for orders. The body is the file itself. The request takes one more of the quota for each full MiB. You may keep 10,000 files of 10 GiB together that no order uses; they are deleted after ${UPLOAD_DAYS} days. Files that an order uses do not count. The sandbox does the same.`,
  body: { content: { [BINARY]: { schema: uploaded } } },
  response: changeAnswers('The stored file.', uploadedSchema, 'upload_quota_reached'),
  errorHandler: (error: FastifyError, request, reply) =>
    sendError(UPLOAD_ERRORS[error.code] ?? toApiError(error), error, request, reply),
  handler: async (context, request) => {
    const { caller, answerBy } = request;
    const file = request.body as ReceivedFile | undefined;
    if (!file) throw NO_FILE;
    try {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(answerBy - performance.now())));
      const { fileId, content, keptSince } = await storeUpload(context, caller.clientId, file, signal);
      return {
        fileId,
        url: `${context.config.BASE_URL}/v1/files/${fileId}`,
        ...measuresIn(content),
        expires: new Date(keptSince.getTime() + UPLOAD_DAYS * DAY_MS),
      };
    } finally {
      await rm(file.folder, { recursive: true, force: true });
    }
  },
});

function measuresIn({ mediaType, bytes, ...found }: FileContent) {
  const { width, height, dpi, hasAlpha, pages, widthMm, heightMm } = found;
  return { mediaType, bytes, width, height, dpi, hasAlpha, pages, widthMm, heightMm };
}

const folders = new PictureFolders();

/** Writes a body to a file while it arrives, so that no large body is in memory. */
async function receiveUpload(
  { clock, disk }: Pick<FileRouteOptions, 'clock' | 'disk'>,
  request: FastifyRequest,
  body: Readable,
): Promise<ReceivedFile> {
  if (Number(request.headers['content-length'] ?? 0) > FILE_BYTES_MAX)
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const folder = await folders.make(clock());
  try {
    const claimRoom = (bytes: number) => disk.mayFetch() && disk.claim(bytes);
    return { ...(await receiveFile(limitBytes(body), claimRoom, join(folder, 'file'))), folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { code } = (error as { failure?: { code: string } }).failure ?? {};
    if (code !== 'storage_low') throw error;
    const message = 'The server has no room for files now. Send the file again later.';
    throw new ApiError('temporarily_unavailable', message, { headers: { 'Retry-After': '60' } });
  }
}

async function* limitBytes(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > FILE_BYTES_MAX) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    yield chunk;
  }
}

const getFile = route({
  operationId: 'getFile',
  summary: 'Read an uploaded file',
  description: 'Returns a file that you uploaded. Only its random id leads to it, and only your own token reads it.',
  params: Type.Object({ fileId: stringField('Id of the file.', FILE_ID) }),
  response: {
    200: {
      ...answer('The content of the file.', Type.String(), { ...etagHeader, ...rateLimitHeaders }),
      content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
    },
    ...notModified,
    ...errorAnswers('not_found'),
  },
  handler: async ({ pool, blobs }, { caller, headers, params: { fileId } }, reply) => {
    const [file] = await withRetry(() => findUploads(pool, caller.clientId, [fileId]));
    if (!file) throw new ApiError('not_found', 'You have uploaded no file with this id, or it was deleted.');
    const etag = `"${file.sha256}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    const known = headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
    const content = await blobs.read(file.sha256);
    reply.header('content-length', file.content.bytes);
    return sendAttachment(reply, fileId, file.content.mediaType ?? BINARY, content);
  },
});

const PreviewSchema = titledObject(
  'Preview',
  'A small picture of a file of an item.',
  {
    role: openList(['artwork', 'quality_control_image'], 'What the file is.', 'artwork'),
    location: Type.Optional(stringField('The place of the print or customization.', 'REGULAR')),
    technology: Type.Optional(stringField('The technology of the print or customization.', 'DTG')),
    state: oneOf(PREVIEW_STATES, 'PENDING: it is drawn soon. NONE: no picture of the file can be drawn.', 'READY'),
    image: Type.Optional(
      stringField(
        'The picture as a data URL, WebP, at most 320 pixels on the longer side. Set in READY.',
        'data:image/webp;base64,UklGRg…',
      ),
    ),
  },
  { role: 'artwork', location: 'REGULAR', technology: 'DTG', state: 'PENDING' },
);

const getPreviews = route({
  operationId: 'listPreviews',
  summary: 'Read small pictures of an item',
  description: `Lists small pictures of the files of an item, at most ${PREVIEWS_MAX}, as staff see them. Files are drawn in the background after they were fetched. An item that names a product has none. The sandbox does the same.`,
  params: Type.Object({ orderId, itemId: stringField('Id of the item.', '1') }),
  response: readAnswers('The pictures.', Type.Array(PreviewSchema), 'order_not_found', 'not_found'),
  handler: async (context, request, reply) => {
    const key = orderKey(request);
    const found = await context.batches.find(key);
    if (!found) throw ownOrderNotFound();
    const order: Order = JSON.parse(found.document);
    const index = order.items.findIndex(({ id }) => id === request.params.itemId);
    if (index < 0) throw new ApiError('not_found', 'The order has no item with this id.');
    return sendJson(request, reply, await readPreviews(context, key.clientId, order, index));
  },
});

export async function fileRoutes(app: FastifyInstance, context: FileRouteOptions): Promise<void> {
  registerRoutes(app, context, [
    ['POST', '/v1/files/checks', postCheck],
    ['GET', '/v1/files/:fileId', getFile],
    ['GET', '/v1/orders/:orderId/items/:itemId/previews', getPreviews],
  ]);
  await app.register(async (upload) => {
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser(UPLOAD_TYPES, (request: FastifyRequest, body: Readable) =>
      receiveUpload(context, request, body),
    );
    registerRoutes(upload, context, [['POST', '/v1/files', postFile]]);
  });
}
