import { Type } from 'typebox';
import { formatCount } from '../../../platform/errors/wording.ts';
import { moment } from '../../../platform/formats/moments.ts';
import {
  integerField,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { ATTEMPT_ERRORS, type AttemptError } from '../../../webhooks/delivery-rules.ts';
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
import { deliveryId } from '../../customers/webhook-paths.ts';
import { DELIVERY_BODY_EXAMPLE, DELIVERY_EXAMPLE } from '../../customers/webhook-schemas.ts';
import { CLIENT_ID, clientId, staffPaging, strictObject } from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';

const endpointId = stringField('Identifier of the endpoint.', '0198c0de-7a3b-7c11-9d2e-5f60718293a4');
export const EndpointKeyParams = Type.Object({ clientId, endpointId });
export const DeliveryKeyParams = Type.Object({ clientId, endpointId, deliveryId });

export const EndpointListQuery = Type.Object({
  clientId: Type.Optional(stringField('Only endpoints of this client.')),
  state: Type.Optional(
    oneOf<EndpointStateFilter>(
      ENDPOINT_FILTERS,
      'Only endpoints in this state. given_up: disabled endpoints that were disabled by an answer of 410 or after days of failure.',
    ),
  ),
  mode: Type.Optional(oneOf(['live', 'sandbox'], 'Only endpoints of live clients, or only of sandbox clients.')),
  ...staffPaging,
});

export const DeliveryListQuery = Type.Object({
  state: Type.Optional(oneOf<DeliveryState>(DELIVERY_STATES, 'Only deliveries in this state.')),
  ...staffPaging,
});

export const ResendFailedByStaffRequest = strictObject(
  'ResendFailedByStaffRequest',
  'Selects the failed deliveries to send again.',
  { since: moment('Only events since this moment, ISO 8601 with a time zone. Default: the last 30 days.') },
);

const attemptFields = {
  status: Type.Optional(integerField('HTTP status of the answer. Absent: there was no answer.', 503)),
  error: openList<AttemptError>(ATTEMPT_ERRORS, 'The reason of the failure.'),
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
export const StaffEndpointSchema = titledObject(
  'StaffWebhookEndpoint',
  'A webhook endpoint of a client.',
  {
    clientId,
    clientName: stringField('Name of the client.', 'Test Shop'),
    mode: oneOf(['live', 'sandbox'], 'Mode of the client. sandbox: for tests.'),
    endpointId,
    host: stringField(
      'Host and, if given, port of its URL. The rest of the URL may contain secrets and is not returned.',
      'shop.example.com',
    ),
    description: Type.Optional(stringField("The customer's note about the endpoint.", 'The shop of the north')),
    types: Type.Array(Type.String(), {
      description: 'The types of events that are sent to it. Empty: all types.',
      examples: [['order.shipped', 'order.error']],
    }),
    state: oneOf<EndpointState>(
      ENDPOINT_STATES,
      'healthy: no attempt fails. failing: the last attempt failed, and pending deliveries are tried again. disabled: no deliveries are recorded or sent.',
    ),
    disabledReason: Type.Optional(
      openList<DisabledReason>(
        DISABLED_REASONS,
        'requested: by the customer. gone: it answered 410. failing: all attempts failed for five days. by_staff: by staff.',
      ),
    ),
    failingSince: Type.Optional(
      Timestamp('Time of the first failure since the last success, or since no delivery was pending.'),
    ),
    pending: integerField(`Number of pending deliveries. At most ${formatCount(PENDING_COUNTED_MAX)} are counted.`, 0),
    pendingSince: Type.Optional(
      Timestamp('When the oldest pending delivery was recorded. It must be sent before the others.'),
    ),
    lastSuccess: Type.Optional(Timestamp('Time of the last answer 2xx.')),
    lastFailure: Type.Optional(
      titledObject('FailedAttempt', 'The last failed attempt.', {
        at: Timestamp('Time of the attempt.'),
        ...attemptFields,
      }),
    ),
    created: Timestamp('When the endpoint was created.'),
    updated: Timestamp('When its settings last changed.'),
  },
  STAFF_ENDPOINT_EXAMPLE,
);

const pending = { ...DELIVERY_EXAMPLE, orderId: 'SHOP-10001' };
const { nextAttempt: _, ...over } = pending;
export const DELIVERY_EXAMPLES = {
  pending,
  skipped: { ...over, state: 'skipped', skipped: '2026-01-31T15:00:00.000Z', skippedBy: 'Ada Lovelace' },
};

const deliveryFields = {
  deliveryId: stringField('The webhook-id of its requests.', '0198c0df-11aa-7b22-8c33-d44e55f66071'),
  type: stringField('Type of the event.', 'order.shipped'),
  orderId: Type.Optional(stringField('The order of the event. Absent: the event is not about an order.', 'SHOP-10001')),
  state: oneOf<DeliveryState>(
    DELIVERY_STATES,
    'pending: it will be sent; to a disabled endpoint once it is enabled. delivered: an attempt was answered 2xx. failed: all attempts failed. skipped: staff skipped it.',
  ),
  attempts: integerField('Attempts so far.', 1),
  nextAttempt: Type.Optional(
    Timestamp(
      'Earliest time of the next attempt, which also waits for the delivery before it. Only if pending, and the endpoint is enabled.',
    ),
  ),
  created: Timestamp('When it was recorded, together with its event.'),
  lastAttempt: Type.Optional(Timestamp('When the last attempt ended.')),
  delivered: Type.Optional(Timestamp('Time of the answer 2xx.')),
  lastStatus: Type.Optional(integerField('HTTP status of the last answer.', 503)),
  lastError: Type.Optional(openList<AttemptError>(ATTEMPT_ERRORS, 'Why the last attempt failed.')),
  responseExcerpt: Type.Optional(stringField('The first 500 characters of the last answer.', 'ok')),
  skipped: Type.Optional(Timestamp('When it was skipped.')),
  skippedBy: Type.Optional(stringField('Name of the person who skipped it, at that time.', 'Ada Lovelace')),
};

export const StaffDeliverySchema = titledObject(
  'StaffWebhookDelivery',
  'The delivery of one event to one endpoint, with its result.',
  deliveryFields,
  DELIVERY_EXAMPLES.pending,
);

export const StaffDeliveryDetailSchema = titledObject(
  'StaffWebhookDeliveryDetail',
  'A delivery with its body.',
  {
    ...deliveryFields,
    body: stringField(
      'The exact body of the request. It contains no personal data.',
      '{"type":"order.shipped","timestamp":"2026-01-31T12:00:00.000Z","data":{"orderId":"SHOP-10001","status":"SHIPPED","previousStatus":"ACCEPTED","version":4}}',
    ),
  },
  { ...DELIVERY_EXAMPLES.pending, body: DELIVERY_BODY_EXAMPLE },
);

/** Returns the answer without secrets. It has only the host of the URL, because the rest may be secret. */
export function staffEndpointAnswer(endpoint: StaffEndpoint) {
  const { clientId, clientName, mode, endpointId, description, types, status, created, updated } = endpoint;
  const { disabledReason, failingSince, pending, pendingSince, lastSuccess } = endpoint;
  const { lastFailure: at, lastFailureStatus, lastFailureError: error } = endpoint;
  return withoutNulls({
    ...{ clientId, clientName, mode, endpointId },
    host: new URL(endpoint.url).host,
    description: description || null,
    types: types ?? [],
    state: status === 'disabled' ? 'disabled' : failingSince ? 'failing' : 'healthy',
    ...{ disabledReason, failingSince, pending, pendingSince, lastSuccess },
    lastFailure: at && withoutNulls({ at, status: lastFailureStatus, error }),
    ...{ created, updated },
  });
}

export function staffDeliveryAnswer({ status }: Pick<StaffEndpoint, 'status'>, delivery: StaffDelivery) {
  const { deliveryId, type, orderId, state, attempts, due, created, lastAttempt, delivered } = delivery;
  const { lastStatus, lastError, responseExcerpt, skipped, skippedBy } = delivery;
  const nextAttempt = state === 'pending' && status === 'active' ? due : null;
  return withoutNulls({
    ...{ deliveryId, type, orderId, state, attempts, nextAttempt, created, lastAttempt, delivered },
    ...{ lastStatus, lastError, responseExcerpt: responseExcerpt || null, skipped, skippedBy },
  });
}
