import { acceptLocked, mayBeAccepted } from '../orders/change/orders-in-production.ts';
import { ON_HOLD } from '../orders/document/order-fields.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type LockedOrder, lockOrders } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection, Work } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { choiceOfBatch, groupByClient, orderKeyOf, sumsOfBatch } from './batch-rules.ts';
import { type Batch, findBatch, findBatchesOf, insertBatch } from './batch-store.ts';
import { type BeginContext, beginProduction, type PieceMaking, prepareNumbers } from './begin-production.ts';
import { insertMachineRequest } from './machine-files/machine-request-store.ts';
import { numberPieces } from './piece-store.ts';
import { findProductionOrders } from './production-order-store.ts';
import { extendBatch, findReleasable, joinBatch, type ReleaseChoice } from './release-store.ts';

export const BATCH_ORDERS_MAX = 500;

export interface ReleaseContext extends BeginContext {
  clock: () => Date;
}

export interface ReleaseRequest {
  choice: ReleaseChoice;
  /** Replaces the choice. */
  orders?: readonly OrderKey[] | undefined;
  /** Adds the orders to this batch instead of a new one. */
  into?: string | undefined;
  /** The number of orders to release, the oldest first. */
  limit: number;
  by: Actor;
}

interface LeftOut extends OrderKey {
  /** ALREADY_RELEASED: it is in another batch. NOT_ASSIGNED: it cannot be accepted now. */
  reason: 'ALREADY_RELEASED' | 'NOT_ASSIGNED';
  batchId?: string;
  code?: string;
}

export interface Release {
  /** Absent if no order could be released. */
  batch?: Batch;
  leftOut: LeftOut[];
}

/** The orders of a client that got new pieces in place of old ones. */
interface Restarted {
  clientId: string;
  orderIds: readonly string[];
}

/**
 * Prepares a release. The returned function accepts ASSIGNED orders in one transaction. It makes a batch of
 * them and of the chosen ACCEPTED orders that are in no batch. The second of two concurrent releases leaves
 * out the orders of the first and names their batch.
 */
export async function prepareBatch(
  context: ReleaseContext,
  request: ReleaseRequest,
): Promise<Work<Release & { restarted: readonly Restarted[] }>> {
  const { pool, numbers, clock } = context;
  const { choice, by } = request;
  const chosen = request.orders ?? (await findReleasable(pool, choice, request.limit));
  if (chosen.length === 0) return async () => ({ leftOut: [], restarted: [] });
  const [number = 0] = request.into === undefined ? await numbers.take('batch', 1) : [];
  const batchId = request.into ?? String(number);
  const making = await prepareNumbers(context, chosen);
  const requestId = risingId();
  return async (connection, { mayBeDone }) => {
    const before = mayBeDone || request.into ? await findBatch(connection, batchId) : undefined;
    if (before && !request.into) return { batch: before, leftOut: [], restarted: [] };
    const now = clock();
    const { accepted, missed, restarted } = await acceptOrders(connection, making, chosen, { batchId, by, now });
    const leftOut = (await explainMissed(connection, missed)).filter(
      ({ batchId: other }) => other === undefined || other !== request.into,
    );
    if (accepted.length === 0) return { ...(before && leftOut.length === 0 && { batch: before }), leftOut, restarted };
    const sums = sumsOfBatch(accepted);
    const places = await numberPieces(connection, batchId);
    const files = { requestId, batchId, piece: null, stationId: null, machineId: null, requested: now };
    await insertMachineRequest(connection, { ...files, cause: 'RELEASE' });
    const released = { action: 'batch.released', subject: ['batch', batchId] } as const;
    await recordAudit(connection, by, now, { ...released, detail: { orders: sums.orders, pieces: sums.pieces } });
    if (before) {
      await extendBatch(connection, batchId, { ...sums, places });
      return { batch: (await findBatch(connection, batchId)) as Batch, leftOut, restarted };
    }
    const batch = {
      batchId,
      code: scanCodeOf('batch', number),
      created: now,
      createdById: by.id,
      createdByName: by.name,
      choice: JSON.stringify(choiceOfBatch(choice)),
      places,
      ...sums,
    };
    await insertBatch(connection, batch);
    return { batch: { ...batch, ended: null }, leftOut, restarted };
  };
}

/** Accepts the orders that are ready, and writes their pieces. Also takes accepted orders without a batch. */
async function acceptOrders(
  connection: Connection,
  making: PieceMaking,
  chosen: readonly OrderKey[],
  { batchId, by, now }: Doing & { batchId: string },
): Promise<{ accepted: LockedOrder[]; missed: OrderKey[]; restarted: Restarted[] }> {
  const accepted: LockedOrder[] = [];
  const missed: OrderKey[] = [];
  const restarted: Restarted[] = [];
  for (const [clientId, keys] of groupByClient(chosen)) {
    const ids = keys.map(({ orderId }) => orderId);
    const locked = await lockOrders(connection, clientId, ids);
    const ready = locked.filter(mayBeAccepted);
    const alone = await findAlone(connection, clientId, locked);
    const taken = [...ready, ...alone];
    const takenIds = new Set(taken.map(({ orderId }) => orderId));
    missed.push(...keys.filter(({ orderId }) => !takenIds.has(orderId)));
    if (taken.length === 0) continue;
    const begun = ready.length > 0 ? await acceptLocked(connection, clientId, ready, by, now) : [];
    const before = alone.map(({ orderId, content, statusSince }) => ({ orderId, content, accepted: statusSince }));
    const orderIds = await beginProduction(connection, making, clientId, [...begun, ...before], batchId);
    restarted.push({ clientId, orderIds });
    if (alone.length > 0) await joinBatch(connection, clientId, idsOf(alone), batchId);
    accepted.push(...taken);
  }
  return { accepted, missed, restarted };
}

const idsOf = (orders: readonly LockedOrder[]) => orders.map(({ orderId }) => orderId);

/** Returns the orders in production that are in no batch. A new run of an order has left the last batch. */
async function findAlone(
  connection: Connection,
  clientId: string,
  locked: readonly LockedOrder[],
): Promise<LockedOrder[]> {
  const accepted = locked.filter(
    ({ mode, status, content }) => mode === 'live' && status === 'ACCEPTED' && content.statusReason?.code !== ON_HOLD,
  );
  if (accepted.length === 0) return [];
  const known = await findProductionOrders(connection, clientId, idsOf(accepted));
  const runs = new Map(known.map((one) => [one.orderId, one]));
  return accepted.filter(({ orderId, statusSince }) => {
    const run = runs.get(orderId);
    return !run?.batchId || run.begun < statusSince;
  });
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
