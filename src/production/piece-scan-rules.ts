import type { StockQuantity } from '../stock/stock-rules.ts';
import type { NextBin } from './bin-store.ts';
import { materialOf, stepsAfter, stepsBefore } from './piece-rules.ts';
import { findPieceTransition, UNMADE } from './piece-states.ts';
import type { Piece, PieceChange } from './piece-store.ts';
import type { NamedPrinter } from './printer-rules.ts';
import type { RejectReason } from './reject-reasons.ts';
import { type Refusal, refuse, workRefusalOf } from './scan-rules.ts';
import { type PieceOnSheet, type ScannedSheet, sheetRefusalOf } from './sheet-scan-rules.ts';
import { decideStop, type Stopped } from './stop-rules.ts';

export type PieceWork = 'MAKE' | 'CHECK' | 'FIND';

export type ScannedOrder = { clientId: string; orderId: string; code: string };

export interface FloorPiece {
  piece: Piece;
  order: ScannedOrder;
  /** Why nobody may work on the piece. */
  refusal: Refusal | undefined;
  /** Pieces of the order that are not replaced, scrapped or cancelled. */
  living: number;
  /** Living pieces that are still to be checked. */
  unchecked: number;
  bin: number | null;
  /** Read at CHECK for an order of several pieces without a bin. */
  nextBin: NextBin | null;
  orderVersion: number;
}

/** The state of a station that makes, checks or finds pieces. */
export interface PieceState {
  work: PieceWork;
  question: PieceQuestion;
  inHand?: FloorPiece | undefined;
  /** The piece of CONFIRM_UNMADE: the piece in hand, or the previous one. */
  pending?: FloorPiece | undefined;
  /** The last finished piece, which UNDO takes back. */
  last?: FloorPiece | undefined;
  /** Whether the order of the piece in hand can be put into ERROR. */
  mayStop: boolean;
  newCode: string;
  now: Date;
}

export const PIECE_QUESTIONS = ['NONE', 'REJECT_REASON', 'CONFIRM_UNMADE'] as const;
type PieceQuestion = (typeof PIECE_QUESTIONS)[number];

/** A scan after its code was looked up. */
export type PieceScan =
  // `needs` is the material of a piece without a blank, if the shelf has it.
  | { kind: 'PIECE'; found: FloorPiece; needs?: readonly StockQuantity[] | undefined }
  | { kind: 'ORDER'; meaning: 'ORDER' | 'PARCEL' | 'BIN'; order: ScannedOrder | undefined }
  | { kind: 'REASON'; reason: RejectReason }
  | { kind: 'PASS' | 'UNDO' | 'REJECT_PIECE' | 'STOP_ORDER' | 'OTHER_COMMAND' }
  | { kind: 'SHEET'; code: string; pieces: readonly PieceOnSheet<FloorPiece>[] }
  | { kind: 'UNKNOWN'; refusal: Refusal };

type ScanOf<K> = Extract<PieceScan, { kind: K }>;

export type PieceScanChange =
  | ({ type: 'PIECE' } & PieceChange)
  | { type: 'PIECES'; pieces: PieceChange[] }
  | { type: 'BATCH_ENDED'; batchId: string }
  | { type: 'BATCH_OPEN'; batchId: string }
  | { type: 'TAKE_BIN'; bin: NextBin; piece: Piece }
  | { type: 'RESERVE'; piece: Piece; needs: readonly StockQuantity[] }
  | { type: 'REJECT'; before: Piece; piece: Piece; reason: RejectReason; successor: Piece | undefined }
  | { type: 'STOP'; piece: Piece; stopped: Stopped };

export interface Done {
  piece: Piece;
  /** The bin of the order, into which the piece goes. */
  bin?: number;
  /** All pieces of the order are checked. */
  isOrderComplete?: boolean;
  /** Replaces a rejected piece. */
  successor?: Piece;
  /** Prints the ticket of the successor. Absent: the station has no printer for it. */
  printer?: NamedPrinter;
}

/** A piece that was in hand and could not be finished when the person took the next piece. */
export type Unfinished = { piece: Piece; refusal: Refusal };

interface Accepted {
  changes: readonly PieceScanChange[];
  next: {
    piece?: string | undefined;
    last?: string | undefined;
    question?: Exclude<PieceQuestion, 'NONE'>;
    pending?: string;
  };
  screen?: { piece?: Piece; order: ScannedOrder | undefined };
  done?: Done;
  stopped?: Stopped;
  isAgain?: boolean;
  unfinished?: Unfinished;
  sheet?: ScannedSheet;
}
type Refused = { refusal: Refusal; screen?: { piece: Piece; order: ScannedOrder }; sheet?: ScannedSheet };
type PieceDecision = Accepted | Refused;

/** `effect` is the effect in docs/floor.md. Without it, the scan is refused. */
type Cell<K> = { effect?: string; decide: (state: PieceState, scan: ScanOf<K>) => PieceDecision };
type Row = { [K in PieceScan['kind']]: Cell<K> };

const refusalCell = (...given: Parameters<typeof refuse>) => ({ decide: () => ({ refusal: refuse(...given) }) });
const PIECE_FIRST = refusalCell('NOTHING_IN_HAND', 'scan_piece_first');
const QUESTION_FIRST = refusalCell('QUESTION', 'answer_question_first');
const UNKNOWN: Cell<'UNKNOWN'> = { decide: (_, { refusal }) => ({ refusal }) };
const SHOW_ORDER: Cell<'ORDER'> = { effect: 'shows it', decide: (state, { order }) => keep(state, { order }) };
const REJECT: Cell<'REASON'> = { effect: 'rejects it', decide: rejectPiece };

const STOP: Cell<'STOP_ORDER'> = { effect: 'stops its order', decide: stopOrder };

const WORKING: Row = {
  PIECE: { effect: 'takes it in hand, and finishes the previous one or asks `CONFIRM_UNMADE`', decide: takePiece },
  ORDER: SHOW_ORDER,
  PASS: { effect: 'finishes it, or asks `CONFIRM_UNMADE`', decide: pass },
  UNDO: { effect: 'takes the last one back', decide: undo },
  REJECT_PIECE: { effect: 'asks `REJECT_REASON`', decide: askReason },
  REASON: REJECT,
  STOP_ORDER: STOP,
  OTHER_COMMAND: refusalCell('UNKNOWN', 'command_of_packing'),
  SHEET: { effect: 'makes its pieces, and finishes the previous one', decide: makeSheet },
  UNKNOWN,
};
/** A question blocks everything else: a person who scans on has not seen it. */
const ASKING: Row = {
  PIECE: QUESTION_FIRST,
  ORDER: QUESTION_FIRST,
  PASS: QUESTION_FIRST,
  UNDO: { effect: 'closes it', decide: (state) => keep(state) },
  REJECT_PIECE: QUESTION_FIRST,
  REASON: REJECT,
  STOP_ORDER: STOP,
  OTHER_COMMAND: QUESTION_FIRST,
  SHEET: QUESTION_FIRST,
  UNKNOWN,
};
const UNMADE_ASKED: Row = {
  ...ASKING,
  PASS: { effect: 'finishes it', decide: passUnmade },
  REASON: QUESTION_FIRST,
  STOP_ORDER: QUESTION_FIRST,
};
const FINDING: Row = {
  PIECE: { effect: 'shows it', decide: showPiece },
  ORDER: SHOW_ORDER,
  PASS: PIECE_FIRST,
  UNDO: refusalCell('NOTHING_IN_HAND', 'nothing_finished'),
  REJECT_PIECE: PIECE_FIRST,
  REASON: PIECE_FIRST,
  STOP_ORDER: PIECE_FIRST,
  OTHER_COMMAND: refusalCell('UNKNOWN', 'command_of_packing'),
  SHEET: refusalCell('UNKNOWN', 'sheet_only_at_make'),
  UNKNOWN,
};

/** The decision for each kind of scan, by work of the station and open question. A gap does not compile. */
export const PIECE_RULES: { [W in PieceWork]: { [Q in PieceQuestion]: Row } } = {
  MAKE: { NONE: WORKING, REJECT_REASON: ASKING, CONFIRM_UNMADE: UNMADE_ASKED },
  CHECK: { NONE: WORKING, REJECT_REASON: ASKING, CONFIRM_UNMADE: UNMADE_ASKED },
  FIND: { NONE: FINDING, REJECT_REASON: FINDING, CONFIRM_UNMADE: FINDING },
};

/** Returns what a scan for MAKE, CHECK or FIND changes, shows and asks, or why the scan is refused. */
export function decidePieceScan(state: PieceState, scan: PieceScan): PieceDecision {
  // The compiler cannot follow that the cell fits the scan.
  const cell = PIECE_RULES[state.work][state.question][scan.kind] as Cell<PieceScan['kind']>;
  return cell.decide(state, scan);
}

/** Returns a decision that keeps the pieces of the context, and closes the question. */
function keep({ inHand, last }: PieceState, screen?: Accepted['screen']): Accepted {
  const next = { piece: inHand?.piece.code, last: last?.piece.code };
  return { changes: [], next, ...(screen && { screen }) };
}

function showPiece(state: PieceState, { found: { piece, order, refusal } }: ScanOf<'PIECE'>): PieceDecision {
  return refusal ? { refusal, screen: { piece, order } } : keep(state, { piece, order });
}

/** Decides to take a piece in hand and to finish the previous one, which stays if the code is refused. */
function takePiece(state: PieceState, scan: ScanOf<'PIECE'>): PieceDecision {
  const { work, inHand } = state;
  const { found, needs } = scan;
  const screen = { piece: found.piece, order: found.order };
  const isAgain = inHand?.piece.code === found.piece.code;
  const piece = needs && !found.piece.hasBlank ? { ...found.piece, hasBlank: true, reason: null } : found.piece;
  const refusal = found.refusal ?? (isAgain ? undefined : workRefusalOf(piece, work));
  if (refusal) return { refusal, screen };
  if (isAgain) return { ...keep(state, screen), isAgain };
  const reserve: PieceScanChange[] = needs && piece !== found.piece ? [{ type: 'RESERVE', piece, needs }] : [];
  const taken = { screen: { piece, order: found.order }, next: { piece: piece.code } };
  if (!inHand) return { ...taken, changes: reserve };
  if (isUnmade(state, inHand)) return { ...taken, changes: reserve, next: askUnmade(state, inHand, piece.code) };
  const finished = finish(state, inHand);
  // The person continues with the next piece, and the answer says that this one was not finished.
  if ('refusal' in finished)
    return { ...taken, changes: reserve, unfinished: { piece: inHand.piece, refusal: finished.refusal } };
  const { changes, done } = finished;
  return { ...taken, changes: [...changes, ...reserve], done, next: { piece: piece.code, last: done.piece.code } };
}

/**
 * Decides to make the pieces of a gang sheet. Pieces that are made already, or that nobody may make, stay as
 * they are. The piece in hand is finished too, unless it is on the sheet.
 */
function makeSheet(state: PieceState, { code, pieces: onSheet }: ScanOf<'SHEET'>): PieceDecision {
  const sheet: ScannedSheet = { code, made: [], already: [], refused: [] };
  const pieces: PieceChange[] = [];
  const batches = new Set<string>();
  for (const one of onSheet) {
    const refusal = sheetRefusalOf(one);
    const outcome = refusal ? { refusal } : makePiece(state, one.found!.piece);
    if (!('refusal' in outcome)) {
      sheet.made.push(one.code);
      for (const change of outcome.changes) {
        if (change.type === 'PIECE') pieces.push(change);
        if (change.type === 'BATCH_ENDED') batches.add(change.batchId);
      }
    } else if (outcome.refusal.kind === 'ALREADY_DONE') sheet.already.push(one.code);
    else sheet.refused.push({ code: one.code, refusal: outcome.refusal });
  }
  if (pieces.length === 0) {
    const isMade = sheet.already.length > 0 && sheet.refused.length === 0;
    return {
      refusal: isMade ? refuse('ALREADY_DONE', 'sheet_made_already') : refuse('STOPPED', 'sheet_stopped'),
      sheet,
    };
  }
  const changes: PieceScanChange[] = [{ type: 'PIECES', pieces }];
  for (const batchId of batches) changes.push({ type: 'BATCH_ENDED', batchId });
  const { inHand } = state;
  if (!inHand || onSheet.some(({ code: piece }) => piece === inHand.piece.code)) return { changes, next: {}, sheet };
  const finished = finish(state, inHand);
  if ('refusal' in finished)
    return { changes, next: {}, sheet, unfinished: { piece: inHand.piece, refusal: finished.refusal } };
  return { changes: [...finished.changes, ...changes], next: { last: inHand.piece.code }, sheet, done: finished.done };
}

function pass(state: PieceState): PieceDecision {
  const { inHand } = state;
  if (!inHand) return PIECE_FIRST.decide();
  const screen = { piece: inHand.piece, order: inHand.order };
  if (isUnmade(state, inHand)) return { changes: [], screen, next: askUnmade(state, inHand, inHand.piece.code) };
  const finished = finish(state, inHand);
  if ('refusal' in finished) return { ...finished, screen };
  return { ...finished, screen, next: { last: inHand.piece.code } };
}

/** Returns whether the piece passes CHECK although nobody has made it. */
function isUnmade({ work }: PieceState, { piece, refusal }: FloorPiece): boolean {
  return work === 'CHECK' && piece.state === 'TO_MAKE' && !refusal;
}

/** Asks about a piece while the next one may be in hand. Without an answer it stays TO_MAKE, so PACK asks. */
function askUnmade({ last }: PieceState, { piece: { code } }: FloorPiece, inHand: string): Accepted['next'] {
  return { piece: inHand, last: last?.piece.code, question: 'CONFIRM_UNMADE', pending: code };
}

function passUnmade(state: PieceState): PieceDecision {
  const { pending, inHand } = state;
  if (!pending) return PIECE_FIRST.decide();
  const finished = finish(state, pending);
  const next = inHand && inHand.piece.code !== pending.piece.code ? inHand : undefined;
  const { piece, order } = next ?? pending;
  if ('refusal' in finished) return { ...finished, screen: { piece, order } };
  return { ...finished, screen: { piece, order }, next: { piece: next?.piece.code, last: pending.piece.code } };
}

type Finished = { changes: PieceScanChange[]; done: Done } | { refusal: Refusal };

/** Decides the work of this station on the piece in hand. */
function finish(state: PieceState, { refusal, ...inHand }: FloorPiece): Finished {
  if (refusal) return { refusal };
  return state.work === 'CHECK' ? checkPiece(state, inHand) : makePiece(state, inHand.piece);
}

/** Decides the next steps, which are of one technology. The piece is made after its last step. */
function makePiece({ now }: PieceState, before: Piece): Finished {
  if (!findPieceTransition(before.state, 'make')) return { refusal: refuse('ALREADY_DONE', 'made_already') };
  const stepsDone = stepsAfter(before);
  if (stepsDone < before.steps.length) {
    const piece = { ...before, stepsDone };
    return { changes: [{ type: 'PIECE', before, piece, event: 'piece.step_done' }], done: { piece } };
  }
  const piece: Piece = { ...before, stepsDone, state: 'MADE', stateSince: now };
  const changes: PieceScanChange[] = [{ type: 'PIECE', before, piece, event: 'piece.made' }];
  return { changes: [...changes, ...batchChange('BATCH_ENDED', before)], done: { piece } };
}

/** Decides that the piece is good. If its order has several pieces, it goes into the bin of the order. */
function checkPiece(
  { now }: PieceState,
  { piece: before, living, unchecked, bin: known, nextBin }: Omit<FloorPiece, 'refusal'>,
): Finished {
  if (!findPieceTransition(before.state, 'check')) return { refusal: refuse('ALREADY_DONE', 'checked_already') };
  const needsBin = living > 1 && known === null;
  if (needsBin && !nextBin?.isFree) return { refusal: refuseForBins(nextBin) };
  const done = { state: 'CHECKED', stateSince: now, stepsDone: before.steps.length } as const;
  const reason = before.state === 'TO_MAKE' ? UNMADE : null;
  const piece: Piece = { ...before, ...done, reason };
  const changes: PieceScanChange[] = [{ type: 'PIECE', before, piece, event: 'piece.checked', reason }];
  if (needsBin && nextBin) changes.push({ type: 'TAKE_BIN', bin: nextBin, piece });
  if (before.state === 'TO_MAKE') changes.push(...batchChange('BATCH_ENDED', before));
  const bin = known ?? (needsBin ? nextBin?.bin : undefined);
  return { changes, done: { piece, ...(bin !== undefined && { bin }), isOrderComplete: unchecked === 1 } };
}

function refuseForBins(oldest: NextBin | null): Refusal {
  if (!oldest) return refuse('BINS_FULL', 'no_bins');
  return refuse('BINS_FULL', 'bins_full', { bin: oldest.bin, orderId: oldest.orderId });
}

function batchChange(type: 'BATCH_ENDED' | 'BATCH_OPEN', { batchId }: Piece): PieceScanChange[] {
  return batchId === null ? [] : [{ type, batchId }];
}

function askReason(state: PieceState): PieceDecision {
  const { inHand } = state;
  if (!inHand) return PIECE_FIRST.decide();
  const { piece, order } = inHand;
  const refusal = rejectRefusalOf(inHand);
  if (refusal) return { refusal, screen: { piece, order } };
  const { next, ...kept } = keep(state, { piece, order });
  return { ...kept, next: { ...next, question: 'REJECT_REASON' } };
}

function rejectRefusalOf({ piece, refusal }: FloorPiece): Refusal | undefined {
  if (refusal || findPieceTransition(piece.state, 'reject')) return refusal;
  return refuse('ALREADY_DONE', 'in_parcel', { parcel: piece.parcel });
}

/**
 * Decides to write off the material of a spoiled piece. Its successor has a new code, and comes first in its
 * batch. One piece of a lot is written off and made again within the lot.
 */
function rejectPiece({ inHand, newCode, now }: PieceState, { reason }: ScanOf<'REASON'>): PieceDecision {
  if (!inHand) return PIECE_FIRST.decide();
  const { piece: before, order } = inHand;
  const refusal = rejectRefusalOf(inHand);
  if (refusal) return { refusal, screen: { piece: before, order } };
  if (before.quantity > 1) {
    const changes: PieceScanChange[] = [{ type: 'REJECT', before, piece: before, reason, successor: undefined }];
    return { changes, next: {}, screen: { piece: before, order }, done: { piece: before } };
  }
  const piece: Piece = { ...before, state: 'REPLACED', stateSince: now, reason, replacedBy: newCode };
  const fresh = { code: newCode, state: 'TO_MAKE', stateSince: now, stepsDone: 0, reason: null } as const;
  const successor: Piece = { ...before, attempt: before.attempt + 1, ...fresh, replacedBy: null };
  return {
    changes: [{ type: 'REJECT', before, piece, reason, successor }],
    next: {},
    screen: { piece: before, order },
    done: { piece, successor },
  };
}

/** Decides to take back the last work on the piece: its check, or its last steps of one technology. */
function undo(state: PieceState): PieceDecision {
  const { work, last, inHand, now } = state;
  if (!last) return { refusal: refuse('NOTHING_IN_HAND', 'nothing_finished') };
  const { piece: before, order, refusal } = last;
  const screen = { piece: before, order };
  if (refusal) return { refusal, screen };
  const next = inHand ? { piece: inHand.piece.code } : {};
  const stepsDone = stepsBefore(before);
  if (work === 'MAKE' && before.state === 'TO_MAKE' && stepsDone < before.stepsDone) {
    const piece = { ...before, stepsDone };
    return { changes: [{ type: 'PIECE', before, piece, event: 'piece.step_undone' }], next, screen, done: { piece } };
  }
  const transition = findPieceTransition(before.state, work === 'CHECK' ? 'uncheck' : 'unmake');
  if (!transition) return { refusal: refuse('ALREADY_DONE', 'changed_since'), screen };
  // Nobody had made it before it was checked.
  const reason = before.reason === UNMADE ? UNMADE : null;
  const isToMake = work === 'MAKE' || reason !== null;
  const since = { state: isToMake ? 'TO_MAKE' : transition.to, stateSince: now, reason: null } as const;
  const piece: Piece = { ...before, ...since, ...(isToMake && { stepsDone: work === 'MAKE' ? stepsDone : 0 }) };
  const reopened = isToMake ? batchChange('BATCH_OPEN', before) : [];
  return {
    changes: [{ type: 'PIECE', before, piece, event: transition.event, reason }, ...reopened],
    next,
    screen,
    done: { piece },
  };
}

/** Decides to stop the order because of bad artwork, so that its customer sends another file. */
function stopOrder({ inHand, mayStop }: PieceState): PieceDecision {
  if (!inHand) return PIECE_FIRST.decide();
  const screen = { piece: inHand.piece, order: inHand.order };
  const outcome = decideStop(inHand, mayStop, {});
  if ('refusal' in outcome) return { ...outcome, screen };
  const { stopped } = outcome;
  return { changes: [{ type: 'STOP', piece: inHand.piece, stopped }], next: {}, screen, stopped };
}

/** Returns the blanks that a piece waits for, and the customizations that were written off with `spoiled`. */
export function needsOf(piece: Piece, spoiled: Piece | undefined): StockQuantity[] {
  return materialOf(piece, spoiled?.stepsDone ?? 0).map((one) => ({ ...one, quantity: one.quantity * piece.quantity }));
}
