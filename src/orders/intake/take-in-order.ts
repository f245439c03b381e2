import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import { findPrintAreas } from '../../catalog/print-areas.ts';
import type { BlobStore } from '../../files/blobs.ts';
import { contentViolation } from '../../files/content-rules.ts';
import type { FileContent, MediaType } from '../../files/file-content.ts';
import type { FetchFailure } from '../../net/fetch-failure.ts';
import type { FetchedFile } from '../../net/safe-fetch.ts';
import { changeOrder } from '../change/change-order.ts';
import { type DueOrder, retryIntake } from '../change/order-change-store.ts';
import type { Order } from '../document/order-schemas.ts';
import { findOrders } from '../document/order-store.ts';
import { artworkWarnings } from '../files/artwork-rules.ts';
import { findKeptFiles, type KeptFile, upsertKeptFiles } from '../files/order-file-store.ts';
import { type OrderFile, orderFiles } from '../files/order-files.ts';
import { upsertSearchTerms } from '../search/order-search-store.ts';
import { searchTerms } from '../search/search-terms.ts';
import type { AssignOrder } from './assign-batches.ts';

/** An order whose files we have no room for is looked at again after this. */
const POSTPONED_MS = 30_000;
/** Files of one order that are fetched at once. */
const FILES_AT_ONCE = 4;

export interface TakeInContext {
  pool: Pool;
  clock: () => Date;
  blobs: BlobStore;
  fetchFile: (url: string, signal: AbortSignal) => Promise<FetchedFile | FetchFailure>;
  /** What a fetched file is. Clients take turns. */
  judgeFile: (clientId: string, file: FetchedFile, signal: AbortSignal) => Promise<FileContent>;
  /** Waits before the second, third, … attempt to fetch; after the last one the order is in ERROR. */
  retrySeconds: readonly number[];
}

/** A file that keeps its order from going on: for good, or for now. */
interface Obstacle {
  file: OrderFile;
  code: string;
  message: string;
  retryAfterMs?: number | undefined;
  permanent: boolean;
  /** It is our own want of space, which uses up no attempt. */
  postponed?: boolean;
}

/**
 * Takes one order in: keeps its files, then has it assigned. What cannot be used puts it into ERROR with a reason; what fails
 * for now is tried again later. An order that has changed meanwhile is left to its next turn.
 */
export async function takeInOrder(
  context: TakeInContext,
  clientId: string,
  due: DueOrder,
  assign: AssignOrder,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = context;
  const { orderId, version, created, attempts } = due;
  const [stored] = await findOrders(pool, [{ clientId, orderId }]);
  if (stored?.version !== version) return;
  const order: Order = JSON.parse(stored.document);
  if (attempts === 0) {
    // Its files may take long, and until then staff should find it.
    await upsertSearchTerms(pool, clientId, [{ orderId, created, terms: searchTerms(order) }]);
  }
  const outcome = await keepFiles(context, clientId, order, version, signal);
  if (!outcome) return;
  if (!Array.isArray(outcome)) return putAside(context, clientId, due, outcome);
  const skus = order.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
  const warnings = artworkWarnings(order, outcome, await findPrintAreas(pool, skus));
  await assign({ orderId, version, warnings });
}

/**
 * Fetches and keeps what is not kept yet. Answers the files that the order names, or the first obstacle; undefined when the order
 * has changed meanwhile.
 */
async function keepFiles(
  context: TakeInContext,
  clientId: string,
  order: Order,
  version: number,
  signal: AbortSignal,
): Promise<KeptFile[] | Obstacle | undefined> {
  const { pool } = context;
  const { orderId } = order;
  const kept = await findKeptFiles(pool, clientId, orderId);
  const byUrl = [...Map.groupBy(orderFiles(order), ({ url }) => url).values()];
  const named: KeptFile[] = [];
  for (let first = 0; first < byUrl.length; first += FILES_AT_ONCE) {
    const some = byUrl.slice(first, first + FILES_AT_ONCE);
    const settled = await Promise.allSettled(
      some.map((places) => keepUrl(context, clientId, places, kept, signal)),
    );
    const outcomes = settled.flatMap((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const files = outcomes.filter(isKept);
    const added = files.filter((file) => !kept.includes(file));
    if (added.length > 0 && !(await upsertKeptFiles(pool, clientId, orderId, version, added)))
      return undefined;
    const obstacle = outcomes.find(isObstacle);
    if (obstacle) return obstacle;
    named.push(...files);
  }
  return named;
}

/** One URL is fetched once, at however many places of the order it stands. */
async function keepUrl(
  context: TakeInContext,
  clientId: string,
  places: readonly OrderFile[],
  kept: readonly KeptFile[],
  signal: AbortSignal,
): Promise<(KeptFile | Obstacle)[]> {
  const outcomes: (KeptFile | Obstacle)[] = [];
  for (const file of places) {
    const there = kept.find(({ pointer, url }) => pointer === file.pointer && url === file.url);
    const same = kept.find(({ url }) => url === file.url) ?? outcomes.find(isKept);
    if (there) outcomes.push(there);
    else outcomes.push(same ? judgeAgain(same, file) : await fetchAndKeep(context, clientId, file, signal));
    if (outcomes.some(isObstacle)) break;
  }
  return outcomes;
}

function isKept(outcome: KeptFile | Obstacle): outcome is KeptFile {
  return 'sha256' in outcome;
}

function isObstacle(outcome: KeptFile | Obstacle): outcome is Obstacle {
  return !isKept(outcome);
}

/** What is kept already, at another place, which may take other files. */
function judgeAgain(kept: KeptFile, file: OrderFile): KeptFile | Obstacle {
  const content = { mediaType: kept.mediaType as MediaType, bytes: kept.bytes };
  const violation = contentViolation(file.role, content);
  return violation ? { file, ...violation, permanent: true } : { ...kept, ...file };
}

async function fetchAndKeep(
  { blobs, fetchFile, judgeFile, clock }: TakeInContext,
  clientId: string,
  file: OrderFile,
  signal: AbortSignal,
): Promise<KeptFile | Obstacle> {
  const fetched = await fetchFile(file.url, signal);
  if (fetched.kind !== 'fetched') {
    const { kind, code, message, retryAfterMs } = fetched;
    const permanent = kind === 'permanent_failure';
    return { file, code, message, retryAfterMs, permanent, postponed: kind === 'postponed' };
  }
  try {
    const content = await judgeFile(clientId, fetched, signal);
    const violation = contentViolation(file.role, content);
    if (violation) return { file, ...violation, permanent: true };
    await blobs.put(fetched.sha256, fetched.path);
    return {
      ...file,
      sha256: fetched.sha256,
      mediaType: content.mediaType ?? 'application/octet-stream',
      bytes: fetched.bytes,
      width: content.width ?? null,
      height: content.height ?? null,
      dpi: content.dpi ?? null,
      hasAlpha: content.hasAlpha ?? null,
      pages: content.pages ?? null,
      widthMm: content.widthMm ?? null,
      heightMm: content.heightMm ?? null,
      fetched: clock(),
    };
  } finally {
    await rm(fetched.path, { force: true });
  }
}

/** ERROR for good, or another attempt later. An order that was changed meanwhile is left to its next turn. */
async function putAside(
  { pool, clock, retrySeconds }: TakeInContext,
  clientId: string,
  { orderId, version, attempts }: DueOrder,
  { file, code, message, retryAfterMs = 0, permanent, postponed = false }: Obstacle,
): Promise<void> {
  const now = clock();
  if (postponed) {
    const due = new Date(now.getTime() + POSTPONED_MS);
    await retryIntake(pool, clientId, orderId, version, { due, attempts });
    return;
  }
  const waitSeconds = retrySeconds[attempts];
  if (!permanent && waitSeconds !== undefined) {
    const due = new Date(now.getTime() + Math.max(waitSeconds * 1000, retryAfterMs));
    await retryIntake(pool, clientId, orderId, version, { due, attempts: attempts + 1 });
    return;
  }
  await changeOrder(pool, clientId, orderId, now, (order) => {
    if (order.version !== version) return undefined;
    const statusReason = { code, message, pointer: file.pointer };
    return { to: 'ERROR', type: 'order.error', actor: 'system', reason: code, extras: { statusReason } };
  });
}
