import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { requestTraceParent } from '../platform/observability/spans.ts';
import { deliveryNotFound, endpointNotFound } from './endpoint-path.ts';
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
  type EndpointKey,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from './webhook-endpoint-store.ts';

/** Failed deliveries that one request sends again. */
const RESENT_MAX = 10_000;
/** Deliveries that one statement skips. */
const SKIPPED_AT_ONCE_MAX = 10_000;

/** Records a test event for the endpoint, whatever types it subscribes to, and returns its delivery. */
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

/** Sends the delivery again, with all attempts anew. Throws `webhook_delivery_not_found`. */
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
    await recordAudit(connection, by, now, {
      entryId,
      action: 'webhook.resent',
      subject: subjectOf(key),
      detail,
    });
    return delivery;
  });
}

/** Sends the endpoint's failed deliveries since the moment given again, at most 10,000 of them. Answers how many. */
export async function resendFailed(
  pool: Pool,
  key: EndpointKey,
  since: Date,
  { by, now }: Doing,
): Promise<number> {
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
 * Gives up a delivery that waits, so that the next one goes at once. One that was skipped already is left as it is. Throws
 * `webhook_delivery_not_found`, and `webhook_delivery_ended` when it was delivered or has failed for good.
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
    await recordAudit(connection, by, now, {
      entryId,
      action: 'webhook.skipped',
      subject: subjectOf(key),
      detail,
    });
  });
}

/**
 * Skips every pending delivery of all endpoints that was recorded up to the moment given, and returns how many. Each statement commits by itself,
 * so a call that is cut short goes on where it ended. The caller records it in the audit log.
 */
export async function skipDeliveriesOfAll(pool: Pool, until: Date, { by, now }: Doing): Promise<number> {
  const batch = { by: by.name, now, limit: SKIPPED_AT_ONCE_MAX };
  let skipped = 0;
  for (let some = 1; some > 0; skipped += some)
    some = await withRetry(() => skipDeliveriesUntil(pool, until, batch));
  await withRetry(() => endFailingOfIdleEndpoints(pool));
  return skipped;
}

/** Enables or disables an endpoint for its customer. Twice changes nothing. Throws `webhook_endpoint_not_found`. */
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
