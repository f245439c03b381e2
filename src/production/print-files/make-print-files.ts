import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import type { PrintArea } from '../../catalog/catalog-schemas.ts';
import { type PrintTechnology, usualTechnology } from '../../catalog/print-technologies.ts';
import { findPrintAreas } from '../../catalog/variant-data.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { PICTURE_FOLDERS, PictureFolders } from '../../orders/files/draw-pictures.ts';
import { deleteUnnamedFiles } from '../../orders/files/order-blob-names.ts';
import { findKeptFiles, type KeptFile } from '../../orders/files/order-file-store.ts';
import { type Placement, placeArtwork, USUAL_FITTING } from '../../orders/files/placement-rules.ts';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { DiskWatch } from '../../platform/files/disk-watch.ts';
import type { PrintTask } from '../../platform/files/make-print-file.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import { TaskPool } from '../../platform/files/task-pool.ts';
import {
  type DuePrint,
  deleteOtherPrintFiles,
  endDuePrint,
  findDuePrint,
  findMadePrint,
  listPrintFiles,
  type PrintFile,
  upsertPrintFiles,
} from './print-file-store.ts';

/** Duration of one client's run, before other clients have their turn. */
const RUN_MS_MAX = 10_000;
/** Changes with the way in which files are made, so that changed orders get new ones. */
const MAKING_VERSION = 1;

export interface MakeContext {
  pool: Pool;
  blobs: BlobStore;
  /** See `openMaking`. */
  making: Pick<TaskPool, 'run'>;
  disk: Pick<DiskWatch, 'mayFetch' | 'claim'>;
  clock: () => Date;
}

/** A file of 400 million pixels takes minutes of processor time, and little memory. */
const MAKING_LIMITS = { cpuMs: 300_000, totalMs: 1_200_000 };

/** Opens the process that makes print files. It may write in the folders of its work. */
export function openMaking(): TaskPool {
  return new TaskPool({ processes: 1, limits: MAKING_LIMITS, writable: PICTURE_FOLDERS });
}

const folders = new PictureFolders();

/** Makes the print files of the client's orders, the longest waiting first. */
export async function makePrintFiles(context: MakeContext, clientId: string, signal: AbortSignal): Promise<void> {
  const { pool, disk } = context;
  await workInRounds(RUN_MS_MAX, signal, async () => {
    // A full disk delays print files, as it delays the files of orders.
    const due = disk.mayFetch() ? await withRetry(() => findDuePrint(pool, clientId)) : undefined;
    if (!due) return false;
    if (due.status === 'ASSIGNED' || due.status === 'ACCEPTED') await makeFilesOfOrder(context, clientId, due, signal);
    await withRetry(() => endDuePrint(pool, clientId, due));
    return true;
  });
}

/** A file to be made, and its artwork. */
interface PlannedFile {
  file: PrintFile;
  task: Omit<PrintTask, 'path' | 'folder'>;
  artwork: string;
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
  const areaOf = await withRetry(() => findPrintAreas(pool, skus));
  const kept = new Map(
    (await withRetry(() => findKeptFiles(pool, clientId, due.orderId))).map((one) => [one.pointer, one]),
  );
  const before = new Map(
    (await withRetry(() => listPrintFiles(pool, key))).map((one) => [`${one.position} ${one.print}`, one]),
  );
  const now = clock();
  const toMake: PlannedFile[] = [];
  const changed: PrintFile[] = [];
  const all: PrintFile[] = [];
  for (const [index, { id: itemId, customProduct }] of order.items.entries()) {
    for (const [print, { location, technology }] of (customProduct?.prints ?? []).entries()) {
      const position = index + 1;
      const earlier = before.get(`${position} ${print}`);
      const artwork = kept.get(`/items/${index}/customProduct/prints/${print}/dataUrl`);
      const area = areaOf(customProduct?.sku ?? '', location);
      const plan = planFile({ artwork, area, technology: usualTechnology(technology) });
      const inputs = hash('sha256', JSON.stringify([MAKING_VERSION, plan, artwork?.sha256]));
      const what = { itemId, location, technology, inputs };
      const isSame = earlier !== undefined && isMatching(earlier, what);
      const version = isSame ? earlier.version : (earlier?.version ?? 0) + 1;
      const place = { ...key, position, print, ...what, version, updated: now };
      const isMade = isSame && earlier.state !== 'waiting';
      const file: PrintFile = isMade ? earlier : { ...NOT_MADE, ...place, ...plan.outcome };
      all.push(file);
      if (isMade) continue;
      changed.push(file);
      if (plan.task && artwork) toMake.push({ file, task: plan.task, artwork: artwork.sha256 });
    }
  }
  // Before the first file is made, machines must know that the earlier files do not count any more.
  if (changed.length > 0) await withRetry(() => upsertPrintFiles(pool, key, changed));
  await withRetry(() => deleteOtherPrintFiles(pool, key, all));
  for (const planned of toMake) {
    signal.throwIfAborted();
    const made = (await reuse(context, planned)) ?? (await make(context, planned, signal));
    const file = { ...planned.file, ...made, updated: clock() };
    await withRetry(() => upsertPrintFiles(pool, key, [file]));
    // The order may have been erased meanwhile.
    await deleteUnnamedFiles(
      context,
      [file.sha256, file.picture].filter((name) => name !== null),
    );
  }
}

/** Returns whether the file was made, or is to be made, for this print. */
function isMatching(
  earlier: PrintFile,
  what: Pick<PrintFile, 'itemId' | 'location' | 'technology' | 'inputs'>,
): boolean {
  return (Object.keys(what) as (keyof typeof what)[]).every((name) => earlier[name] === what[name]);
}

type Outcome = Pick<PrintFile, 'state' | 'errorCode' | 'errorData' | keyof typeof NO_SIZE>;
const NO_SIZE = { widthMm: null, heightMm: null, leftMm: null, topMm: null };
const NOT_MADE = { kind: null, sha256: null, picture: null, bytes: null, dpi: null, mirrored: null };

interface Ingredients {
  artwork: KeptFile | undefined;
  area: PrintArea | undefined;
  technology: PrintTechnology;
}

/** Decides the size and the kind of a file, or why there can be none. */
function planFile({ artwork, area, technology }: Ingredients): {
  outcome: Outcome;
  task?: PlannedFile['task'];
} {
  const fail = (errorCode: string) => ({
    outcome: { ...NO_SIZE, state: 'failed' as const, errorCode, errorData: null },
  });
  if (!area) return fail('no_print_area');
  if (!artwork) return fail('no_artwork');
  const { part, isSizeUnknown: _, ...place } = placeArtwork(artwork, area, USUAL_FITTING);
  const outcome = { ...place, state: 'waiting' as const, errorCode: null, errorData: null };
  return { outcome, task: taskOf(artwork, area, technology, { part, ...place }) };
}

function taskOf(
  { mediaType }: KeptFile,
  { widthMm, heightMm, bleedMm = 0 }: PrintArea,
  { isMirrored, pictureKind, keepsPdf, dpi }: PrintTechnology,
  placement: Omit<Placement, 'isSizeUnknown'>,
): PlannedFile['task'] {
  const isPdf = mediaType === 'application/pdf';
  return {
    mediaType: isPdf ? 'application/pdf' : 'image/png',
    kind: isPdf && keepsPdf ? 'PDF' : pictureKind,
    ...{ dpi, isMirrored },
    ...{ widthMm: placement.widthMm, heightMm: placement.heightMm, part: placement.part },
    area: {
      widthMm: widthMm + 2 * bleedMm,
      heightMm: heightMm + 2 * bleedMm,
      leftMm: placement.leftMm + bleedMm,
      topMm: placement.topMm + bleedMm,
    },
  };
}

type Made = Partial<
  Pick<PrintFile, 'state' | 'kind' | 'sha256' | 'picture' | 'bytes' | 'dpi' | 'mirrored' | 'errorCode'>
>;

/** Returns the file of another order that was made from the same inputs. */
async function reuse({ pool }: MakeContext, { file }: PlannedFile): Promise<Made | undefined> {
  const same = await withRetry(() => findMadePrint(pool, file.clientId, file.inputs));
  if (!same) return undefined;
  const { state, kind, sha256, picture, bytes, dpi, mirrored } = same;
  return { state, kind, sha256, picture, bytes, dpi, mirrored };
}

async function make(
  { pool, blobs, making, disk, clock }: MakeContext,
  { file, task, artwork }: PlannedFile,
  signal: AbortSignal,
): Promise<Made> {
  const folder = await folders.make(clock());
  try {
    const path = join(folder, 'artwork');
    await pipeline(await blobs.read(artwork), createWriteStream(path), { signal });
    const made = await making.run(file.clientId, 'print', { ...task, path, folder }, signal);
    if (made === 'too_complex' || made === undefined) return { state: 'failed', errorCode: made ?? 'not_drawable' };
    const { size } = await stat(made.picture);
    if (!disk.claim(made.bytes + size)) throw new Error('The disk has no room for a print file.');
    const store = recordBlobs(pool, blobs);
    const [sha256, picture] = [await keep(store, made.path), await keep(store, made.picture)];
    const { kind, bytes, dpi = null } = made;
    return { state: 'ready', kind, sha256, picture, bytes, dpi, mirrored: task.isMirrored };
  } catch (error) {
    if (error instanceof BlobMissingError) return { state: 'failed', errorCode: 'artwork_lost' };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keep(store: BlobStore, path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const part of createReadStream(path)) digest.update(part);
  const sha256 = digest.digest('hex');
  await store.put(sha256, path);
  return sha256;
}
