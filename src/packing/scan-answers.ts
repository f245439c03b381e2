import type { ScanCode } from '../platform/formats/scan-codes.ts';
import type { Command } from '../production/command-codes.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import type { Done, ScannedOrder, Stopped, Unfinished } from '../production/piece-scan-rules.ts';
import type { Piece } from '../production/piece-store.ts';
import type { RejectReason } from '../production/reject-reasons.ts';
import { QUESTIONS, type Question, type Refusal, type Work } from '../production/scan-rules.ts';
import type { LeavingParcel } from './hand-over-store.ts';
import type { PaperKind, ParcelProblemCode } from './parcel-paper-rules.ts';
import type { PackedItem } from './parcel-rules.ts';

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

export interface ParcelView {
  code: string;
  number: number;
  /** PACKED: closed, and waits for its label. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  items: PackedItem[];
  trackingNumber?: string;
  /** Why it has no label, with details. */
  problem?: ParcelProblemCode;
  details?: string[];
  /** The details with their codes. */
  detailSentences?: Sentence[];
}

/** A parcel at the hand-over, without personal data. */
export type LeavingParcelView = Pick<LeavingParcel, 'clientId' | 'clientName' | 'orderId' | 'code' | 'state'> & {
  trackingNumber?: string;
};

export interface HandOverView {
  handOverId: string;
  /** Absent: the carrier is unknown. */
  carrierId?: string;
  carrierName?: string;
  labels?: 'ADDRESS' | 'CLIENT';
  state: 'OPEN' | 'CLOSED';
  parcels: number;
  /** Packed parcels of the carrier that are on no list, up to 1,000. */
  missingCount: number;
  /** The oldest 20 of them. */
  missing: LeavingParcelView[];
}

/** The question on the screen. REASON: the next scan says why the label is printed again. */
type Asks = Exclude<Question, 'REPRINT_REASON'> | 'REASON';
export const ASKS = QUESTIONS.map((one): Asks => (one === 'REPRINT_REASON' ? 'REASON' : one));

/** Returns the part of an answer that shows this question on the screen. */
export function asksOf(question: Question | undefined): Pick<ScanAnswer, 'asks'> {
  if (!question) return {};
  return { asks: question === 'REPRINT_REASON' ? 'REASON' : question };
}

/** The recorded answer of a scan. Personal data must not be in it; it is added when the answer is sent. */
export interface ScanAnswer {
  meaning: 'PIECE' | 'ORDER' | 'BATCH' | 'BIN' | 'PARCEL' | 'PERSON' | 'COMMAND' | 'PRODUCT' | 'TRACKING' | 'UNKNOWN';
  /** The piece in hand, or the scanned one. */
  piece?: Piece;
  /** The scanned order, or the order of the piece. */
  order?: ScannedOrder;
  command?: Command['command'];
  /** PACK: the parcel that is open, or was just closed. */
  parcel?: ParcelView;
  leaving?: LeavingParcelView;
  /** HAND_OVER: the list that is open, or was just closed. */
  handOver?: HandOverView;
  asks?: Asks;
  /** CONFIRM_TRACKING: the fault of the number. TRACKING: the fault of the papers. */
  doubt?: Sentence;
  /** Kinds of printed papers that must not be used. */
  voided?: readonly PaperKind[];
  reason?: RejectReason;
  done?: Done;
  /** STOP_ORDER: what the customer has to correct. */
  stopped?: Stopped;
  /** The piece that was in hand before, if it could not be finished. */
  unfinished?: Unfinished;
  /** The piece in hand was scanned again, so the station offers its file. */
  isAgain?: boolean;
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
}

/** Thrown when the order itself refuses the decision. The transaction is rolled back. */
export class RefusedScan extends Error {
  readonly answer: ScanAnswer;

  constructor(answer: ScanAnswer) {
    super(answer.refusal?.message);
    this.answer = answer;
  }
}

/** Returns a refusal: the context stays, and another person's parcel can be taken over. */
export function refusedAnswer(
  { meaning, command }: Pick<ScanAnswer, 'meaning' | 'command'>,
  { next }: { next: ScanContext },
  refusal: Refusal,
  shown: Partial<ScanAnswer>,
): ScanAnswer {
  const inUse = refusal.kind === 'IN_USE' && shown.order && { order: shown.order.code };
  return {
    meaning,
    ...(command && { command }),
    ...asksOf(next.question),
    ...shown,
    refusal,
    next: { ...next, ...inUse },
  };
}

export function commandOfScan({ command }: ReadScan): Pick<ScanAnswer, 'command' | 'reason'> {
  if (!command) return {};
  return { command: command.command, ...(command.command === 'REJECT' && { reason: command.reason }) };
}
