import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { BlobStore } from '../files/blobs.ts';
import { contentViolation } from '../files/content-rules.ts';
import type { FetchFailure } from '../files/fetch-failure.ts';
import { inspectFile } from '../files/file-content.ts';
import type { FetchedFile } from '../files/safe-fetch.ts';
import { ASSIGNED_AT_ONCE_MAX, assignOrders } from './assign-orders.ts';
import { changeOrder } from './change-order.ts';
import { findKeptFiles, type KeptFile, upsertKeptFile } from './order-file-store.ts';
import { type OrderFile, orderFiles } from './order-files.ts';
import { findOrdersWithWork, type OrderWithWork, retryIntake } from './order-life-store.ts';
import type { Order } from './order-schemas.ts';

/** Orders of one client whose files are fetched at once. */
const ORDERS_AT_ONCE = 8;
/** New orders wait at most so long while the files of others are under way. */
const LOOK_AGAIN_MS = 250;

export interface IntakeContext {
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
 * Takes the client's NEW orders in, oldest first: fetches every file once, judges it by its content and keeps it, then reserves
 * the stock and assigns. What cannot be used puts the order into ERROR with a reason; what fails for now is tried again later.
 * Orders whose files are slow hold up no others.
 */
export async function takeInOrders(
  context: IntakeContext,
  clientId: string,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  try {
    while (!signal.aborted && failures.length === 0) {
      const due = await findOrdersWithWork(pool, clientId, 'intake', clock(), ASSIGNED_AT_ONCE_MAX);
      const next = due.filter(({ orderId }) => !underWay.has(orderId));
      const plain = next.filter((order) => filesOf(order).length === 0);
      if (plain.length > 0) await assign(context, clientId, plain);
      for (const order of next) {
        if (plain.includes(order) || underWay.size >= ORDERS_AT_ONCE) continue;
        const taken = takeIn(context, clientId, order, signal)
          .catch((error) => failures.push(error))
          .then(() => void underWay.delete(order.orderId));
        underWay.set(order.orderId, taken);
      }
      if (next.length === 0 && underWay.size === 0) return;
      if (plain.length === 0) await Promise.race([...underWay.values(), pause(LOOK_AGAIN_MS, signal)]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  // A fetch that was broken off by a stop is no failure.
  if (failures.length > 0 && !signal.aborted) throw failures[0];
}

async function takeIn(
  context: IntakeContext,
  clientId: string,
  order: OrderWithWork,
  signal: AbortSignal,
): Promise<void> {
  const obstacle = await keepFiles(context, clientId, order, signal);
  if (obstacle) await putAside(context, clientId, order, obstacle);
  else await assign(context, clientId, [order]);
}

async function assign(
  { pool, clock }: IntakeContext,
  clientId: string,
  orders: readonly OrderWithWork[],
): Promise<void> {
  const ready = new Map(orders.map(({ orderId, version }) => [orderId, version]));
  await inTransaction(pool, (connection) => assignOrders(connection, clientId, ready, clock()));
}

function filesOf({ document }: OrderWithWork): OrderFile[] {
  return orderFiles(JSON.parse(document) as Order);
}

/** Fetches and keeps what is not kept yet. Answers the first obstacle. */
async function keepFiles(
  context: IntakeContext,
  clientId: string,
  order: OrderWithWork,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const { orderId } = order;
  const kept = await findKeptFiles(context.pool, clientId, orderId);
  for (const file of filesOf(order)) {
    if (kept.some(({ pointer, url }) => pointer === file.pointer && url === file.url)) continue;
    // One URL at several places of the order is fetched once.
    const same = kept.find(({ url, role }) => url === file.url && role === file.role);
    const outcome = same ? { ...same, ...file } : await fetchAndKeep(context, file, signal);
    if ('permanent' in outcome) return outcome;
    await upsertKeptFile(context.pool, clientId, orderId, outcome);
    kept.push(outcome);
  }
  return undefined;
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
