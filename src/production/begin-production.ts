import type { Pool } from 'pg';
import type { LockedOrder, OrderKey } from '../orders/rows/order-row-store.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { reserveMore } from '../stock/change-stock.ts';
import { type StockQuantity, stockNeeds, subtractQuantities } from '../stock/stock-rules.ts';
import { markBatchEnded } from './batch-store.ts';
import { insertMachineRequest } from './machine-files/machine-request-store.ts';
import { firstTechnology, PIECES_OF_ITEM_MAX, planPieces, planRework, type Rework } from './piece-rules.ts';
import {
  cancelEarlierRuns,
  cancelPieces,
  endPieces,
  insertPieces,
  listPiecesOfOrder,
  numberPieces,
  type Piece,
} from './piece-store.ts';
import {
  deleteProductionDue,
  findProductionOrders,
  isProductionDue,
  saveProductionOrders,
} from './production-order-store.ts';
import { countItemPieces, extendBatch } from './release-store.ts';
import { ReservedNumbers, type ScanNumbers } from './scan-numbers.ts';

export interface BeginContext {
  pool: Pool;
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
export interface PieceMaking extends Pick<BeginContext, 'stepOrder'> {
  numbers: ReservedNumbers;
}

/** Reserves the scan-code numbers of orders and pieces, before the transaction of `beginProduction`. */
export async function prepareNumbers(
  { pool, numbers, stepOrder }: BeginContext,
  orders: readonly OrderKey[],
): Promise<PieceMaking> {
  const piece = await withRetry(() => countItemPieces(pool, orders, PIECES_OF_ITEM_MAX));
  return { stepOrder, numbers: await numbers.reserve({ order: orders.length, piece }) };
}

/**
 * Writes the pieces of a client's accepted orders, which are locked. An order that was accepted before gets
 * new pieces, and its old ones are cancelled. Does nothing for orders that have begun since they were
 * accepted. Returns the ids of the orders that got new pieces in place of old ones.
 */
export async function beginProduction(
  connection: Connection,
  { numbers, stepOrder }: PieceMaking,
  clientId: string,
  orders: readonly AcceptedOrder[],
  batchId: string | null,
): Promise<string[]> {
  const ids = orders.map(({ orderId }) => orderId);
  await deleteProductionDue(connection, clientId, ids);
  const known = new Map((await findProductionOrders(connection, clientId, ids)).map((one) => [one.orderId, one]));
  const toBegin = orders.filter(({ orderId, accepted }) => (known.get(orderId)?.begun ?? 0) < accepted);
  if (toBegin.length === 0) return [];
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
  const again = runs.filter(({ run }) => run > 1);
  if (again.length === 0) return [];
  const restarted = again.map(({ orderId }) => orderId);
  const latest = new Date(Math.max(...again.map(({ begun }) => begun.getTime())));
  await cancelEarlierRuns(connection, clientId, restarted, latest);
  return restarted;
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

/** Ends the pieces of locked orders that were shipped or cancelled without a scan of each piece. */
export async function endProduction(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
): Promise<void> {
  const batches = new Map<string, Date>();
  for (const { orderId, status, statusSince } of orders) {
    if (status !== 'SHIPPED' && status !== 'CANCELLED') continue;
    const state = status === 'SHIPPED' ? 'PACKED' : 'CANCELLED';
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
  connection: Connection,
  key: OrderKey,
  { before, after, changes }: Rework,
  { by, now }: Doing,
  stepOrder: readonly string[],
): Promise<string | undefined> {
  const { clientId, orderId } = key;
  if (changes.length === 0) return undefined;
  const [order] = await findProductionOrders(connection, clientId, [orderId]);
  const isWritten = order && !(await isProductionDue(connection, clientId, orderId));
  const pieces = isWritten ? await listPiecesOfOrder(connection, clientId, orderId, order.run) : [];
  const plan = planRework(pieces, after, isWritten ? changes : [], stepOrder);
  if ('short' in plan) return `of item ${JSON.stringify(plan.short)} more pieces are begun than may stay`;
  const { cancelled, added } = plan;
  const changesWithout = (has: 'hasPieces' | 'getsPieces') => changes.filter((change) => !isWritten || !change[has]);
  const come = [...added, ...changesWithout('getsPieces').map(({ itemId, more: quantity }) => ({ itemId, quantity }))];
  const gone = changesWithout('hasPieces').map(({ itemId, fewer: quantity }) => ({ itemId, quantity }));
  const freed = [...cancelled.filter(({ hasBlank }) => hasBlank), ...gone];
  const needs = subtractQuantities(needsOf(after, come), needsOf(before, freed));
  if (!(await reserveMore(connection, clientId, { orderId, by }, needs, now)))
    return `too few of ${needs.map(({ code }) => code).join(', ')} are available`;
  await cancelPieces(connection, key, cancelled, now);
  if (order && added.length > 0) {
    const { run, batchId } = order;
    const written = added.map((planned) => ({ ...planned, orderId, run, batchId, stateSince: now }));
    await writePieces(connection, new ReservedNumbers(new Map()), clientId, written);
    const places = batchId === null ? 0 : await numberPieces(connection, batchId);
    if (batchId !== null) {
      await extendBatch(connection, batchId, { due: null, orders: 0, pieces: places, places });
      const request = { requestId: risingId(), batchId, piece: null, stationId: null, machineId: null, requested: now };
      await insertMachineRequest(connection, { ...request, cause: 'RELEASE' });
    }
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
