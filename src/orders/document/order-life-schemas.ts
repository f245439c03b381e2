import { type Static, Type } from 'typebox';
import { ACTOR_KINDS, type ActorKind } from '../../platform/audit/actor.ts';
import {
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  openList,
  SEVERAL_LINES,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { VISIBLE_LINES } from '../../platform/http/document-schemas.ts';
import { cursorParameters } from '../../platform/http/paging.ts';
import { type EventSchema, eventSchema } from '../../webhooks/event-schemas.ts';
import { ORDER_EVENT_TYPES, type OrderEventType } from '../../webhooks/event-types.ts';
import { UPDATE_REASONS } from './order-document.ts';
import { ITEMS_MAX, ORDER_STATUSES, type OrderStatus, orderId, QUANTITY_MAX } from './order-fields.ts';
import { RepeatOfSchema, ShipmentSchema, StatusReasonSchema } from './order-schemas.ts';

export const OrderParamsSchema = Type.Object({ orderId: stringField('The orderId, percent-encoded.', 'SHOP-10001') });

export const REASON_LENGTH_MAX = 500;
const EVENTS_LIMIT_DEFAULT = 50;

const reason = Type.Optional(
  Type.String({
    maxLength: REASON_LENGTH_MAX,
    pattern: SEVERAL_LINES,
    description: 'The reason, for the staff.',
    examples: ['The customer changed their mind.'],
    inDocument: { minLength: 1, pattern: VISIBLE_LINES },
  }),
);

const CancelledItemSchema = Type.Object(
  {
    id: stringField('Item of the order.', '1'),
    quantity: Type.Optional(integerIn(1, QUANTITY_MAX, 'Pieces to cancel. Absent: all of the item.', 1)),
  },
  { title: 'CancelledItem', description: 'Pieces of an item to cancel.', additionalProperties: false },
);

export const CancelRequestSchema = Type.Object(
  {
    reason,
    items: Type.Optional(
      Type.Array(CancelledItemSchema, {
        minItems: 1,
        maxItems: ITEMS_MAX,
        description: 'Cancels these items or pieces only, before production. Absent: the whole order.',
      }),
    ),
  },
  {
    title: 'CancelRequest',
    description: 'A cancellation of an order, or of some of its items.',
    additionalProperties: false,
  },
);

export const HoldRequestSchema = Type.Object(
  { reason },
  { title: 'HoldRequest', description: 'A request to hold an order.', additionalProperties: false },
);

const CANCELLATION_STATUSES = ['REQUESTED', 'ACCEPTED', 'REJECTED'] as const;
export type CancellationStatus = (typeof CANCELLATION_STATUSES)[number];

const simulatedStatus = oneOf<OrderStatus>(
  ORDER_STATUSES,
  'Status to take the order to. Exactly one of status, cancellation and situation is required.',
  'SHIPPED',
);
const simulatedCancellation = oneOf<CancellationStatus>(
  CANCELLATION_STATUSES,
  'The cancellation of an order that is ACCEPTED: REQUESTED requests it, ACCEPTED grants the request, REJECTED rejects it.',
  'REQUESTED',
);

const SITUATIONS = [
  'PARTIALLY_SHIPPED',
  'WAITING_FOR_STOCK',
  'BROKEN_FILE',
  'PARCEL_IN_TRANSIT',
  'PARCEL_DELIVERED',
  'PARCEL_PROBLEM',
  'PARCEL_RETURNED',
  'RETURN_RECEIVED',
  'SHIPMENT_WITHDRAWN',
  'ON_HOLD',
  'WAITING_FOR_FILE',
  'RETIRED',
  'STOCK_CHANGED',
] as const;
export type Situation = (typeof SITUATIONS)[number];
const simulatedSituation = oneOf<Situation>(
  SITUATIONS,
  'PARTIALLY_SHIPPED: one more piece ships, and the order stays ACCEPTED. WAITING_FOR_STOCK: the NEW order waits. BROKEN_FILE: ERROR, as if its first file did not exist. PARCEL_…: the order ships, and its carrier reports this status of its parcels (`parcel.updated`). RETURN_RECEIVED: it ships, and its announced return, or all of it, comes back (`order.returned`). SHIPMENT_WITHDRAWN: it ships, and its first parcel is withdrawn. ON_HOLD: the center holds it until another step is simulated. WAITING_FOR_FILE, RETIRED: the NEW order waits for a file, or for a retired variant. STOCK_CHANGED: `product.stock_changed` of its products; the order stays.',
  'PARTIALLY_SHIPPED',
);

const errorCode = Type.Optional(
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,63}$',
    description: 'With the status ERROR: `code` of its `statusReason`. Default: simulated.',
    examples: ['artwork_unusable'],
  }),
);

export const SimulateRequestSchema = Type.Object(
  {
    status: Type.Optional(simulatedStatus),
    errorCode,
    cancellation: Type.Optional(simulatedCancellation),
    situation: Type.Optional(simulatedSituation),
  },
  {
    title: 'SimulateRequest',
    description: 'The simulated step of a sandbox order: a status, a step of its cancellation, or a situation.',
    additionalProperties: false,
    examples: [{ status: 'SHIPPED' }, { cancellation: 'REQUESTED' }, { situation: 'PARTIALLY_SHIPPED' }],
    inDocument: {
      oneOf: [
        Type.Object(
          { status: simulatedStatus, errorCode },
          { title: 'SimulateStatusRequest', description: 'A status to simulate.', additionalProperties: false },
        ),
        Type.Object(
          { cancellation: simulatedCancellation },
          {
            title: 'SimulateCancellationRequest',
            description: 'A step of a cancellation to simulate.',
            additionalProperties: false,
          },
        ),
        Type.Object(
          { situation: simulatedSituation },
          { title: 'SimulateSituationRequest', description: 'A situation to simulate.', additionalProperties: false },
        ),
      ],
    },
  },
);

export type SimulateRequest = Static<typeof SimulateRequestSchema>;

export const actorKind = (description: string) => oneOf<ActorKind>(ACTOR_KINDS, description);

export const OrderEventSchema = titledObject('OrderEvent', 'Something that happened to an order.', {
  type: openList<OrderEventType>(ORDER_EVENT_TYPES, 'The type of the event.', 'order.assigned'),
  occurred: Timestamp('When it happened.'),
  status: oneOf<OrderStatus>(ORDER_STATUSES, 'Status after the event.'),
  previousStatus: Type.Optional(oneOf<OrderStatus>(ORDER_STATUSES, 'Status before the event.')),
  version: integerField('Version of the order after the event; its ETag.'),
  actor: actorKind('The author of the event: you, the staff or the service.'),
  reason: Type.Optional(stringField('The reason, if one was given.')),
  changed: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'JSON Pointers to the fields that a change or correction changed. At most 100. Absent after erasure.',
      examples: [['/shipping/address/city']],
    }),
  ),
});

export const EventQuerySchema = Type.Object(cursorParameters(EVENTS_LIMIT_DEFAULT));

const RETURN_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';

/** The status after an event, if it is always the same. */
const STATUS_AFTER: Partial<Record<OrderEventType, OrderStatus>> = {
  'order.created': 'NEW',
  'order.assigned': 'ASSIGNED',
  'order.accepted': 'ACCEPTED',
  'order.partially_shipped': 'ACCEPTED',
  'order.shipped': 'SHIPPED',
  'order.cancelled': 'CANCELLED',
  'order.error': 'ERROR',
};

const text = (description: string) => Type.Optional(stringField(description));

const orderStatus = (statuses: readonly OrderStatus[], description: string) =>
  oneOf<OrderStatus>(statuses, description);

const { items: _, ...parcelFields } = ShipmentSchema.properties;
const ParcelSchema = titledObject('ShippedParcel', 'A parcel of the order, without its items.', parcelFields);

const dataOf = (type: OrderEventType) => {
  const after = STATUS_AFTER[type];
  return Type.Object(
    {
      orderId,
      status: orderStatus(after ? [after] : ORDER_STATUSES, 'Status after the event.'),
      previousStatus: Type.Optional(orderStatus(ORDER_STATUSES, 'Status before the event.')),
      version: integerFrom(1, 'Version of the order after the event; its ETag. A higher version is newer.'),
      trackingNumber: text('Tracking number of the first parcel, once shipped.'),
      trackingCarrier: text('Carrier of the first parcel, once shipped.'),
      trackingUrl: text('Tracking page of the first parcel, once shipped.'),
      shipments: Type.Optional(Type.Array(ParcelSchema, { description: 'The parcels of this event.' })),
      statusReason: Type.Optional(StatusReasonSchema),
      ...(type === 'order.updated' && {
        reason: text(`The cause of some changes: ${UPDATE_REASONS.join(', ')}. More may be added.`),
      }),
      ...(type === 'order.created' && { repeatOf: Type.Optional(RepeatOfSchema) }),
      ...(type === 'order.returned' && {
        return: Type.Object(
          {
            returnId: stringField('The return: GET /v1/returns/{returnId}.', RETURN_ID),
            quantity: integerFrom(1, 'Number of pieces that came back.', 1),
          },
          { description: 'The pieces that came back.' },
        ),
      }),
      ...(type === 'order.cancellation_rejected' && {
        cancellation: Type.Object(
          {
            status: Type.Optional(stringField('Status of the request to cancel: REJECTED.')),
            rejectionReason: text('The reason: text from staff, or order_shipped or order_failed.'),
          },
          { description: 'The decision on the cancellation request.' },
        ),
      }),
    },
    { description: 'The order after the event, without personal data. Read the order for the other fields.' },
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
  'order.returned': {
    status: 'SHIPPED',
    previousStatus: 'SHIPPED',
    version: 5,
    return: { returnId: RETURN_ID, quantity: 1 },
  },
  'parcel.updated': {
    status: 'SHIPPED',
    previousStatus: 'SHIPPED',
    version: 5,
    trackingNumber: 'JD014600003SE',
    shipments: [
      {
        ...{ shipmentId: '1', trackingNumber: 'JD014600003SE', shipped: '2026-01-31T12:00:00.000Z' },
        delivery: { status: 'DELIVERED', since: '2026-02-02T09:30:00.000Z' },
      },
    ],
  },
};
const ELSE = { status: 'ACCEPTED', previousStatus: 'ACCEPTED', version: 4 };

/** The webhook bodies of order events, as `orderEventBody` makes them. */
export const ORDER_EVENT_SCHEMAS: readonly EventSchema[] = ORDER_EVENT_TYPES.map((type) =>
  eventSchema(type, dataOf(type), { orderId: 'SHOP-10001', ...(EXAMPLES[type] ?? ELSE) }),
);
