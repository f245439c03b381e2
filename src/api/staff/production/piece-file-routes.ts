import type { FastifyError, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { findParcelByCode } from '../../../packing/parcel-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { fileNotFound, parcelNotFound } from '../../../platform/errors/errors.ts';
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
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { pointersOf, stepPointer } from '../../../production/describe-piece.ts';
import { findWorkFileOfOrder, findWorkFiles, type WorkFile } from '../../../production/piece-facts-store.ts';
import type { Piece } from '../../../production/piece-store.ts';
import { findProductionOrders } from '../../../production/production-order-store.ts';
import { oneOf, SHA256, stringField } from '../fields/operator-schemas.ts';
import {
  FILE_TYPES,
  PICTURE_ANSWER_MS_MAX,
  type PictureContext,
  sendPicture,
  storeFailure,
} from '../orders/order-file-answers.ts';
import { PieceParams, printFileName } from './piece-schemas.ts';
import { parcelCodeOf, readPiece } from './read-by-code.ts';

export interface PieceFileOptions extends PictureContext {
  pool: Pool;
  production: { printFileName: string };
}

const pictureParams = {
  sha256: stringField('Of the file, as the address has it.', SHA256),
  size: oneOf(['small', 'large'], 'At most 320 or 1,280 pixels along the longer side.', 'small'),
};
const PiecePictureParams = Type.Object({ ...PieceParams.properties, ...pictureParams });
const ParcelPictureParams = Type.Object({
  code: stringField('Of the parcel, as it is scanned.', scanCodeOf('parcel', 31)),
  ...pictureParams,
});
const FileParams = Type.Object({
  ...PieceParams.properties,
  step: stringField('Which step of the piece, from 1.', '1'),
});

const pictureAnswer = {
  ...answer('The picture.', Type.String(), { ...etagHeader, ...rateLimitHeaders }),
  content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
};
const storeErrors = (error: FastifyError) => storeFailure(error) ?? toApiError(error);

const getPiecePicture = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  schema: {
    tags: ['Production'],
    operationId: 'getPiecePicture',
    summary: 'Look at a file of a piece',
    description:
      'A picture of its artwork, or of how it should look, as WebP. Nothing that shows whom it goes to: no label, no packing slip.',
    params: PiecePictureParams,
    response: {
      200: pictureAnswer,
      ...notModified,
      ...errorAnswers('piece_not_found', 'not_found'),
    },
  },
  errorHandler: (error: FastifyError, request, reply) => sendError(storeErrors(error), error, request, reply),
  handler: async (options: PieceFileOptions, request, reply) => {
    const { code, sha256, size } = request.params;
    const piece = await readPiece(options.pool, code);
    const file = [...(await filesOf(options.pool, piece)).values()].find((one) => one.sha256 === sha256);
    if (!file) throw fileNotFound();
    return sendPicture(options, request, reply, { ...file, role: 'artwork', size });
  },
});

const getParcelPicture = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  schema: {
    tags: ['Production'],
    operationId: 'getParcelPicture',
    summary: 'Look at an item of a parcel',
    description: 'A picture of its artwork, or of how it should look, as WebP.',
    params: ParcelPictureParams,
    response: {
      200: pictureAnswer,
      ...notModified,
      ...errorAnswers('parcel_not_found', 'not_found'),
    },
  },
  errorHandler: (error: FastifyError, request, reply) => sendError(storeErrors(error), error, request, reply),
  handler: async (options: PieceFileOptions, request, reply) => {
    const { code: text, sha256, size } = request.params;
    const code = parcelCodeOf(text);
    const parcel = await withRetry(() => findParcelByCode(options.pool, code));
    if (!parcel) throw parcelNotFound();
    const file = HASH.test(sha256)
      ? await withRetry(() => findWorkFileOfOrder(options.pool, parcel, sha256))
      : undefined;
    if (!file) throw fileNotFound();
    return sendPicture(options, request, reply, { ...file, role: 'artwork', size });
  },
});

const HASH = /^[0-9a-f]{64}$/;

const getPieceFile = route({
  schema: {
    tags: ['Production'],
    operationId: 'getPieceFile',
    summary: 'Read the file that is printed on a piece',
    description:
      'The artwork of a step as it was fetched, under a file name by `PRINT_FILE_NAME`, where a printer’s own program looks for it.',
    params: FileParams,
    response: {
      200: {
        ...answer('The content of the file.', Type.String(), {
          ...etagHeader,
          'Content-Disposition': {
            schema: Type.String(),
            description: 'An attachment with the name that the scan told.',
          },
          ...rateLimitHeaders,
        }),
        content: Object.fromEntries(
          FILE_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      },
      ...notModified,
      ...errorAnswers('piece_not_found', 'not_found'),
    },
  },
  errorHandler: (error: FastifyError, request, reply) => sendError(storeErrors(error), error, request, reply),
  handler: async ({ pool, blobs, production }: PieceFileOptions, request, reply) => {
    const piece = await readPiece(pool, request.params.code);
    const place = /^[1-9]\d{0,3}$/.test(request.params.step) ? Number(request.params.step) - 1 : -1;
    const step = piece.steps[place];
    const file = step && (await filesOf(pool, piece)).get(`${stepPointer(piece, step)}/dataUrl`);
    if (!file) throw fileNotFound();
    const etag = `"${file.sha256}"`;
    const name = printFileName(production.printFileName, piece, place, file.mediaType);
    // The artwork of a step changes with its order, so whoever has it asks whether it is still that.
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
    return reply
      .header('content-type', file.mediaType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(await blobs.read(file.sha256));
  },
});

/**
 * Finds the files of a piece. Throws `not_found` for a ticket from before its order was changed, since its
 * files are replaced.
 */
async function filesOf(pool: Pool, piece: Piece): Promise<Map<string, WorkFile>> {
  const [order] = await withRetry(() => findProductionOrders(pool, piece.clientId, [piece.orderId]));
  if (order?.run !== piece.run) throw fileNotFound();
  return withRetry(() => findWorkFiles(pool, piece, pointersOf(piece)));
}

/** /operator/v1/pieces/{code}/pictures and files, /operator/v1/parcels/{code}/pictures: what stations show, and what is printed. */
export async function pieceFileRoutes(app: FastifyInstance, options: PieceFileOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/pieces/:code/pictures/:sha256/:size', getPiecePicture, { verb: 'production.work' }],
    [
      'GET',
      '/operator/v1/parcels/:code/pictures/:sha256/:size',
      getParcelPicture,
      { verb: 'production.work' },
    ],
    ['GET', '/operator/v1/pieces/:code/files/:step', getPieceFile, { verb: 'production.work' }],
  ]);
}
