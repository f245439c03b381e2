import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction, mayFail } from '../orders/change/orders-in-production.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { isAvailable } from '../stock/change-stock.ts';
import { groupByClient, orderKeyOf } from './batch-rules.ts';
import { type FloorPiece, needsOf, type PieceScan, type PieceState, type PieceWork } from './piece-scan-rules.ts';
import { findFloorPieces, listPiecesOfOrder } from './piece-store.ts';
import { refusalOf, refuse, runOf } from './scan-rules.ts';

/** A scan whose code is not looked up yet. */
export type ReadPieceScan = { kind: 'CODE'; code: string } | Exclude<PieceScan, { kind: 'PIECE' }>;

interface PieceContext {
  work: PieceWork;
  piece?: string | undefined;
  last?: string | undefined;
  question?: string | undefined;
}

export type LoadedPieces = { state: PieceState; scan: PieceScan; orders: ReadonlyMap<string, LockedOrder> };

/** Locks the orders whose pieces the scan may change, and reads the pieces. */
export async function loadPieceScan(
  { connection, now }: { connection: Connection; now: Date },
  context: PieceContext,
  read: ReadPieceScan,
  newCode: string,
): Promise<LoadedPieces> {
  const { work, piece: inHand, last, question } = context;
  const scanned = read.kind === 'CODE' ? read.code : undefined;
  const codes = [inHand, last, scanned].filter((code) => code !== undefined);
  const found = await loadPieces(connection, codes);
  const changed = changedBy(context, read);
  const toLock =
    work === 'FIND'
      ? []
      : found.filter(({ piece }) => {
          return changed.includes(piece.code) || (piece.code === scanned && !piece.hasBlank);
        });
  const orders = await lockOrders(connection, toLock);
  // Read again, because only now nobody else can change them.
  const isShared = found.some(({ piece, living }) => piece.code === inHand && living > 1);
  const needsBin = work === 'CHECK' && isShared;
  const locked = toLock.length > 0 ? await loadPieces(connection, codes, needsBin) : found;
  const of = (code: string | undefined) => locked.find(({ piece }) => piece.code === code);
  const finished = of(inHand);
  const order = finished && orders.get(orderKeyOf(finished.piece));
  const state: PieceState = {
    work,
    question: question === 'REJECT_REASON' ? question : 'NONE',
    inHand: finished,
    last: of(last),
    mayStop: order !== undefined && mayFail(order),
    newCode,
    now,
  };
  return { state, scan: await completeScan(connection, read, of(scanned), work), orders };
}

/** Returns the codes of the pieces that the scan may change. */
function changedBy({ piece, last }: PieceContext, read: ReadPieceScan): (string | undefined)[] {
  if (read.kind === 'UNDO') return [last];
  if (read.kind === 'CODE') return read.code === piece ? [] : [piece];
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

export async function lockOrders(
  connection: Connection,
  pieces: readonly Pick<FloorPiece, 'order'>[],
): Promise<Map<string, LockedOrder>> {
  const locked = new Map<string, LockedOrder>();
  for (const [clientId, ofClient] of groupByClient(pieces.map(({ order }) => order))) {
    const orderIds = [...new Set(ofClient.map(({ orderId }) => orderId))];
    for (const order of await lockForProduction(connection, clientId, orderIds))
      locked.set(orderKeyOf({ clientId, orderId: order.orderId }), order);
  }
  return locked;
}

async function completeScan(
  connection: Connection,
  read: ReadPieceScan,
  found: FloorPiece | undefined,
  work: PieceWork,
): Promise<PieceScan> {
  if (read.kind !== 'CODE') return read;
  if (!found) return { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'piece_unknown') };
  const { piece, refusal } = found;
  if (piece.hasBlank || refusal || work === 'FIND') return { kind: 'PIECE', found };
  const pieces = await listPiecesOfOrder(connection, piece.clientId, piece.orderId, piece.run);
  const needs = needsOf(
    piece,
    pieces.find(({ replacedBy }) => replacedBy === piece.code),
  );
  return { kind: 'PIECE', found, needs: (await isAvailable(connection, needs)) ? needs : undefined };
}
