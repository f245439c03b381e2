import type { Sentence, SentenceCode } from '../../production/floor-sentences.ts';
import type { Piece } from '../../production/piece-store.ts';
import type { RejectReason } from '../../production/reject-reasons.ts';
import type { Command } from '../../production/scan/command-codes.ts';
import type { Stopped } from '../../production/scan/report-short.ts';
import type { ParcelProblemCode } from '../papers/parcel-paper-rules.ts';
import type { PackedItem } from '../parcel-rules.ts';

/** What is done where the scanner is. */
export const WORK = ['MAKE', 'CHECK', 'PACK', 'HAND_OVER', 'FIND'] as const;
export type Work = (typeof WORK)[number];

/** What the station has open: as the last answer's `next` gave it. */
export interface ScanContext {
  work: Work;
  /** Code of the piece that is in hand. */
  piece?: string | undefined;
  /** Code of the piece that was finished before it: what UNDO takes back. */
  last?: string | undefined;
  /** Of PACK: code of the parcel that is open. */
  parcel?: string | undefined;
  /** Of PACK: code of the order that somebody else packs, for HAND_OVER_TO_ME. */
  order?: string | undefined;
  /** Of PACK: code of the parcel whose label is printed again once the reason is scanned. */
  reprint?: string | undefined;
  /** Of HAND_OVER: number of the list that is open here. */
  handOver?: string | undefined;
  /** Of HAND_OVER: it was asked whether to close the list though parcels are missing. */
  isClosing?: boolean | undefined;
}

/** Why a scan was refused; each kind has a sound of its own. */
export const REFUSALS = [
  // Not one of our codes, or one that was misread.
  'UNKNOWN',
  'MISREAD',
  // The piece is not to be worked on: its order or its ticket says so.
  'REPLACED',
  'CANCELLED',
  'OLD_TICKET',
  'STOPPED',
  'ON_HOLD',
  'SHIPPED',
  'ASKED_TO_CANCEL',
  'NO_BLANK',
  // The piece has this behind it, or is not that far.
  'ALREADY_DONE',
  'NOT_MADE',
  // A command without a piece in hand.
  'NOTHING_IN_HAND',
  'BINS_FULL',
  // Of packing: it belongs elsewhere, there are enough of it, somebody else packs the order, or no parcel is open.
  'FOREIGN',
  'TOO_MANY',
  'IN_USE',
  'NO_PARCEL',
  'NOT_COMPLETE',
  // The parcel was closed, and waits for its label.
  'NO_LABEL',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

export interface Refusal {
  kind: RefusalKind;
  /** What it is, and what to do; `code` and `params` say the same in any language. Absent of scans that were answered by an earlier version. */
  code?: SentenceCode;
  params?: Sentence['params'];
  message: string;
  /** Code of the ticket that counts instead. */
  replacedBy?: string;
}

/** What a scan or a command brought to an end. */
export interface Done {
  piece: Piece;
  /** Of its order: where to put it. */
  bin?: number;
  /** All pieces of its order are checked. */
  isOrderComplete?: boolean;
  /** Of one that was rejected: its successor. */
  successor?: Piece;
}

/** An order in production. */
export interface ScannedOrder {
  clientId: string;
  orderId: string;
  /** R and a number. */
  code: string;
}

export interface ShownParcel {
  code: string;
  /** Its number within the order, from 1. */
  number: number;
  /** PACKED: closed, and waits for its label. */
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  items: PackedItem[];
  trackingNumber?: string;
  /** Why it has no label, and what is missing. */
  problem?: ParcelProblemCode;
  details?: string[];
  /** The same with codes. */
  detailSentences?: Sentence[];
}

/** A parcel at the door: nobody's name or address. */
export interface ShownLeavingParcel {
  clientId: string;
  clientName: string;
  orderId: string;
  code: string;
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  trackingNumber?: string;
}

export interface ShownHandOver {
  handOverId: string;
  /** Absent: of parcels whose carrier is not known. */
  carrierId?: string;
  carrierName?: string;
  state: 'OPEN' | 'CLOSED';
  /** How many are on it. */
  parcels: number;
  /** Packed parcels of the carrier that are on no list; counted up to 1,000. */
  missingCount: number;
  /** The oldest 20 of them. */
  missing: ShownLeavingParcel[];
}

/** Is recorded, and read again when the scan is sent again: nothing personal may be in it. What stations show beside is read when it is answered. */
export interface ScanAnswer {
  meaning:
    | 'PIECE'
    | 'ORDER'
    | 'BATCH'
    | 'BIN'
    | 'PARCEL'
    | 'PERSON'
    | 'COMMAND'
    | 'PRODUCT'
    | 'TRACKING'
    | 'UNKNOWN';
  /** What is in hand now, or was asked for. */
  piece?: Piece;
  /** The order, or the one of the piece. */
  order?: ScannedOrder;
  command?: Command['command'];
  /** Of PACK: the parcel that is open, or was just closed. */
  parcel?: ShownParcel;
  /** Of HAND_OVER: the parcel that was scanned. */
  leaving?: ShownLeavingParcel;
  /** Of HAND_OVER: the list that is open here, or was just closed. */
  handOver?: ShownHandOver;
  /** TRACKING: all is in the parcel, and the next scan is its tracking number; NO_TRACKING, where it has none. CLOSE: PASS closes the list without what is missing. */
  asks?: 'TRACKING' | 'CLOSE' | 'REASON';
  reason?: RejectReason;
  done?: Done;
  /** Of STOP_ORDER: what the customer is to mend. */
  stopped?: Stopped;
  /** Scanned again while in hand: the station offers its file. */
  isAgain?: boolean;
  next: ScanContext;
  refusal?: Refusal;
}
