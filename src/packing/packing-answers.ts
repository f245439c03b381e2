import type { Sentence } from '../production/floor-sentences.ts';
import type { ScanAnswer } from '../production/scan-answers.ts';
import type { LeavingParcel } from './hand-over-store.ts';
import type { PaperKind, ParcelProblemCode } from './parcel-paper-rules.ts';
import type { PackedItem } from './parcel-rules.ts';

/** The recorded answer of a scan at PACK or HAND_OVER. */
export interface PackingAnswer extends ScanAnswer {
  /** PACK: the parcel that is open, or was just closed. */
  parcel?: ParcelView;
  leaving?: LeavingParcelView;
  /** HAND_OVER: the list that is open, or was just closed. */
  handOver?: HandOverView;
  /** Kinds of printed papers that must not be used. */
  voided?: readonly PaperKind[];
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
