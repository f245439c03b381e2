import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { preconditionFailed } from '../platform/http/etag.ts';
import { encrypt } from '../platform/secrets/encryption.ts';
import {
  deleteWebhookEndpoint,
  type EndpointChange,
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
/** How long the secret before stays valid after a rotation. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/** An endpoint with its secret in plain text, which is told once. */
export interface WithSecret {
  endpoint: WebhookEndpoint;
  /** whsec_ and base64 (Standard Webhooks). */
  secret: string;
}

/** Makes an endpoint. Throws `too_many_webhook_endpoints`. */
export async function createWebhookEndpoint(
  pool: Pool,
  encryptionKey: Uint8Array,
  clientId: string,
  wanted: Pick<WebhookEndpoint, 'url' | 'description' | 'types'>,
  now: Date,
): Promise<WithSecret> {
  const bytes = randomBytes(SECRET_BYTES);
  const secret = encrypt(encryptionKey, bytes);
  // Made once: the transaction may run again after it was committed.
  const planned = { ...wanted, endpointId: randomUUIDv7(), secret, created: now };
  const endpoint = await inTransaction(pool, async (connection) => {
    // So that two at once do not both become the last.
    await lockEndpoints(connection, clientId);
    return insertWebhookEndpoint(connection, clientId, planned, ENDPOINTS_MAX);
  });
  if (!endpoint) {
    throw new ApiError(
      'too_many_webhook_endpoints',
      `You have ${ENDPOINTS_MAX} webhook endpoints, which is as many as can be. Delete one first.`,
    );
  }
  return { endpoint, secret: secretText(bytes) };
}

/** Changes what is given. Undefined when there is no such endpoint; throws `precondition_failed` when `isExpected` refuses it as it is. */
export async function changeWebhookEndpoint(
  pool: Pool,
  clientId: string,
  endpointId: string,
  change: EndpointChange,
  isExpected: (endpoint: WebhookEndpoint) => boolean,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    // Before the statement that changes it: what it sees then has every attempt at the old address in it.
    await lockWebhookEndpoint(connection, clientId, endpointId);
    const found = await findWebhookEndpoint(connection, clientId, endpointId);
    // An attempt whose commit was lost may have changed it already.
    if (found && !mayBeDone && !isExpected(found)) throw preconditionFailed('endpoint');
    return updateWebhookEndpoint(connection, clientId, endpointId, change, now);
  });
}

/** Deletes the endpoint. False when there is no such endpoint. */
export async function removeEndpoint(
  pool: Pool,
  clientId: string,
  endpointId: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(
    pool,
    async (connection, { mayBeDone }) =>
      (await deleteWebhookEndpoint(connection, clientId, endpointId, now)) || mayBeDone,
  );
}

/** Gives the endpoint a new secret; for a day everything is signed with both. Undefined when there is no such endpoint. */
export async function rotateSecret(
  pool: Pool,
  encryptionKey: Uint8Array,
  clientId: string,
  endpointId: string,
  now: Date,
): Promise<WithSecret | undefined> {
  const bytes = randomBytes(SECRET_BYTES);
  const sealed = encrypt(encryptionKey, bytes);
  const until = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const endpoint = await withRetry(() => rotateWebhookSecret(pool, clientId, endpointId, sealed, until, now));
  return endpoint && { endpoint, secret: secretText(bytes) };
}

function secretText(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}
