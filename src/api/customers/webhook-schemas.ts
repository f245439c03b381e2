import { Type } from 'typebox';
import {
  booleanField,
  integerField,
  oneOf,
  openList,
  PRINTABLE,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { ACCEPTED_URL, documentAs, URL_PATTERN } from '../../platform/http/document-schemas.ts';
import { ATTEMPT_ERRORS } from '../../webhooks/delivery-rules.ts';
import { EVENT_TYPES } from '../../webhooks/event-types.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../webhooks/webhook-delivery-store.ts';
import { DISABLED_REASONS, type DisabledReason } from '../../webhooks/webhook-endpoint-store.ts';

const URL_LENGTH_MAX = 2_048;
const DESCRIPTION_LENGTH_MAX = 200;
/** More than there are types; naming one twice is allowed. */
const TYPES_MAX = 50;
const ENDPOINT_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
const DELIVERY_ID = '0198c0df-11aa-7b22-8c33-d44e55f66071';

const URL_EXAMPLE = 'https://shop.example.com/hooks/platen';
const TYPES_EXAMPLE = ['order.shipped', 'order.error'];
const DESCRIPTION_EXAMPLE = 'The shop of the north';

const url = Type.String({
  maxLength: URL_LENGTH_MAX,
  description:
    'Address to which events are sent by POST: http or https, at most 2,048 characters, without credentials. Private addresses and host names are refused.',
  examples: [URL_EXAMPLE],
  inDocument: { format: 'uri', pattern: URL_PATTERN },
});
const types = Type.Array(Type.Unsafe<string>({ type: 'string', enum: EVENT_TYPES, examples: ['order.shipped'] }), {
  maxItems: TYPES_MAX,
  description: 'The types of events to send. An empty list selects all types, also types that are added later.',
  examples: [TYPES_EXAMPLE],
});
const description = Type.String({
  maxLength: DESCRIPTION_LENGTH_MAX,
  pattern: PRINTABLE,
  description: 'Your own note about the endpoint.',
  examples: [DESCRIPTION_EXAMPLE],
});
const status = (text: string) => oneOf<'active' | 'disabled'>(['active', 'disabled'], text, 'active');

export const WebhookEndpointRequestSchema = Type.Object(
  { url, types: Type.Optional(types), description: Type.Optional(description) },
  {
    title: 'WebhookEndpointRequest',
    description: 'A new endpoint.',
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
      status('disabled: events are neither recorded nor sent. active: pending deliveries are sent at once.'),
    ),
  },
  { title: 'WebhookEndpointChangeRequest', description: 'A change of an endpoint.', additionalProperties: false },
);

export const ResendFailedRequestSchema = Type.Object(
  { since: Timestamp('Failed deliveries of events since this time are sent again.') },
  { title: 'ResendFailedRequest', description: 'The failed deliveries to send again.', additionalProperties: false },
);

export const RotateSecretRequestSchema = Type.Object(
  {
    revokePrevious: Type.Optional(
      booleanField('true: all earlier secrets end at once, for example because one has leaked. Default: false.', false),
    ),
  },
  { title: 'RotateSecretRequest', description: 'How to replace the secret.', additionalProperties: false },
);

export const ResendFailedSchema = titledObject('ResendFailed', 'The result of sending failed deliveries again.', {
  resent: integerField('Number of deliveries that are sent again now.', 0),
});

const answeredTypes = Type.Array(openList(EVENT_TYPES, 'A type of events.', 'order.shipped'), {
  description: 'The types of events that are sent. Empty: all types.',
  examples: [TYPES_EXAMPLE],
});
const answeredUrl = documentAs(url, { pattern: ACCEPTED_URL });
const endpointFields = {
  endpointId: stringField('Identifier of the endpoint.', ENDPOINT_ID),
  url: answeredUrl,
  types: answeredTypes,
  description: Type.Optional(description),
  status: status('active: events are recorded and sent. disabled: they are not.'),
  disabledReason: Type.Optional(
    openList<DisabledReason>(
      DISABLED_REASONS,
      'requested: you disabled it. gone: it answered 410. failing: it failed for five days without a success. by_staff: the staff of the fulfillment center disabled it.',
    ),
  ),
  failingSince: Type.Optional(
    Timestamp('First failure since the last success, or since the last time without pending deliveries.'),
  ),
  previousSecretValidUntil: Type.Optional(
    Timestamp('Until this time each delivery is also signed with the previous secret. Secrets before it end earlier.'),
  ),
  created: Timestamp('Time of creation.'),
  updated: Timestamp('Time of the last change.'),
};

export const WebhookEndpointSchema = titledObject(
  'WebhookEndpoint',
  'An address to which events are sent.',
  endpointFields,
);

export const WebhookEndpointSecretSchema = titledObject('WebhookEndpointSecret', 'An endpoint with its secret.', {
  ...endpointFields,
  secret: stringField(
    'Signs the deliveries. Shown only in this answer.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9Yh3n0pQk2s=',
  ),
});

const endpointExample = {
  endpointId: ENDPOINT_ID,
  url: URL_EXAMPLE,
  types: TYPES_EXAMPLE,
  status: 'active',
  created: '2026-01-31T12:00:00.000Z',
  updated: '2026-01-31T14:30:00.000Z',
};
export const ENDPOINT_EXAMPLES = {
  changed: { ...endpointExample, description: DESCRIPTION_EXAMPLE },
  rotated: {
    ...endpointExample,
    previousSecretValidUntil: '2026-02-01T14:30:00.000Z',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9Yh3n0pQk2s=',
  },
};

export const DeletedWebhookEndpointSchema = titledObject('DeletedWebhookEndpoint', 'A deleted endpoint.', {
  endpointId: endpointFields.endpointId,
  deleted: booleanField('Always true.', true),
});

export const DELIVERY_EXAMPLE = {
  deliveryId: DELIVERY_ID,
  type: 'order.error',
  orderId: 'SHOP-10001',
  state: 'pending',
  attempts: 0,
  nextAttempt: '2026-01-31T14:30:00.000Z',
  created: '2026-01-31T14:30:00.000Z',
};
export const DELIVERY_BODY_EXAMPLE =
  '{"type":"order.error","timestamp":"2026-01-31T14:30:00.000Z","data":{"orderId":"SHOP-10001","status":"ERROR","previousStatus":"NEW","version":2,"statusReason":{"code":"production_problem","message":"The artwork has a white background; send one that is transparent."}}}';
const deliveryFields = {
  deliveryId: stringField('The webhook-id of the event, the same for each endpoint and each attempt.', DELIVERY_ID),
  type: stringField('Type of the event.', 'order.shipped'),
  orderId: Type.Optional(stringField('The order of the event. Absent: the event is not about one.', 'SHOP-10001')),
  state: oneOf<DeliveryState>(
    DELIVERY_STATES,
    'pending: it will be sent; to a disabled endpoint after it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: the staff of the fulfillment center skipped it, since it delayed the deliveries after it.',
  ),
  attempts: integerField('Attempts so far.', 1),
  nextAttempt: Type.Optional(
    Timestamp(
      'Only for a pending delivery of an active endpoint: the earliest time of the next attempt. Earlier deliveries are sent first.',
    ),
  ),
  created: Timestamp('Time of the event.'),
  lastAttempt: Type.Optional(Timestamp('End of the last attempt.')),
  delivered: Type.Optional(Timestamp('Time of the answer 2xx.')),
  lastStatus: Type.Optional(integerField('HTTP status of the last answer.', 503)),
  lastError: Type.Optional(
    openList<string>(
      ATTEMPT_ERRORS,
      'Reason of the last failure. unexpected_status: not 2xx. redirect: 3xx, which is not followed. timeout: no answer within 20 seconds. address_refused: the host is unknown, or its address is private. secret_unreadable: rotate the secret. internal_problem: an error of Platen.',
    ),
  ),
};

export const WebhookDeliverySchema = titledObject(
  'WebhookDelivery',
  'The delivery of an event to an endpoint.',
  deliveryFields,
  DELIVERY_EXAMPLE,
);

export const WebhookDeliveryDetailSchema = titledObject(
  'WebhookDeliveryDetail',
  'A delivery with its body and the answer of the receiver.',
  {
    ...deliveryFields,
    body: stringField(
      'The body exactly as it is signed and sent.',
      '{"type":"order.shipped","timestamp":"2026-01-31T12:00:00.000Z","data":{"orderId":"SHOP-10001","status":"SHIPPED","previousStatus":"ACCEPTED","version":4}}',
    ),
    responseExcerpt: Type.Optional(stringField('The first 500 characters of the last answer.', 'ok')),
    attemptLog: Type.Array(
      titledObject('LoggedAttempt', 'One attempt.', {
        at: Timestamp('When it ended.'),
        status: Type.Optional(integerField('HTTP status of the answer. Absent: there was none.', 200)),
        error: Type.Optional(openList(ATTEMPT_ERRORS, 'Why it failed. Absent: it succeeded.')),
      }),
      { description: 'The last 50 attempts, oldest first. Sending again keeps them.' },
    ),
  },
  { ...DELIVERY_EXAMPLE, body: DELIVERY_BODY_EXAMPLE, attemptLog: [] },
);
