import type { Actor } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { hasStationPrinters } from '../printing/manage-printers.ts';
import { replaceSpoiled, reserveMore } from '../stock/change-stock.ts';
import { markBatchEnded, markBatchOpen } from './batch-store.ts';
import { findBinOf, findOldestBin, takeBin } from './bin-store.ts';
import { requestTicket } from './paper-runs.ts';
import { materialOf, stepsAfter, stepsBefore } from './piece-rules.ts';
import { findPieceTransition, type PieceVerb } from './piece-states.ts';
import {
  countPiecesOfOrder,
  insertPieceEvent,
  insertPieces,
  listPiecesOfOrder,
  type Piece,
  type PieceKey,
  updatePiece,
} from './piece-store.ts';
import type { RejectReason } from './reject-reasons.ts';
import { type Refusal, refuse, type Work } from './scan-rules.ts';

/** The completed work of a scan. */
export interface Done {
  piece: Piece;
  /** The bin of the order, into which the piece goes. */
  bin?: number;
  /** All pieces of the order are checked. */
  isOrderComplete?: boolean;
  /** Replaces a rejected piece. */
  successor?: Piece;
}

export interface Station {
  /** Its name. */
  station: string;
  /** Null if a program names a station that staff have not set up. */
  stationId: string | null;
}

/** A person at a station, in the transaction that locks the order of the piece. */
export interface AtStation extends Station {
  connection: Connection;
  by: Actor;
  now: Date;
}

type Outcome = { done: Done } | { refusal: Refusal };

/** Completes the work of this station on the piece in hand. */
export function finishPiece(at: AtStation, piece: Piece, work: Work): Promise<Outcome> {
  return work === 'CHECK' ? checkPiece(at, piece) : makePiece(at, piece);
}

/** Completes the next steps, which are of one technology. The piece is made after its last step. */
async function makePiece(at: AtStation, piece: Piece): Promise<Outcome> {
  if (!findPieceTransition(piece.state, 'make')) return { refusal: refuse('ALREADY_DONE', 'made_already') };
  const stepsDone = stepsAfter(piece);
  if (stepsDone < piece.steps.length) return changeSteps(at, piece, stepsDone, 'piece.step_done');
  const made = await changePiece(at, piece, 'make', { stepsDone });
  if (piece.batchId !== null) await markBatchEnded(at.connection, piece.batchId, at.now);
  return { done: { piece: made } };
}

/** Marks the piece as good. If its order has several pieces, it goes into the bin of the order. */
async function checkPiece(at: AtStation, piece: Piece): Promise<Outcome> {
  const { connection, now } = at;
  if (!findPieceTransition(piece.state, 'check')) return { refusal: refuse('ALREADY_DONE', 'checked_already') };
  const { living, unchecked } = await countPiecesOfOrder(connection, piece);
  let bin = await findBinOf(connection, piece);
  if (living > 1) {
    bin ??= await takeBin(connection, piece, now);
    if (bin === undefined) return { refusal: await refuseForBins(connection) };
  }
  const checked = await changePiece(at, piece, 'check', { stepsDone: piece.steps.length });
  if (piece.batchId !== null) await markBatchEnded(connection, piece.batchId, now);
  return { done: { piece: checked, ...(bin !== undefined && { bin }), isOrderComplete: unchecked === 1 } };
}

/**
 * Writes off the material of a spoiled piece. Its successor has a new code, and comes first in its batch.
 * Of a lot, one piece is written off and made again within the lot.
 */
export async function rejectPiece(at: AtStation, piece: Piece, reason: RejectReason, number: number): Promise<Outcome> {
  const { connection, by, now } = at;
  if (!findPieceTransition(piece.state, 'reject'))
    return { refusal: refuse('ALREADY_DONE', 'in_parcel', { parcel: piece.parcel }) };
  const spoiled = materialOf(piece, piece.stepsDone);
  const order = { orderId: piece.orderId, by };
  const hasBlank = piece.hasBlank
    ? await replaceSpoiled(connection, piece.clientId, order, spoiled, { reason, occurred: now })
    : false;
  if (piece.quantity > 1) {
    await insertPieceEvent(connection, { piece, type: 'piece.rejected', reason }, at);
    return { done: { piece } };
  }
  const code = scanCodeOf('piece', number);
  const rejected = await changePiece(at, piece, 'reject', { reason, replacedBy: code });
  const successor: Piece = {
    ...piece,
    attempt: piece.attempt + 1,
    code,
    state: 'TO_MAKE',
    stateSince: now,
    stepsDone: 0,
    hasBlank,
    reason: null,
    replacedBy: null,
  };
  await insertPieces(connection, piece.clientId, [successor]);
  if (piece.batchId !== null) await markBatchOpen(connection, piece.batchId);
  if (await hasStationPrinters(connection, at.station))
    await requestTicket({ connection, station: at.station, by, now, reason: null }, successor);
  return { done: { piece: rejected, successor } };
}

/** Takes back the last work on the piece: its check, or its last steps, which are of one technology. */
export async function undoPiece(at: AtStation, piece: Piece, work: Work): Promise<Outcome> {
  const verb = work === 'CHECK' ? 'uncheck' : 'unmake';
  const stepsDone = stepsBefore(piece);
  if (verb === 'unmake' && piece.state === 'TO_MAKE' && stepsDone < piece.stepsDone)
    return changeSteps(at, piece, stepsDone, 'piece.step_undone');
  if (!findPieceTransition(piece.state, verb)) return { refusal: refuse('ALREADY_DONE', 'changed_since') };
  const undone = await changePiece(at, piece, verb, verb === 'unmake' ? { stepsDone } : {});
  if (piece.batchId !== null && verb === 'unmake') await markBatchOpen(at.connection, piece.batchId);
  return { done: { piece: undone } };
}

async function changeSteps(at: AtStation, piece: Piece, stepsDone: number, type: string): Promise<Outcome> {
  await updatePiece(at.connection, { ...keyOf(piece), stepsDone }, at.now);
  await insertPieceEvent(at.connection, { piece, type }, at);
  return { done: { piece: { ...piece, stepsDone } } };
}

/** Reserves the material of a piece without a blank. Returns it unchanged if the shelf is still short. */
export async function findBlank(at: AtStation, piece: Piece): Promise<Piece> {
  const { connection, by, now } = at;
  const order = { orderId: piece.orderId, by };
  const pieces = await listPiecesOfOrder(connection, piece.clientId, piece.orderId, piece.run);
  const spoiled = pieces.find(({ replacedBy }) => replacedBy === piece.code);
  const ofOne = materialOf(piece, spoiled?.stepsDone ?? 0);
  // A lot waits for all of its blanks.
  const needs = ofOne.map((one) => ({ ...one, quantity: one.quantity * piece.quantity }));
  if (!(await reserveMore(connection, piece.clientId, order, needs, now))) return piece;
  const found = { hasBlank: true, reason: null };
  await updatePiece(connection, { ...keyOf(piece), ...found }, now);
  return { ...piece, ...found };
}

/** Changes a piece of a locked order by a verb that its state allows, and records the event. */
export async function changePiece(
  at: AtStation,
  piece: Piece,
  verb: PieceVerb,
  changes: Partial<Pick<Piece, 'stepsDone' | 'reason' | 'replacedBy' | 'parcel'>>,
): Promise<Piece> {
  const transition = findPieceTransition(piece.state, verb);
  if (!transition) throw new Error(`A piece in state ${piece.state} does not allow "${verb}".`);
  await updatePiece(at.connection, { ...keyOf(piece), ...changes, state: transition.to }, at.now);
  const reason = changes.reason ?? undefined;
  await insertPieceEvent(at.connection, { piece, type: transition.event, reason }, at);
  return { ...piece, ...changes, state: transition.to, stateSince: at.now };
}

function keyOf({ clientId, orderId, run, position, copy, attempt }: Piece): PieceKey {
  return { clientId, orderId, run, position, copy, attempt };
}

async function refuseForBins(connection: Connection): Promise<Refusal> {
  const oldest = await findOldestBin(connection);
  if (!oldest) return refuse('BINS_FULL', 'no_bins');
  return refuse('BINS_FULL', 'bins_full', { bin: oldest.bin, orderId: oldest.orderId });
}
