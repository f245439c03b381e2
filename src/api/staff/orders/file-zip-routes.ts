import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { ZipFile } from 'yazl';
import { findKeptFilesOfOrders, type KeptFile } from '../../../orders/files/order-file-store.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../../platform/files/blobs.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { clientId, OrderKeyParams, strictObject, stringField } from '../fields/operator-schemas.ts';
import { extensionOf, OpenDownloads, plainName } from './order-file-answers.ts';
import { readOrder } from './verb-answers.ts';

const ZIP_ORDERS_MAX = 100;
/** Archives that are read at once: each holds a connection and reads from the disk. */
const ZIPS_MAX = { perOperator: 2, all: 8 };

interface ZipRouteOptions {
  pool: Pool;
  blobs: BlobStore;
}

interface ZipContext extends ZipRouteOptions {
  downloads: OpenDownloads;
}

const ZipRequest = strictObject('OrderFilesRequest', 'Orders whose files are wanted.', {
  orders: Type.Array(
    strictObject('OrderFilesKey', 'What names an order.', {
      clientId,
      orderId: stringField('The orderId, as it is.', 'SHOP-10001'),
    }),
    { minItems: 1, maxItems: ZIP_ORDERS_MAX, description: 'The orders.' },
  ),
});

const zipAnswer = {
  ...answer('The archive.', Type.String(), {
    'Content-Disposition': { schema: Type.String(), description: 'An attachment, with a name.' },
    ...rateLimitHeaders,
  }),
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
};
const LAYOUT =
  'A folder for each order; files are named by their place and role. What the file store has lost is listed in `MISSING.txt`. An operator may read two archives at a time.';

const getZip = route({
  schema: {
    tags: ['Orders'],
    operationId: 'downloadOrderFiles',
    summary: 'Read all files of an order as a ZIP archive',
    description: LAYOUT,
    params: OrderKeyParams,
    response: { 200: zipAnswer, ...errorAnswers('order_not_found', 'rate_limited') },
  },
  handler: async (context: ZipContext, { params, caller }, reply) => {
    const { clientId, orderId } = params;
    await readOrder(context.pool, clientId, orderId);
    return sendZip(context, caller.clientId, [params], `${plainName(orderId)}.zip`, reply);
  },
});

const postZip = route({
  schema: {
    tags: ['Orders'],
    operationId: 'downloadFilesOfOrders',
    summary: 'Read all files of several orders as a ZIP archive',
    description: `At most ${ZIP_ORDERS_MAX} orders; those that do not exist have no folder. ${LAYOUT}`,
    body: ZipRequest,
    response: { 200: zipAnswer, ...errorAnswers('rate_limited', ...WITH_BODY) },
  },
  handler: async (context: ZipContext, { body, caller }, reply) => {
    const orders = body.orders.filter(({ clientId, orderId }) => isStorable(clientId) && isStorable(orderId));
    return sendZip(context, caller.clientId, orders, 'orders.zip', reply);
  },
});

async function sendZip(
  { pool, blobs, downloads }: ZipContext,
  operatorId: string,
  orders: readonly { clientId: string; orderId: string }[],
  name: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const release = downloads.take(operatorId);
  try {
    const files = await withRetry(() => findKeptFilesOfOrders(pool, orders));
    const archive = zipOf(zipEntries(files), blobs);
    archive.once('close', release);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(archive);
  } catch (error) {
    release();
    throw error;
  }
}

const PLACE_DIGITS = 3;

interface ZipEntry {
  path: string;
  sha256: string;
  bytes: number;
  fetched: Date;
}

type FileOfOrder = Pick<KeptFile, 'role' | 'mediaType' | 'sha256' | 'bytes' | 'fetched'> & {
  clientId: string;
  orderId: string;
};

/**
 * Names for the files of orders, given order by order: a folder for each order, in it the files by their place. No two are the same, whatever
 * letters a file system takes for equal.
 */
export function zipEntries(files: readonly FileOfOrder[]): ZipEntry[] {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return files.map(({ clientId, orderId, role, mediaType, sha256, bytes, fetched }) => {
    const key = JSON.stringify([clientId, orderId]);
    let folder = folders.get(key);
    for (let number = 1; folder === undefined; number += 1) {
      const name = plainName(orderId) + (number > 1 ? `_${number}` : '');
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      folders.set(key, name);
      folder = name;
    }
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    const name = `${String(place).padStart(PLACE_DIGITS, '0')}_${role}.${extensionOf(mediaType)}`;
    return { path: `${folder}/${name}`, sha256, bytes, fetched };
  });
}

/** The archive as a stream; a file is opened when the one before it was read. Images and PDFs are compressed already. */
export function zipOf(entries: readonly ZipEntry[], blobs: Pick<BlobStore, 'read'>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error) => output.destroy(error as Error));
  pipeline(zip.outputStream, output).catch(() => {});
  addEntries(zip, entries, blobs, output).catch((error) => output.destroy(error));
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  blobs: Pick<BlobStore, 'read'>,
  output: PassThrough,
): Promise<void> {
  const lost: string[] = [];
  let current: Readable | undefined;
  // Nobody reads the archive any more.
  output.once('close', () => current?.destroy());
  for (const { path, sha256, bytes, fetched } of entries) {
    if (output.destroyed) return;
    try {
      current = await blobs.read(sha256);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      lost.push(path);
      continue;
    }
    if (output.destroyed) {
      // They left while it was opened.
      current.destroy();
      return;
    }
    zip.addReadStream(current, path, { mtime: fetched, compress: false, size: bytes });
    await finished(current, { writable: false });
  }
  if (lost.length > 0) {
    const text = `The file store has lost these files; restore them from a backup.\n${lost.join('\n')}\n`;
    zip.addBuffer(Buffer.from(text), 'MISSING.txt');
  }
  zip.end();
}

/** /operator/v1/orders/{clientId}/{orderId}/files.zip and /operator/v1/orders/files.zip */
export async function fileZipRoutes(app: FastifyInstance, options: ZipRouteOptions): Promise<void> {
  const busy = 'Too many archives are being read; wait until one is done.';
  const context = { ...options, downloads: new OpenDownloads(ZIPS_MAX, busy) };
  registerRoutes(app, context, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/files.zip', getZip, { verb: 'orders.read' }],
    ['POST', '/operator/v1/orders/files.zip', postZip, { verb: 'orders.read' }],
  ]);
}
