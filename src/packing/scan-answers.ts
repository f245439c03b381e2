import type { Command } from '../production/command-codes.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import type { Piece } from '../production/piece-store.ts';
import type { RejectReason } from '../production/reject-reasons.ts';
import type { Refusal, Work } from '../production/scan-rules.ts';
import type { Stopped } from '../production/stop-order.ts';
import type { Done } from '../production/work-on-piece.ts';
import type { ParcelProblemCode } from './parcel-paper-rules.ts';
import type { PackedItem } from './parcel-rules.ts';

/** The state of the station: the `next` of the last answer. */
export interface ScanContext {
  work: Work;
  /** Code of the piece in hand. */
  piece?: string | undefined;
  /** Code of the last finished piece, which UNDO takes back. */
  last?: string | undefined;
  /** PACK: code of the open parcel. */
  parcel?: string | undefined;
  /** PACK: code of an order that another person packs, for HAND_OVER_TO_ME. */
  order?: string | undefined;
  /** PACK: code of the parcel whose label is printed again after a reason is scanned. */
  reprint?: string | undefined;
  /** HAND_OVER: number of the open list. */
  handOver?: string | undefined;
  /** HAND_OVER: the station was asked whether to close the list without the missing parcels. */
  isClosing?: boolean | undefined;
}

export interface ScannedOrder {
  clientId: string;
  orderId: string;
  code: string;
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
export interface LeavingParcelView {
  clientId: string;
  clientName: string;
  orderId: string;
  code: string;
  state: 'OPEN' | 'PACKED' | 'SHIPPED' | 'DROPPED';
  trackingNumber?: string;
}

export interface HandOverView {
  handOverId: string;
  /** Absent: the carrier is unknown. */
  carrierId?: string;
  carrierName?: string;
  state: 'OPEN' | 'CLOSED';
  parcels: number;
  /** Packed parcels of the carrier that are on no list, up to 1,000. */
  missingCount: number;
  /** The oldest 20 of them. */
  missing: LeavingParcelView[];
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
  /** HAND_OVER: the scanned parcel. */
  leaving?: LeavingParcelView;
  /** HAND_OVER: the list that is open, or was just closed. */
  handOver?: HandOverView;
  /**
   * TRACKING: the parcel is full, and the next scan is its tracking number, or NO_TRACKING. CLOSE: PASS
   * closes the list without the missing parcels. REASON: the next scan says why the label is printed again.
   */
  asks?: 'TRACKING' | 'CLOSE' | 'REASON';
  reason?: RejectReason;
  done?: Done;
  /** STOP_ORDER: what the customer has to correct. */
  stopped?: Stopped;
  /** The piece in hand was scanned again, so the station offers its file. */
  isAgain?: boolean;
  next: ScanContext;
  refusal?: Refusal;
}
