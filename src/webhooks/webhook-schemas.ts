import { Type } from 'typebox';
import { PRINTABLE, Timestamp } from '../platform/http/api-document.ts';
import { ACCEPTED_URL, documentAs, urlPattern } from '../platform/http/document-schemas.ts';
import { ATTEMPT_ERRORS } from './delivery-rules.ts';
import { EVENT_TYPES } from './event-types.ts';
import { DELIVERY_STATES, type DeliveryState } from './webhook-delivery-store.ts';
import { DISABLED_REASONS, type DisabledReason } from './webhook-endpoint-store.ts';

const URL_LENGTH_MAX = 2_048;
const DESCRIPTION_LENGTH_MAX = 200;
/** More than there are: naming one twice does no harm. */
const TYPES_MAX = 50;
const ENDPOINT_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
const DELIVERY_ID = '0198c0df-11aa-7b22-8c33-d44e55f66071';

const URL_EXAMPLE = 'https://shop.example.com/hooks/platen';
const TYPES_EXAMPLE = ['order.shipped', 'order.error'];
const DESCRIPTION_EXAMPLE = 'The shop of the north';

const url = Type.String({
  maxLength: URL_LENGTH_MAX,
  description:
    'Where events are sent by POST. http or https, at most 2,048 characters, without credentials, on the public internet: private addresses and names are refused.',
  examples: [URL_EXAMPLE],
  inDocument: { format: 'uri', pattern: urlPattern() },
});
const types = Type.Array(
  Type.Unsafe<string>({ type: 'string', enum: EVENT_TYPES, examples: ['order.shipped'] }),
  {
    maxItems: TYPES_MAX,
    description: 'The types of events that are wanted. Empty: all of them, also types that are added later.',
    examples: [TYPES_EXAMPLE],
  },
);
const description = Type.String({
  maxLength: DESCRIPTION_LENGTH_MAX,
  pattern: PRINTABLE,
  description: 'Your own note about the endpoint.',
  examples: [DESCRIPTION_EXAMPLE],
});
const status = (text: string) =>
  Type.Unsafe<'active' | 'disabled'>({
    type: 'string',
    enum: ['active', 'disabled'],
    description: text,
    examples: ['active'],
  });

export const WebhookEndpointRequestSchema = Type.Object(
  { url, types: Type.Optional(types), description: Type.Optional(description) },
  {
    title: 'WebhookEndpointRequest',
    description: 'An endpoint that is to be made.',
    additionalProperties: false,
    examples: [{ url: URL_EXAMPLE, types: TYPES_EXAMPLE }],
  },
);

export const WebhookEndpointChangeSchema = Type.Object(
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    description: Type.Optional(description),
    status: Type.Optional(
      status(
        'disabled: nothing that happens is recorded, and nothing sent. active: what waits is sent at once.',
      ),
    ),
  },
  {
    title: 'WebhookEndpointChangeRequest',
    description: 'What is to change of an endpoint.',
    additionalProperties: false,
  },
);

export const ResendFailedRequestSchema = Type.Object(
  { since: Timestamp('Failed deliveries of events since this moment are sent again.') },
  {
    title: 'ResendFailedRequest',
    description: 'Which failed deliveries are to be sent again.',
    additionalProperties: false,
  },
);

export const ResendFailedSchema = Type.Object(
  { resent: Type.Integer({ description: 'How many are sent again now.', examples: [0] }) },
  { title: 'ResendFailed', description: 'How many failed deliveries are sent again.' },
);

const answeredUrl = documentAs(url, { pattern: ACCEPTED_URL });
const endpointFields = {
  endpointId: Type.String({ description: 'Identifier of the endpoint.', examples: [ENDPOINT_ID] }),
  url: answeredUrl,
  types,
  description: Type.Optional(description),
  status: status('Whether events are recorded for it and sent.'),
  disabledReason: Type.Optional(
    Type.Unsafe<DisabledReason>({
      type: 'string',
      enum: DISABLED_REASONS,
      description:
        'requested: by you. gone: it answered 410. failing: nothing but failure for five days. by_staff: by the staff of the fulfillment center.',
    }),
  ),
  failingSince: Type.Optional(
    Timestamp('First failure since the last success, or since nothing waited any more.'),
  ),
  previousSecretValidUntil: Type.Optional(
    Timestamp('Until then each delivery is also signed with the secret before the last rotation.'),
  ),
  created: Timestamp('When it was made.'),
  updated: Timestamp('When it was last changed.'),
};

export const WebhookEndpointSchema = Type.Object(endpointFields, {
  title: 'WebhookEndpoint',
  description: 'Where events are sent.',
});

export const WebhookEndpointSecretSchema = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      description: 'Signs what is sent. Shown in this answer only.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9Yh3n0pQk2s='],
    }),
  },
  { title: 'WebhookEndpointSecret', description: 'An endpoint with its secret.' },
);

const endpointExample = {
  endpointId: ENDPOINT_ID,
  url: URL_EXAMPLE,
  types: TYPES_EXAMPLE,
  status: 'active',
  created: '2026-01-31T12:00:00.000Z',
  updated: '2026-01-31T14:30:00.000Z',
};
/** What is answered to the examples of changes. */
export const ENDPOINT_EXAMPLES = {
  changed: { ...endpointExample, description: DESCRIPTION_EXAMPLE },
  rotated: {
    ...endpointExample,
    previousSecretValidUntil: '2026-02-01T14:30:00.000Z',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9Yh3n0pQk2s=',
  },
};

export const DeletedWebhookEndpointSchema = Type.Object(
  {
    endpointId: endpointFields.endpointId,
    deleted: Type.Boolean({ description: 'true', examples: [true] }),
  },
  { title: 'DeletedWebhookEndpoint', description: 'A deleted endpoint.' },
);

/** An order went to ERROR, and nothing was sent yet. */
export const DELIVERY_EXAMPLE = {
  deliveryId: DELIVERY_ID,
  type: 'order.error',
  state: 'pending',
  attempts: 0,
  nextAttempt: '2026-01-31T14:30:00.000Z',
  created: '2026-01-31T14:30:00.000Z',
};
export const DELIVERY_BODY_EXAMPLE =
  '{"type":"order.error","timestamp":"2026-01-31T14:30:00.000Z","data":{"orderId":"SHOP-10001","status":"ERROR","previousStatus":"NEW","version":2,"statusReason":{"code":"production_problem","message":"The artwork has a white background; send one that is transparent."}}}';
const deliveryFields = {
  deliveryId: Type.String({
    description: 'The webhook-id that it is sent with: the same for each endpoint and each attempt.',
    examples: [DELIVERY_ID],
  }),
  type: Type.String({ description: 'Type of the event.', examples: ['order.shipped'] }),
  state: Type.Unsafe<DeliveryState>({
    type: 'string',
    enum: DELIVERY_STATES,
    description:
      'pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: the staff of the fulfillment center skipped it, since it held up those behind it.',
  }),
  attempts: Type.Integer({ description: 'Attempts so far.', examples: [1] }),
  nextAttempt: Type.Optional(
    Timestamp(
      'For pending ones of an active endpoint: not before this, and not before the one that waits in front.',
    ),
  ),
  created: Timestamp('When it was recorded, with what it tells of.'),
  lastAttempt: Type.Optional(Timestamp('When the last attempt ended.')),
  delivered: Type.Optional(Timestamp('When it was answered 2xx.')),
  lastStatus: Type.Optional(
    Type.Integer({ description: 'HTTP status of the last answer.', examples: [503] }),
  ),
  lastError: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ATTEMPT_ERRORS,
      description:
        'Why the last attempt failed. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is not one of the public internet. secret_unreadable: rotate the secret. internal_problem: something on our side failed.',
    }),
  ),
};

export const WebhookDeliverySchema = Type.Object(deliveryFields, {
  title: 'WebhookDelivery',
  description: 'An event at an endpoint: what is to be sent, and what came of it.',
  examples: [DELIVERY_EXAMPLE],
});

export const WebhookDeliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    body: Type.String({
      description: 'The body exactly as it is signed and sent.',
      examples: [
        '{"type":"order.shipped","timestamp":"2026-01-31T12:00:00.000Z","data":{"orderId":"SHOP-10001","status":"SHIPPED","previousStatus":"ACCEPTED","version":4}}',
      ],
    }),
    responseExcerpt: Type.Optional(
      Type.String({ description: 'The first 500 characters of the last answer.', examples: ['ok'] }),
    ),
  },
  {
    title: 'WebhookDeliveryDetail',
    description: 'A delivery with what is sent and what was answered.',
    examples: [
      {
        ...DELIVERY_EXAMPLE,
        body: DELIVERY_BODY_EXAMPLE,
      },
    ],
  },
);
