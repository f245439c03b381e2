import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import type { PrintArea } from '../../../catalog/catalog-schemas.ts';
import { type Placement, placeArtwork, printedDpi } from '../../../catalog/printing/placement-rules.ts';
import { readPrintSettings } from '../../../catalog/printing/read-print-settings.ts';
import type { Order } from '../../../orders/document/order-schemas.ts';
import { FILE_TYPES } from '../../../orders/files/archive-files.ts';
import type { PictureDrawer } from '../../../orders/files/draw-pictures.ts';
import type { KeptFile, PictureNames } from '../../../orders/files/order-file-store.ts';
import { artworkPlaces, measuresOf } from '../../../orders/files/order-files.ts';
import { type FileOfOrder, findFileOfOrder, findOrderOfClient } from '../../../orders/staff/staff-order-store.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, type ErrorName, fileNotFound, orderNotFound } from '../../../platform/errors/errors.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from '../../../platform/files/blobs.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
} from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import type { OrderFileParams } from '../fields/operator-schemas.ts';

const RETRY_AFTER_SECONDS = '10';
export const PICTURE_ANSWER_MS_MAX = 60_000;
const STAFF = 'staff';
/** Cache control of pictures whose address contains the hash of their content. */
const FOREVER = 'private, max-age=31536000, immutable';
/** Cache control of pictures that may contain an address: a cache must ask before it answers. */
const PERSONAL = 'private, no-cache';
const PERSONAL_ROLES = ['label', 'packing_slip'];
type PrintPlace = { area: PrintArea; placement: Placement };

/** Returns the answer for a stored file. Artwork has its print area and its dots per inch. */
export function keptFileAnswer(file: KeptFile, orderUrl: string, print: PrintPlace | undefined) {
  const { pointer, role, sha256, mediaType, bytes, fetched } = file;
  const url = `${orderUrl}/files/${sha256}`;
  const printDpi = print && printedDpi(file, print.placement);
  const { visibleShare: _share, isOpaque: _isOpaque, ...measures } = measuresOf(file);
  return {
    pointer,
    role,
    sha256,
    mediaType,
    bytes,
    fetched,
    url,
    thumbnails: { small: `${url}/thumbnails/small`, large: `${url}/thumbnails/large` },
    ...measures,
    ...(print && { printArea: print.area }),
    ...(printDpi !== undefined && { printDpi }),
  };
}

/** Returns where each artwork is printed, by its pointer. Without a print area, this is not known. */
export async function findPrintPlaces(
  connection: Connection,
  clientId: string,
  order: Pick<Order, 'items'>,
  files: readonly KeptFile[],
): Promise<Map<string, PrintPlace>> {
  const kept = new Map(files.map((file) => [file.pointer, file]));
  const places = artworkPlaces(order).filter(({ pointer }) => kept.has(pointer));
  const found = new Map<string, PrintPlace>();
  if (places.length === 0) return found;
  const skus = places.map(({ sku }) => sku);
  const { areaOf, fittingOf } = await readPrintSettings(connection, clientId, skus);
  for (const { pointer, sku, location } of places) {
    const area = areaOf(sku, location);
    if (area) found.set(pointer, { area, placement: placeArtwork(kept.get(pointer), area, fittingOf(sku)) });
  }
  return found;
}

/** Finds a file of the order. Throws `order_not_found` or `not_found`. */
export async function findFile(
  pool: Pool,
  { clientId, orderId, sha256 }: Static<typeof OrderFileParams>,
): Promise<FileOfOrder> {
  const found = await withRetry(() => findFileOfOrder(pool, clientId, orderId, sha256));
  if (found) return found;
  throw (await withRetry(() => findOrderOfClient(pool, clientId, orderId))) ? fileNotFound() : orderNotFound();
}

const binary = { schema: { type: 'string', format: 'binary' } };

export const pictureAnswers = (notFound: ErrorName) => ({
  200: {
    ...answer('The picture.', Type.String(), { ...etagHeader, ...rateLimitHeaders }),
    content: { 'image/webp': binary },
  },
  ...notModified,
  ...errorAnswers(notFound, 'not_found'),
});

/** Describes the answers of an operation that returns a file of an order, with its name as `attachment`. */
export function contentAnswers(description: string, attachment: string, notFound: ErrorName) {
  const headers = {
    ...etagHeader,
    'Content-Disposition': { schema: Type.String(), description: attachment },
    ...rateLimitHeaders,
  };
  const content = Object.fromEntries(FILE_TYPES.map((type) => [type, binary]));
  return {
    200: { ...answer(description, Type.String(), headers), content },
    ...notModified,
    ...errorAnswers(notFound, 'not_found'),
  };
}

export function sendStoreError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return sendError(storeFailure(error) ?? toApiError(error), error, request, reply);
}

/** Returns the error for a failure of the blob store. The log has the cause. */
function storeFailure(error: unknown): ApiError | undefined {
  if (error instanceof BlobMissingError) {
    const message = 'The file store has lost this file of the order. Restore it from a backup.';
    return new ApiError('internal_error', message);
  }
  if (!(error instanceof BlobStoreError)) return undefined;
  const message = 'The file store cannot be read right now. Send the request again.';
  return new ApiError('temporarily_unavailable', message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

export type PictureContext = { blobs: BlobStore; drawer: PictureDrawer };
type Size = 'small' | 'large';

/** Sends the picture of a file, which is drawn now if it does not exist yet. */
export async function sendPicture(
  { blobs, drawer }: PictureContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { role, size, ...file }: { sha256: string; mediaType: string; role: string; size: Size },
): Promise<FastifyReply> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(request.answerBy - performance.now())));
  const names = await drawer.picturesOf(STAFF, file, signal);
  const etag = `"${nameOf(names, size)}"`;
  reply.header('etag', etag).header('cache-control', PERSONAL_ROLES.includes(role) ? PERSONAL : FOREVER);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  const picture = await blobs.read(nameOf(names, size)).catch(async (error) => {
    if (!(error instanceof BlobMissingError)) throw error;
    // The store has lost the picture, so it is drawn again.
    return blobs.read(nameOf(await drawer.draw(STAFF, file, signal), size));
  });
  return reply.header('content-type', 'image/webp').send(picture);
}

function nameOf(names: PictureNames, size: Size): string {
  const name = names[size];
  if (name === null) {
    throw new ApiError('not_found', 'No picture of this file can be drawn. Read the file itself.');
  }
  return name;
}

export class OpenDownloads {
  readonly #open = new Map<string, number>();
  readonly #limits: { perOperator: number; all: number };
  readonly #busy: string;

  /** `busy` is the message of the error once a limit is reached. */
  constructor(limits: { perOperator: number; all: number }, busy: string) {
    this.#limits = limits;
    this.#busy = busy;
  }

  /** Counts a download until the returned function is called. Throws `rate_limited`. */
  take(operatorId: string): () => void {
    const own = this.#open.get(operatorId) ?? 0;
    const all = this.#open.values().reduce((sum, count) => sum + count, 0);
    if (own >= this.#limits.perOperator || all >= this.#limits.all)
      throw new ApiError('rate_limited', this.#busy, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    this.#open.set(operatorId, own + 1);
    return () => {
      const count = (this.#open.get(operatorId) ?? 1) - 1;
      if (count > 0) this.#open.set(operatorId, count);
      else this.#open.delete(operatorId);
    };
  }
}
