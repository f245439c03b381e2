import { stepsAfter } from './piece-rules.ts';
import type { Piece } from './piece-store.ts';
import { type Refusal, refuse, workRefusalOf } from './scan-rules.ts';

/** `refusal` says why nobody may work on the piece. */
type WorkedPiece = { piece: Piece; refusal: Refusal | undefined };

/** A piece with prints on a gang sheet. */
export interface PieceOnSheet<P extends WorkedPiece = WorkedPiece> {
  code: string;
  /** Undefined: it was deleted. */
  found: P | undefined;
  /** Numbers of the printed steps, from 1. */
  steps: readonly number[];
  /** False: its artwork was corrected since. */
  isCurrent: boolean;
}

/** What the scan of a gang sheet has done with its pieces. */
export interface ScannedSheet {
  code: string;
  /** Codes of the pieces that it has made. */
  made: string[];
  /** Codes of the pieces that were made before. */
  already: string[];
  /** Pieces that are not made, although their prints are on the sheet. */
  refused: { code: string; refusal: Refusal }[];
}

/** Returns why the print on a sheet makes no piece, or undefined. */
export function sheetRefusalOf({ found, steps, isCurrent }: PieceOnSheet): Refusal | undefined {
  if (!found) return refuse('UNKNOWN', 'piece_unknown');
  const { piece, refusal } = found;
  const { stepsDone } = piece;
  if (piece.state === 'TO_MAKE' && steps.every((step) => step <= stepsDone))
    return refuse('ALREADY_DONE', 'made_already');
  const stops = refusal ?? workRefusalOf(piece, 'MAKE');
  if (stops) return stops;
  if (!isCurrent) return refuse('OLD_TICKET', 'print_corrected');
  const next = stepsAfter(piece);
  if (steps.every((step) => step <= next)) return undefined;
  return refuse('NOT_MADE', 'other_step_first', { technology: piece.steps[stepsDone]?.technology ?? '' });
}
