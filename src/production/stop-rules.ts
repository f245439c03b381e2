import { problemMessage } from '../platform/errors/problem-messages.ts';
import { stepPointer } from './describe-piece.ts';
import type { Piece } from './piece-store.ts';
import { type Refusal, refuse } from './scan-rules.ts';

/** The print that the customer of a stopped order has to correct. */
export interface Stopped {
  /** JSON Pointer to the print in the order. */
  pointer: string;
  message: string;
}

const UNUSABLE = problemMessage('artwork_unusable');

/** The print because of which an order is stopped. */
export interface StopRequest {
  /** Number of the step, from 1. Absent: the next print, or the first one if all are done. */
  step?: number | undefined;
  message?: string | undefined;
}

/** Returns what the customer has to correct, or why the order cannot be stopped. */
export function decideStop(
  { piece, refusal }: { piece: Piece; refusal: Refusal | undefined },
  mayStop: boolean,
  { step, message = UNUSABLE }: StopRequest,
): { stopped: Stopped } | { refusal: Refusal } {
  if (refusal) return { refusal };
  const print = findPrint(piece, step);
  if (!print) return { refusal: refuse('UNKNOWN', 'nothing_printed') };
  if (!mayStop) return { refusal: refuse('ASKED_TO_CANCEL', 'part_has_left') };
  return { stopped: { pointer: `${stepPointer(piece, print)}/dataUrl`, message } };
}

function findPrint({ steps, stepsDone }: Piece, step: number | undefined) {
  const isPrint = ({ kind }: Piece['steps'][number]) => kind === 'PRINT';
  if (step !== undefined) return steps.slice(step - 1, step).find(isPrint);
  return steps.slice(stepsDone).find(isPrint) ?? steps.find(isPrint);
}
