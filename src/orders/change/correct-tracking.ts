import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalidRequest } from '../../platform/errors/errors.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { ChangedOrder } from './change-order.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { type Shipment, shipmentIdOf, type Tracking, trackingUrlViolations } from './shipment-rules.ts';
import { refusal } from './staff-verb-rules.ts';

const CORRECTED = 'tracking_corrected';

/**
 * Corrects the tracking of a shipped parcel, also of an order in a final status. An absent field stays, and
 * an empty text removes it.
 * Idempotent. Throws `shipment_not_found`, and `invalid_request` for a malformed trackingUrl.
 */
export async function correctTracking(
  context: OperateContext,
  key: OrderKey,
  { shipmentId, by, isExpected, ...tracking }: OperateInput & Tracking & { shipmentId: string },
): Promise<ChangedOrder> {
  const input = { by, ...(isExpected && { isExpected }) };
  return changeByStaff(context, key, input, 'shipments/{shipmentId}/tracking', {
    isDone: (order) => {
      const { shipments } = order.content;
      return shipments !== undefined && isDeepStrictEqual(corrected(order, shipmentId, tracking), shipments);
    },
    decide: (order) => {
      if (order.content.personalDataErased !== undefined)
        throw refusal(order, 'its personal data was erased, and how its parcels could be followed with it');
      const violations = trackingUrlViolations(tracking.trackingUrl || undefined, '/trackingUrl');
      if (violations.length > 0) throw invalidRequest(violations);
      const shipments = corrected(order, shipmentId, tracking);
      return { event: 'order.updated', by, reason: CORRECTED, extras: { shipments } };
    },
  });
}

function corrected(order: LockedOrder, shipmentId: string, tracking: Tracking): Shipment[] {
  const { shipments = [] } = order.content;
  const ids = shipments.map(shipmentIdOf);
  if (!ids.includes(shipmentId)) {
    const has = ids.length === 1 ? 'one shipment' : `${ids.length} shipments`;
    const { message } = refusal(order, `it has ${has}, and none with this shipmentId`);
    throw new ApiError('shipment_not_found', message);
  }
  return shipments.map((shipment, index) =>
    ids[index] === shipmentId ? withTracking(shipment, tracking) : shipment,
  );
}

/** Keeps the fields in the same order as in other shipments. */
function withTracking({ items, shipped, shipmentId, ...before }: Shipment, tracking: Tracking): Shipment {
  const { trackingNumber, trackingCarrier, trackingUrl } = { ...before, ...tracking };
  return {
    ...(shipmentId !== undefined && { shipmentId }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingCarrier && { trackingCarrier }),
    ...(trackingUrl && { trackingUrl }),
    items,
    shipped,
  };
}
