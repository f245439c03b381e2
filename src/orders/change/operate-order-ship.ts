import { isDeepStrictEqual } from 'node:util';
import { invalidRequest, VIOLATIONS_LISTED_MAX, type Violation } from '../../errors.ts';
import { fileUrlViolation } from '../../net/file-url-rules.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { REJECTED_BY, rejectWish } from './cancellation-rules.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';

export const PARCELS_MAX = 100;
export const TRACKING_LENGTH_MAX = 128;
export const TRACKING_URL_LENGTH_MAX = 2_048;

export interface Parcel {
  trackingNumber?: string;
  trackingCarrier?: string;
  trackingUrl?: string;
  /** Absent: everything, in a single parcel; not told, in one of several. */
  items?: { id: string; quantity: number }[];
}

/**
 * Ships the whole order, in one parcel or several; the stock leaves the shelf. Idempotent for the same parcels. A request
 * to cancel it is thereby rejected: the parcels are gone. Throws `invalid_request` when the parcels do not hold just what was
 * ordered.
 */
export async function shipOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput & { parcels: readonly Parcel[] },
): Promise<ChangedOrder> {
  const { by, parcels } = input;
  const now = context.clock();
  const shipped = (items: Order['items']) =>
    parcels.map((parcel) => shipmentOf(parcel, items, parcels.length === 1, now));
  return changeByStaff(context, key, input, 'ship', {
    isDone: ({ status, content: { items, shipments } }) =>
      status === 'SHIPPED' && isSameParcels(shipments, shipped(items)),
    decide: ({ content }) => {
      const { items } = content;
      const violations = parcelViolations(items, parcels);
      if (violations.length > 0) throw invalidRequest(violations);
      return [
        ...rejectWish(content, by, REJECTED_BY.shipped),
        { to: 'SHIPPED', by, extras: { statusReason: null, shipments: shipped(items) } },
      ];
    },
  });
}

/** What is wrong with the parcels: together they hold every piece of every item, and no more. Pointers lead into the parcels. */
export function parcelViolations(
  items: readonly { id: string; quantity: number }[],
  parcels: readonly Parcel[],
): Violation[] {
  const violations: Violation[] = [];
  const report = (pointer: string, code: string, message: string, allowed?: readonly string[]) =>
    violations.push({ pointer, code, message, ...(allowed && { allowed }) });
  for (const [index, { trackingUrl }] of parcels.entries()) {
    const violation =
      trackingUrl === undefined
        ? undefined
        : fileUrlViolation(trackingUrl, `/parcels/${index}/trackingUrl`, undefined);
    if (violation) violations.push(violation);
  }
  if (parcels.every((parcel) => parcel.items === undefined)) return violations;
  const missing = new Map(items.map(({ id, quantity }) => [id, quantity]));
  const known = [...missing.keys()];
  for (const [index, parcel] of parcels.entries()) {
    const at = `/parcels/${index}/items`;
    if (!parcel.items) {
      report(at, 'required', 'Name the items of every parcel, or of none.');
      continue;
    }
    for (const [place, { id, quantity }] of parcel.items.entries()) {
      if (violations.length >= VIOLATIONS_LISTED_MAX) return violations;
      const left = missing.get(id);
      if (left === undefined) {
        report(`${at}/${place}/id`, 'unknown_item', 'The order has no item with this id.', known);
        continue;
      }
      if (quantity > left) {
        const message = `No more than ${left} of this item ${left === 1 ? 'is' : 'are'} left to ship.`;
        report(`${at}/${place}/quantity`, 'too_large', message);
      }
      missing.set(id, Math.max(0, left - quantity));
    }
  }
  const left = [...missing].filter(([, quantity]) => quantity > 0);
  if (violations.length === 0 && left.length > 0) {
    const pieces = left.map(([id, quantity]) => `${quantity} of item ${JSON.stringify(id)}`).join(', ');
    report('/parcels', 'not_everything_shipped', `An order ships whole; in no parcel: ${pieces}.`);
  }
  return violations;
}

function shipmentOf(parcel: Parcel, items: Order['items'], isOnly: boolean, now: Date) {
  const { trackingNumber, trackingCarrier, trackingUrl } = parcel;
  return {
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingCarrier !== undefined && { trackingCarrier }),
    ...(trackingUrl !== undefined && { trackingUrl }),
    items: (parcel.items ?? (isOnly ? items : [])).map(({ id, quantity }) => ({ id, quantity })),
    shipped: now.toISOString(),
  };
}

function isSameParcels(one: Order['shipments'], other: NonNullable<Order['shipments']>): boolean {
  const withoutTime = (shipments: NonNullable<Order['shipments']>) =>
    shipments.map(({ shipped: _, ...parcel }) => parcel);
  return one !== undefined && isDeepStrictEqual(withoutTime(one), withoutTime(other));
}
