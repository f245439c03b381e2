import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findPrintAreas } from '../catalog/print-areas.ts';
import { inTransaction } from '../database/transaction.ts';
import type { BlobStore } from '../files/blobs.ts';
import { contentViolation } from '../files/content-rules.ts';
import type { FetchFailure } from '../files/fetch-failure.ts';
import { inspectFile } from '../files/file-content.ts';
import type { FetchedFile } from '../files/safe-fetch.ts';
import { artworkWarnings } from './artwork-rules.ts';
import { ASSIGNED_AT_ONCE_MAX, assignOrders } from './assign-orders.ts';
import { changeOrder } from './change-order.ts';
import { findKeptFiles, type KeptFile, upsertKeptFile } from './order-file-store.ts';
import { type OrderFile, orderFiles } from './order-files.ts';
import { findOrdersWithWork, type OrderWithWork, retryIntake } from './order-life-store.ts';
import type { Order } from './order-schemas.ts';
import { upsertSearchTerms } from './order-search-store.ts';
import { searchTerms } from './search-terms.ts';

/** Orders of one client whose files are fetched at once. */
const ORDERS_AT_ONCE = 8;
/** Orders that are read ahead while the files of others are under way: among them those without files go on at once. */
const WAITING_MAX = 500;
/** New orders wait at most so long while the files of others are under way. */
const LOOK_AGAIN_MS = 250;

export interface IntakeContext {
  pool: Pool;
  clock: () => Date;
  blobs: BlobStore;
  fetchFile: (url: string, signal: AbortSignal) => Promise<FetchedFile | FetchFailure>;
  /** Waits before the second, third, … attempt to fetch; after the last one the order is in ERROR. */
  retrySeconds: readonly number[];
  /** Runs a piece of work of the client when the processor is free for it. */
  inTurn: <T>(clientId: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
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
 * Takes the client's NEW orders in, longest due first: fetches every file once, judges it by its content and keeps it, then
 * reserves the stock and assigns. What cannot be used puts the order into ERROR with a reason; what fails for now is tried
 * again later. Orders whose files are slow hold up no others.
 */
export async function takeInOrders(
  context: IntakeContext,
  clientId: string,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const waiting: OrderWithFiles[] = [];
  let lastLook = Number.NEGATIVE_INFINITY;
  const failures: unknown[] = [];
  try {
    while (!signal.aborted && failures.length === 0) {
      const mayLookAgain = waiting.length < WAITING_MAX && performance.now() - lastLook > LOOK_AGAIN_MS;
      if (waiting.length === 0 || mayLookAgain) {
        lastLook = performance.now();
        const known = [...underWay.keys(), ...waiting.map(({ orderId }) => orderId)];
        const found = await context.inTurn(clientId, signal, () => takeInPlain(context, clientId, known));
        waiting.push(...found.withFiles);
        if (found.plain > 0) continue;
      }
      for (const order of waiting.splice(0, ORDERS_AT_ONCE - underWay.size)) {
        const taken = context
          .inTurn(clientId, signal, () => takeInWithFiles(context, clientId, order, signal))
          .catch((error) => failures.push(error))
          .then(() => void underWay.delete(order.orderId));
        underWay.set(order.orderId, taken);
      }
      if (underWay.size === 0) return;
      await Promise.race([...underWay.values(), pause(LOOK_AGAIN_MS, signal)]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  // What was broken off by a stop is no failure.
  if (failures.length > 0 && !signal.aborted) throw failures[0];
}

/** Takes in those of the next orders that name no files, all at once, and answers the others. */
async function takeInPlain(
  { pool, clock }: IntakeContext,
  clientId: string,
  except: readonly string[],
): Promise<{ plain: number; withFiles: OrderWithFiles[] }> {
  const due = await findOrdersWithWork(pool, clientId, clock(), { except, limit: ASSIGNED_AT_ONCE_MAX });
  const read = due.map((found) => {
    const order: Order = JSON.parse(found.document);
    return { ...found, order, files: orderFiles(order) };
  });
  const [plain, withFiles] = [read.filter(hasNoFiles), read.filter((one) => !hasNoFiles(one))];
  if (plain.length > 0) {
    const ready = new Map(plain.map(({ orderId, version }) => [orderId, { version }]));
    await inTransaction(pool, (connection) => assignOrders(connection, clientId, ready, clock()));
  }
  return { plain: plain.length, withFiles };
}

async function takeInWithFiles(
  context: IntakeContext,
  clientId: string,
  order: OrderWithFiles,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  if (order.attempts === 0) {
    // Its files may take long, and until then staff should find it.
    const { orderId, created } = order;
    await upsertSearchTerms(pool, clientId, [{ orderId, created, terms: searchTerms(order.order) }]);
  }
  const outcome = await keepFiles(context, clientId, order, signal);
  if ('permanent' in outcome) return putAside(context, clientId, order, outcome);
  const skus = order.order.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
  const warnings = artworkWarnings(order.order, outcome, await findPrintAreas(pool, skus));
  const ready = new Map([[order.orderId, { version: order.version, warnings }]]);
  await inTransaction(pool, (connection) => assignOrders(connection, clientId, ready, clock()));
}

interface OrderWithFiles extends OrderWithWork {
  order: Order;
  files: OrderFile[];
}

function hasNoFiles({ files }: OrderWithFiles): boolean {
  return files.length === 0;
}

/** Fetches and keeps what is not kept yet. Answers the files that the order names, or the first obstacle. */
async function keepFiles(
  context: IntakeContext,
  clientId: string,
  { orderId, files }: OrderWithFiles,
  signal: AbortSignal,
): Promise<KeptFile[] | Obstacle> {
  const kept = await findKeptFiles(context.pool, clientId, orderId);
  const named: KeptFile[] = [];
  for (const file of files) {
    const there = kept.find(({ pointer, url }) => pointer === file.pointer && url === file.url);
    if (there) {
      named.push(there);
      continue;
    }
    // One URL at several places of the order is fetched once.
    const same = [...kept, ...named].find(({ url, role }) => url === file.url && role === file.role);
    const outcome = same ? { ...same, ...file } : await fetchAndKeep(context, file, signal);
    if ('permanent' in outcome) return outcome;
    await upsertKeptFile(context.pool, clientId, orderId, outcome);
    named.push(outcome);
  }
  return named;
}

async function fetchAndKeep(
  { blobs, fetchFile, clock }: IntakeContext,
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
  { pool, clock, retrySeconds }: IntakeContext,
  clientId: string,
  { orderId, version, attempts }: OrderWithWork,
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
