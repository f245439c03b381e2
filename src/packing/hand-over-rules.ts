import { type Sentence, sentence } from '../production/floor-sentences.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

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

/** What sentences about the list name. */
export function listParams(list: Pick<HandOver, 'handOverId' | 'carrierId' | 'carrierName'>) {
  return { list: list.handOverId, carrier: carrierName(list) };
}

function carrierName({
  carrierId,
  carrierName,
}: Pick<HandOver, 'carrierId' | 'carrierName'>): string | undefined {
  return carrierName ?? (carrierId || undefined);
}

/** Why a parcel cannot be put on a list; undefined: it can. */
export interface HandOverRefusal extends Sentence {
  kind: 'FOREIGN' | 'ALREADY_DONE' | 'NOT_COMPLETE' | 'TOO_MANY';
}

/** `on`: the list that it is on already. `open`: the one that it is to be put on, absent where none is open here. */
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
  // The label of a parcel whose carrier is not known says who takes it.
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
