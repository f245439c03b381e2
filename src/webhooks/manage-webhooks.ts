import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { encrypt } from '../platform/database/encryption.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError, preconditionFailed } from '../platform/errors/errors.ts';
import { requestTraceParent } from '../platform/observability/spans.ts';
import { TEST_EVENT_TYPE } from './event-types.ts';
import { recordTestDelivery } from './record-deliveries-store.ts';
import { endFailingOfIdleEndpoints, skipDeliveriesUntil, skipDelivery } from './staff-webhook-store.ts';
import {
  countResentDeliveries,
  findWebhookDelivery,
  resendFailedDeliveries,
  resendWebhookDelivery,
  type WebhookDelivery,
} from './webhook-delivery-store.ts';
import {
  deleteWebhookEndpoint,
  type EndpointChange,
  type EndpointKey,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  lockEndpoints,
  lockWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from './webhook-endpoint-store.ts';

export const ENDPOINTS_MAX = 20;
const SECRET_BYTES = 32;
/** After a rotation, the previous secret stays valid for this time. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/** An endpoint with its secret in plain text, which is shown only once. */
interface EndpointWithSecret {
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as in Standard Webhooks. */
  secret: string;
}

/** Creates an endpoint with a new secret. Throws `too_many_webhook_endpoints`. */
export async function createWebhookEndpoint(
  pool: Pool,
  encryptionKey: Uint8Array,
  clientId: string,
  wanted: Pick<WebhookEndpoint, 'url' | 'description' | 'types'>,
  now: Date,
): Promise<EndpointWithSecret> {
  const bytes = randomBytes(SECRET_BYTES);
  const secret = encrypt(encryptionKey, bytes);
  // Made once: the transaction may run again after it was committed.
  const planned = { ...wanted, endpointId: randomUUIDv7(), secret, created: now };
  const endpoint = await inTransaction(pool, async (connection) => {
    // Without the lock, two requests at once could exceed the limit.
    await lockEndpoints(connection, clientId);
    return insertWebhookEndpoint(connection, clientId, planned, ENDPOINTS_MAX);
  });
  if (!endpoint) {
    throw new ApiError(
      'too_many_webhook_endpoints',
      `You have ${ENDPOINTS_MAX} webhook endpoints, the largest number allowed. Delete one first.`,
    );
  }
  return { endpoint, secret: secretText(bytes) };
}

/** Changes the given fields. Undefined if not found. Throws `precondition_failed` unless `isExpected`. */
export async function changeWebhookEndpoint(
  pool: Pool,
  clientId: string,
  endpointId: string,
  change: EndpointChange,
  isExpected: (endpoint: WebhookEndpoint) => boolean,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    // Locks before the change, so that the change sees every recorded attempt at the old address.
    await lockWebhookEndpoint(connection, clientId, endpointId);
    const found = await findWebhookEndpoint(connection, clientId, endpointId);
    // An earlier run of this transaction, whose commit was lost, may have changed it already.
    if (found && !mayBeDone && !isExpected(found)) throw preconditionFailed('endpoint');
    return updateWebhookEndpoint(connection, clientId, endpointId, change, now);
  });
}

export async function deleteEndpointOf(pool: Pool, clientId: string, endpointId: string, now: Date): Promise<boolean> {
  return inTransaction(
    pool,
    async (connection, { mayBeDone }) =>
      (await deleteWebhookEndpoint(connection, clientId, endpointId, now)) || mayBeDone,
  );
}

/**
 * Replaces the secret. For a day, deliveries are signed with the earlier secrets too, unless
 * `revokePrevious`. Undefined if not found.
 */
export async function rotateEndpointSecret(
  pool: Pool,
  encryptionKey: Uint8Array,
  clientId: string,
  endpointId: string,
  { now, revokePrevious }: { now: Date; revokePrevious: boolean },
): Promise<EndpointWithSecret | undefined> {
  const bytes = randomBytes(SECRET_BYTES);
  const sealed = encrypt(encryptionKey, bytes);
  const until = revokePrevious ? null : new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const endpoint = await withRetry(() => rotateWebhookSecret(pool, clientId, endpointId, sealed, until, now));
  return endpoint && { endpoint, secret: secretText(bytes) };
}

function secretText(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}

/** Failed deliveries that one request sends again. */
const RESENT_MAX = 10_000;
const SKIPPED_AT_ONCE_MAX = 10_000;

/** Makes a delivery due again, with its full number of attempts. Throws `webhook_delivery_not_found`. */
export async function resendDelivery(
  pool: Pool,
  key: EndpointKey,
  deliveryId: string,
  { by, now }: Doing,
): Promise<WebhookDelivery> {
  const entryId = randomUUIDv7();
  return inTransaction(pool, async (connection) => {
    const delivery = await resendWebhookDelivery(connection, key, deliveryId, now);
    if (!delivery) throw deliveryNotFound();
    const detail = { deliveryId };
    await recordAudit(connection, by, now, { entryId, action: 'webhook.resent', subject: subjectOf(key), detail });
    return delivery;
  });
}

/** Makes at most RESENT_MAX failed deliveries created from `since` on due again. Returns how many. */
export async function resendFailed(pool: Pool, key: EndpointKey, since: Date, { by, now }: Doing): Promise<number> {
  const entryId = randomUUIDv7();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await countResentDeliveries(connection, key, now) : 0;
    const resent = done || (await resendFailedDeliveries(connection, key, since, now, RESENT_MAX));
    const deed = { entryId, action: 'webhook.failed_resent', subject: subjectOf(key), detail: { resent } };
    if (resent > 0) await recordAudit(connection, by, now, deed);
    return resent;
  });
}

/**
 * Skips a pending delivery, so that the next delivery is sent at once. Idempotent. Throws
 * `webhook_delivery_not_found`, `webhook_delivery_ended`.
 */
export async function skipWaitingDelivery(
  pool: Pool,
  key: EndpointKey,
  deliveryId: string,
  { by, now }: Doing,
): Promise<void> {
  const entryId = randomUUIDv7();
  await inTransaction(pool, async (connection) => {
    await lockWebhookEndpoint(connection, key.clientId, key.endpointId);
    if (!(await skipDelivery(connection, key, deliveryId, by.name, now))) {
      const delivery = await findWebhookDelivery(connection, key, deliveryId);
      if (!delivery) throw deliveryNotFound();
      if (delivery.state === 'skipped') return;
      throw new ApiError(
        'webhook_delivery_ended',
        `Only a delivery that is pending can be skipped; this one is ${delivery.state}.`,
      );
    }
    const detail = { deliveryId };
    await recordAudit(connection, by, now, { entryId, action: 'webhook.skipped', subject: subjectOf(key), detail });
  });
}

/**
 * Skips all endpoints' pending deliveries recorded up to `until`, and returns how many. Each statement
 * commits alone: an interrupted call can be repeated. The caller must record the call in the audit log.
 */
export async function skipDeliveriesOfAll(pool: Pool, until: Date, { by, now }: Doing): Promise<number> {
  const batch = { by: by.name, now, limit: SKIPPED_AT_ONCE_MAX };
  let skipped = 0;
  for (let some = 1; some > 0; skipped += some) some = await withRetry(() => skipDeliveriesUntil(pool, until, batch));
  await withRetry(() => endFailingOfIdleEndpoints(pool));
  return skipped;
}

/** Enables or disables an endpoint. Idempotent. Throws `webhook_endpoint_not_found`. */
export async function switchEndpoint(
  pool: Pool,
  key: EndpointKey,
  status: WebhookEndpoint['status'],
  { by, now }: Doing,
): Promise<void> {
  const { clientId, endpointId } = key;
  const entryId = randomUUIDv7();
  await inTransaction(pool, async (connection) => {
    await lockWebhookEndpoint(connection, clientId, endpointId);
    const found = await findWebhookEndpoint(connection, clientId, endpointId);
    if (!found) throw endpointNotFound();
    if (found.status === status) return;
    const change = { status, disabledReason: 'by_staff' } as const;
    await updateWebhookEndpoint(connection, clientId, endpointId, change, now);
    const action = status === 'active' ? 'webhook.enabled' : 'webhook.disabled';
    await recordAudit(connection, by, now, { entryId, action, subject: subjectOf(key) });
  });
}

function subjectOf({ clientId, endpointId }: EndpointKey): ['webhook_endpoint', string] {
  return ['webhook_endpoint', `${clientId}/${endpointId}`];
}

export function endpointNotFound(): ApiError {
  return new ApiError('webhook_endpoint_not_found', 'You have no webhook endpoint with this endpointId.');
}

export function deliveryNotFound(): ApiError {
  return new ApiError('webhook_delivery_not_found', 'This endpoint has no delivery with this deliveryId.');
}

/** Records a test event for the endpoint, whatever its event types are, and returns the delivery. */
export async function sendTestEvent(pool: Pool, key: EndpointKey, created: Date): Promise<WebhookDelivery> {
  const data = { endpointId: key.endpointId };
  const delivery = {
    deliveryId: randomUUIDv7(),
    type: TEST_EVENT_TYPE,
    body: JSON.stringify({ type: TEST_EVENT_TYPE, timestamp: created, data }),
    created,
    traceParent: requestTraceParent(),
  } as const;
  return withRetry(() => recordTestDelivery(pool, key, delivery));
}
