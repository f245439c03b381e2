import { Type } from 'typebox';
import { ACTOR_KINDS, type ActorKind } from '../../platform/audit/actor.ts';
import { SEVERAL_LINES, Timestamp } from '../../platform/http/api-document.ts';
import { cursorParameters } from '../../platform/http/paging.ts';
import { ORDER_EVENT_TYPES, type OrderEventType } from '../../webhooks/event-types.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-fields.ts';

export const OrderParamsSchema = Type.Object({
  orderId: Type.String({ description: 'The orderId, percent-encoded.', examples: ['SHOP-10001'] }),
});

export const REASON_LENGTH_MAX = 500;
const EVENTS_LIMIT_DEFAULT = 50;

export const CancelRequestSchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: REASON_LENGTH_MAX,
        pattern: SEVERAL_LINES,
        description: 'Why, for the staff.',
        examples: ['The customer changed their mind.'],
      }),
    ),
  },
  { title: 'CancelRequest', description: 'A wish to cancel.', additionalProperties: false },
);

const CANCELLATION_STATUSES = ['REQUESTED', 'ACCEPTED', 'REJECTED'] as const;
export type CancellationStatus = (typeof CANCELLATION_STATUSES)[number];

const simulatedStatus = Type.Unsafe<OrderStatus>({
  type: 'string',
  enum: ORDER_STATUSES,
  description: 'Status to take the order to. This or cancellation is required.',
  examples: ['SHIPPED'],
});
const simulatedCancellation = Type.Unsafe<CancellationStatus>({
  type: 'string',
  enum: CANCELLATION_STATUSES,
  description:
    'What becomes of a wish to cancel an order that is ACCEPTED: REQUESTED asks for it, ACCEPTED grants it, REJECTED rejects it.',
  examples: ['REQUESTED'],
});

export const SimulateRequestSchema = Type.Object(
  { status: Type.Optional(simulatedStatus), cancellation: Type.Optional(simulatedCancellation) },
  {
    title: 'SimulateRequest',
    description: 'What to simulate for a sandbox order: a status, or what becomes of a wish to cancel it.',
    additionalProperties: false,
    examples: [{ status: 'SHIPPED' }, { cancellation: 'REQUESTED' }],
    inDocument: {
      oneOf: [
        Type.Object(
          { status: simulatedStatus },
          {
            title: 'SimulateStatusRequest',
            description: 'A status that is simulated.',
            additionalProperties: false,
          },
        ),
        Type.Object(
          { cancellation: simulatedCancellation },
          {
            title: 'SimulateCancellationRequest',
            description: 'What becomes of a wish to cancel.',
            additionalProperties: false,
          },
        ),
      ],
    },
  },
);

export const actorKind = (description: string) =>
  Type.Unsafe<ActorKind>({ type: 'string', enum: ACTOR_KINDS, description });

export const OrderEventSchema = Type.Object(
  {
    type: Type.Unsafe<OrderEventType>({
      type: 'string',
      enum: ORDER_EVENT_TYPES,
      description: 'What happened; more types may come.',
      examples: ['order.assigned'],
    }),
    occurred: Timestamp('When it happened.'),
    status: Type.Unsafe<OrderStatus>({
      type: 'string',
      enum: ORDER_STATUSES,
      description: 'Status after it.',
    }),
    previousStatus: Type.Optional(
      Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES, description: 'Status before it.' }),
    ),
    version: Type.Integer({ description: 'Version of the order after it; its ETag.' }),
    actor: actorKind('Who did it: you, the staff, or the service.'),
    reason: Type.Optional(Type.String({ description: 'Why, where a reason was given.' })),
  },
  { title: 'OrderEvent', description: 'Something that happened to an order.' },
);

export const EventQuerySchema = Type.Object(cursorParameters(EVENTS_LIMIT_DEFAULT));
