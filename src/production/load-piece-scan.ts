import { mayFail } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type LockedOrder, lockOrders } from '../orders/rows/order-row-store.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { isAvailable } from '../stock/change-stock.ts';
import { groupByClient, orderKeyOf } from './batch-rules.ts';
import { listSheetPrints, type StandingPrint } from './machine-files/gang-sheet-store.ts';
import {
  type FloorPiece,
  needsOf,
  PIECE_QUESTIONS,
  type PieceScan,
  type PieceState,
  type PieceWork,
} from './piece-scan-rules.ts';
import { findFloorPieces, listPiecesOfOrder } from './piece-store.ts';
import { refusalOf, refuse, runOf } from './scan-rules.ts';

/** A scan whose code is not looked up yet. */
export type ReadPieceScan =
  | { kind: 'CODE'; code: string }
  | { kind: 'SHEET'; code: string }
  | Exclude<PieceScan, { kind: 'PIECE' } | { kind: 'SHEET' }>;

interface PieceContext {
  work: PieceWork;
  piece?: string | undefined;
  last?: string | undefined;
  question?: string | undefined;
  pending?: string | undefined;
}

type LoadedPieces = { state: PieceState; scan: PieceScan; orders: ReadonlyMap<string, LockedOrder> };

/** Locks the orders whose pieces the scan may change, and reads the pieces. */
export async function loadPieceScan(
  { connection, now }: { connection: Connection; now: Date },
  context: PieceContext,
  read: ReadPieceScan,
  newCode: string,
): Promise<LoadedPieces> {
  const { work, piece: inHand, last, pending } = context;
  const question = PIECE_QUESTIONS.find((one) => one === context.question) ?? 'NONE';
  const scanned = read.kind === 'CODE' ? read.code : undefined;
  const onSheet = read.kind === 'SHEET' ? await listSheetPrints(connection, [read.code]) : [];
  const ofSheet = [...new Set(onSheet.map((print) => print.piece))];
  const codes = [inHand, last, pending, scanned, ...ofSheet].filter((code) => code !== undefined);
  const found = await loadPieces(connection, codes);
  const changed = [...changedBy(context, read), ...ofSheet];
  const toLock =
    work === 'FIND'
      ? []
      : found.filter(({ piece }) => {
          return changed.includes(piece.code) || (piece.code === scanned && !piece.hasBlank);
        });
  const orders = await lockOrdersOf(
    connection,
    toLock.map(({ piece }) => piece),
  );
  // Read again, because only now nobody else can change them.
  const isShared = found.some(({ piece, living }) => piece.code === (pending ?? inHand) && living > 1);
  const needsBin = work === 'CHECK' && isShared;
  const isRead = toLock.length === 0 || (read.kind === 'REASON' && isUnchanged(toLock, orders));
  const locked = isRead ? found : await loadPieces(connection, codes, needsBin);
  const of = (code: string | undefined) => locked.find(({ piece }) => piece.code === code);
  const finished = of(inHand);
  const order = finished && orders.get(orderKeyOf(finished.piece));
  const state: PieceState = {
    work,
    question,
    inHand: finished,
    pending: of(pending),
    last: of(last),
    mayStop: order !== undefined && mayFail(order),
    newCode,
    now,
  };
  if (read.kind === 'SHEET') {
    // A correction waits for the lock of its order, so the prints are read again after it.
    const prints = ofSheet.length === 0 ? [] : await listSheetPrints(connection, [read.code]);
    return { state, scan: sheetScanOf(read.code, prints, of), orders };
  }
  return { state, scan: await completeScan(connection, read, of(scanned), work), orders };
}

/**
 * Returns whether the orders are as they were before they were locked. A rejection then needs no second read,
 * because saving it checks the piece.
 */
function isUnchanged(pieces: readonly FloorPiece[], orders: ReadonlyMap<string, LockedOrder>): boolean {
  return pieces.every(({ piece, orderVersion }) => {
    return piece.quantity === 1 && orders.get(orderKeyOf(piece))?.version === orderVersion;
  });
}

/** Returns the codes of the pieces that the scan may change. */
function changedBy({ piece, last, pending }: PieceContext, read: ReadPieceScan): (string | undefined)[] {
  if (read.kind === 'UNDO') return [last];
  if (read.kind === 'PASS' && pending !== undefined) return [pending];
  if (read.kind === 'CODE') return read.code === piece ? [] : [piece];
  if (read.kind === 'SHEET') return [piece];
  return read.kind === 'PASS' || read.kind === 'REASON' || read.kind === 'STOP_ORDER' ? [piece] : [];
}

/** Reads the pieces, and the bin that an order without one would take. */
export async function loadPieces(
  connection: Connection,
  codes: readonly string[],
  withNextBin = false,
): Promise<FloorPiece[]> {
  const found = codes.length === 0 ? [] : await findFloorPieces(connection, codes, withNextBin);
  return found.map(({ piece, orderCode, standing, begun, ...counts }) => {
    const { clientId, orderId } = piece;
    const refusal = refusalOf(piece, standing, runOf(standing, begun));
    return { piece, order: { clientId, orderId, code: orderCode }, refusal, ...counts };
  });
}

/** Locks the orders of these pieces, client by client. */
export async function lockOrdersOf(
  connection: Connection,
  pieces: readonly OrderKey[],
): Promise<Map<string, LockedOrder>> {
  const locked = new Map<string, LockedOrder>();
  for (const [clientId, ofClient] of groupByClient(pieces)) {
    const orderIds = [...new Set(ofClient.map(({ orderId }) => orderId))];
    for (const order of await lockOrders(connection, clientId, orderIds))
      locked.set(orderKeyOf({ clientId, orderId: order.orderId }), order);
  }
  return locked;
}

function sheetScanOf(
  code: string,
  prints: readonly StandingPrint[],
  of: (piece: string) => FloorPiece | undefined,
): PieceScan {
  if (prints.length === 0) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'sheet_unknown') };
  const pieces = [...Map.groupBy(prints, ({ piece }) => piece)].map(([piece, all]) => ({
    ...{ code: piece, found: of(piece), steps: all.map(({ step }) => step) },
    isCurrent: all.every(({ isCurrent }) => isCurrent === true),
  }));
  return { kind: 'SHEET', code, pieces };
}

async function completeScan(
  connection: Connection,
  read: Exclude<ReadPieceScan, { kind: 'SHEET' }>,
  found: FloorPiece | undefined,
  work: PieceWork,
): Promise<PieceScan> {
  if (read.kind !== 'CODE') return read;
  if (!found) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'piece_unknown') };
  const { piece, refusal } = found;
  if (piece.hasBlank || refusal || work === 'FIND') return { kind: 'PIECE', found };
  const { clientId, orderId, run, attempt } = piece;
  const others = attempt === 0 ? [] : await listPiecesOfOrder(connection, clientId, orderId, run);
  const needs = needsOf(
    piece,
    others.find(({ replacedBy }) => replacedBy === piece.code),
  );
  return { kind: 'PIECE', found, needs: (await isAvailable(connection, needs)) ? needs : undefined };
}
