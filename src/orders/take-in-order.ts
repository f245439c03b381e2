import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import { findPrintAreas } from '../catalog/print-areas.ts';
import type { BlobStore } from '../files/blobs.ts';
import { contentViolation } from '../files/content-rules.ts';
import type { FetchFailure } from '../files/fetch-failure.ts';
import { inspectFile, type MediaType } from '../files/file-content.ts';
import type { FetchedFile } from '../files/safe-fetch.ts';
import { artworkWarnings } from './artwork-rules.ts';
import type { AssignOrder } from './assign-batches.ts';
import { changeOrder } from './change-order.ts';
import { findKeptFiles, type KeptFile, upsertKeptFile } from './order-file-store.ts';
import { type OrderFile, orderFiles } from './order-files.ts';
import { type DueOrder, retryIntake } from './order-life-store.ts';
import type { Order } from './order-schemas.ts';
import { upsertSearchTerms } from './order-search-store.ts';
import { findOrders } from './order-store.ts';
import { searchTerms } from './search-terms.ts';

export interface TakeInContext {
  pool: Pool;
  clock: () => Date;
  blobs: BlobStore;
  fetchFile: (url: string, signal: AbortSignal) => Promise<FetchedFile | FetchFailure>;
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
  const outcome = await keepFiles(context, clientId, order, signal);
  if ('permanent' in outcome) return putAside(context, clientId, due, outcome);
  const skus = order.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
  const warnings = artworkWarnings(order, outcome, await findPrintAreas(pool, skus));
  await assign({ orderId, version, warnings });
}

/** Fetches and keeps what is not kept yet. Answers the files that the order names, or the first obstacle. */
async function keepFiles(
  context: TakeInContext,
  clientId: string,
  order: Order,
  signal: AbortSignal,
): Promise<KeptFile[] | Obstacle> {
  const { orderId } = order;
  const kept = await findKeptFiles(context.pool, clientId, orderId);
  const named: KeptFile[] = [];
  for (const file of orderFiles(order)) {
    const there = kept.find(({ pointer, url }) => pointer === file.pointer && url === file.url);
    if (there) {
      named.push(there);
      continue;
    }
    // One URL at several places of the order is fetched once.
    const same = [...kept, ...named].find(({ url }) => url === file.url);
    const outcome = same ? judgeAgain(same, file) : await fetchAndKeep(context, file, signal);
    if ('permanent' in outcome) return outcome;
    await upsertKeptFile(context.pool, clientId, orderId, outcome);
    named.push(outcome);
  }
  return named;
}

/** What is kept already, at another place, which may take other files. */
function judgeAgain(kept: KeptFile, file: OrderFile): KeptFile | Obstacle {
  const content = { mediaType: kept.mediaType as MediaType, bytes: kept.bytes };
  const violation = contentViolation(file.role, content);
  return violation ? { file, ...violation, permanent: true } : { ...kept, ...file };
}

async function fetchAndKeep(
  { blobs, fetchFile, clock }: TakeInContext,
  file: OrderFile,
  signal: AbortSignal,
): Promise<KeptFile | Obstacle> {
  const fetched = await fetchFile(file.url, signal);
  if (fetched.kind !== 'fetched') {
    const { code, message, retryAfterMs } = fetched;
    return { file, code, message, retryAfterMs, permanent: fetched.kind === 'permanent_failure' };
  }
  try {
    const content = await inspectFile(fetched.path);
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
  { file, code, message, retryAfterMs = 0, permanent }: Obstacle,
): Promise<void> {
  const now = clock();
  const waitSeconds = retrySeconds[attempts];
  if (!permanent && waitSeconds !== undefined) {
    const due = new Date(now.getTime() + Math.max(waitSeconds * 1000, retryAfterMs));
    await retryIntake(pool, clientId, orderId, version, due);
    return;
  }
  await changeOrder(pool, clientId, orderId, now, (order) => {
    if (order.version !== version) return undefined;
    const statusReason = { code, message, pointer: file.pointer };
    return { to: 'ERROR', type: 'order.error', actor: 'system', reason: code, extras: { statusReason } };
  });
}
