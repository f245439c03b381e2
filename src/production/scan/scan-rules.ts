import type { LockedOrder } from '../../orders/change/order-change-store.ts';
import type { Piece } from '../piece-store.ts';
import type { ProductionOrder } from '../production-order-store.ts';
import type { Refusal, Work } from './scan-answers.ts';

const CANCELLED = 'The order was cancelled. Put the piece to the reuse shelf.';

/** How the order of a piece stands. */
export type OrderStanding = Pick<LockedOrder, 'status'> & {
  content: Pick<LockedOrder['content'], 'statusReason' | 'cancellation'>;
};

/**
 * Why the piece is not to be worked on; undefined: it is. The order's word counts before the piece's: a wish to cancel, or an order that was
 * stopped, is told at the next scan of any of its pieces. `run` is the present one of its order.
 */
export function refusalOf(piece: Piece, order: OrderStanding, run: number): Refusal | undefined {
  if (piece.run < run)
    return refuse(
      'OLD_TICKET',
      'This ticket is from before the order was changed. Put the piece to the reuse shelf.',
    );
  if (piece.state === 'CANCELLED') return refuse('CANCELLED', CANCELLED);
  const stopped = stopOf(order);
  if (stopped) return stopped;
  if (piece.state === 'REPLACED') {
    const { replacedBy } = piece;
    const message = `This piece was rejected. ${replacedBy ? `Its successor is ${replacedBy}.` : ''}`.trim();
    return { ...refuse('REPLACED', message), ...(replacedBy !== null && { replacedBy }) };
  }
  if (piece.state === 'SCRAPPED') return refuse('CANCELLED', 'This piece was scrapped.');
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
  if (status === 'CANCELLED') return refuse('CANCELLED', CANCELLED);
  if (status === 'SHIPPED') return refuse('SHIPPED', 'The order has been shipped already.');
  if (reason?.code === 'on_hold') return refuse('ON_HOLD', `The order is on hold: ${reason.message}`);
  if (status === 'ACCEPTED') return undefined;
  return refuse('STOPPED', reason ? `The order was stopped: ${reason.message}` : 'The order was stopped.');
}

function askedToCancel({ content }: OrderStanding): Refusal | undefined {
  if (content.cancellation?.status !== 'REQUESTED') return undefined;
  return refuse('ASKED_TO_CANCEL', 'The customer asks to cancel this order. Stop, and ask the lead.');
}

/** Why the piece cannot be taken in hand for this work; undefined: it can. */
export function unfit(piece: Piece, work: Work): Refusal | undefined {
  if (work === 'FIND') return undefined;
  if (piece.state === 'PACKED') return refuse('ALREADY_DONE', `Already in parcel ${piece.parcel}.`);
  if (work === 'MAKE' && piece.state !== 'TO_MAKE')
    return refuse('ALREADY_DONE', 'This piece is made already.');
  if (piece.state === 'CHECKED') return refuse('ALREADY_DONE', 'This piece was checked already.');
  if (piece.hasBlank) return undefined;
  return refuse('NO_BLANK', `The shelf has no ${piece.sku}. Bring one and count it, or let it wait.`);
}

export function refuse(kind: Refusal['kind'], message: string): Refusal {
  return { kind, message };
}
