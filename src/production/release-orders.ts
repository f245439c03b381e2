import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { acceptLocked, lockForProduction, mayBeAccepted } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection, Work } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/text/scan-codes.ts';
import { type Batch, findBatch, findBatchesOf, insertBatch } from './batch-store.ts';
import { type BeginContext, beginProduction, type PieceMaking, prepareNumbers } from './begin-production.ts';
import { dueOf } from './due-rules.ts';
import { countPieces } from './piece-plan-rules.ts';
import { placePieces } from './piece-store.ts';
import { findReleasable, type ReleaseChoice } from './release-store.ts';

/** Orders of one batch. */
export const BATCH_ORDERS_MAX = 500;

export interface ReleaseContext extends BeginContext {
  clock: () => Date;
  /** Hours after which an order should have left, from when it was made. */
  dueHours: number;
}

export interface ReleaseRequest {
  choice: ReleaseChoice;
  /** These orders and no others. */
  orders?: readonly OrderKey[] | undefined;
  /** At most so many, the oldest. */
  limit: number;
  by: Actor;
}

/** Why an order was left out. */
export interface LeftOut extends OrderKey {
  /** ALREADY_RELEASED: another batch has it. NOT_ASSIGNED: it is no longer to be accepted, or not yet. */
  reason: 'ALREADY_RELEASED' | 'NOT_ASSIGNED';
  /** The batch that has it. */
  batchId?: string;
  code?: string;
}

export interface Release {
  /** Absent: nothing was left to release. */
  batch?: Batch;
  leftOut: LeftOut[];
}

/**
 * Accepts ASSIGNED orders and makes a batch of them, with a code for each piece: all of them in one transaction, which the caller runs. Of two
 * releases at once the second leaves out what the first has taken, and says which batch has it.
 */
export async function planRelease(context: ReleaseContext, request: ReleaseRequest): Promise<Work<Release>> {
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
    const { taken, missed } = await takeOrders(connection, making, chosen, { batchId, by, now });
    const leftOut = await tellLeftOut(connection, missed);
    if (taken.length === 0) return { leftOut };
    const batch = {
      batchId,
      code: scanCodeOf('batch', number),
      created: now,
      createdById: by.id,
      createdByName: by.name,
      choice: JSON.stringify(keptChoice(choice, dueHours)),
      places: await placePieces(connection, batchId),
      ...sumsOf(taken, dueHours),
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

/** Accepts those of the orders that can be, and makes their pieces. */
async function takeOrders(
  connection: Connection,
  making: PieceMaking,
  chosen: readonly OrderKey[],
  { batchId, by, now }: { batchId: string; by: Actor; now: Date },
): Promise<{ taken: LockedOrder[]; missed: OrderKey[] }> {
  const taken: LockedOrder[] = [];
  const missed: OrderKey[] = [];
  // Clients in one order, so that two releases never wait for each other.
  const byClient = [...Map.groupBy(chosen, ({ clientId }) => clientId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [clientId, keys] of byClient) {
    const ids = keys.map(({ orderId }) => orderId);
    const ready = (await lockForProduction(connection, clientId, ids)).filter(mayBeAccepted);
    const isReady = new Set(ready.map(({ orderId }) => orderId));
    missed.push(...keys.filter(({ orderId }) => !isReady.has(orderId)));
    if (ready.length === 0) continue;
    const accepted = await acceptLocked(connection, clientId, ready, by, now);
    await beginProduction(connection, making, clientId, accepted, batchId);
    taken.push(...ready);
  }
  return { taken, missed };
}

/** As a batch tells of it: by when its orders were due, not when they were made. */
function keptChoice({ madeBy, ...rest }: ReleaseChoice, dueHours: number): object {
  return { ...rest, ...(madeBy && { dueBy: dueOf(madeBy, dueHours) }) };
}

function sumsOf(taken: readonly LockedOrder[], dueHours: number): Pick<Batch, 'due' | 'orders' | 'pieces'> {
  const first = Math.min(...taken.map(({ created }) => created.getTime()));
  const sums = taken.map(({ content }) => countPieces(content.items));
  return {
    due: dueOf(new Date(first), dueHours),
    orders: taken.length,
    pieces: sums.reduce((sum, { pieces, counted }) => sum + pieces + counted, 0),
  };
}

async function tellLeftOut(connection: Connection, missed: readonly OrderKey[]): Promise<LeftOut[]> {
  if (missed.length === 0) return [];
  const found = new Map(
    (await findBatchesOf(connection, missed)).map((one) => [`${one.clientId}\0${one.orderId}`, one]),
  );
  return missed.map(({ clientId, orderId }) => {
    const batch = found.get(`${clientId}\0${orderId}`);
    const key = { clientId, orderId };
    return batch
      ? { ...key, reason: 'ALREADY_RELEASED', batchId: batch.batchId, code: batch.code }
      : { ...key, reason: 'NOT_ASSIGNED' };
  });
}
