import type { LockedOrder } from '../orders/change/order-change-store.ts';
import type { BinContents } from './bin-store.ts';
import { type Sentence, type SentenceCode, sentence } from './floor-sentences.ts';
import type { Piece } from './piece-store.ts';
import type { ProductionOrder } from './production-order-store.ts';

/** What is done where the scanner is. */
export const WORK = ['MAKE', 'CHECK', 'PACK', 'HAND_OVER', 'FIND'] as const;
export type Work = (typeof WORK)[number];

/** Why a scan was refused; each kind has a sound of its own. */
export const REFUSAL_KINDS = [
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
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

export interface Refusal {
  kind: RefusalKind;
  /** What it is, and what to do; `code` and `params` say the same in any language. Absent of scans that were answered by an earlier version. */
  code?: SentenceCode;
  params?: Sentence['params'];
  message: string;
  /** Code of the ticket that counts instead. */
  replacedBy?: string;
}

/** How the order of a piece stands. */
export type OrderStanding = Pick<LockedOrder, 'status'> & {
  content: Pick<LockedOrder['content'], 'statusReason' | 'cancellation'>;
};

/**
 * Why the piece is not to be worked on; undefined: it is. The order's word counts before the piece's: a wish to cancel, or an order that was
 * stopped, is told at the next scan of any of its pieces. `run` is the present one of its order.
 */
export function refusalOf(piece: Piece, order: OrderStanding, run: number): Refusal | undefined {
  if (piece.run < run) return refuse('OLD_TICKET', 'old_ticket');
  if (piece.state === 'CANCELLED') return refuse('CANCELLED', 'order_cancelled');
  const stopped = stopOf(order);
  if (stopped) return stopped;
  if (piece.state === 'REPLACED') {
    const { replacedBy } = piece;
    if (replacedBy === null) return refuse('REPLACED', 'piece_rejected');
    return { ...refuse('REPLACED', 'piece_replaced', { successor: replacedBy }), replacedBy };
  }
  if (piece.state === 'SCRAPPED') return refuse('CANCELLED', 'piece_scrapped');
  return askedToCancel(order);
}

/** The present run of an order: one that was accepted anew a moment ago has the next already, whose pieces are still to be written. */
export function runOf(
  { status, statusSince }: Pick<LockedOrder, 'status' | 'statusSince'>,
  { run, begun }: Pick<ProductionOrder, 'run' | 'begun'>,
): number {
  return status === 'ACCEPTED' && begun < statusSince ? run + 1 : run;
}

/** Why nothing is to be done for the order; undefined: something is. */
export function orderRefusalOf(order: OrderStanding): Refusal | undefined {
  return stopOf(order) ?? askedToCancel(order);
}

function stopOf({ status, content }: OrderStanding): Refusal | undefined {
  const reason = content.statusReason;
  if (status === 'CANCELLED') return refuse('CANCELLED', 'order_cancelled');
  if (status === 'SHIPPED') return refuse('SHIPPED', 'order_shipped');
  if (reason?.code === 'on_hold') return refuse('ON_HOLD', 'order_on_hold', { reason: reason.message });
  if (status === 'ACCEPTED') return undefined;
  if (!reason) return refuse('STOPPED', 'order_stopped');
  return refuse('STOPPED', 'order_stopped_because', { reason: reason.message });
}

function askedToCancel({ content }: OrderStanding): Refusal | undefined {
  if (content.cancellation?.status !== 'REQUESTED') return undefined;
  return refuse('ASKED_TO_CANCEL', 'cancellation_asked');
}

/** Why the piece cannot be taken in hand for this work; undefined: it can. */
export function unfit(piece: Piece, work: Work): Refusal | undefined {
  if (work === 'FIND') return undefined;
  if (piece.state === 'PACKED') return refuse('ALREADY_DONE', 'in_parcel', { parcel: piece.parcel });
  if (work === 'MAKE' && piece.state !== 'TO_MAKE') return refuse('ALREADY_DONE', 'made_already');
  if (piece.state === 'CHECKED') return refuse('ALREADY_DONE', 'checked_already');
  if (piece.hasBlank) return undefined;
  return refuse('NO_BLANK', 'no_blank', { sku: piece.sku });
}

/** A refusal of that kind with its sentence. */
export function refuse(
  kind: Refusal['kind'],
  code: SentenceCode,
  params?: Parameters<typeof sentence>[1],
): Refusal {
  return { kind, ...sentence(code, params) };
}

/** Why a bin is taken, and what frees it. */
export const BIN_STATES = ['COMPLETE', 'WAITING', 'STOPPED', 'CANCELLED', 'SHIPPED'] as const;
export type BinState = (typeof BIN_STATES)[number];

type Seen = Pick<BinContents, 'status' | 'cancellation' | 'reasonCode' | 'pieces' | 'checked' | 'packed'>;

/**
 * COMPLETE: all is there, and it can be packed. WAITING: pieces are still to come. STOPPED: its order is in error, on hold, or asked to be cancelled.
 * CANCELLED, SHIPPED: nothing happens to the order any more, and what is inside must be taken out.
 */
export function binStateOf({ status, cancellation, reasonCode, pieces, checked, packed }: Seen): BinState {
  if (status === 'CANCELLED' || status === 'SHIPPED') return status;
  const isStopped = status !== 'ACCEPTED' || cancellation === 'REQUESTED' || reasonCode === 'on_hold';
  if (isStopped) return 'STOPPED';
  return checked + packed >= pieces ? 'COMPLETE' : 'WAITING';
}
