import type { BinContents } from './bin-contents-store.ts';

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
