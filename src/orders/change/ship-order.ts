import { isDeepStrictEqual } from 'node:util';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../../platform/errors/errors.ts';
import type { DeliveryStatus, TrackedCarrier } from '../../shipping/tracking-rules.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';
import type { Occurrence, OrderChange } from './apply-change.ts';
import { type OperateInput, staffVerb } from './change-order.ts';
import { TRACKING_CORRECTED } from './listed-changes-rules.ts';
import { findCarriersNamed } from './order-change-store.ts';
import {
  listNonEmpty,
  newParcels,
  type Parcel,
  type Pieces,
  parcelViolations,
  remainingAfter,
  remainingPieces,
  type Shipment,
  shipmentIdOf,
  type Tracking,
  trackingUrlViolations,
  withTrackingUrl,
} from './shipment-rules.ts';
import { notPossible, REJECTED_BY, rejectRequest } from './staff-verb-rules.ts';

export const PARCELS_MAX = 100;
export const TRACKING_LENGTH_MAX = 128;
export const TRACKING_URL_LENGTH_MAX = 2_048;

interface Shipping extends OperateInput {
  parcels: readonly Parcel[];
  /** Why unmade pieces ship. */
  unmadeReason?: string | undefined;
}

/**
 * Ships an order or a part of it: the pieces leave the shelf. The last piece makes the order SHIPPED and ends
 * a pending cancellation request.
 * Idempotent for parcels that were reported before.
 * Throws `invalid_request` if a parcel holds pieces that the order does not have, or that have left already.
 */
export const shipOrder = staffVerb<Shipping>('ship', (input, { clientId, orderId }) => {
  const { parcels, isExpected, unmadeReason: reason, by } = input;
  // A caller with a current `If-Match` has seen the parcels that were reported before.
  const newIn = ({ content, version }: LockedOrder) => newParcels(content, parcels, isExpected?.(version) ?? false);
  return {
    isDone: (order) => newIn(order).length === 0,
    decide: async (order, now, connection) => {
      const subject = ['order', `${clientId}/${orderId}`] as const;
      if (reason)
        await recordAudit(connection, by, now, { action: 'order.shipped_unmade', subject, detail: { reason } });
      const carriers = await findStatedCarriers(connection, parcels);
      return shipmentChanges(
        order,
        newIn(order).map((parcel) => withTrackingUrl(order, carriers, parcel)),
        input,
      );
    },
  };
});

async function findStatedCarriers(connection: Connection, parcels: readonly Tracking[]): Promise<TrackedCarrier[]> {
  const names = parcels.flatMap(({ trackingCarrier }) => trackingCarrier ?? []);
  return names.length > 0 ? findCarriersNamed(connection, names) : [];
}

/** Returns the changes of an order whose parcels leave. Throws `invalid_request` like `shipOrder`. */
export function shipmentChanges(
  { content }: LockedOrder,
  parcels: ReturnType<typeof newParcels>,
  { by }: OperateInput,
): OrderChange[] {
  const violations = parcelViolations(content, parcels);
  if (violations.length > 0) throw invalidRequest(violations);
  const isRest = parcels.some(({ items }) => items === undefined);
  if (isRest || listNonEmpty(remainingAfter(content, parcels)).length === 0) {
    const shipped = { to: 'SHIPPED', by, extras: { statusReason: null }, parcels } as const;
    return [...rejectRequest(content, by, REJECTED_BY.shipped), shipped];
  }
  const leaving = parcels.flatMap(({ items = [] }) =>
    items.map((pieces) => ({ ...pieces, reason: 'shipped' as const })),
  );
  return [{ event: 'order.partially_shipped', by, parcels, leaving }];
}

/**
 * Corrects the tracking of a shipped parcel, also of an order in a final status. An absent field stays, and
 * an empty text removes it. An absent page that was filled from the carrier's pattern follows the number.
 * Idempotent. Throws `shipment_not_found`, and `invalid_request` for a malformed trackingUrl.
 */
export const correctTracking = staffVerb<OperateInput & Tracking & { shipmentId: string }>(
  'shipments/{shipmentId}/tracking',
  ({ shipmentId, by, isExpected: _, ...tracking }) => ({
    isDone: (order) => {
      const { shipments } = order.content;
      return shipments !== undefined && isDeepStrictEqual(correctShipments(order, shipmentId, tracking), shipments);
    },
    decide: async (order, _now, connection) => {
      if (order.content.personalDataErased !== undefined)
        throw notPossible(order, 'its personal data was erased, including the tracking of its parcels');
      const violations = trackingUrlViolations(tracking.trackingUrl || undefined, '/trackingUrl');
      if (violations.length > 0) throw invalidRequest(violations);
      const before: Tracking =
        order.content.shipments?.find((one, index) => shipmentIdOf(one, index) === shipmentId) ?? {};
      const carriers = await findStatedCarriers(connection, [before, tracking]);
      const pageOf = ({ trackingUrl: _, ...one }: Tracking) =>
        withTrackingUrl<Tracking>(order, carriers, one).trackingUrl;
      const isFilled = before.trackingUrl === undefined || before.trackingUrl === pageOf(before);
      const page = isFilled && { trackingUrl: pageOf({ ...before, ...tracking }) ?? '' };
      const shipments = correctShipments(order, shipmentId, { ...page, ...tracking });
      return { event: 'order.updated', by, reason: TRACKING_CORRECTED, extras: { shipments } };
    },
  }),
);

/** Returns the change that reports how far parcels have come; undefined without such a parcel. */
export function deliveryChange(
  { content: { shipments = [] } }: Pick<LockedOrder, 'content'>,
  isMeant: (shipment: Shipment) => boolean,
  { status, since }: { status: DeliveryStatus; since: Date },
): Occurrence | undefined {
  if (!shipments.some(isMeant)) return undefined;
  const delivery = { status, since: since.toISOString() };
  return {
    event: 'parcel.updated',
    by: SYSTEM,
    reason: status.toLowerCase(),
    extras: { shipments: shipments.map((one) => (isMeant(one) ? { ...one, delivery } : one)) },
  };
}

function correctShipments(order: LockedOrder, shipmentId: string, tracking: Tracking): Shipment[] {
  const shipment = findShipment(order, shipmentId);
  return order.content.shipments?.map((one) => (one === shipment ? withTracking(one, tracking) : one)) ?? [];
}

/** Throws `shipment_not_found`. */
function findShipment(order: LockedOrder, shipmentId: string): Shipment {
  const { shipments = [] } = order.content;
  const found = shipments.find((one, index) => shipmentIdOf(one, index) === shipmentId);
  if (found) return found;
  const has = shipments.length === 1 ? 'one shipment' : `${shipments.length} shipments`;
  const { message } = notPossible(order, `it has ${has}, and none with this shipmentId`);
  throw new ApiError('shipment_not_found', message);
}

/**
 * Returns the change that withdraws a shipment, and its pieces. Shipments of unknown contents that were
 * reported together are withdrawn together. Throws `shipment_not_found`.
 */
export function withdrawalChange(
  order: LockedOrder,
  shipmentId: string,
  by: Actor,
): { change: OrderChange; shipped: Date; withdrawn: readonly Pieces[] } {
  const { content, status } = order;
  const shipment = findShipment(order, shipmentId);
  const { shipments = [], withdrawnShipments = [] } = content;
  const isGone = (one: Shipment) =>
    one === shipment || (shipment.items.length === 0 && one.items.length === 0 && one.shipped === shipment.shipped);
  const withIds = shipments.map((one, index) => ({ ...one, shipmentId: shipmentIdOf(one, index) }));
  const kept = withIds.filter((_, index) => !isGone(shipments[index] as Shipment));
  const gone = withIds.filter((_, index) => isGone(shipments[index] as Shipment));
  const withdrawn = shipment.items.length > 0 ? shipment.items : listNonEmpty(remainingPieces(content));
  const change = {
    by,
    reason: 'shipment_withdrawn',
    extras: {
      shipments: kept.length > 0 ? kept : null,
      withdrawnShipments: [...withdrawnShipments, ...gone.map((one) => one.shipmentId)],
    },
    withdrawn,
  };
  return {
    change: status === 'SHIPPED' ? { to: 'ACCEPTED', ...change } : { event: 'order.updated', ...change },
    shipped: new Date(shipment.shipped),
    withdrawn,
  };
}

/** Keeps the fields in the same order as in other shipments. */
function withTracking({ items, shipped, delivery, shipmentId, ...before }: Shipment, tracking: Tracking): Shipment {
  const { trackingNumber, trackingCarrier, trackingUrl } = { ...before, ...tracking };
  return {
    ...(shipmentId !== undefined && { shipmentId }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingCarrier && { trackingCarrier }),
    ...(trackingUrl && { trackingUrl }),
    items,
    shipped,
    ...(delivery && { delivery }),
  };
}
