import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { placeArtwork, printedDpi } from '../../catalog/printing/placement-rules.ts';
import { readPrintSettings } from '../../catalog/printing/read-print-settings.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../../platform/errors/errors.ts';
import type { FileContent } from '../../platform/files/file-content.ts';
import { type ValidationContext, validateOrder } from '../create/validate-order.ts';
import type { OrderWarning } from '../document/order-schemas.ts';
import { artworkWarnings } from '../files/artwork-rules.ts';
import {
  type ClientUpload,
  hasUpload,
  markUsedUploads,
  sumUnusedUploads,
  upsertUpload,
} from '../files/client-upload-store.ts';
import { uploadViolation } from '../files/content-rules.ts';
import { ClientFetches } from './client-fetches.ts';
import { inspectFiles, type KeepContext } from './keep-files.ts';

export interface FileCheckContext extends ValidationContext {
  keep: KeepContext;
  pool: Pool;
  config: Readonly<{ ARTWORK_DPI_MIN: number }>;
}

type FileToCheck = { url: string; sku: string; location: string; technology: string };
export type Refusal = { pointer: string; code: string; message: string; permanent: boolean };

export interface FileCheck {
  /** Absent: the file could not be read. */
  content?: FileContent;
  print?: { widthMm: number; heightMm: number; dpi?: number };
  refusals: Refusal[];
  warnings: Omit<OrderWarning, 'pointer'>[];
}

/** A check ends after this time, although intake would wait longer. */
export const CHECK_MS_MAX = 20_000;
const NOT_STORED = { created: new Date(0), updated: new Date(0), status: 'NEW' } as const;
const ITEM = '/items/0/customProduct';
/** Pointers into the order by pointers into the request. */
const POINTERS: Readonly<Record<string, string>> = {
  [`${ITEM}/sku`]: '/sku',
  [`${ITEM}/prints/0/dataUrl`]: '/url',
  [`${ITEM}/prints/0/location`]: '/location',
  [`${ITEM}/prints/0/technology`]: '/technology',
};

/** Fetches and inspects artwork as the intake of an order does, by the same limits. Stores no order. */
export async function checkFile(
  context: FileCheckContext,
  clientId: string,
  { url, sku, location, technology }: FileToCheck,
): Promise<FileCheck> {
  const { keep, pool } = context;
  const body = {
    // No order has this id, so that no order's files are found.
    orderId: '',
    items: [{ quantity: 1, customProduct: { sku, prints: [{ dataUrl: url, location, technology }] } }],
    shipping: { shippingLabelUrl: 'https://example.com/label.pdf' },
  };
  const { violations, content } = await validateOrder(context, clientId, body, []);
  const ofRules = violations.flatMap(({ pointer, code, message }) =>
    POINTERS[pointer] ? [{ pointer: POINTERS[pointer], code, message, permanent: true }] : [],
  );
  if (ofRules.some(({ pointer }) => pointer === '/url')) return { refusals: ofRules, warnings: [] };
  const order = content(NOT_STORED);
  const inspected = await inspectFiles(keep, clientId, order, new Set([url]), AbortSignal.timeout(CHECK_MS_MAX));
  if (inspected.isLate) {
    const message = `The file did not arrive within ${CHECK_MS_MAX / 1_000} s, or other files of yours are being fetched. Send the request again.`;
    throw new ApiError('temporarily_unavailable', message, { headers: { 'Retry-After': '5' } });
  }
  const settings = await withRetry(() => readPrintSettings(pool, clientId, [sku]));
  const found = artworkWarnings(order, inspected.files, settings, context.config.ARTWORK_DPI_MIN);
  const ofArtwork = found.map(({ code, message }) => ({ code, message }));
  const ofFile = inspected.obstacles.map(({ code, message, permanent }) => {
    return { pointer: '/url', code, message, permanent };
  });
  const ofContract = settings.refusesArtwork
    ? ofArtwork.map((one) => ({ pointer: '/url', ...one, permanent: true }))
    : [];
  const [file] = inspected.files;
  const area = settings.areaOf(sku, location);
  const placement = file && area && placeArtwork(file, area, settings.fittingOf(sku));
  const dpi = file && placement && printedDpi(file, placement);
  return {
    ...(inspected.content && { content: inspected.content }),
    ...(placement && {
      print: { widthMm: placement.widthMm, heightMm: placement.heightMm, ...(dpi !== undefined && { dpi }) },
    }),
    refusals: [...ofRules, ...ofFile, ...ofContract],
    warnings: settings.refusesArtwork ? [] : ofArtwork,
  };
}

/** Uploads of one client that no order uses. */
const UPLOADS_MAX = { files: 10_000, bytes: 10 * 1_073_741_824 };
const ID_BYTES = 24;

/** Stores a received file under a random id. Throws `invalid_request` if no order could use it. */
export async function storeUpload(
  { keep, pool }: Pick<FileCheckContext, 'keep' | 'pool'>,
  clientId: string,
  { path, sha256, bytes }: { path: string; sha256: string; bytes: number },
  signal: AbortSignal,
): Promise<ClientUpload> {
  const fetches = new ClientFetches(keep, clientId);
  const quotaUntil = await withRetry(() => fetches.quotaReachedUntil());
  if (quotaUntil || !(await hasRoom(pool, clientId, { sha256, bytes }))) {
    const until = quotaUntil && ` Files are accepted again from ${quotaUntil.toISOString()}.`;
    throw new ApiError('upload_quota_reached', `Your files have reached their limit.${until ?? ''}`);
  }
  await fetches.countBytes(bytes);
  const content = await keep.judgeFile(clientId, { path, sha256 }, signal);
  const fault = uploadViolation(content);
  if (fault) throw invalidRequest([{ pointer: '', ...fault }]);
  await keep.blobs.put(sha256, path);
  const fileId = randomBytes(ID_BYTES).toString('base64url');
  return withRetry(() => upsertUpload(pool, clientId, { fileId, sha256, content, keptSince: keep.clock() }));
}

/**
 * Returns whether the client may keep this upload. One that is kept already adds nothing. Marks used uploads
 * only when the limit is reached.
 */
async function hasRoom(
  pool: Pool,
  clientId: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<boolean> {
  const sumFits = async () => {
    const unused = await withRetry(() => sumUnusedUploads(pool, clientId));
    return unused.files < UPLOADS_MAX.files && unused.bytes + bytes <= UPLOADS_MAX.bytes;
  };
  if (await sumFits()) return true;
  if (await withRetry(() => hasUpload(pool, clientId, sha256))) return true;
  await withRetry(() => markUsedUploads(pool, clientId));
  return sumFits();
}
