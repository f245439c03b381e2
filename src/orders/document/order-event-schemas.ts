import { Type } from 'typebox';
import { type EventSchema, eventSchema } from '../../webhooks/event-schemas.ts';
import { ORDER_EVENT_TYPES, type OrderEventType } from '../../webhooks/event-types.ts';
import { ORDER_STATUSES, type OrderStatus, orderId } from './order-fields.ts';
import { ShipmentSchema, StatusReasonSchema } from './order-schemas.ts';

/** The status after an event, where it tells it. */
const STATUS_AFTER: Partial<Record<OrderEventType, OrderStatus>> = {
  'order.created': 'NEW',
  'order.assigned': 'ASSIGNED',
  'order.accepted': 'ACCEPTED',
  'order.partially_shipped': 'ACCEPTED',
  'order.shipped': 'SHIPPED',
  'order.cancelled': 'CANCELLED',
  'order.error': 'ERROR',
};

const text = (description: string) => Type.Optional(Type.String({ description }));

const orderStatus = (statuses: readonly OrderStatus[], description: string) =>
  Type.Unsafe<OrderStatus>({ type: 'string', enum: statuses, description });

const { items: _, ...parcelFields } = ShipmentSchema.properties;
const ParcelSchema = Type.Object(parcelFields, {
  title: 'ShippedParcel',
  description: 'A parcel of the order; what is in it stands in the order.',
});

const dataOf = (type: OrderEventType) => {
  const after = STATUS_AFTER[type];
  return Type.Object(
    {
      orderId,
      status: orderStatus(after ? [after] : ORDER_STATUSES, 'Status after it.'),
      previousStatus: Type.Optional(orderStatus(ORDER_STATUSES, 'Status before it.')),
      version: Type.Integer({
        minimum: 1,
        description: 'Version of the order after it, its ETag: what has a higher one is newer.',
      }),
      trackingNumber: text('Of the first parcel, once shipped.'),
      trackingCarrier: text('Who carries the first parcel, once shipped.'),
      trackingUrl: text('Where the first parcel can be followed, once shipped.'),
      shipments: Type.Optional(Type.Array(ParcelSchema, { description: 'The parcels that it is about.' })),
      statusReason: Type.Optional(StatusReasonSchema),
      ...(type === 'order.cancellation_rejected' && {
        cancellation: Type.Object(
          {
            status: Type.Optional(Type.String({ description: 'REJECTED.' })),
            rejectionReason: text('Why, in the words of staff, or order_shipped or order_failed.'),
          },
          { description: 'How it was decided.' },
        ),
      }),
    },
    { description: 'The order as it is after it, without personal data: read the order for the rest.' },
  );
};

const EXAMPLES: Partial<Record<OrderEventType, object>> = {
  'order.created': { status: 'NEW', version: 1 },
  'order.assigned': { status: 'ASSIGNED', previousStatus: 'NEW', version: 2 },
  'order.accepted': { status: 'ACCEPTED', previousStatus: 'ASSIGNED', version: 3 },
  'order.shipped': {
    status: 'SHIPPED',
    previousStatus: 'ACCEPTED',
    version: 4,
    trackingNumber: 'JD014600003SE',
    trackingCarrier: 'DHL',
    trackingUrl: 'https://carrier.example.com/JD014600003SE',
  },
  'order.partially_shipped': {
    status: 'ACCEPTED',
    previousStatus: 'ACCEPTED',
    version: 4,
    trackingNumber: 'JD014600003SE',
    shipments: [{ shipmentId: '1', trackingNumber: 'JD014600003SE', shipped: '2026-01-31T12:00:00.000Z' }],
  },
  'order.cancelled': { status: 'CANCELLED', previousStatus: 'NEW', version: 2 },
  'order.error': {
    status: 'ERROR',
    previousStatus: 'NEW',
    version: 2,
    statusReason: {
      code: 'file_not_found',
      message: 'There is no file at this address (404).',
      pointer: '/items/0/customProduct/prints/0/dataUrl',
    },
  },
  'order.cancellation_rejected': {
    status: 'ACCEPTED',
    previousStatus: 'ACCEPTED',
    version: 5,
    cancellation: { status: 'REJECTED', rejectionReason: 'It is printed already.' },
  },
};
const ELSE = { status: 'ACCEPTED', previousStatus: 'ACCEPTED', version: 4 };

/** The body of each event of an order, as orderEventBody makes it. */
export const ORDER_EVENT_SCHEMAS: readonly EventSchema[] = ORDER_EVENT_TYPES.map((type) =>
  eventSchema(type, dataOf(type), { orderId: 'SHOP-10001', ...(EXAMPLES[type] ?? ELSE) }),
);
