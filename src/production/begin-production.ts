import type { Pool } from 'pg';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import { closePackedParcels, dropParcels, emptyOpenParcels } from '../packing/parcel-store.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/text/scan-codes.ts';
import { markBatchEnded } from './batch-store.ts';
import { firstTechnology, PIECES_OF_ITEM_MAX, planPieces } from './piece-plan-rules.ts';
import { cancelEarlierRuns, endPieces, insertPieces, type Piece } from './piece-store.ts';
import {
  deleteProductionDue,
  findOrdersToBegin,
  findProductionOrders,
  saveProductionOrders,
} from './production-order-store.ts';
import { countItemPieces } from './release-store.ts';
import type { NumbersInHand, ScanNumbers } from './scan-numbers.ts';

/** Orders of one transaction. */
const BEGUN_AT_ONCE_MAX = 20;

export interface BeginContext {
  pool: Pool;
  numbers: ScanNumbers;
  /** Technologies in the order in which the shop uses them. */
  stepOrder: readonly string[];
}

/** How each piece begins. */
const NEW_PIECE = {
  attempt: 0,
  stepsDone: 0,
  state: 'TO_MAKE',
  hasBlank: true,
  batchPlace: null,
  parcel: null,
  reason: null,
  replacedBy: null,
} as const;

/** An order that has just been accepted. */
export type AcceptedOrder = Pick<LockedOrder, 'orderId' | 'content'> & {
  /** When it was. */
  accepted: Date;
};

/** What the pieces of a transaction are made with. */
export interface PieceMaking extends Pick<BeginContext, 'stepOrder'> {
  numbers: NumbersInHand;
}

/** Has the numbers that the pieces of the orders need, before their transaction begins. */
export async function prepareNumbers(
  { pool, numbers, stepOrder }: BeginContext,
  orders: readonly OrderKey[],
): Promise<PieceMaking> {
  const piece = await withRetry(() => countItemPieces(pool, orders, PIECES_OF_ITEM_MAX));
  return { stepOrder, numbers: await numbers.inHand({ order: orders.length, piece }) };
}

/**
 * Makes pieces of the custom items of orders that were accepted, all of one client, in their transaction; of an order that was in production before,
 * changed and accepted again, new ones, and the old are cancelled. Idempotent for what was begun before. The orders must be locked.
 */
export async function beginProduction(
  connection: Connection,
  { numbers, stepOrder }: PieceMaking,
  clientId: string,
  orders: readonly AcceptedOrder[],
  batchId: string | null,
): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  await deleteProductionDue(connection, clientId, ids);
  const before = new Map(
    (await findProductionOrders(connection, clientId, ids)).map((one) => [one.orderId, one]),
  );
  const begun = orders.filter(({ orderId, accepted }) => (before.get(orderId)?.begun ?? 0) < accepted);
  if (begun.length === 0) return;
  const fresh = begun.filter(({ orderId }) => !before.has(orderId));
  const orderNumbers = await numbers.take(connection, 'order', fresh.length);
  const codes = new Map(
    fresh.map(({ orderId }, index) => [orderId, scanCodeOf('order', orderNumbers[index] as number)]),
  );
  const runs = begun.map(({ orderId, accepted, content }) => {
    const known = before.get(orderId);
    const code = known?.code ?? (codes.get(orderId) as string);
    return { orderId, code, run: (known?.run ?? 0) + 1, batchId, begun: accepted, content };
  });
  await saveProductionOrders(connection, clientId, runs);
  const planned = runs.flatMap(({ orderId, run, begun: stateSince, content }) =>
    planPieces(content.items, stepOrder).map((plan) => ({ ...plan, orderId, run, stateSince })),
  );
  const pieceNumbers = await numbers.take(connection, 'piece', planned.length);
  const pieces = planned.map((plan, index): Piece => {
    const code = scanCodeOf('piece', pieceNumbers[index] as number);
    const technology = firstTechnology(plan.steps);
    return { ...NEW_PIECE, ...plan, clientId, code, technology, batchId };
  });
  await insertPieces(connection, clientId, pieces);
  const again = runs.filter(({ run }) => run > 1);
  if (again.length === 0) return;
  const last = new Date(Math.max(...again.map((run) => run.begun.getTime())));
  const idsAgain = again.map(({ orderId }) => orderId);
  await cancelEarlierRuns(connection, clientId, idsAgain, last);
  await emptyOpenParcels(connection, clientId, idsAgain);
  await dropParcels(connection, clientId, idsAgain, ['PACKED']);
}

/**
 * Ends the pieces of orders that have ended without a scan of each: what is on the floor is then what is still to be done. Of a shipped order they have left.
 * The orders must be locked.
 */
async function endProduction(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
): Promise<void> {
  const batches = new Map<string, Date>();
  for (const { orderId, status, statusSince } of orders) {
    if (status !== 'SHIPPED' && status !== 'CANCELLED') continue;
    const state = status === 'SHIPPED' ? 'PACKED' : 'CANCELLED';
    if (status === 'SHIPPED') await closePackedParcels(connection, clientId, orderId, statusSince);
    await dropParcels(connection, clientId, [orderId], ['OPEN', 'PACKED']);
    for (const batchId of await endPieces(connection, { clientId, orderId }, state, statusSince))
      batches.set(batchId, statusSince);
  }
  for (const [batchId, ended] of [...batches].sort(([one], [other]) => (one < other ? -1 : 1)))
    await markBatchEnded(connection, batchId, ended);
}

/** Begins the production of those of the client's accepted orders that were not begun yet. */
export async function beginDue(context: BeginContext, clientId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await findOrdersToBegin(context.pool, clientId, BEGUN_AT_ONCE_MAX);
    if (due.length === 0) return;
    await beginOrders(context, clientId, due);
  }
}

/** The same for these orders, at once: whoever asks for their pieces does not wait for the background. */
export async function beginOrders(
  context: BeginContext,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  const keys = orderIds.map((orderId) => ({ clientId, orderId }));
  const making = await prepareNumbers(context, keys);
  await inTransaction(context.pool, async (connection) => {
    const locked = await lockForProduction(connection, clientId, orderIds);
    const accepted = locked.flatMap(({ orderId, status, content, statusSince }) =>
      status === 'ACCEPTED' ? [{ orderId, content, accepted: statusSince }] : [],
    );
    await beginProduction(connection, making, clientId, accepted, null);
    await endProduction(connection, clientId, locked);
    // Those that are in production no longer.
    await deleteProductionDue(connection, clientId, orderIds);
  });
}
