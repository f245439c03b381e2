import type { LockedOrder } from '../orders/change/order-change-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import type { Piece, PieceChange } from '../production/piece-store.ts';
import type { RejectReason } from '../production/reject-reasons.ts';
import type { Refusal } from '../production/scan-rules.ts';
import type { PaperSources, RequestedPaper } from './parcel-paper-rules.ts';
import type { PackedItem } from './parcel-rules.ts';
import type { FilledParcel, OrderParcels, Parcel } from './parcel-store.ts';
import type { ScanAnswer, ScanContext } from './scan-answers.ts';

/** A step that `PACK_REQUIRES` can demand before packing. */
export type PackStep = 'MADE' | 'CHECKED';

/** A locked order that is or was in production, with its parcels. */
export interface PackingOrder extends OrderParcels {
  order: LockedOrder;
}

/** A parcel with its order and contents. */
export interface OrderParcel extends PackingOrder {
  parcel: FilledParcel;
  items: PackedItem[];
}

/** The state of a packing station, and everything else that the decision needs. */
export interface PackingState {
  context: ScanContext;
  /** The parcel of the context, while it is open. */
  open?: OrderParcel | undefined;
  /** Why nobody works on the open parcel here: its order was stopped, or it was taken over. */
  stopped?: Refusal | undefined;
  /** The parcel of the context, if it was closed meanwhile. */
  closed?: Parcel | undefined;
  /** The parcel that is printed again or taken back. */
  left?: OrderParcel | undefined;
  /** The order of HAND_OVER_TO_ME. */
  inUse?: PackingOrder | undefined;
  /** The piece that UNDO takes out, or the piece of CONFIRM_UNMADE. */
  piece?: Piece | undefined;
  /** The state of the piece before it was packed. Undefined: it is not packed, or has no events. */
  stateBefore?: Piece['state'] | undefined;
  /** Present if the scan may fill a parcel, prints a label again, or would ship void papers. */
  papers?: PaperSources | undefined;
  /** Steps that must precede packing. */
  requires: readonly PackStep[];
  newCode: string;
  station: string;
  stationId: string | null;
  by: Actor;
  now: Date;
}

/** A scan after its code was looked up. */
export type PackingScan =
  | { kind: 'PIECE'; piece: Piece; named?: PackingOrder | undefined }
  | { kind: 'ORDER'; meaning: 'ORDER' | 'BIN'; named: PackingOrder | undefined }
  | { kind: 'PARCEL'; named: PackingOrder | undefined; code: string }
  | { kind: 'PRODUCT'; ean13: string }
  | { kind: 'TEXT'; text: string; doubt?: Sentence | undefined }
  | { kind: 'REASON'; reason: RejectReason }
  | { kind: PlainCommand }
  | { kind: 'UNKNOWN'; refusal: Refusal };
type PlainCommand =
  | 'PASS'
  | 'UNDO'
  | 'NEXT_PARCEL'
  | 'NO_TRACKING'
  | 'HAND_OVER_TO_ME'
  | 'REPRINT_LABEL'
  | 'TAKE_BACK'
  | 'OTHER_COMMAND';
export type ScanOf<K> = Extract<PackingScan, { kind: K }>;

export type PackingChange =
  | { type: 'PARCEL'; parcel: Parcel; order: LockedOrder | null }
  | ({ type: 'PIECE' } & PieceChange)
  | { type: 'PRODUCT'; parcel: Parcel; itemId: string; count: 1 | -1 }
  | { type: 'PAPERS'; parcel: Parcel; papers: readonly RequestedPaper[] }
  | { type: 'REPRINT'; parcel: Parcel; reason: string }
  | { type: 'SHIP'; of: OrderParcel }
  | { type: 'TAKE_BACK'; code: string }
  | { type: 'FREE_BIN'; clientId: string; orderId: string };

export type AnswerParts = Pick<ScanAnswer, 'piece' | 'done' | 'doubt' | 'reason' | 'command' | 'voided'>;
/** `next` is the context of the next scan. `screen` is the parcel on the screen. */
export type Accepted = AnswerParts & {
  changes: readonly PackingChange[];
  next: Omit<ScanContext, 'work'>;
  screen?: OrderParcel | undefined;
};
/** A refusal changes nothing, except that the person empties the bin of a cancelled order. */
export type Refused = Pick<AnswerParts, 'piece'> & {
  refusal: Refusal;
  order?: PackingOrder;
  changes?: readonly Extract<PackingChange, { type: 'FREE_BIN' }>[];
};
export type PackingDecision = Accepted | Refused;

export type OpenState = PackingState & { open: OrderParcel };
