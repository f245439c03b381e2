import type { LeavingParcel } from '../../production/hand-over/hand-over-parcel-store.ts';
import type { HandOver } from '../../production/hand-over/hand-over-store.ts';
import { withoutNulls } from '../fields/without-nulls.ts';

/** A hand-over list as it is answered. */
export function shownHandOver({ carrierId, ...list }: HandOver) {
  return {
    ...withoutNulls(list),
    ...(carrierId !== '' && { carrierId }),
    state: list.closed ? ('CLOSED' as const) : ('OPEN' as const),
  };
}

/** A parcel where it is handed over. */
export function shownLeaving(parcel: LeavingParcel) {
  const { clientId, clientName, orderId, code, state, trackingNumber } = parcel;
  return { clientId, clientName, orderId, code, state, ...(trackingNumber !== null && { trackingNumber }) };
}
