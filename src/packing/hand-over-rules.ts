import { type Refusal, refuse } from '../production/scan-rules.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

export const HAND_OVER_PARCELS_MAX = 2_000;
/** Parcels that were packed earlier do not count as missing: they have left without a list. */
export const WAITING_DAYS = 14;
/** Missing parcels are counted up to here. */
export const WAITING_COUNTED_MAX = 1_000;
/** Missing parcels that an answer names. */
export const WAITING_NAMED_MAX = 20;

/** Packed parcels of a carrier that are on no list. */
export interface MissingParcels {
  /** At most `WAITING_COUNTED_MAX`. */
  count: number;
  /** The oldest `WAITING_NAMED_MAX`. */
  parcels: LeavingParcel[];
}

const DAY_MS = 86_400_000;

export function waitingSince(now: Date): Date {
  return new Date(now.getTime() - WAITING_DAYS * DAY_MS);
}

/** The stored `carrierId` of parcels that have no carrier and get our address label, which is not postage. */
export const ADDRESS_LABELS = '@address';

/** Returns the carrier of a list, or the labels of its parcels. */
export function carrierOrLabels(carrierId: string) {
  if (carrierId === ADDRESS_LABELS) return { labels: 'ADDRESS' as const };
  return carrierId === '' ? { labels: 'CLIENT' as const } : { carrierId };
}

type Carrier = Pick<HandOver, 'carrierId' | 'carrierName'>;

function carrierNameOf({ carrierId, carrierName }: Carrier): string | undefined {
  return carrierName ?? (carrierId === ADDRESS_LABELS ? 'address labels' : carrierId || undefined);
}

/** Returns the parameters of messages about the list. */
export function listParams(list: Carrier & Pick<HandOver, 'handOverId'>) {
  return { list: list.handOverId, carrier: carrierNameOf(list) };
}

/** Returns why the parcel cannot be put on the list `open`, or undefined. `on` is its present list. */
export function parcelRefusalOf(
  parcel: LeavingParcel,
  on: HandOver | undefined,
  open: HandOver | undefined,
): Refusal | undefined {
  const { code, orderId } = parcel;
  if (parcel.handOverId !== null) {
    const where = on ? listParams(on) : { list: parcel.handOverId };
    const how = on?.closed ? 'parcel_on_closed_list' : 'parcel_on_list';
    return refuse('ALREADY_DONE', how, { code, orderId, ...where });
  }
  if (parcel.state === 'OPEN') return refuse('NOT_COMPLETE', 'parcel_being_packed', { code, orderId });
  if (parcel.state === 'PACKED') return refuse('NOT_COMPLETE', 'parcel_unlabelled', { code, orderId });
  if (parcel.state === 'DROPPED') return refuse('FOREIGN', 'parcel_given_up', { code, orderId });
  // A parcel with a client's label may go on each carrier's list, because only its label names the carrier.
  const isElsewhere = parcel.carrierId !== '' || open?.carrierId === ADDRESS_LABELS;
  if (open && isElsewhere && parcel.carrierId !== open.carrierId) {
    const { list, carrier } = listParams(open);
    const params = { code, orderId, carrier: carrierNameOf(parcel), list, open: carrier };
    return refuse('FOREIGN', 'parcel_of_other_carrier', params);
  }
  if (open && open.parcels >= HAND_OVER_PARCELS_MAX) {
    return refuse('TOO_MANY', 'list_full', { count: HAND_OVER_PARCELS_MAX, ...listParams(open) });
  }
  return undefined;
}
