import type { FastifyReply, FastifyRequest } from 'fastify';
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
  handler: async (options, request, reply) => {
    const piece = await readPiece(options.pool, request.params.code);
    const { index, step } = findStep(piece, request.params.step);
    const file = step && (await filesOf(options.pool, piece)).get(`${stepPointer(piece, step)}/dataUrl`);
    if (!file) throw fileNotFound();
    return sendFile(options, request, reply, { ...file, piece, index });
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
  handler: async (options, request, reply) => {
    const piece = await readPiece(options.pool, request.params.code);
    const { index, step } = findStep(piece, request.params.step);
    const files = step?.kind === 'PRINT' ? await printFilesOf(options.pool, piece) : [];
    const { sha256, kind } = files.find(({ print }) => print === step?.place) ?? {};
    if (!sha256 || !kind) throw fileNotFound();
    return sendFile(options, request, reply, { sha256, mediaType: PRINT_MEDIA_TYPES[kind], piece, index });
  },
});

/** Finds the step with this number, counted from 1. `index` counts from 0. */
function findStep({ steps }: Piece, number: string) {
  const index = /^[1-9]\d{0,3}$/.test(number) ? Number(number) - 1 : -1;
  return { index, step: steps[index] };
}

/** Sends a file of a step as an attachment. It changes with the order, so a cache must revalidate it. */
async function sendFile(
  { blobs, production }: PieceFileOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, mediaType, piece, index }: { sha256: string; mediaType: string; piece: Piece; index: number },
) {
  const etag = `"${sha256}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  const name = printFileName(production.printFileName, piece, index, mediaType);
  return sendAttachment(reply, name, mediaType, await blobs.read(sha256));
}

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
