import { invalidRequest } from '../../errors.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { OrderChange } from './apply-change.ts';
import { REJECTED_BY, rejectWish } from './cancellation-rules.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { leftAfter, newParcels, type Parcel, parcelViolations, stillLeft } from './shipment-rules.ts';

/** Of one report. */
export const PARCELS_MAX = 100;
export const TRACKING_LENGTH_MAX = 128;
export const TRACKING_URL_LENGTH_MAX = 2_048;

/**
 * Ships an order or a part of it: the pieces leave the shelf. While something is left the order stays in production; with the last piece it is
 * shipped, and a wish to cancel it ends. Idempotent for parcels that were reported before. Throws `invalid_request` when the parcels hold what
 * the order does not have, or what has left already.
 */
export async function shipOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput & { parcels: readonly Parcel[] },
): Promise<ChangedOrder> {
  const { parcels, isExpected } = input;
  // Who names the version knows of the parcels that were reported before.
  const newIn = ({ content, version }: LockedOrder) =>
    newParcels(content, parcels, isExpected?.(version) ?? false);
  return changeByStaff(context, key, input, 'ship', {
    isDone: (order) => newIn(order).length === 0,
    decide: (order) => shipmentChanges(order, newIn(order), input),
  });
}

/** What becomes of an order of which the parcels leave. Throws `invalid_request` as `shipOrder` does. */
export function shipmentChanges(
  { content }: LockedOrder,
  parcels: ReturnType<typeof newParcels>,
  { by }: OperateInput,
): OrderChange[] {
  const violations = parcelViolations(content, parcels);
  if (violations.length > 0) throw invalidRequest(violations);
  const isRest = parcels.some(({ items }) => items === undefined);
  if (isRest || stillLeft(leftAfter(content, parcels)).length === 0) {
    const shipped = { to: 'SHIPPED', by, extras: { statusReason: null }, parcels } as const;
    return [...rejectWish(content, by, REJECTED_BY.shipped), shipped];
  }
  const leaving = parcels.flatMap(({ items = [] }) =>
    items.map((pieces) => ({ ...pieces, reason: 'shipped' as const })),
  );
  return [{ event: 'order.partially_shipped', by, parcels, leaving }];
}
