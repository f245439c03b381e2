import type { OrderEventType } from '../../webhooks/event-types.ts';
import type { OrderStatus } from './order-fields.ts';
import type { Order } from './order-schemas.ts';

export interface OrderNews {
  type: OrderEventType;
  occurred: Date;
  orderId: string;
  status: OrderStatus;
  previousStatus: OrderStatus | null;
  version: number;
}

/**
 * The body of an order's event, as it is signed and sent. Of the order it takes nothing that is about a person; `shipments` are those that
 * the event is about.
 */
export function orderEventBody(
  news: OrderNews,
  { shipping, statusReason, cancellation }: Order,
  shipments: NonNullable<Order['shipments']> = [],
): string {
  const { trackingNumber, trackingCarrier, trackingUrl } = shipping;
  // In staff's words; those of the customer may tell of a person.
  const { status, rejectionReason } = cancellation ?? {};
  const isDecision = news.type === 'order.cancellation_rejected';
  return body(news, {
    trackingNumber,
    trackingCarrier,
    trackingUrl,
    // Without their items, of which there may be many.
    ...(shipments.length > 0 && { shipments: shipments.map(({ items: _, ...parcel }) => parcel) }),
    statusReason,
    ...(isDecision && { cancellation: { status, rejectionReason } }),
  });
}

/** The body of order.created. */
export function orderCreatedBody(orderId: string, status: OrderStatus, occurred: Date): string {
  return body({ type: 'order.created', occurred, orderId, status, previousStatus: null, version: 1 }, {});
}

function body({ type, occurred, orderId, status, previousStatus, version }: OrderNews, rest: object): string {
  return JSON.stringify({
    type,
    timestamp: occurred,
    data: { orderId, status, ...(previousStatus && { previousStatus }), version, ...rest },
  });
}
