import { type Sentence, sentence } from '../production/floor-sentences.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

/** Parcels on one list. */
export const HAND_OVER_PARCELS_MAX = 2_000;
/** Parcels that were packed earlier do not count as missing: they have left without a list. */
export const WAITING_DAYS = 14;
/** Missing parcels are counted up to here. */
export const WAITING_COUNTED_MAX = 1_000;
/** Missing parcels that an answer names. */
export const WAITING_NAMED_MAX = 20;

const DAY_MS = 86_400_000;

export function waitingSince(now: Date): Date {
  return new Date(now.getTime() - WAITING_DAYS * DAY_MS);
}

export function carrierInWords({
  carrierId,
  carrierName,
}: Pick<HandOver, 'carrierId' | 'carrierName'>): string {
  return carrierName ?? (carrierId || 'an unknown carrier');
}

/** Returns the parameters of messages about the list. */
export function listParams(list: Pick<HandOver, 'handOverId' | 'carrierId' | 'carrierName'>) {
  return { list: list.handOverId, carrier: carrierName(list) };
}

function carrierName({
  carrierId,
  carrierName,
}: Pick<HandOver, 'carrierId' | 'carrierName'>): string | undefined {
  return carrierName ?? (carrierId || undefined);
}

/** Why a parcel cannot be put on a list. */
export interface HandOverRefusal extends Sentence {
  kind: 'FOREIGN' | 'ALREADY_DONE' | 'NOT_COMPLETE' | 'TOO_MANY';
}

/**
 * Returns why the parcel cannot be put on the list `open`, or undefined. `on` is the list that it is on
 * already.
 */
export function parcelRefusalOf(
  parcel: LeavingParcel,
  on: HandOver | undefined,
  open: HandOver | undefined,
): HandOverRefusal | undefined {
  const { code, orderId } = parcel;
  if (parcel.handOverId !== null) {
    const where = on ? listParams(on) : { list: parcel.handOverId };
    const how = on?.closed ? 'parcel_on_closed_list' : 'parcel_on_list';
    return { kind: 'ALREADY_DONE', ...sentence(how, { code, orderId, ...where }) };
  }
  if (parcel.state === 'OPEN')
    return { kind: 'NOT_COMPLETE', ...sentence('parcel_being_packed', { code, orderId }) };
  if (parcel.state === 'PACKED')
    return { kind: 'NOT_COMPLETE', ...sentence('parcel_unlabelled', { code, orderId }) };
  if (parcel.state === 'DROPPED')
    return { kind: 'FOREIGN', ...sentence('parcel_given_up', { code, orderId }) };
  // A parcel of an unknown carrier may go on each list, because only its label names the carrier.
  if (open && parcel.carrierId !== '' && parcel.carrierId !== open.carrierId) {
    const { list, carrier } = listParams(open);
    const named = { code, orderId, carrier: carrierName(parcel), list, open: carrier };
    return { kind: 'FOREIGN', ...sentence('parcel_of_other_carrier', named) };
  }
  if (open && open.parcels >= HAND_OVER_PARCELS_MAX) {
    const full = sentence('list_full', { count: HAND_OVER_PARCELS_MAX, ...listParams(open) });
    return { kind: 'TOO_MANY', ...full };
  }
  return undefined;
}
