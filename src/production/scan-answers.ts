import type { ScanCode } from '../platform/formats/scan-codes.ts';
import type { Command, LabelReason } from './command-codes.ts';
import type { Sentence } from './floor-sentences.ts';
import type { Done, ScannedOrder, Unfinished } from './piece-scan-rules.ts';
import type { Piece } from './piece-store.ts';
import type { RejectReason } from './reject-reasons.ts';
import { QUESTIONS, type Question, type Refusal, type Work } from './scan-rules.ts';
import type { ScannedSheet } from './sheet-scan-rules.ts';
import type { Stopped } from './stop-rules.ts';

/** The state of the station: the `next` of the last answer. */
export interface ScanContext {
  work: Work;
  piece?: string | undefined;
  /** Code of the last finished piece, or EAN-13 of the last packed product, which UNDO takes back. */
  last?: string | undefined;
  parcel?: string | undefined;
  /** PACK: code of an order that another person packs, for HAND_OVER_TO_ME. */
  order?: string | undefined;
  /** PACK: code of the parcel whose label is printed again after a reason is scanned. */
  reprint?: string | undefined;
  /** HAND_OVER: number of the open list. */
  handOver?: string | undefined;
  /** HAND_OVER: the station was asked whether to close the list without the missing parcels. */
  isClosing?: boolean | undefined;
  question?: Question | undefined;
  /** The code or tracking number that a CONFIRM_ question is about. */
  pending?: string | undefined;
  /** Id of the scan that gave this context. */
  after?: string | undefined;
}

/** The question on the screen. REASON: the next scan says why the label is printed again. */
type Asks = Exclude<Question, 'REPRINT_REASON'> | 'REASON';
export const ASKS = QUESTIONS.map((one): Asks => (one === 'REPRINT_REASON' ? 'REASON' : one));

/** Returns the part of an answer that shows this question on the screen. */
export function asksOf(question: Question | undefined): Pick<ScanAnswer, 'asks'> {
  if (!question) return {};
  return { asks: question === 'REPRINT_REASON' ? 'REASON' : question };
}

export const MEANINGS = [
  ...(['PIECE', 'ORDER', 'BATCH', 'BIN', 'PARCEL', 'PERSON', 'COMMAND', 'PRODUCT', 'TRACKING'] as const),
  ...(['SHEET', 'UNKNOWN'] as const),
] as const;

/** The recorded answer of a scan. Personal data must not be in it; it is added when the answer is sent. */
export interface ScanAnswer {
  meaning: (typeof MEANINGS)[number];
  /** The piece in hand, or the scanned one. */
  piece?: Piece;
  /** The scanned order, or the order of the piece. */
  order?: ScannedOrder;
  command?: Command['command'];
  asks?: Asks;
  /** CONFIRM_TRACKING: the fault of the number. TRACKING: the fault of the papers. */
  doubt?: Sentence;
  reason?: RejectReason | LabelReason;
  done?: Done;
  /** STOP_ORDER: what the customer has to correct. */
  stopped?: Stopped;
  /** The piece that was in hand before, if it could not be finished. */
  unfinished?: Unfinished;
  /** The piece in hand was scanned again, so the station offers its file. */
  isAgain?: boolean;
  /** The scanned gang sheet. */
  sheet?: ScannedSheet;
  next: ScanContext;
  refusal?: Refusal;
}

/** A scan whose code was read. */
export interface ReadScan {
  text: string;
  /** The text, if it is one of Platen's codes. */
  scanned: ScanCode | undefined;
  command: Command | undefined;
  /** Why the text can be no code at all. */
  refusal: Refusal | undefined;
  context: ScanContext;
}

/** The answer of a scan that was carried out. */
export interface Answered {
  answer: ScanAnswer;
  /** The parcel for which papers were requested. */
  printing?: string | undefined;
  /** The parcel whose label is to be bought. */
  buying?: string | undefined;
  /** The request for files of machines. */
  sending?: string | undefined;
}

/** Thrown when the order itself refuses the decision. The transaction is rolled back. */
export class RefusedScan extends Error {
  readonly answer: ScanAnswer;

  constructor(answer: ScanAnswer) {
    super(answer.refusal?.message);
    this.answer = answer;
  }
}

/** Returns a refusal. The context stays, and another person's parcel can be taken over. */
export function refusalAnswer(
  next: ScanContext,
  refusal: Refusal,
  parts: Partial<ScanAnswer> & Pick<ScanAnswer, 'meaning'>,
): ScanAnswer {
  const order = refusal.kind === 'IN_USE' && parts.order && { order: parts.order.code };
  return { ...asksOf(next.question), ...parts, refusal, next: { ...next, ...order } };
}
