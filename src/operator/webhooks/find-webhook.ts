import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { deliveryNotFound, isUuid, readDeliveryId } from '../../webhooks/endpoint-path.ts';
import {
  listStaffDeliveries,
  listStaffEndpoints,
  type StaffDelivery,
  type StaffEndpoint,
} from '../../webhooks/staff-webhook-store.ts';
import type { EndpointKey } from '../../webhooks/webhook-endpoint-store.ts';

/** What the routes of webhooks are given. */
export interface StaffWebhookOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

/** Throws `webhook_endpoint_not_found`. */
export async function findEndpoint(pool: Pool, params: EndpointKey): Promise<StaffEndpoint> {
  const { clientId, endpointId } = params;
  if (isStorable(clientId) && isUuid(endpointId)) {
    const only = { clientId, endpointId: endpointId.toLowerCase(), limit: 1 };
    const [endpoint] = await withRetry(() => listStaffEndpoints(pool, only));
    if (endpoint) return endpoint;
  }
  throw new ApiError(
    'webhook_endpoint_not_found',
    'This client has no webhook endpoint with this endpointId.',
  );
}

/** Throws `webhook_delivery_not_found`. */
export async function findDelivery(
  pool: Pool,
  endpoint: EndpointKey,
  params: { deliveryId: string },
): Promise<StaffDelivery> {
  const only = { deliveryId: readDeliveryId(params), limit: 1 };
  const [delivery] = await withRetry(() => listStaffDeliveries(pool, endpoint, only));
  if (!delivery) throw deliveryNotFound();
  return delivery;
}
