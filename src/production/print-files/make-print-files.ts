import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { readPrintSettings } from '../../catalog/printing/read-print-settings.ts';
import { type PostponeContext, postponeFailedOrder } from '../../orders/change/internal-failures.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { PICTURE_FOLDERS, type PictureDrawer, PictureFolders } from '../../orders/files/draw-pictures.ts';
import { deleteUnnamedFiles } from '../../orders/files/order-blob-names.ts';
import { artworkPlaces } from '../../orders/files/order-files.ts';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { PrintTask } from '../../platform/files/make-print-file.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import { TaskPool } from '../../platform/files/task-pool.ts';
import { findWorkFiles, type WorkFile } from '../piece-facts-store.ts';
import { type PlannedFile, type PlannedTask, planFiles } from './plan-files.ts';
import {
  type DuePrint,
  deleteOtherPrintFiles,
  endDuePrint,
  findDuePrint,
  findMadePrint,
  listPrintFiles,
  type PrintFile,
  postponePrint,
  upsertPrintFiles,
} from './print-file-store.ts';

export const MEDIA_TYPES = { PNG: 'image/png', TIFF: 'image/tiff', PDF: 'application/pdf' } as const;
/** Duration of one client's run, before other clients have their turn. */
const RUN_MS_MAX = 10_000;
/** A larger picture of an article is not drawn. */
const BACKDROP_BYTES_MAX = 20_000_000;

export interface MakeContext extends PostponeContext {
  pool: Pool;
  blobs: BlobStore;
  pictures: Pick<PictureDrawer, 'picturesOf'>;
  /** See `openMaking`. */
  making: Pick<TaskPool, 'run'>;
  disk: Pick<DiskWatch, 'mayFetch' | 'claim'>;
  /** The folder of the catalogue's pictures. Undefined: another server has them. */
  imageFolder: string | undefined;
}

/** A file of 400 million pixels takes minutes of processor time, and little memory. */
const MAKING_LIMITS = { cpuMs: 300_000, totalMs: 1_200_000 };

/** Opens the process that makes print files. It may write in the folders of its work. */
export function openMaking(): TaskPool {
  return new TaskPool({ processes: 1, limits: MAKING_LIMITS, writable: PICTURE_FOLDERS });
}

export const makingFolders = new PictureFolders();

/**
 * Makes the print files of the client's orders, the longest waiting first. An order that fails, such as one
 * whose document is damaged, is tried again later.
 */
export async function makePrintFiles(context: MakeContext, clientId: string, signal: AbortSignal): Promise<void> {
  const { pool, disk, clock } = context;
  await workInRounds(RUN_MS_MAX, signal, async () => {
    // A full disk delays print files, as it delays the files of orders.
    const due = disk.mayFetch() ? await withRetry(() => findDuePrint(pool, clientId, clock())) : undefined;
    if (!due) return false;
    try {
      const isWanted = due.status === 'ASSIGNED' || due.status === 'ACCEPTED';
      if (isWanted) await makeFilesOfOrder(context, clientId, due, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const postpone = (retryAt: Date) => withRetry(() => postponePrint(pool, clientId, due, retryAt));
      await postponeFailedOrder(context, { clientId, orderId: due.orderId, failures: due.failures }, error, postpone);
      return true;
    }
    await withRetry(() => endDuePrint(pool, clientId, due));
    return true;
  });
}

async function makeFilesOfOrder(
  context: MakeContext,
  clientId: string,
  due: DuePrint,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  const key = { clientId, orderId: due.orderId };
  const order: Order = JSON.parse(due.document);
  const skus = order.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
  const settings = await withRetry(() => readPrintSettings(pool, clientId, skus));
  const pointers = artworkPlaces(order).map(({ pointer }) => pointer);
  const files = await withRetry(() => findWorkFiles(pool, key, pointers));
  const before = await withRetry(() => listPrintFiles(pool, key));
  const plans = planFiles(key, order, { files, before, settings, now: clock() });
  const unmade = plans.filter(({ isMade }) => !isMade);
  // Before the first file is made, machines must know that the earlier files do not count any more.
  if (unmade.length > 0) {
    const waiting = unmade.map(({ file }) => file);
    await withRetry(() => upsertPrintFiles(pool, key, waiting));
  }
  const kept = plans.map(({ file }) => file);
  await withRetry(() => deleteOtherPrintFiles(pool, key, kept));
  for (const { file, task, artwork } of unmade) {
    if (!task || !artwork) continue;
    signal.throwIfAborted();
    const made = (await reuse(context, file)) ?? (await make(context, file, { task, artwork }, signal));
    const result = { ...file, ...made, updated: clock() };
    await withRetry(() => upsertPrintFiles(pool, key, [result]));
    // The order may have been erased meanwhile.
    const blobs = [result.sha256, result.picture].filter((name) => name !== null);
    await deleteUnnamedFiles(context, blobs);
  }
}

type Made = Partial<
  Pick<PrintFile, 'state' | 'kind' | 'sha256' | 'picture' | 'bytes' | 'dpi' | 'mirrored' | 'errorCode'>
>;

/** Returns the file of another order that was made from the same inputs. */
async function reuse({ pool }: MakeContext, { clientId, inputs }: PrintFile): Promise<Made | undefined> {
  const same = await withRetry(() => findMadePrint(pool, clientId, inputs));
  if (!same) return undefined;
  const { state, kind, sha256, picture, bytes, dpi, mirrored } = same;
  return { state, kind, sha256, picture, bytes, dpi, mirrored };
}

async function make(
  context: MakeContext,
  { clientId }: PrintFile,
  { task, artwork }: Required<Pick<PlannedFile, 'task' | 'artwork'>>,
  signal: AbortSignal,
): Promise<Made> {
  const { pool, blobs, making, disk, clock } = context;
  const folder = await makingFolders.make(clock());
  try {
    const fetchBlob = async (sha256: string, name: string) => {
      const path = join(folder, name);
      await pipeline(await blobs.read(sha256), createWriteStream(path), { signal });
      return path;
    };
    const path = await fetchBlob(artwork.sha256, 'artwork');
    const preview = await findPreview(context, clientId, artwork, signal);
    const pictures = {
      preview: preview && (await fetchBlob(preview, 'preview').catch(ignoreMissing)),
      backdrop: await findBackdrop(context, task.backdrop),
    };
    const made = await making.run(clientId, 'print', { ...task, ...pictures, path, folder }, signal);
    if (made === 'too_complex' || made === undefined) return { state: 'failed', errorCode: made ?? 'not_drawable' };
    const { size } = await stat(made.picture);
    if (!disk.claim(made.bytes + size)) throw new Error('The disk has no room for a print file.');
    const store = recordBlobs(pool, blobs);
    const [sha256, picture] = [await keepFile(store, made.path), await keepFile(store, made.picture)];
    const { kind, bytes, dpi = null } = made;
    return { state: 'ready', kind, sha256, picture, bytes, dpi, mirrored: task.isMirrored };
  } catch (error) {
    if (error instanceof BlobMissingError) return { state: 'failed', errorCode: 'artwork_lost' };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the blob of a small picture of the artwork. For a PDF it would have a white page. */
async function findPreview(
  { pictures }: MakeContext,
  clientId: string,
  { sha256, mediaType }: WorkFile,
  signal: AbortSignal,
) {
  if (mediaType === 'application/pdf') return undefined;
  return (await pictures.picturesOf(clientId, { sha256, mediaType }, signal)).large ?? undefined;
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof BlobMissingError)) throw error;
}

/** Returns the picture of the article if it is a file of this server, and can be read. */
async function findBackdrop(
  { imageFolder }: MakeContext,
  backdrop: PlannedTask['backdrop'],
): Promise<PrintTask['backdrop']> {
  if (!backdrop || imageFolder === undefined) return undefined;
  const path = join(imageFolder, backdrop.url);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size <= BACKDROP_BYTES_MAX ? { path, area: backdrop.area } : undefined;
}

/** Stores a file under its SHA-256, which is returned. */
export async function keepFile(store: BlobStore, path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const part of createReadStream(path)) digest.update(part);
  const sha256 = digest.digest('hex');
  await store.put(sha256, path);
  return sha256;
}
