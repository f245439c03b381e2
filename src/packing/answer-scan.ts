import { hash } from 'node:crypto';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import type { OrderKey } from '../orders/document/order-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { looksLikeScanCode, readScanCode, type ScanCode, scanCodeOf } from '../platform/text/scan-codes.ts';
import type { BeginContext } from '../production/begin-production.ts';
import { findBin } from '../production/bin-store.ts';
import { type Command, commandOf } from '../production/command-codes.ts';
import { findPiecesOfBlank } from '../production/piece-facts-store.ts';
import { findPieceByCode, type Piece } from '../production/piece-store.ts';
import { findProductionOrderByCode, findProductionOrders } from '../production/production-order-store.ts';
import { stopOrder } from '../production/report-short.ts';
import { refusalOf, refuse, runOf, unfit } from '../production/scan-rules.ts';
import { findScan, insertScan } from '../production/scan-store.ts';
import {
  type AtStation,
  findBlank,
  finish,
  reject,
  type Station,
  undo,
} from '../production/work-on-piece.ts';
import { answerHandOver } from './answer-hand-over.ts';
import { answerPacking } from './answer-packing.ts';
import { findParcelByCode } from './parcel-store.ts';
import type { ScanAnswer, ScanContext, ScannedOrder } from './scan-answers.ts';

export interface ScanRequest {
  /** Made at the station: the same scan, sent again, counts once. */
  id: string;
  at: Station;
  /** As it came from the scanner. */
  code: string;
  context: ScanContext;
  by: Actor;
}

export interface ScanningContext extends Pick<BeginContext, 'pool' | 'numbers'> {
  clock: () => Date;
}

/** A piece with how its order stands, which is locked. */
interface Standing {
  piece: Piece;
  order: LockedOrder;
  run: number;
  begun: ScannedOrder;
}

/**
 * Says what a scan means and does it, in one transaction with the record of its answer (JSON). Sent again it is answered as the first time. What
 * is refused is an answer too. Throws `idempotency_key_reused` when the id was that of another scan.
 */
export async function answerScan(
  context: ScanningContext,
  request: ScanRequest,
): Promise<{ answer: string; isReplayed: boolean }> {
  const { pool, numbers, clock } = context;
  const { id: scanId, at: place, code, context: open, by } = request;
  const askedHash = hash('sha256', JSON.stringify([place.stationId ?? place.station, code, open]), 'buffer');
  const ours = readScanCode(code);
  // Signing on is another request; a badge is a secret, of which no trace is kept here.
  if (ours?.kind === 'person') return { answer: JSON.stringify(person(place, open)), isReplayed: false };
  const known = await withRetry(() => findScan(pool, scanId));
  if (known) return replayed(known, askedHash);
  const blank =
    ours || looksLikeScanCode(code) || !['MAKE', 'FIND'].includes(open.work)
      ? undefined
      : await withRetry(() => findByBlank(pool, code.trim(), open));
  if (blank === 'several') return { answer: JSON.stringify(severalOf(code.trim(), open)), isReplayed: false };
  const scanned = ours ?? (blank && readScanCode(blank.code));
  // A misread code of ours must not pass for a tracking number.
  const takesTracking = open.work === 'PACK' || open.work === 'HAND_OVER';
  if (!scanned && (!takesTracking || looksLikeScanCode(code)))
    return { answer: JSON.stringify(unreadable(code, open)), isReplayed: false };
  const command = scanned?.kind === 'command' ? commandOf(scanned.number) : undefined;
  const successors = command?.command === 'REJECT' ? await numbers.take('piece', 1) : [];
  // Also when a parcel is open, for it may have left from another station meanwhile.
  const opens = open.work === 'PACK' && scanned !== undefined && scanned.kind !== 'command';
  const [number = 0] = opens ? await numbers.take('parcel', 1) : [];
  return inTransaction(pool, async (connection) => {
    const now = clock();
    const at = { connection, ...place, by, now };
    const text = code.trim();
    let told: ScanAnswer;
    if (open.work === 'HAND_OVER') told = await answerHandOver(at, { text, scanned, command, open });
    else if (open.work === 'PACK' || !scanned)
      told = await answerPacking(at, { text, scanned, command, open, number });
    else told = await answerIn(at, { scanned, command, open, successor: successors[0] });
    const answer = JSON.stringify(told);
    if (await insertScan(connection, { scanId, askedHash, occurred: now, answer }))
      return { answer, isReplayed: false };
    throw new SentTwice();
  }).catch(async (error) => {
    if (!(error instanceof SentTwice)) throw error;
    const first = await withRetry(() => findScan(pool, scanId));
    if (!first) throw error;
    return replayed(first, askedHash);
  });
}

/** The same scan was answered at the same time: what this one did is taken back. */
class SentTwice extends Error {}

function replayed(known: { askedHash: Buffer; answer: string }, askedHash: Buffer) {
  if (known.askedHash.equals(askedHash)) return { answer: known.answer, isReplayed: true };
  throw new ApiError(
    'idempotency_key_reused',
    'Another scan was sent under this id. Give each scan an id of its own.',
  );
}

/** What is said of the piece in hand, or the one before it. */
const IN_HAND: readonly Command['command'][] = ['PASS', 'UNDO', 'REJECT', 'STOP_ORDER'];

interface Asked {
  scanned: ScanCode;
  command: Command | undefined;
  open: ScanContext;
  /** Number of the piece that comes in place of one that is rejected. */
  successor: number | undefined;
}

function answerIn(at: AtStation, asked: Asked): Promise<ScanAnswer> {
  switch (asked.scanned.kind) {
    case 'piece':
      return scanPiece(at, asked);
    case 'command':
      return doCommand(at, asked);
    default:
      return lookUp(at.connection, asked.scanned, asked.open);
  }
}

/** A piece is taken in hand, and what was done with the one before is finished by it. */
async function scanPiece(at: AtStation, { scanned, open }: Asked): Promise<ScanAnswer> {
  const { work } = open;
  const code = scanCodeOf('piece', scanned.number);
  const standings = await lockPieces(at, [code, ...(open.piece === undefined ? [] : [open.piece])]);
  const standing = standings.get(code);
  if (code === open.piece && standing) {
    const refusal = refusalOf(standing.piece, standing.order, standing.run);
    const again = { meaning: 'PIECE' as const, ...shown(standing) };
    return refusal ? { ...again, refusal, next: { work } } : { ...again, isAgain: true, next: open };
  }
  const before = open.piece === undefined ? undefined : standings.get(open.piece);
  const closed = before ? await close(at, before, work) : {};
  // What stops the piece in hand is told first: it is not put down as finished.
  if (closed.refusal && before)
    return { meaning: 'PIECE', ...shown(before), refusal: closed.refusal, next: { work } };
  const done = closed.done && { done: closed.done };
  const rest = { work, ...(closed.done && { last: closed.done.piece.code }) };
  if (!standing)
    return { meaning: 'UNKNOWN', ...done, refusal: refuse('UNKNOWN', 'piece_unknown'), next: rest };
  const refusal = refusalOf(standing.piece, standing.order, standing.run);
  const piece =
    refusal || standing.piece.hasBlank || work === 'FIND'
      ? standing.piece
      : await findBlank(at, standing.piece);
  const why = refusal ?? unfit(piece, work);
  const told = { meaning: 'PIECE' as const, ...shown({ ...standing, piece }), ...done };
  if (why) return { ...told, refusal: why, next: rest };
  return { ...told, next: work === 'FIND' ? rest : { ...rest, piece: code } };
}

async function doCommand(at: AtStation, { command, open, successor }: Asked): Promise<ScanAnswer> {
  const { work } = open;
  if (!command)
    return {
      meaning: 'COMMAND',
      refusal: refuse('UNKNOWN', 'command_unknown'),
      next: open,
    };
  if (!IN_HAND.includes(command.command)) {
    const refusal = refuse('UNKNOWN', 'command_of_packing');
    return { meaning: 'COMMAND', command: command.command, refusal, next: open };
  }
  const told = {
    meaning: 'COMMAND' as const,
    command: command.command,
    ...(command.command === 'REJECT' && { reason: command.reason }),
  };
  const isUndo = command.command === 'UNDO';
  const code = isUndo ? open.last : open.piece;
  const standing = code === undefined ? undefined : (await lockPieces(at, [code])).get(code);
  if (!standing || work === 'FIND') {
    const refusal = refuse('NOTHING_IN_HAND', isUndo ? 'nothing_finished' : 'scan_piece_first');
    return { ...told, refusal, next: open };
  }
  const refusal = refusalOf(standing.piece, standing.order, standing.run);
  const outcome = refusal ? { refusal } : await outcomeOf(at, command, standing, { work, successor });
  const next = { work, ...(isUndo && open.piece !== undefined && { piece: open.piece }) };
  if ('refusal' in outcome || 'stopped' in outcome) return { ...told, ...shown(standing), ...outcome, next };
  const last = command.command === 'PASS' ? { last: standing.piece.code } : {};
  return { ...told, ...shown(standing), ...outcome, next: { ...next, ...last } };
}

function outcomeOf(
  at: AtStation,
  command: Command,
  { piece, order }: Standing,
  { work, successor }: Pick<ScanContext, 'work'> & Pick<Asked, 'successor'>,
) {
  if (command.command === 'REJECT') return reject(at, piece, command.reason, successor as number);
  if (command.command === 'STOP_ORDER') return stopOrder(at, piece, order);
  return command.command === 'UNDO' ? undo(at, piece, work) : finish(at, piece, work);
}

function person({ stationId }: Station, open: ScanContext): ScanAnswer {
  if (stationId !== null) return { meaning: 'PERSON', next: open };
  const refusal = refuse('UNKNOWN', 'badge_at_no_station');
  return { meaning: 'PERSON', refusal, next: open };
}

function severalOf(sku: string, open: ScanContext): ScanAnswer {
  return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', 'several_pieces', { sku }), next: open };
}

function unreadable(code: string, open: ScanContext): ScanAnswer {
  const refusal = looksLikeScanCode(code)
    ? refuse('MISREAD', 'code_misread')
    : refuse('UNKNOWN', 'code_unknown');
  return { meaning: 'UNKNOWN', refusal, next: open };
}

async function close(at: AtStation, { piece, order, run }: Standing, work: ScanContext['work']) {
  if (work === 'FIND') return {};
  const refusal = refusalOf(piece, order, run);
  const outcome = refusal ? { refusal } : await finish(at, piece, work);
  return {
    refusal: 'refusal' in outcome ? outcome.refusal : undefined,
    done: 'done' in outcome ? outcome.done : undefined,
  };
}

/** The pieces of the codes, by their codes, with their orders locked: all stations lock them in one order. */
async function lockPieces(
  { connection }: AtStation,
  codes: readonly string[],
): Promise<Map<string, Standing>> {
  const keys = await findAll(connection, codes);
  const byClient = [...Map.groupBy(keys, ({ clientId }) => clientId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const standings = new Map<string, Standing>();
  for (const [clientId, ofClient] of byClient) {
    const orderIds = [...new Set(ofClient.map(({ orderId }) => orderId))];
    const orders = new Map(
      (await lockForProduction(connection, clientId, orderIds)).map((one) => [one.orderId, one]),
    );
    const begun = new Map(
      (await findProductionOrders(connection, clientId, orderIds)).map((one) => [one.orderId, one]),
    );
    // As they are now that nobody else can change them.
    for (const piece of await findAll(
      connection,
      ofClient.map(({ code }) => code),
    )) {
      const order = orders.get(piece.orderId);
      const known = begun.get(piece.orderId);
      if (order && known) standings.set(piece.code, { piece, order, run: runOf(order, known), begun: known });
    }
  }
  return standings;
}

async function findAll(connection: Connection, codes: readonly string[]): Promise<Piece[]> {
  const found: Piece[] = [];
  for (const code of new Set(codes)) {
    const piece = await findPieceByCode(connection, code);
    if (piece) found.push(piece);
  }
  return found;
}

function shown({ piece, begun }: Pick<Standing, 'piece' | 'begun'>) {
  return { piece, order: scannedOrder(begun) };
}

const NOTHING = {
  order: 'order_unknown',
  parcel: 'parcel_unknown',
  bin: 'bin_unknown',
} as const;

/** The order of a code that stands for no piece: its own, or that of its bin or parcel. Changes nothing. */
async function lookUp(
  connection: Connection,
  { kind, number }: ScanCode,
  open: ScanContext,
): Promise<ScanAnswer> {
  if (kind !== 'order' && kind !== 'parcel' && kind !== 'bin') {
    return {
      meaning: kind === 'batch' ? 'BATCH' : 'UNKNOWN',
      refusal: refuse('UNKNOWN', 'code_means_nothing'),
      next: open,
    };
  }
  const meaning = ({ order: 'ORDER', parcel: 'PARCEL', bin: 'BIN' } as const)[kind];
  if (kind === 'order') {
    const order = await findProductionOrderByCode(connection, scanCodeOf('order', number));
    if (order) return { meaning, order: scannedOrder(order), next: open };
    return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', NOTHING.order), next: open };
  }
  const found =
    kind === 'bin'
      ? await findBin(connection, number)
      : await findParcelByCode(connection, scanCodeOf('parcel', number));
  if (!found) return { meaning: 'UNKNOWN', refusal: refuse('UNKNOWN', NOTHING[kind]), next: open };
  const { clientId, orderId } = found;
  if (clientId === null || orderId === null)
    return { meaning, refusal: refuse('UNKNOWN', 'bin_free', { bin: number }), next: open };
  const order = await findOrder(connection, { clientId, orderId });
  return { meaning, ...(order && { order }), next: open };
}

async function findOrder(connection: Connection, key: OrderKey): Promise<ScannedOrder | undefined> {
  const [order] = await findProductionOrders(connection, key.clientId, [key.orderId]);
  return order && scannedOrder(order);
}

/** What of an order in production is told. */
function scannedOrder({ clientId, orderId, code }: ScannedOrder): ScannedOrder {
  return { clientId, orderId, code };
}

/** What the label of a blank stands for: a piece, where only one can be meant. */
type Meant = { code: string } | 'several' | undefined;

/**
 * The piece that a blank is for whose own label was scanned, with its SKU: the one in hand, if it is made of it; else the only one on the floor (at MAKE, that is
 * still to be made).
 */
async function findByBlank(
  connection: Connection,
  sku: string,
  { work, piece }: ScanContext,
): Promise<Meant> {
  const inHand = piece === undefined ? undefined : await findPieceByCode(connection, piece);
  if (inHand?.sku === sku) return { code: inHand.code };
  const [first, second] = await findPiecesOfBlank(connection, sku, { toMake: work !== 'FIND', limit: 2 });
  if (second !== undefined) return 'several';
  return first === undefined ? undefined : { code: first };
}
