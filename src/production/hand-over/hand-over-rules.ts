import type { LeavingParcel } from './hand-over-parcel-store.ts';
import type { HandOver } from './hand-over-store.ts';

/** Parcels of one list; a driver signs for no more at once. */
export const HAND_OVER_PARCELS_MAX = 2_000;
/** A parcel that was packed longer ago is asked for no more: it left without a list. */
export const WAITING_DAYS = 14;
/** Parcels that wait are counted up to here. */
export const WAITING_COUNTED_MAX = 1_000;
/** Of those that wait so many are named. */
export const WAITING_NAMED_MAX = 20;

const DAY_MS = 86_400_000;

/** Parcels that were packed before are not waited for. */
export function waitingSince(now: Date): Date {
  return new Date(now.getTime() - WAITING_DAYS * DAY_MS);
}

/** The carrier in words. */
export function carrierInWords({
  carrierId,
  carrierName,
}: Pick<HandOver, 'carrierId' | 'carrierName'>): string {
  return carrierName ?? (carrierId || 'an unknown carrier');
}

/** The list in words, such as: list 12 of DHL Paket. */
export function listInWords(list: Pick<HandOver, 'handOverId' | 'carrierId' | 'carrierName'>): string {
  return `list ${list.handOverId} of ${carrierInWords(list)}`;
}

/** Why a parcel cannot be put on a list; undefined: it can. */
export interface HandOverRefusal {
  kind: 'FOREIGN' | 'ALREADY_DONE' | 'NOT_COMPLETE' | 'TOO_MANY';
  message: string;
}

/** `on`: the list that it is on already. `open`: the one that it is to be put on, absent where none is open here. */
export function parcelRefusal(
  parcel: LeavingParcel,
  on: HandOver | undefined,
  open: HandOver | undefined,
): HandOverRefusal | undefined {
  const named = `Parcel ${parcel.code} of order ${parcel.orderId}`;
  if (parcel.handOverId !== null) {
    const where = on ? listInWords(on) : `list ${parcel.handOverId}`;
    const when = on?.closed ? ', which was closed' : '';
    return { kind: 'ALREADY_DONE', message: `${named} is on ${where} already${when}.` };
  }
  if (parcel.state === 'OPEN')
    return { kind: 'NOT_COMPLETE', message: `${named} is still being packed. It cannot leave yet.` };
  if (parcel.state === 'PACKED')
    return { kind: 'NOT_COMPLETE', message: `${named} has no label yet. It cannot leave without one.` };
  if (parcel.state === 'DROPPED')
    return { kind: 'FOREIGN', message: `${named} does not leave: its order ended without it.` };
  // The label of a parcel whose carrier is not known says who takes it.
  if (open && parcel.carrierId !== '' && parcel.carrierId !== open.carrierId) {
    const message = `${named} goes with ${carrierInWords(parcel)}. Open is ${listInWords(open)}.`;
    return { kind: 'FOREIGN', message };
  }
  if (open && open.parcels >= HAND_OVER_PARCELS_MAX) {
    const message = `There are ${HAND_OVER_PARCELS_MAX} parcels on ${listInWords(open)}, which is as many as one can have. Close it, and open the next.`;
    return { kind: 'TOO_MANY', message };
  }
  return undefined;
}
