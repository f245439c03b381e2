import type { Pool } from 'pg';
import type { Rework } from '../orders/change/correct-order.ts';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { reserveMore } from '../stock/change-stock.ts';
import { type StockQuantity, stockNeeds, subtractQuantities } from '../stock/stock-rules.ts';
import { markBatchEnded } from './batch-store.ts';
import { firstTechnology, PIECES_OF_ITEM_MAX, planPieces, planRework } from './piece-rules.ts';
import {
  cancelEarlierRuns,
  cancelPieces,
  endPieces,
  insertPieces,
  listPiecesOfOrder,
  type Piece,
  placePieces,
} from './piece-store.ts';
import {
  deleteProductionDue,
  findOrdersToBegin,
  findProductionOrders,
  isProductionDue,
  saveProductionOrders,
} from './production-order-store.ts';
import { countItemPieces, extendBatch } from './release-store.ts';
import { ReservedNumbers, type ScanNumbers } from './scan-numbers.ts';

/** Orders in one transaction. */
const BEGUN_AT_ONCE_MAX = 20;

/** Why the parcels of an order end: its pieces are made again, or the order ended. */
export type ParcelEnd = { orderId: string; reason: 'RESTARTED' | 'SHIPPED' | 'CANCELLED'; since: Date };

export interface BeginContext {
  pool: Pool;
  /** Ends the parcels of a client's locked orders. Packing provides it, because it is above production. */
  endParcels: (connection: Connection, clientId: string, ends: readonly ParcelEnd[]) => Promise<void>;
  numbers: ScanNumbers;
  /** Technologies in the order in which the shop uses them. */
  stepOrder: readonly string[];
}

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

type AcceptedOrder = Pick<LockedOrder, 'orderId' | 'content'> & { accepted: Date };

/** Input of `beginProduction` that is prepared before its transaction. */
export interface PieceMaking extends Pick<BeginContext, 'stepOrder' | 'endParcels'> {
  numbers: ReservedNumbers;
}

/** Reserves the scan-code numbers of orders and pieces, before the transaction of `beginProduction`. */
export async function prepareNumbers(
  { pool, numbers, stepOrder, endParcels }: BeginContext,
  orders: readonly OrderKey[],
): Promise<PieceMaking> {
  const piece = await withRetry(() => countItemPieces(pool, orders, PIECES_OF_ITEM_MAX));
  return { stepOrder, endParcels, numbers: await numbers.reserve({ order: orders.length, piece }) };
}

/**
 * Writes the pieces of a client's accepted orders, which are locked. An order that was accepted before gets
 * new pieces, and its old ones are cancelled. Does nothing for orders that have begun since they were
 * accepted.
 */
export async function beginProduction(
  connection: Connection,
  { numbers, stepOrder, endParcels }: PieceMaking,
  clientId: string,
  orders: readonly AcceptedOrder[],
  batchId: string | null,
): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  await deleteProductionDue(connection, clientId, ids);
  const known = new Map((await findProductionOrders(connection, clientId, ids)).map((one) => [one.orderId, one]));
  const toBegin = orders.filter(({ orderId, accepted }) => (known.get(orderId)?.begun ?? 0) < accepted);
  if (toBegin.length === 0) return;
  const unnumbered = toBegin.filter(({ orderId }) => !known.has(orderId));
  const orderNumbers = await numbers.take(connection, 'order', unnumbered.length);
  const newCodes = new Map(
    unnumbered.map(({ orderId }, index) => [orderId, scanCodeOf('order', orderNumbers[index] as number)]),
  );
  const runs = toBegin.map(({ orderId, accepted, content }) => {
    const before = known.get(orderId);
    const code = before?.code ?? (newCodes.get(orderId) as string);
    return { orderId, code, run: (before?.run ?? 0) + 1, batchId, begun: accepted, content };
  });
  await saveProductionOrders(connection, clientId, runs);
  const planned = runs.flatMap(({ orderId, run, begun: stateSince, content }) =>
    planPieces(content.items, stepOrder).map((plan) => ({ ...plan, orderId, run, stateSince, batchId })),
  );
  await writePieces(connection, numbers, clientId, planned);
  const ends = runs.flatMap(({ orderId, run, begun: since }) =>
    run > 1 ? [{ orderId, reason: 'RESTARTED' as const, since }] : [],
  );
  if (ends.length === 0) return;
  const latest = new Date(Math.max(...ends.map(({ since }) => since.getTime())));
  const restarted = ends.map(({ orderId }) => orderId);
  await cancelEarlierRuns(connection, clientId, restarted, latest);
  await endParcels(connection, clientId, ends);
}

async function writePieces(
  connection: Connection,
  numbers: ReservedNumbers,
  clientId: string,
  planned: readonly Omit<Piece, keyof typeof NEW_PIECE | 'clientId' | 'code' | 'technology'>[],
): Promise<void> {
  const pieceNumbers = await numbers.take(connection, 'piece', planned.length);
  const pieces = planned.map((plan, index) => {
    const code = scanCodeOf('piece', pieceNumbers[index] as number);
    return { ...NEW_PIECE, ...plan, clientId, code, technology: firstTechnology(plan.steps) };
  });
  await insertPieces(connection, clientId, pieces);
}

/**
 * Ends the pieces and parcels of locked orders that were shipped or cancelled without a scan of each piece.
 */
async function endProduction(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
  endParcels: BeginContext['endParcels'],
): Promise<void> {
  const batches = new Map<string, Date>();
  for (const { orderId, status, statusSince } of orders) {
    if (status !== 'SHIPPED' && status !== 'CANCELLED') continue;
    const state = status === 'SHIPPED' ? 'PACKED' : 'CANCELLED';
    await endParcels(connection, clientId, [{ orderId, reason: status, since: statusSince }]);
    for (const batchId of await endPieces(connection, { clientId, orderId }, state, statusSince))
      batches.set(batchId, statusSince);
  }
  for (const [batchId, ended] of [...batches].sort(([one], [other]) => (one < other ? -1 : 1)))
    await markBatchEnded(connection, batchId, ended);
}

/**
 * Changes the unbegun pieces and the reserved stock of a locked order that is corrected. New pieces join its
 * batch. Pieces that are still to be written follow the corrected order. Returns the reason of a refusal.
 */
export async function reworkPieces(
  stepOrder: readonly string[],
  connection: Connection,
  key: OrderKey,
  { before, after, changes }: Rework,
  { by, now }: Doing,
): Promise<string | undefined> {
  const { clientId, orderId } = key;
  if (changes.length === 0) return undefined;
  const [order] = await findProductionOrders(connection, clientId, [orderId]);
  const isWritten = order && !(await isProductionDue(connection, clientId, orderId));
  const pieces = isWritten ? await listPiecesOfOrder(connection, clientId, orderId, order.run) : [];
  const plan = planRework(pieces, after, isWritten ? changes : [], stepOrder);
  if ('short' in plan) return `of item ${JSON.stringify(plan.short)} more pieces are begun than may stay`;
  const { cancelled, added } = plan;
  const counted = (has: 'hasPieces' | 'getsPieces') => changes.filter((change) => !isWritten || !change[has]);
  const come = [...added, ...counted('getsPieces').map(({ itemId, more: quantity }) => ({ itemId, quantity }))];
  const gone = counted('hasPieces').map(({ itemId, fewer: quantity }) => ({ itemId, quantity }));
  const freed = [...cancelled.filter(({ hasBlank }) => hasBlank), ...gone];
  const needs = subtractQuantities(needsOf(after, come), needsOf(before, freed));
  if (!(await reserveMore(connection, clientId, { orderId, by }, needs, now)))
    return `too few of ${needs.map(({ code }) => code).join(', ')} are available`;
  await cancelPieces(connection, key, cancelled, now);
  if (order && added.length > 0) {
    const { run, batchId } = order;
    const written = added.map((planned) => ({ ...planned, orderId, run, batchId, stateSince: now }));
    await writePieces(connection, new ReservedNumbers(new Map()), clientId, written);
    const places = batchId === null ? 0 : await placePieces(connection, batchId);
    if (batchId !== null) await extendBatch(connection, batchId, { due: null, orders: 0, pieces: places, places });
  }
  for (const batchId of new Set(cancelled.map((piece) => piece.batchId)))
    if (batchId !== null) await markBatchEnded(connection, batchId, now);
  return undefined;
}

/** Returns the stock of these quantities of items. */
function needsOf(items: Rework['after'], lines: readonly { itemId: string; quantity: number }[]): StockQuantity[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return stockNeeds(lines.map(({ itemId, quantity }) => ({ ...byId.get(itemId), quantity })));
}

/** Begins the production of the client's queued accepted orders, and ends it for orders that have ended. */
export async function beginDue(context: BeginContext, clientId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await findOrdersToBegin(context.pool, clientId, BEGUN_AT_ONCE_MAX);
    if (due.length === 0) return;
    await beginOrders(context, clientId, due);
  }
}

/** Begins the production of these orders now, or ends it, for a request that needs their pieces. */
export async function beginOrders(context: BeginContext, clientId: string, orderIds: readonly string[]): Promise<void> {
  const keys = orderIds.map((orderId) => ({ clientId, orderId }));
  const making = await prepareNumbers(context, keys);
  await inTransaction(context.pool, async (connection) => {
    const locked = await lockForProduction(connection, clientId, orderIds);
    const accepted = locked.flatMap(({ orderId, status, content, statusSince }) =>
      status === 'ACCEPTED' ? [{ orderId, content, accepted: statusSince }] : [],
    );
    await beginProduction(connection, making, clientId, accepted, null);
    await endProduction(connection, clientId, locked, context.endParcels);
    // Includes the orders that were not accepted.
    await deleteProductionDue(connection, clientId, orderIds);
  });
}
