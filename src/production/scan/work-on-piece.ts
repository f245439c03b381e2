import type { Done, Refusal, Work } from '../../packing/scan/scan-answers.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { scanCodeOf } from '../../platform/text/scan-codes.ts';
import { hasPrinters } from '../../printing/printers-of-station.ts';
import type { StockQuantity } from '../../stock/stock-store.ts';
import { replaceSpoiled, reserveMore } from '../../stock/take-reserved.ts';
import { markBatchEnded, markBatchOpen } from '../batch-store.ts';
import { askForTicket } from '../papers/ask-paper-run.ts';
import { insertPieceEvent } from '../piece-event-store.ts';
import { findPieceTransition, type PieceVerb } from '../piece-states.ts';
import {
  countPiecesOfOrder,
  insertPieces,
  listPiecesOfOrder,
  type Piece,
  type PieceKey,
  updatePiece,
} from '../piece-store.ts';
import type { RejectReason } from '../reject-reasons.ts';
import { findBinOf, findOldestBin, takeBin } from './bin-store.ts';
import { refuse } from './scan-rules.ts';

/** Where something is scanned. */
export interface Station {
  /** Its name. */
  station: string;
  /** Null: none that staff have made, but what a program calls so. */
  stationId: string | null;
}

/** Who works where; the order of the piece is locked. */
export interface AtStation extends Station {
  connection: Connection;
  by: Actor;
  now: Date;
}

type Outcome = { done: Done } | { refusal: Refusal };

/** What the work at the station was done with the piece in hand. */
export function finish(at: AtStation, piece: Piece, work: Work): Promise<Outcome> {
  return work === 'CHECK' ? check(at, piece) : make(at, piece);
}

/** The steps of one technology that come next are done; with the last step the piece is made. */
async function make(at: AtStation, piece: Piece): Promise<Outcome> {
  if (!findPieceTransition(piece.state, 'make')) return { refusal: refuse('ALREADY_DONE', 'made_already') };
  const stepsDone = doneWith(piece);
  if (stepsDone < piece.steps.length) {
    await updatePiece(at.connection, { ...keyOf(piece), stepsDone }, at.now);
    await insertPieceEvent(at.connection, { piece, type: 'piece.step_done' }, at);
    return { done: { piece: { ...piece, stepsDone } } };
  }
  const made = await changePiece(at, piece, 'make', { stepsDone });
  if (piece.batchId !== null) await markBatchEnded(at.connection, piece.batchId, at.now);
  return { done: { piece: made } };
}

/** The piece is right. Where its order has several, it goes to the order's bin; the last of them says so. */
async function check(at: AtStation, piece: Piece): Promise<Outcome> {
  const { connection, now } = at;
  if (!findPieceTransition(piece.state, 'check'))
    return { refusal: refuse('ALREADY_DONE', 'checked_already') };
  const { living, unchecked } = await countPiecesOfOrder(connection, piece);
  let bin = await findBinOf(connection, piece);
  if (living > 1) {
    bin ??= await takeBin(connection, piece, now);
    if (bin === undefined) return { refusal: await binsFull(connection) };
  }
  const checked = await changePiece(at, piece, 'check', { stepsDone: piece.steps.length });
  if (piece.batchId !== null) await markBatchEnded(connection, piece.batchId, now);
  return { done: { piece: checked, ...(bin !== undefined && { bin }), isOrderComplete: unchecked === 1 } };
}

/**
 * The piece is spoiled: what it was made of is written off, and its successor, with a code of its own, comes to the front of its batch. Of a lot one
 * piece is written off, and made again in it.
 */
export async function reject(
  at: AtStation,
  piece: Piece,
  reason: RejectReason,
  number: number,
): Promise<Outcome> {
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
  if (await hasPrinters(connection, at.station))
    await askForTicket({ connection, station: at.station, by, now, reason: null }, successor);
  return { done: { piece: rejected, successor } };
}

/** Takes back what was done last with the piece: of its steps those of one technology. */
export async function undo(at: AtStation, piece: Piece, work: Work): Promise<Outcome> {
  const verb = work === 'CHECK' ? 'uncheck' : 'unmake';
  const stepsDone = doneBefore(piece);
  if (verb === 'unmake' && piece.state === 'TO_MAKE' && stepsDone < piece.stepsDone) {
    await updatePiece(at.connection, { ...keyOf(piece), stepsDone }, at.now);
    await insertPieceEvent(at.connection, { piece, type: 'piece.step_undone' }, at);
    return { done: { piece: { ...piece, stepsDone } } };
  }
  if (!findPieceTransition(piece.state, verb)) return { refusal: refuse('ALREADY_DONE', 'changed_since') };
  const undone = await changePiece(at, piece, verb, verb === 'unmake' ? { stepsDone } : {});
  if (piece.batchId !== null && verb === 'unmake') await markBatchOpen(at.connection, piece.batchId);
  return { done: { piece: undone } };
}

/** Reserves what a successor needs for which the shelf had nothing; answers the piece as it is then. */
export async function findBlank(at: AtStation, piece: Piece): Promise<Piece> {
  const { connection, by, now } = at;
  const order = { orderId: piece.orderId, by };
  const pieces = await listPiecesOfOrder(connection, piece.clientId, piece.orderId, piece.run);
  const spoiled = pieces.find(({ replacedBy }) => replacedBy === piece.code);
  const ofOne = materialOf(piece, spoiled?.stepsDone ?? 0);
  // A lot that was short waits for all of its blanks.
  const needs = ofOne.map((one) => ({ ...one, quantity: one.quantity * piece.quantity }));
  if (!(await reserveMore(connection, piece.clientId, order, needs, now))) return piece;
  const found = { hasBlank: true, reason: null };
  await updatePiece(connection, { ...keyOf(piece), ...found }, now);
  return { ...piece, ...found };
}

/** What the verb does to a piece of a locked order, which must be possible, with its event. */
export async function changePiece(
  at: AtStation,
  piece: Piece,
  verb: PieceVerb,
  changes: Partial<Pick<Piece, 'stepsDone' | 'reason' | 'replacedBy' | 'parcel'>>,
): Promise<Piece> {
  const transition = findPieceTransition(piece.state, verb);
  if (!transition) throw new Error(`A piece that is ${piece.state} has no ${verb}.`);
  await updatePiece(at.connection, { ...keyOf(piece), ...changes, state: transition.to }, at.now);
  const { reason } = changes;
  await insertPieceEvent(
    at.connection,
    { piece, type: transition.event, ...(typeof reason === 'string' && { reason }) },
    at,
  );
  return { ...piece, ...changes, state: transition.to, stateSince: at.now };
}

function keyOf({ clientId, orderId, run, position, copy, attempt }: Piece): PieceKey {
  return { clientId, orderId, run, position, copy, attempt };
}

/** How many steps are done when those that come next, of one technology, are. */
function doneWith({ steps, stepsDone }: Piece): number {
  const technology = steps[stepsDone]?.technology;
  let done = stepsDone;
  while (done < steps.length && steps[done]?.technology === technology) done += 1;
  return done;
}

/** How many were done before those that were done last, of one technology. */
function doneBefore({ steps, stepsDone }: Piece): number {
  const technology = steps[stepsDone - 1]?.technology;
  let done = stepsDone;
  while (done > 0 && steps[done - 1]?.technology === technology) done -= 1;
  return done;
}

/** What one piece is made of: its blank, and what was applied with these steps. */
function materialOf({ sku, steps }: Piece, stepsDone: number): StockQuantity[] {
  const applied = steps.slice(0, stepsDone).flatMap((step) => (step.sku === undefined ? [] : [step.sku]));
  const counts = Map.groupBy([sku, ...applied], (code) => code);
  return [...counts].map(([code, all]) => ({ kind: 'ARTICLE' as const, code, quantity: all.length }));
}

async function binsFull(connection: Connection): Promise<Refusal> {
  const oldest = await findOldestBin(connection);
  if (!oldest) return refuse('BINS_FULL', 'no_bins');
  return refuse('BINS_FULL', 'bins_full', { bin: oldest.bin, orderId: oldest.orderId });
}
