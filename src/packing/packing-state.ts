import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { LabelReason } from '../production/command-codes.ts';
import type { Sentence } from '../production/floor-sentences.ts';
import type { Piece, PieceChange } from '../production/piece-store.ts';
import type { RejectReason } from '../production/reject-reasons.ts';
import type { ScanContext } from '../production/scan-answers.ts';
import { orderRefusalOf, type Refusal, refuse } from '../production/scan-rules.ts';
import type { PackingAnswer } from './packing-answers.ts';
import type { PaperSources, RequestedPaper } from './parcel-paper-rules.ts';
import { isFull, isPackedAt, NO_TABLE, type PackedItem } from './parcel-rules.ts';
import type { FilledParcel, OrderParcels, Parcel } from './parcel-store.ts';

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

/** The station and the person who scans, as in every situation. */
export interface PackingTable {
  context: ScanContext;
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

/** The situations of a table. A question about an open parcel is a separate situation. */
interface Situations {
  /** No parcel is open. */
  FREE: object;
  /** The parcel of the context was closed, and waits for its label. */
  CLOSED: { closed: Parcel };
  /** Nobody works on the open parcel here: its order was stopped, or it was taken over. */
  STOPPED: { open: OrderParcel; stopped: Refusal };
  OPEN: { open: OrderParcel };
  TRACKING: { open: OrderParcel };
  CONFIRM_TRACKING: { open: OrderParcel };
  CONFIRM_INCOMPLETE: { open: OrderParcel };
  CONFIRM_UNMADE: { open: OrderParcel };
  /** A parcel is to be printed again. Behind the question, another one may be open. */
  REPRINT_REASON: { open: OrderParcel | undefined };
  CONFIRM_TAKE_BACK: { open: OrderParcel | undefined };
}
export type Situation = keyof Situations;
export type PackingStates = { [S in Situation]: PackingTable & { situation: S } & Situations[S] };

/** The state of a packing station, and everything else that the decision needs. */
export type PackingState = PackingStates[Situation];
export type FreeState = PackingStates['FREE' | 'CLOSED'];
export type OpenState = PackingStates[
  | 'OPEN'
  | 'TRACKING'
  | 'CONFIRM_TRACKING'
  | 'CONFIRM_INCOMPLETE'
  | 'CONFIRM_UNMADE'];

/**
 * Returns the state in the situation of the table. `found` is the parcel of the context. A full parcel always
 * waits for its tracking number.
 */
export function packingStateOf(table: PackingTable, found: OrderParcel | undefined): PackingState {
  const { question, reprint } = table.context;
  const isOpen = found?.parcel.state === 'OPEN' && found.parcel.station !== NO_TABLE;
  const open = isOpen ? found : undefined;
  if (question === 'CONFIRM_TAKE_BACK') return { ...table, situation: question, open };
  if (question === 'REPRINT_REASON' || reprint !== undefined) return { ...table, situation: 'REPRINT_REASON', open };
  if (!open) {
    const isClosed = found?.parcel.state === 'PACKED' && !(found.parcel.isLabelComing && found.parcel.problem === null);
    return isClosed ? { ...table, situation: 'CLOSED', closed: found.parcel } : { ...table, situation: 'FREE' };
  }
  const stopped = stopOf(table, open);
  if (stopped) return { ...table, situation: 'STOPPED', open, stopped };
  if (question === 'CONFIRM_TRACKING' || question === 'CONFIRM_INCOMPLETE' || question === 'CONFIRM_UNMADE')
    return { ...table, situation: question, open };
  return { ...table, situation: question === 'TRACKING' || isFull(open.items) ? 'TRACKING' : 'OPEN', open };
}

/** Returns why nobody may work on the open parcel at this station, or undefined. */
export function stopOf(table: PackingTable, { order, parcel }: OrderParcel): Refusal | undefined {
  return orderRefusalOf(order) ?? stationRefusalOf(table, parcel);
}

export function openParcelOf(state: PackingState): OrderParcel | undefined {
  return 'open' in state ? state.open : undefined;
}

/** Returns a refusal if the parcel is being packed at another station. */
export function stationRefusalOf(at: Pick<PackingTable, 'station' | 'stationId'>, parcel: Parcel): Refusal | undefined {
  if (isPackedAt(parcel, at) || parcel.station === NO_TABLE) return undefined;
  return refuse('IN_USE', 'order_in_use', { who: parcel.openedByName, station: parcel.station });
}

/** A packed piece that UNDO takes out. `before` is its state before it was packed, if an event has it. */
export interface PackedPiece {
  piece: Piece;
  before: Piece['state'] | undefined;
}

/**
 * The kinds of scans, after the code was looked up. `order` is the order to open. `parcel` is printed again
 * or taken back. It is the scanned parcel, the one in question, or the last one of the station.
 */
interface Scans {
  PIECE: { piece: Piece; order?: PackingOrder | undefined };
  ORDER: { meaning: 'ORDER' | 'BIN'; order: PackingOrder | undefined };
  PARCEL: { code: string; order: PackingOrder | undefined; parcel?: OrderParcel | undefined };
  PRODUCT: { ean13: string };
  TEXT: { text: string; doubt?: Sentence | undefined };
  PASS: { piece?: Piece | undefined; parcel?: OrderParcel | undefined };
  UNDO: { packed?: PackedPiece | undefined; parcel?: OrderParcel | undefined };
  NEXT_PARCEL: object;
  NO_TRACKING: object;
  HAND_OVER_TO_ME: { order: PackingOrder | undefined };
  REPRINT_LABEL: { parcel: OrderParcel | undefined };
  TAKE_BACK: { parcel: OrderParcel | undefined };
  PUT_ASIDE: object;
  REASON: { reason: RejectReason | LabelReason; parcel: OrderParcel | undefined };
  OTHER_COMMAND: object;
  UNKNOWN: { refusal: Refusal };
}
export type ScanKind = keyof Scans;
export type PackingScans = { [K in ScanKind]: { kind: K } & Scans[K] };
export type PackingScan = PackingScans[ScanKind];
export type ScanOf<K extends ScanKind> = PackingScans[K];

export type PackingChange =
  | { type: 'PARCEL'; parcel: Parcel; order: LockedOrder | null }
  | ({ type: 'PIECE' } & PieceChange)
  | { type: 'PRODUCT'; parcel: Parcel; itemId: string; count: 1 | -1 }
  | { type: 'PAPERS'; parcel: Parcel; papers: readonly RequestedPaper[] }
  | { type: 'VOID'; parcel: Parcel }
  | { type: 'LABEL'; parcel: Parcel }
  | { type: 'REPRINT'; parcel: Parcel; reason: string }
  | { type: 'SHIP'; of: OrderParcel }
  | { type: 'TAKE_BACK'; code: string }
  | { type: 'FREE_BIN'; clientId: string; orderId: string };

export type AnswerParts = Pick<PackingAnswer, 'piece' | 'done' | 'doubt' | 'reason' | 'command' | 'voided'>;
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
