import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { findParcelByCode } from '../../../packing/parcel-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { fileNotFound, parcelNotFound } from '../../../platform/errors/errors.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import { oneOf, stringField } from '../../../platform/http/api-document.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { pointersOf, stepPointer } from '../../../production/describe-piece.ts';
import { findWorkFileOfOrder, findWorkFiles, type WorkFile } from '../../../production/piece-facts-store.ts';
import type { Piece } from '../../../production/piece-store.ts';
import { listPrintFiles, type PrintFile } from '../../../production/print-files/print-file-store.ts';
import { findProductionOrders } from '../../../production/production-order-store.ts';
import { SHA256 } from '../fields/operator-schemas.ts';
import { parcelCodeOf, readById, readPiece, sendAttachment } from '../fields/staff-requests.ts';
import {
  contentAnswers,
  PICTURE_ANSWER_MS_MAX,
  type PictureContext,
  pictureAnswers,
  sendPicture,
  sendStoreError,
} from '../orders/order-file-answers.ts';
import { PieceParams } from './piece-schemas.ts';
import { printFileName } from './print-file-name.ts';

const route = routeUnder<PieceFileOptions>('Production');
const PRINT_MEDIA_TYPES = { PNG: 'image/png', TIFF: 'image/tiff', PDF: 'application/pdf' } as const;
const HASH = /^[0-9a-f]{64}$/;

interface PieceFileOptions extends PictureContext {
  pool: Pool;
  production: { printFileName: string };
}

const pictureParams = {
  sha256: stringField('SHA-256 of the file.', SHA256),
  size: oneOf(
    ['small', 'large'],
    'small: at most 320 pixels on the longer side. large: at most 1,280 pixels.',
    'small',
  ),
};
const PiecePictureParams = Type.Object({ ...PieceParams.properties, ...pictureParams });
const ParcelPictureParams = Type.Object({
  code: stringField('Scanned code of the parcel.', scanCodeOf('parcel', 31)),
  ...pictureParams,
});
const FileParams = Type.Object({ ...PieceParams.properties, step: stringField('Number of the step, from 1.', '1') });

const getPiecePicture = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  operationId: 'getPiecePicture',
  summary: 'Read a picture of a piece',
  description:
    'Returns a WebP picture of the artwork or of the target look. Labels and packing slips have no pictures here, because they show addresses.',
  params: PiecePictureParams,
  response: pictureAnswers('piece_not_found'),
  errorHandler: sendStoreError,
  handler: async (options, request, reply) => {
    const { code, sha256, size } = request.params;
    const piece = await readPiece(options.pool, code);
    const file = [...(await filesOf(options.pool, piece)).values()].find((one) => one.sha256 === sha256);
    if (!file) return sendPlacedPicture(options, piece, sha256, reply);
    return sendPicture(options, request, reply, { ...file, role: 'artwork', size });
  },
});

const getParcelPicture = route({
  config: { answerMsMax: PICTURE_ANSWER_MS_MAX },
  operationId: 'getParcelPicture',
  summary: 'Read a picture of an item in a parcel',
  description: 'Returns a WebP picture of the artwork or of the target look.',
  params: ParcelPictureParams,
  response: pictureAnswers('parcel_not_found'),
  errorHandler: sendStoreError,
  handler: async (options, request, reply) => {
    const { code: text, sha256, size } = request.params;
    const parcel = await readById(parcelCodeOf(text), (code) => findParcelByCode(options.pool, code), parcelNotFound);
    const file = HASH.test(sha256)
      ? await withRetry(() => findWorkFileOfOrder(options.pool, parcel, sha256))
      : undefined;
    if (!file) throw fileNotFound();
    return sendPicture(options, request, reply, { ...file, role: 'artwork', size });
  },
});

const getPieceFile = route({
  operationId: 'getPieceFile',
  summary: 'Read the artwork of a step',
  description:
    'Returns the original file as an attachment. Its name follows `PRINT_FILE_NAME`, so that printing software finds it.',
  params: FileParams,
  response: contentAnswers('The file.', 'An attachment with the file name from the scan.', 'piece_not_found'),
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs, production }, request, reply) => {
    const piece = await readPiece(pool, request.params.code);
    const place = /^[1-9]\d{0,3}$/.test(request.params.step) ? Number(request.params.step) - 1 : -1;
    const step = piece.steps[place];
    const file = step && (await filesOf(pool, piece)).get(`${stepPointer(piece, step)}/dataUrl`);
    if (!file) throw fileNotFound();
    const etag = `"${file.sha256}"`;
    const name = printFileName(production.printFileName, piece, place, file.mediaType);
    // The artwork of a step changes with its order, so a cache must revalidate it.
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
    return sendAttachment(reply, name, file.mediaType, await blobs.read(file.sha256));
  },
});

const getPrintFile = route({
  operationId: 'getPiecePrintFile',
  summary: 'Read the print-ready file of a step',
  description:
    'Returns the file for the machine as an attachment: in its printed size, mirrored where the technology needs it. Its name follows `PRINT_FILE_NAME`. 404 `not_found` while it is not ready.',
  params: FileParams,
  response: contentAnswers('The file.', 'An attachment with the file name from the scan.', 'piece_not_found'),
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs, production }, request, reply) => {
    const piece = await readPiece(pool, request.params.code);
    const place = /^[1-9]\d{0,3}$/.test(request.params.step) ? Number(request.params.step) - 1 : -1;
    const step = piece.steps[place];
    const file =
      step?.kind === 'PRINT' ? (await printFilesOf(pool, piece)).find(({ print }) => print === step.place) : undefined;
    if (!file?.sha256 || !file.kind) throw fileNotFound();
    const mediaType = PRINT_MEDIA_TYPES[file.kind];
    reply.header('etag', `"${file.sha256}"`).header('cache-control', 'private, no-cache');
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, `"${file.sha256}"`)) return reply.code(304).send();
    const name = printFileName(production.printFileName, piece, place, mediaType);
    return sendAttachment(reply, name, mediaType, await blobs.read(file.sha256));
  },
});

async function printFilesOf(pool: Pool, piece: Piece): Promise<PrintFile[]> {
  const files = await withRetry(() => listPrintFiles(pool, piece));
  return files.filter(({ position }) => position === piece.position);
}

/** Sends the picture of a print on the product. Its address contains its hash. */
async function sendPlacedPicture({ pool, blobs }: PieceFileOptions, piece: Piece, sha256: string, reply: FastifyReply) {
  if (!(await printFilesOf(pool, piece)).some(({ picture }) => picture === sha256)) throw fileNotFound();
  reply.header('etag', `"${sha256}"`).header('cache-control', 'private, max-age=31536000, immutable');
  return reply.type('image/webp').send(await blobs.read(sha256));
}

/** Finds the files of a piece. Throws `not_found` for a ticket of an earlier run. */
async function filesOf(pool: Pool, piece: Piece): Promise<Map<string, WorkFile>> {
  const [order] = await withRetry(() => findProductionOrders(pool, piece.clientId, [piece.orderId]));
  if (order?.run !== piece.run) throw fileNotFound();
  return withRetry(() => findWorkFiles(pool, piece, pointersOf(piece)));
}

export const pieceFileRoutes = routeTable<PieceFileOptions>([
  ['GET', '/operator/v1/pieces/:code/pictures/:sha256/:size', getPiecePicture, { verb: 'floor.read' }],
  ['GET', '/operator/v1/parcels/:code/pictures/:sha256/:size', getParcelPicture, { verb: 'floor.read' }],
  ['GET', '/operator/v1/pieces/:code/files/:step', getPieceFile, { verb: 'floor.read' }],
  ['GET', '/operator/v1/pieces/:code/print-files/:step', getPrintFile, { verb: 'floor.read' }],
]);
