import { type Static, Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { moment } from '../../../platform/http/moments.ts';
import { grouped } from '../../../platform/text/wording.ts';
import { ATTEMPT_ERRORS, type AttemptError } from '../../../webhooks/delivery-rules.ts';
import { deliveryId } from '../../../webhooks/endpoint-path.ts';
import {
  ENDPOINT_FILTERS,
  ENDPOINT_STATES,
  type EndpointState,
  type EndpointStateFilter,
  PENDING_COUNTED_MAX,
  type StaffDelivery,
  type StaffEndpoint,
} from '../../../webhooks/staff-webhook-store.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../../webhooks/webhook-delivery-store.ts';
import { DISABLED_REASONS, type DisabledReason } from '../../../webhooks/webhook-endpoint-store.ts';
import { DELIVERY_BODY_EXAMPLE, DELIVERY_EXAMPLE } from '../../../webhooks/webhook-schemas.ts';
import {
  CLIENT_ID,
  clientId,
  integerField,
  oneOf,
  staffPaging,
  strictObject,
  stringField,
} from '../fields/operator-schemas.ts';

const endpointId = stringField('Identifier of the endpoint.', '0198c0de-7a3b-7c11-9d2e-5f60718293a4');
export const EndpointKeyParams = Type.Object({ clientId, endpointId });
export const DeliveryKeyParams = Type.Object({ clientId, endpointId, deliveryId });

export const EndpointListQuery = Type.Object({
  clientId: Type.Optional(stringField('Only endpoints of this client.')),
  state: Type.Optional(
    oneOf<EndpointStateFilter>(
      ENDPOINT_FILTERS,
      'Only endpoints in this state. given_up: of the disabled ones those that were disabled by an answer of 410 or after days of failure.',
    ),
  ),
  mode: Type.Optional(
    oneOf(['live', 'sandbox'], 'Only endpoints of live clients, or only of sandbox clients.'),
  ),
  ...staffPaging,
});

export const DeliveryListQuery = Type.Object({
  state: Type.Optional(oneOf<DeliveryState>(DELIVERY_STATES, 'Only deliveries in this state.')),
  ...staffPaging,
});

export const ResendFailedByStaffRequest = strictObject(
  'ResendFailedByStaffRequest',
  'Which failed deliveries are to be sent again.',
  { since: moment('Only those of events since this moment. Absent: all that are kept, which is 30 days.') },
);

const attemptFields = {
  status: Type.Optional(integerField('HTTP status of the answer. Absent: there was none.', 503)),
  error: oneOf<AttemptError>(ATTEMPT_ERRORS, 'Why it counts as a failure.'),
};

export const STAFF_ENDPOINT_EXAMPLE = {
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  mode: 'live',
  endpointId: '0198c0de-7a3b-7c11-9d2e-5f60718293a4',
  host: 'shop.example.com',
  types: ['order.shipped', 'order.error'],
  state: 'healthy',
  pending: 0,
  created: '2026-01-31T12:00:00.000Z',
  updated: '2026-01-31T12:00:00.000Z',
};
export const StaffEndpointSchema = Type.Object(
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    mode: oneOf(['live', 'sandbox'], "sandbox: an integrator's test."),
    endpointId,
    host: stringField(
      'Host of its URL, with the port where it names one. The rest may hold secrets and is not shown.',
      'shop.example.com',
    ),
    description: Type.Optional(stringField("The customer's note about it.", 'The shop of the north')),
    types: Type.Array(Type.String(), {
      description: 'The types of events that it wants. Empty: all.',
      examples: [['order.shipped', 'order.error']],
    }),
    state: oneOf<EndpointState>(
      ENDPOINT_STATES,
      'healthy: nothing fails. failing: the last attempt failed, and what waits is tried again. disabled: nothing is recorded for it or sent.',
    ),
    disabledReason: Type.Optional(
      oneOf<DisabledReason>(
        DISABLED_REASONS,
        'requested: by the customer. gone: it answered 410. failing: nothing but failure for five days. by_staff: by staff.',
      ),
    ),
    failingSince: Type.Optional(
      Timestamp('First failure since the last success, or since nothing waited any more.'),
    ),
    pending: integerField(`Deliveries that wait; at most ${grouped(PENDING_COUNTED_MAX)} are counted.`, 0),
    pendingSince: Type.Optional(
      Timestamp('When the first of those was recorded, which holds up the others.'),
    ),
    lastSuccess: Type.Optional(Timestamp('When a delivery was last answered 2xx.')),
    lastFailure: Type.Optional(
      Type.Object(
        { at: Timestamp('When.'), ...attemptFields },
        { title: 'FailedAttempt', description: 'The last attempt that failed.' },
      ),
    ),
    created: Timestamp('When it was made.'),
    updated: Timestamp('When its settings last changed.'),
  },
  {
    title: 'StaffWebhookEndpoint',
    description: 'A webhook endpoint of a client.',
    examples: [STAFF_ENDPOINT_EXAMPLE],
  },
);

const pending = { ...DELIVERY_EXAMPLE, orderId: 'SHOP-10001' };
const { nextAttempt: _, ...over } = pending;
/** Before and after it was skipped. */
export const DELIVERY_EXAMPLES = {
  pending,
  skipped: {
    ...over,
    state: 'skipped',
    skipped: '2026-01-31T15:00:00.000Z',
    skippedBy: 'Ada Lovelace',
  },
};

const deliveryFields = {
  deliveryId: stringField('The webhook-id that it is sent with.', '0198c0df-11aa-7b22-8c33-d44e55f66071'),
  type: stringField('Type of the event.', 'order.shipped'),
  orderId: Type.Optional(stringField('The order that it tells of, where it tells of one.', 'SHOP-10001')),
  state: oneOf<DeliveryState>(
    DELIVERY_STATES,
    'pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: no attempt was. skipped: by staff.',
  ),
  attempts: integerField('Attempts so far.', 1),
  nextAttempt: Type.Optional(
    Timestamp(
      'For pending ones of an enabled endpoint: not before this, and not before the one that waits in front.',
    ),
  ),
  created: Timestamp('When it was recorded, with what it tells of.'),
  lastAttempt: Type.Optional(Timestamp('When the last attempt ended.')),
  delivered: Type.Optional(Timestamp('When it was answered 2xx.')),
  lastStatus: Type.Optional(integerField('HTTP status of the last answer.', 503)),
  lastError: Type.Optional(oneOf<AttemptError>(ATTEMPT_ERRORS, 'Why the last attempt failed.')),
  responseExcerpt: Type.Optional(stringField('The first 500 characters of the last answer.', 'ok')),
  skipped: Type.Optional(Timestamp('When it was skipped.')),
  skippedBy: Type.Optional(stringField('Who skipped it, by the name they had then.', 'Ada Lovelace')),
};

export const StaffDeliverySchema = Type.Object(deliveryFields, {
  title: 'StaffWebhookDelivery',
  description: 'An event at an endpoint: what is to be sent, and what came of it.',
  examples: [DELIVERY_EXAMPLES.pending],
});

export const StaffDeliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    body: stringField(
      'The body exactly as it is sent. It has no personal data.',
      '{"type":"order.shipped","timestamp":"2026-01-31T12:00:00.000Z","data":{"orderId":"SHOP-10001","status":"SHIPPED","previousStatus":"ACCEPTED","version":4}}',
    ),
  },
  {
    title: 'StaffWebhookDeliveryDetail',
    description: 'A delivery with what is sent.',
    examples: [{ ...DELIVERY_EXAMPLES.pending, body: DELIVERY_BODY_EXAMPLE }],
  },
);

/** The endpoint as it is answered: without its secrets, and of its URL the host alone, since paths and queries hold secrets too. */
export function shownEndpoint(endpoint: StaffEndpoint): Static<typeof StaffEndpointSchema> {
  const { clientId, clientName, mode, endpointId, url, description, types, status, created, updated } =
    endpoint;
  const { disabledReason, failingSince, pending, pendingSince, lastSuccess } = endpoint;
  const failure = shownFailure(endpoint);
  return {
    clientId,
    clientName,
    mode,
    endpointId,
    host: new URL(url).host,
    ...(description && { description }),
    types: types ?? [],
    state: status === 'disabled' ? 'disabled' : failingSince ? 'failing' : 'healthy',
    ...(disabledReason && { disabledReason }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    pending,
    ...(pendingSince && { pendingSince: pendingSince.toISOString() }),
    ...(lastSuccess && { lastSuccess: lastSuccess.toISOString() }),
    ...(failure && { lastFailure: failure }),
    created: created.toISOString(),
    updated: updated.toISOString(),
  };
}

function shownFailure({ lastFailure, lastFailureStatus, lastFailureError }: StaffEndpoint) {
  if (!lastFailure) return undefined;
  return {
    at: lastFailure.toISOString(),
    ...(lastFailureStatus !== null && { status: lastFailureStatus }),
    error: lastFailureError as AttemptError,
  };
}

/** The delivery as it is answered. */
export function shownDelivery(
  { status }: Pick<StaffEndpoint, 'status'>,
  delivery: StaffDelivery,
): Static<typeof StaffDeliverySchema> {
  const { deliveryId, type, orderId, state, attempts, due, created, lastAttempt, delivered } = delivery;
  const { lastStatus, lastError, responseExcerpt, skipped, skippedBy } = delivery;
  return {
    deliveryId,
    type,
    ...(orderId !== null && { orderId }),
    state,
    attempts,
    ...(state === 'pending' && status === 'active' && { nextAttempt: due.toISOString() }),
    created: created.toISOString(),
    ...(lastAttempt && { lastAttempt: lastAttempt.toISOString() }),
    ...(delivered && { delivered: delivered.toISOString() }),
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError && { lastError: lastError as AttemptError }),
    ...(responseExcerpt && { responseExcerpt }),
    ...(skipped && { skipped: skipped.toISOString() }),
    ...(skippedBy && { skippedBy }),
  };
}
