import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { findPrintAreas } from '../../../catalog/print-areas.ts';
import type { Order } from '../../../orders/document/order-schemas.ts';
import { artworkPlaces } from '../../../orders/files/artwork-rules.ts';
import { artworkDpi } from '../../../orders/files/content-rules.ts';
import type { PictureDrawer } from '../../../orders/files/draw-pictures.ts';
import type { KeptFile } from '../../../orders/files/order-file-store.ts';
import { measuresOf } from '../../../orders/files/order-files.ts';
import type { PictureNames } from '../../../orders/files/picture-store.ts';
import {
  type FileOfOrder,
  findFileOfOrder,
  findOrderOfClient,
} from '../../../orders/staff/staff-order-store.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, fileNotFound, orderNotFound } from '../../../platform/errors/errors.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from '../../../platform/files/blobs.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { OrderFileParams } from '../fields/operator-schemas.ts';

const HASH_IN_NAME_LENGTH = 8;
const NAME_LENGTH_MAX = 60;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
};
/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Media types that files of orders have. */
export const FILE_TYPES = Object.keys(EXTENSIONS);

/** The address at which staff read the order. */
export function orderUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>, clientId: string, orderId: string): string {
  return `${BASE_URL}/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
}

export interface PrintSize {
  widthMm: number;
  heightMm: number;
}

/**
 * A kept file as staff read it. Artwork has its print area, and the resolution of its print in dots per inch.
 */
export function shownFile(file: KeptFile, orderUrl: string, printArea: PrintSize | undefined) {
  const { pointer, role, sha256, mediaType, bytes, fetched } = file;
  const url = `${orderUrl}/files/${sha256}`;
  const printDpi = printArea && artworkDpi(file, printArea);
  return {
    pointer,
    role,
    sha256,
    mediaType,
    bytes,
    fetched,
    url,
    thumbnails: { small: `${url}/thumbnails/small`, large: `${url}/thumbnails/large` },
    ...measuresOf(file),
    ...(printArea && { printArea }),
    ...(printDpi !== undefined && { printDpi }),
  };
}

/** `SHOP-10001_artwork_9f86d081.png`: what no file system and no header has trouble with. */
export function fileName(orderId: string, role: string, mediaType: string, sha256: string): string {
  return `${plainName(orderId)}_${role}_${sha256.slice(0, HASH_IN_NAME_LENGTH)}.${extensionOf(mediaType)}`;
}

export function extensionOf(mediaType: string): string {
  return EXTENSIONS[mediaType] ?? 'bin';
}

/** The orderId as a part of a file name. */
export function plainName(orderId: string): string {
  const name = orderId.replaceAll(/[^\w-]+/g, '-').slice(0, NAME_LENGTH_MAX);
  return RESERVED.test(name) ? `${name}_` : name;
}

/** Finds the print area of each kept artwork, by its pointer, where the catalogue has one. */
export async function findArtworkAreas(
  connection: Connection,
  order: Pick<Order, 'items'>,
  files: readonly { pointer: string }[],
): Promise<Map<string, PrintSize>> {
  const kept = new Set(files.map(({ pointer }) => pointer));
  const places = artworkPlaces(order).filter(({ pointer }) => kept.has(pointer));
  const areas = new Map<string, PrintSize>();
  if (places.length === 0) return areas;
  const printAreaOf = await findPrintAreas(
    connection,
    places.map(({ sku }) => sku),
  );
  for (const { pointer, sku, location } of places) {
    const area = printAreaOf(sku, location);
    if (area) areas.set(pointer, area);
  }
  return areas;
}

const RETRY_AFTER_SECONDS = '10';

/** Finds a file of the order. Throws `order_not_found` or `not_found`. */
export async function findFile(
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

/** Returns the error for a failure of the blob store. The log has the cause. */
export function storeFailure(error: unknown): ApiError | undefined {
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

/** Milliseconds for a request that may have to draw a picture. */
export const PICTURE_ANSWER_MS_MAX = 60_000;
/** The party of staff among those who share the drawing of pictures. */
const STAFF = 'staff';
/** For pictures whose address names their content. */
const FOR_GOOD = 'private, max-age=31536000, immutable';
/** For pictures that may hold an address: a cache must ask before it answers. */
const PERSONAL = 'private, no-cache';
const PERSONAL_ROLES = ['label', 'packing_slip'];

export interface PictureContext {
  blobs: BlobStore;
  drawer: PictureDrawer;
}

type Size = 'small' | 'large';

/** Sends the picture of a file, and draws it before where it does not exist yet. */
export async function sendPicture(
  { blobs, drawer }: PictureContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { role, size, ...file }: { sha256: string; mediaType: string; role: string; size: Size },
): Promise<FastifyReply> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(request.answerBy - performance.now())));
  const names = await drawer.picturesOf(STAFF, file, signal);
  const etag = `"${nameOf(names, size)}"`;
  reply.header('etag', etag).header('cache-control', PERSONAL_ROLES.includes(role) ? PERSONAL : FOR_GOOD);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  const picture = await blobs.read(nameOf(names, size)).catch(async (error) => {
    if (!(error instanceof BlobMissingError)) throw error;
    // The store has lost the picture: it is drawn again.
    return blobs.read(nameOf(await drawer.draw(STAFF, file, signal), size));
  });
  return reply.header('content-type', 'image/webp').send(picture);
}

function nameOf(names: PictureNames, size: Size): string {
  const name = names[size];
  if (name === null) {
    throw new ApiError('not_found', 'No picture of this file can be drawn; read the file itself.');
  }
  return name;
}

/** Limits how many downloads one operator, and all operators together, have open in this process. */
export class OpenDownloads {
  readonly #open = new Map<string, number>();
  readonly #limits: { perOperator: number; all: number };
  readonly #busy: string;

  /** `busy` is the message where the limits are reached. */
  constructor(limits: { perOperator: number; all: number }, busy: string) {
    this.#limits = limits;
    this.#busy = busy;
  }

  /** Counts a download until it is released by what this returns. Throws `rate_limited`. */
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
