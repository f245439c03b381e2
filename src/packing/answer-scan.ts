import { hash } from 'node:crypto';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { looksLikeScanCode, readScanCode, type ScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { groupByClient } from '../production/batch-rules.ts';
import type { BeginContext } from '../production/begin-production.ts';
import { findBin } from '../production/bin-store.ts';
import { type Command, commandOf } from '../production/command-codes.ts';
import { findPiecesOfBlank } from '../production/piece-facts-store.ts';
import { findPieceByCode, type Piece } from '../production/piece-store.ts';
import { findProductionOrderByCode, findProductionOrders } from '../production/production-order-store.ts';
import { type Refusal, refusalOf, refuse, runOf, workRefusalOf } from '../production/scan-rules.ts';
import { findScan, insertScan } from '../production/scan-store.ts';
import { stopOrder } from '../production/stop-order.ts';
import {
  type AtStation,
  findBlank,
  finishPiece,
  rejectPiece,
  type Station,
  undoPiece,
} from '../production/work-on-piece.ts';
import { answerHandOver } from './answer-hand-over.ts';
import { answerPacking, type PackingAnswer } from './answer-packing.ts';
import { findParcelByCode } from './parcel-store.ts';
import type { ScanAnswer, ScanContext, ScannedOrder } from './scan-answers.ts';

export interface ScanRequest {
  /** Made at the station. A scan that is sent again with the same id counts once. */
  id: string;
  at: Station;
  /** The text from the scanner. */
  code: string;
  context: ScanContext;
  by: Actor;
}

export interface ScanningContext extends Pick<BeginContext, 'pool' | 'numbers'> {
  clock: () => Date;
}

export interface AnsweredScan {
  /** JSON of a `ScanAnswer`. */
  answer: string;
  isReplayed: boolean;
  /** The parcel for which this scan requested papers. They are drawn after the commit. */
  printing?: string | undefined;
}

/**
 * Carries out a scan and records its answer, in one transaction. A refusal is an
 * answer too. A repeated scan gets the recorded answer. Throws `idempotency_key_reused` if another scan had
 * this id.
 */
export async function answerScan(context: ScanningContext, request: ScanRequest): Promise<AnsweredScan> {
  const { pool, numbers, clock } = context;
  const { id: scanId, at: place, code, context: open, by } = request;
  const { work } = open;
  const askedHash = hash('sha256', JSON.stringify([place.stationId ?? place.station, code, open]), 'buffer');
  const ownCode = readScanCode(code);
  // A badge is a secret, so its scan is not recorded. Signing on is another request.
  if (ownCode?.kind === 'person') return withoutRecord(answerBadge(place, open));
  const known = await withRetry(() => findScan(pool, scanId));
  if (known) return replay(known, askedHash);
  const text = code.trim();
  const piece =
    ownCode || looksLikeScanCode(code) || !['MAKE', 'FIND'].includes(work)
      ? undefined
      : await withRetry(() => findPieceOfBlank(pool, text, open));
  if (piece === 'several')
    return withoutRecord(refuseUnknown(refuse('UNKNOWN', 'several_pieces', { sku: text }), open));
  const scanned = ownCode ?? (piece && readScanCode(piece.code));
  const takesTracking = work === 'PACK' || work === 'HAND_OVER';
  // A misread code of Platen must not pass for a tracking number.
  if (!scanned && (!takesTracking || looksLikeScanCode(code))) {
    const isMisread = looksLikeScanCode(code);
    const refusal = isMisread ? refuse('MISREAD', 'code_misread') : refuse('UNKNOWN', 'code_unknown');
    return withoutRecord(refuseUnknown(refusal, open));
  }
  const command = scanned?.kind === 'command' ? commandOf(scanned.number) : undefined;
  const [successor] = command?.command === 'REJECT' ? await numbers.take('piece', 1) : [];
  // Also with an open parcel, because another station may have shipped it meanwhile.
  const opensParcel = work === 'PACK' && scanned !== undefined && scanned.kind !== 'command';
  const [number = 0] = opensParcel ? await numbers.take('parcel', 1) : [];
  const answerIn = async (at: AtStation): Promise<PackingAnswer> => {
    if (work === 'HAND_OVER') return { answer: await answerHandOver(at, { text, scanned, command, context: open }) };
    if (work === 'PACK' || !scanned) return answerPacking(at, { text, scanned, command, context: open, number });
    return { answer: await answerAtMachine(at, { scanned, command, context: open, successor }) };
  };
  return inTransaction(pool, async (connection) => {
    const now = clock();
    const { answer: answered, printing } = await answerIn({ connection, ...place, by, now });
    const answer = JSON.stringify(answered);
    if (await insertScan(connection, { scanId, askedHash, occurred: now, answer }))
      return { answer, isReplayed: false, printing };
    throw new SentTwice();
  }).catch(async (error) => {
    if (!(error instanceof SentTwice)) throw error;
    const first = await withRetry(() => findScan(pool, scanId));
    if (!first) throw error;
    return replay(first, askedHash);
  });
}

/** Rolls back a scan that another request answered at the same time. */
class SentTwice extends Error {}

function replay(known: { askedHash: Buffer; answer: string }, askedHash: Buffer): AnsweredScan {
  if (known.askedHash.equals(askedHash)) return { answer: known.answer, isReplayed: true };
  throw new ApiError('idempotency_key_reused', 'Another scan was sent under this id. Give each scan an id of its own.');
}

function withoutRecord(answer: ScanAnswer): AnsweredScan {
  return { answer: JSON.stringify(answer), isReplayed: false };
}

function refuseUnknown(refusal: Refusal, next: ScanContext): ScanAnswer {
  return { meaning: 'UNKNOWN', refusal, next };
}

function answerBadge({ stationId }: Station, next: ScanContext): ScanAnswer {
  if (stationId !== null) return { meaning: 'PERSON', next };
  return { meaning: 'PERSON', refusal: refuse('UNKNOWN', 'badge_at_no_station'), next };
}

/** Commands about the piece in hand or the previous piece. */
const PIECE_COMMANDS: readonly Command['command'][] = ['PASS', 'UNDO', 'REJECT', 'STOP_ORDER'];

/** A scan where pieces are made, checked or looked up. */
interface MachineScan {
  scanned: ScanCode;
  command: Command | undefined;
  context: ScanContext;
  /** Number for the successor of a rejected piece. */
  successor: number | undefined;
}

/** A piece of a locked order. */
interface LockedPiece {
  piece: Piece;
  order: LockedOrder;
  run: number;
  begun: ScannedOrder;
}

function answerAtMachine(at: AtStation, scan: MachineScan): Promise<ScanAnswer> {
  switch (scan.scanned.kind) {
    case 'piece':
      return takePiece(at, scan);
    case 'command':
      return doCommand(at, scan);
    default:
      return lookUpOrder(at.connection, scan.scanned, scan.context);
  }
}

/** Takes a piece in hand, and finishes the previous piece. */
async function takePiece(at: AtStation, { scanned, context }: MachineScan): Promise<ScanAnswer> {
  const { work } = context;
  const code = scanCodeOf('piece', scanned.number);
  const locked = await lockPieces(at, [code, ...(context.piece === undefined ? [] : [context.piece])]);
  const found = locked.get(code);
  if (code === context.piece && found) {
    const refusal = refusalOf(found.piece, found.order, found.run);
    const again = { meaning: 'PIECE' as const, ...pieceAndOrderOf(found) };
    return refusal ? { ...again, refusal, next: { work } } : { ...again, isAgain: true, next: context };
  }
  const before = context.piece === undefined ? undefined : locked.get(context.piece);
  const finished = before ? await finishBefore(at, before, work) : {};
  // A refusal of the piece in hand comes first, because that piece is not finished.
  if (finished.refusal && before)
    return { meaning: 'PIECE', ...pieceAndOrderOf(before), refusal: finished.refusal, next: { work } };
  const done = finished.done && { done: finished.done };
  const next = { work, ...(finished.done && { last: finished.done.piece.code }) };
  if (!found) return { meaning: 'UNKNOWN', ...done, refusal: refuse('UNKNOWN', 'piece_unknown'), next };
  const stopped = refusalOf(found.piece, found.order, found.run);
  const needsNoBlank = stopped || found.piece.hasBlank || work === 'FIND';
  const piece = needsNoBlank ? found.piece : await findBlank(at, found.piece);
  const refusal = stopped ?? workRefusalOf(piece, work);
  const answer = { meaning: 'PIECE' as const, ...pieceAndOrderOf({ ...found, piece }), ...done };
  if (refusal) return { ...answer, refusal, next };
  return { ...answer, next: work === 'FIND' ? next : { ...next, piece: code } };
}

async function finishBefore(at: AtStation, { piece, order, run }: LockedPiece, work: ScanContext['work']) {
  if (work === 'FIND') return {};
  const refusal = refusalOf(piece, order, run);
  const outcome = refusal ? { refusal } : await finishPiece(at, piece, work);
  return {
    refusal: 'refusal' in outcome ? outcome.refusal : undefined,
    done: 'done' in outcome ? outcome.done : undefined,
  };
}

async function doCommand(at: AtStation, { command, context, successor }: MachineScan): Promise<ScanAnswer> {
  const { work } = context;
  const meaning = 'COMMAND' as const;
  if (!command) return { meaning, refusal: refuse('UNKNOWN', 'command_unknown'), next: context };
  if (!PIECE_COMMANDS.includes(command.command)) {
    const refusal = refuse('UNKNOWN', 'command_of_packing');
    return { meaning, command: command.command, refusal, next: context };
  }
  const said = {
    meaning,
    command: command.command,
    ...(command.command === 'REJECT' && { reason: command.reason }),
  };
  const isUndo = command.command === 'UNDO';
  const code = isUndo ? context.last : context.piece;
  const found = code === undefined ? undefined : (await lockPieces(at, [code])).get(code);
  if (!found || work === 'FIND') {
    const refusal = refuse('NOTHING_IN_HAND', isUndo ? 'nothing_finished' : 'scan_piece_first');
    return { ...said, refusal, next: context };
  }
  const refusal = refusalOf(found.piece, found.order, found.run);
  const outcome = refusal ? { refusal } : await doPieceCommand(at, command, found, { work, successor });
  const next = { work, ...(isUndo && context.piece !== undefined && { piece: context.piece }) };
  const answer = { ...said, ...pieceAndOrderOf(found), ...outcome };
  const isFinished = command.command === 'PASS' && 'done' in outcome;
  return { ...answer, next: { ...next, ...(isFinished && { last: found.piece.code }) } };
}

function doPieceCommand(
  at: AtStation,
  command: Command,
  { piece, order }: LockedPiece,
  { work, successor }: Pick<ScanContext, 'work'> & Pick<MachineScan, 'successor'>,
) {
  if (command.command === 'REJECT') return rejectPiece(at, piece, command.reason, successor as number);
  if (command.command === 'STOP_ORDER') return stopOrder(at, piece, order);
  return command.command === 'UNDO' ? undoPiece(at, piece, work) : finishPiece(at, piece, work);
}

/** Locks the orders of these pieces, and returns the pieces by their codes. */
async function lockPieces({ connection }: AtStation, codes: readonly string[]): Promise<Map<string, LockedPiece>> {
  const keys = await findPieces(connection, codes);
  const locked = new Map<string, LockedPiece>();
  for (const [clientId, ofClient] of groupByClient(keys)) {
    const orderIds = [...new Set(ofClient.map(({ orderId }) => orderId))];
    const orders = new Map((await lockForProduction(connection, clientId, orderIds)).map((one) => [one.orderId, one]));
    const begun = new Map(
      (await findProductionOrders(connection, clientId, orderIds)).map((one) => [one.orderId, one]),
    );
    const pieceCodes = ofClient.map(({ code }) => code);
    // Read again, because only now nobody else can change them.
    for (const piece of await findPieces(connection, pieceCodes)) {
      const order = orders.get(piece.orderId);
      const known = begun.get(piece.orderId);
      if (order && known) locked.set(piece.code, { piece, order, run: runOf(order, known), begun: known });
    }
  }
  return locked;
}

async function findPieces(connection: Connection, codes: readonly string[]): Promise<Piece[]> {
  const found: Piece[] = [];
  for (const code of new Set(codes)) {
    const piece = await findPieceByCode(connection, code);
    if (piece) found.push(piece);
  }
  return found;
}

function pieceAndOrderOf({ piece, begun }: Pick<LockedPiece, 'piece' | 'begun'>) {
  return { piece, order: scannedOrderOf(begun) };
}

function scannedOrderOf({ clientId, orderId, code }: ScannedOrder): ScannedOrder {
  return { clientId, orderId, code };
}

const LOOKED_UP = { order: 'ORDER', parcel: 'PARCEL', bin: 'BIN' } as const;
const NOT_FOUND = { order: 'order_unknown', parcel: 'parcel_unknown', bin: 'bin_unknown' } as const;

/** Answers the code of an order, a parcel or a bin with its order. Changes nothing. */
async function lookUpOrder(connection: Connection, { kind, number }: ScanCode, next: ScanContext): Promise<ScanAnswer> {
  if (kind !== 'order' && kind !== 'parcel' && kind !== 'bin') {
    const meaning = kind === 'batch' ? 'BATCH' : 'UNKNOWN';
    return { meaning, refusal: refuse('UNKNOWN', 'code_means_nothing'), next };
  }
  const meaning = LOOKED_UP[kind];
  if (kind === 'order') {
    const order = await findProductionOrderByCode(connection, scanCodeOf('order', number));
    if (!order) return refuseUnknown(refuse('UNKNOWN', NOT_FOUND.order), next);
    return { meaning, order: scannedOrderOf(order), next };
  }
  const found =
    kind === 'bin'
      ? await findBin(connection, number)
      : await findParcelByCode(connection, scanCodeOf('parcel', number));
  if (!found) return refuseUnknown(refuse('UNKNOWN', NOT_FOUND[kind]), next);
  const { clientId, orderId } = found;
  if (clientId === null || orderId === null)
    return { meaning, refusal: refuse('UNKNOWN', 'bin_free', { bin: number }), next };
  const order = await findScannedOrder(connection, { clientId, orderId });
  return { meaning, ...(order && { order }), next };
}

async function findScannedOrder(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<ScannedOrder | undefined> {
  const [order] = await findProductionOrders(connection, clientId, [orderId]);
  return order && scannedOrderOf(order);
}

/**
 * Finds the piece for a scanned SKU, which is on the label of its blank: the piece in hand, if it is made of
 * it. Otherwise there must be only one such piece on the floor. At MAKE, only pieces that are still to be
 * made count.
 */
async function findPieceOfBlank(
  connection: Connection,
  sku: string,
  { work, piece }: ScanContext,
): Promise<{ code: string } | 'several' | undefined> {
  const inHand = piece === undefined ? undefined : await findPieceByCode(connection, piece);
  if (inHand?.sku === sku) return { code: inHand.code };
  const [first, second] = await findPiecesOfBlank(connection, sku, { toMake: work !== 'FIND', limit: 2 });
  if (second !== undefined) return 'several';
  return first === undefined ? undefined : { code: first };
}
