import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { acceptLocked, lockForProduction, mayBeAccepted } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection, Work } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { choiceOfBatch, groupByClient, orderKeyOf, sumsOfBatch } from './batch-rules.ts';
import { type Batch, findBatch, findBatchesOf, insertBatch } from './batch-store.ts';
import { type BeginContext, beginProduction, type PieceMaking, prepareNumbers } from './begin-production.ts';
import { placePieces } from './piece-store.ts';
import { findReleasable, type ReleaseChoice } from './release-store.ts';

/** Orders in one batch. */
export const BATCH_ORDERS_MAX = 500;

export interface ReleaseContext extends BeginContext {
  clock: () => Date;
  /** Hours from the creation of an order until it should ship. */
  dueHours: number;
}

export interface ReleaseRequest {
  choice: ReleaseChoice;
  /** Replaces the choice. */
  orders?: readonly OrderKey[] | undefined;
  /** The number of orders to release, the oldest first. */
  limit: number;
  by: Actor;
}

/** An order that was not released. */
interface LeftOut extends OrderKey {
  /** ALREADY_RELEASED: it is in another batch. NOT_ASSIGNED: it cannot be accepted now. */
  reason: 'ALREADY_RELEASED' | 'NOT_ASSIGNED';
  /** The other batch. */
  batchId?: string;
  code?: string;
}

export interface Release {
  /** Absent if no order could be released. */
  batch?: Batch;
  leftOut: LeftOut[];
}

/**
 * Prepares a release: the returned function, run in one transaction, accepts ASSIGNED orders and makes a
 * batch of them. Of two releases at once, the second leaves out the orders of the first and names their
 * batch.
 */
export async function prepareRelease(context: ReleaseContext, request: ReleaseRequest): Promise<Work<Release>> {
  const { pool, numbers, clock, dueHours } = context;
  const { choice, by } = request;
  const chosen = request.orders ?? (await findReleasable(pool, choice, request.limit));
  if (chosen.length === 0) return async () => ({ leftOut: [] });
  const [number] = (await numbers.take('batch', 1)) as [number];
  const batchId = String(number);
  const making = await prepareNumbers(context, chosen);
  return async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findBatch(connection, batchId) : undefined;
    if (done) return { batch: done, leftOut: [] };
    const now = clock();
    const { accepted, missed } = await acceptOrders(connection, making, chosen, { batchId, by, now });
    const leftOut = await explainMissed(connection, missed);
    if (accepted.length === 0) return { leftOut };
    const batch = {
      batchId,
      code: scanCodeOf('batch', number),
      created: now,
      createdById: by.id,
      createdByName: by.name,
      choice: JSON.stringify(choiceOfBatch(choice, dueHours)),
      places: await placePieces(connection, batchId),
      ...sumsOfBatch(accepted, dueHours),
    };
    await insertBatch(connection, batch);
    await recordAudit(connection, by, now, {
      action: 'batch.released',
      subject: ['batch', batchId],
      detail: { orders: batch.orders, pieces: batch.pieces },
    });
    return { batch: { ...batch, ended: null }, leftOut };
  };
}

/** Accepts the orders that are ready, and writes their pieces. */
async function acceptOrders(
  connection: Connection,
  making: PieceMaking,
  chosen: readonly OrderKey[],
  { batchId, by, now }: Doing & { batchId: string },
): Promise<{ accepted: LockedOrder[]; missed: OrderKey[] }> {
  const accepted: LockedOrder[] = [];
  const missed: OrderKey[] = [];
  for (const [clientId, keys] of groupByClient(chosen)) {
    const ids = keys.map(({ orderId }) => orderId);
    const ready = (await lockForProduction(connection, clientId, ids)).filter(mayBeAccepted);
    const readyIds = new Set(ready.map(({ orderId }) => orderId));
    missed.push(...keys.filter(({ orderId }) => !readyIds.has(orderId)));
    if (ready.length === 0) continue;
    const begun = await acceptLocked(connection, clientId, ready, by, now);
    await beginProduction(connection, making, clientId, begun, batchId);
    accepted.push(...ready);
  }
  return { accepted, missed };
}

async function explainMissed(connection: Connection, missed: readonly OrderKey[]): Promise<LeftOut[]> {
  if (missed.length === 0) return [];
  const batches = new Map((await findBatchesOf(connection, missed)).map((one) => [orderKeyOf(one), one]));
  return missed.map(({ clientId, orderId }) => {
    const batch = batches.get(orderKeyOf({ clientId, orderId }));
    return batch
      ? { clientId, orderId, reason: 'ALREADY_RELEASED', batchId: batch.batchId, code: batch.code }
      : { clientId, orderId, reason: 'NOT_ASSIGNED' };
  });
}
