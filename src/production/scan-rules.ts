import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import type { BinContents } from './bin-store.ts';
import { type Sentence, type SentenceCode, sentence } from './floor-sentences.ts';
import type { Piece } from './piece-store.ts';
import type { ProductionOrder } from './production-order-store.ts';

export const WORK = ['MAKE', 'CHECK', 'PACK', 'HAND_OVER', 'FIND'] as const;
export type Work = (typeof WORK)[number];

/**
 * The questions of a station. They are part of the recorded answer, so a reload or another person sees them.
 */
export const QUESTIONS = [
  'REJECT_REASON',
  'REPRINT_REASON',
  'TRACKING',
  'CONFIRM_TRACKING',
  'CONFIRM_INCOMPLETE',
  'CONFIRM_UNMADE',
  'CONFIRM_TAKE_BACK',
  'CLOSE',
] as const;
export type Question = (typeof QUESTIONS)[number];

/** Why a scan is refused. Each kind has its own sound. */
export const REFUSAL_KINDS = [
  // The code is unknown, or was misread.
  'UNKNOWN',
  'MISREAD',
  // The order or the ticket of the piece stops the work.
  'REPLACED',
  'CANCELLED',
  'OLD_TICKET',
  'STOPPED',
  'ON_HOLD',
  'SHIPPED',
  'ASKED_TO_CANCEL',
  'NO_BLANK',
  // The work on the piece is done already, or comes later.
  'ALREADY_DONE',
  'NOT_MADE',
  // A command came without a piece in hand.
  'NOTHING_IN_HAND',
  'BINS_FULL',
  // Packing: another order, enough of the item, another person packs the order, or no open parcel.
  'FOREIGN',
  'TOO_MANY',
  'IN_USE',
  'NO_PARCEL',
  'NOT_COMPLETE',
  // The parcel is closed, and waits for its label.
  'NO_LABEL',
  // The screen asks a question first, or shows an older state.
  'QUESTION',
  'OLD_CONTEXT',
] as const;
type RefusalKind = (typeof REFUSAL_KINDS)[number];

export interface Refusal {
  kind: RefusalKind;
  /** With `params`, the message in any language. Absent in scans that an earlier version recorded. */
  code?: SentenceCode;
  params?: Sentence['params'];
  /** In English. */
  message: string;
  /** Code of the piece that replaces the scanned one. */
  replacedBy?: string;
}

/** The part of an order that decides whether its pieces are worked on. */
type OrderStanding = Pick<LockedOrder, 'status'> & {
  content: Pick<LockedOrder['content'], 'statusReason' | 'cancellation'>;
};

/**
 * Returns why nobody may work on the piece, or undefined. The order comes first: a stop or a requested
 * cancellation is answered at the next scan of any of its pieces. `run` is the present run of the order.
 */
export function refusalOf(piece: Piece, order: OrderStanding, run: number): Refusal | undefined {
  if (piece.run < run) return refuse('OLD_TICKET', 'old_ticket');
  if (piece.state === 'CANCELLED') return refuse('CANCELLED', 'order_cancelled');
  const stopped = stopRefusalOf(order);
  if (stopped) return stopped;
  if (piece.state === 'REPLACED') {
    const { replacedBy } = piece;
    if (replacedBy === null) return refuse('REPLACED', 'piece_rejected');
    return { ...refuse('REPLACED', 'piece_replaced', { successor: replacedBy }), replacedBy };
  }
  if (piece.state === 'SCRAPPED') return refuse('CANCELLED', 'piece_scrapped');
  return cancellationRefusalOf(order);
}

/** Returns the present run of an order, which counts from its acceptance, before its pieces exist. */
export function runOf(
  { status, statusSince }: Pick<LockedOrder, 'status' | 'statusSince'>,
  { run, begun }: Pick<ProductionOrder, 'run' | 'begun'>,
): number {
  return status === 'ACCEPTED' && begun < statusSince ? run + 1 : run;
}

/** Returns why nobody may work on the order, or undefined. */
export function orderRefusalOf(order: OrderStanding): Refusal | undefined {
  return stopRefusalOf(order) ?? cancellationRefusalOf(order);
}

function stopRefusalOf({ status, content }: OrderStanding): Refusal | undefined {
  const reason = content.statusReason;
  if (status === 'CANCELLED') return refuse('CANCELLED', 'order_cancelled');
  if (status === 'SHIPPED') return refuse('SHIPPED', 'order_shipped');
  if (reason?.code === 'on_hold') return refuse('ON_HOLD', 'order_on_hold', { reason: reason.message });
  if (status === 'ACCEPTED') return undefined;
  if (!reason) return refuse('STOPPED', 'order_stopped');
  return refuse('STOPPED', 'order_stopped_because', { reason: reason.message });
}

function cancellationRefusalOf({ content }: OrderStanding): Refusal | undefined {
  if (content.cancellation?.status !== 'REQUESTED') return undefined;
  return refuse('ASKED_TO_CANCEL', 'cancellation_asked');
}

/** Returns why the piece is not ready for this work, or undefined. */
export function workRefusalOf(piece: Piece, work: Work): Refusal | undefined {
  if (work === 'FIND') return undefined;
  if (piece.state === 'PACKED') return refuse('ALREADY_DONE', 'in_parcel', { parcel: piece.parcel });
  if (work === 'MAKE' && piece.state !== 'TO_MAKE') return refuse('ALREADY_DONE', 'made_already');
  if (piece.state === 'CHECKED') return refuse('ALREADY_DONE', 'checked_already');
  if (piece.hasBlank) return undefined;
  return refuse('NO_BLANK', 'no_blank', { sku: piece.sku });
}

export function refuse(kind: RefusalKind, code: SentenceCode, params?: Parameters<typeof sentence>[1]): Refusal {
  return { kind, ...sentence(code, params) };
}

/**
 * COMPLETE: ready to be packed. PACKING: all pieces are in an open parcel. WAITING: pieces are missing.
 * STOPPED: the order is in error, on hold, or its cancellation is requested. CANCELLED and SHIPPED: the order
 * has ended, and the bin must be emptied.
 */
export const BIN_STATES = ['COMPLETE', 'PACKING', 'WAITING', 'STOPPED', 'CANCELLED', 'SHIPPED'] as const;
export type BinState = (typeof BIN_STATES)[number];

export function binStateOf({
  status,
  cancellation,
  reasonCode,
  pieces,
  checked,
  packed,
}: Pick<BinContents, 'status' | 'cancellation' | 'reasonCode' | 'pieces' | 'checked' | 'packed'>): BinState {
  if (status === 'CANCELLED' || status === 'SHIPPED') return status;
  const isStopped = status !== 'ACCEPTED' || cancellation === 'REQUESTED' || reasonCode === 'on_hold';
  if (isStopped) return 'STOPPED';
  if (checked + packed < pieces) return 'WAITING';
  return checked > 0 || pieces === 0 ? 'COMPLETE' : 'PACKING';
}
