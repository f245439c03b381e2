import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

/** The cause of disabling an endpoint: the customer, an answer of 410, days of failures, or staff. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing', 'by_staff'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  description: string | null;
  /** Null for all types. */
  types: string[] | null;
  status: 'active' | 'disabled';
  disabledReason: DisabledReason | null;
  previousSecretUntil: Date | null;
  failingSince: Date | null;
  created: Date;
  updated: Date;
}

interface NewWebhookEndpoint extends Pick<WebhookEndpoint, 'endpointId' | 'url' | 'description' | 'types' | 'created'> {
  /** Encrypted. */
  secret: Buffer;
}

export type EndpointKey = { clientId: string; endpointId: string };

const COLUMNS = `endpoint_id as "endpointId", url, description, types, status, disabled_reason as "disabledReason",
  previous_secret_until as "previousSecretUntil", failing_since as "failingSince", created, updated`;

/** Locks the client, so that one transaction at a time creates its endpoints. */
export async function lockEndpoints(connection: Connection, clientId: string): Promise<void> {
  await connection.query('select 1 from clients where client_id = $1 for no key update', [clientId]);
}

/** Inserts an endpoint, once; undefined if the client has `endpointsMax`. Call `lockEndpoints` first. */
export async function insertWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpoint: NewWebhookEndpoint,
  endpointsMax: number,
): Promise<WebhookEndpoint | undefined> {
  return queryRow<WebhookEndpoint>(connection, {
    text: `with made as (
       insert into webhook_endpoints (client_id, endpoint_id, url, description, types, status, secret, created, updated)
       select $1, $2, $3, $4, $5, 'active', $6, $7, $7
       where (select count(*) from webhook_endpoints where client_id = $1 and status <> 'deleted') < $8
       on conflict (client_id, endpoint_id) do nothing returning *
     )
     select ${COLUMNS} from made
     union all
     select ${COLUMNS} from webhook_endpoints where client_id = $1 and endpoint_id = $2`,
    values: [
      clientId,
      ...valuesOf(endpoint, 'endpointId', 'url', 'description', 'types', 'secret', 'created'),
      endpointsMax,
    ],
  });
}

export async function listWebhookEndpoints(connection: Connection, clientId: string): Promise<WebhookEndpoint[]> {
  return queryRows<WebhookEndpoint>(connection, {
    text: `select ${COLUMNS} from webhook_endpoints where client_id = $1 and status <> 'deleted' order by created, endpoint_id`,
    values: [clientId],
  });
}

export async function findWebhookEndpoint(connection: Connection, clientId: string, endpointId: string) {
  return queryRow<WebhookEndpoint>(connection, {
    text: `select ${COLUMNS} from webhook_endpoints where client_id = $1 and endpoint_id = $2 and status <> 'deleted'`,
    values: [clientId, endpointId],
  });
}

export interface EndpointChange {
  url?: string | undefined;
  /** Empty removes it. */
  description?: string | undefined;
  /** Empty selects all types. */
  types?: string[] | undefined;
  status?: WebhookEndpoint['status'] | undefined;
  /** `requested` when absent. Not used for an endpoint that is disabled already. */
  disabledReason?: DisabledReason | undefined;
}

/** Locks the endpoint: no attempt is recorded until the transaction ends. */
export async function lockWebhookEndpoint(connection: Connection, clientId: string, endpointId: string): Promise<void> {
  await connection.query(
    'select 1 from webhook_endpoints where client_id = $1 and endpoint_id = $2 for no key update',
    [clientId, endpointId],
  );
}

/**
 * Changes the given fields of a locked endpoint. A new address, or enabling, resets the failures and makes
 * waiting retries due. Undefined for an unknown endpoint.
 */
export async function updateWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpointId: string,
  { url, description, types, status, disabledReason }: EndpointChange,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  return queryRow<WebhookEndpoint>(connection, {
    text: `with before as (
       select endpoint_id as id, url <> coalesce($3, url) or (status = 'disabled' and $6 = 'active') as fresh
       from webhook_endpoints where client_id = $1 and endpoint_id = $2 and status <> 'deleted'
     ), hastened as (
       update webhook_deliveries set due = $7 from before
       where client_id = $1 and endpoint_id = before.id and state = 'pending' and due > $7 and fresh
     )
     update webhook_endpoints set url = coalesce($3, url),
         description = case when $4::text is null then description else nullif($4, '') end,
         types = case when $5::text[] is null then types else nullif($5, '{}') end,
         status = coalesce($6, status),
         disabled_reason = case when coalesce($6, status) = 'active' then null else coalesce(disabled_reason, $8) end,
         failing_since = case when fresh then null else failing_since end, updated = $7
     from before where client_id = $1 and endpoint_id = before.id returning ${COLUMNS}`,
    values: [
      clientId,
      endpointId,
      url ?? null,
      description ?? null,
      types ?? null,
      status ?? null,
      now,
      disabledReason ?? 'requested',
    ],
  });
}

/** Secrets before the previous one that stay valid. With more rotations in a day, the oldest ends early. */
const OLDER_SECRETS_MAX = 3;

/**
 * Replaces the secret. The old one stays valid until `previousUntil`, and earlier ones until their own time;
 * with null, all end at once. Idempotent. Undefined if not found.
 */
export async function rotateWebhookSecret(
  connection: Connection,
  clientId: string,
  endpointId: string,
  secret: Buffer,
  previousUntil: Date | null,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  return queryRow<WebhookEndpoint>(connection, {
    text: `update webhook_endpoints set
         older_secrets = case when $4::timestamptz is null or secret <> $3 and previous_secret_until <= $5 then null
           when secret = $3 or previous_secret is null then older_secrets
           else (array_prepend(previous_secret, older_secrets))[1:$6] end,
         older_secrets_until = case when $4 is null or secret <> $3 and previous_secret_until <= $5 then null
           when secret = $3 or previous_secret is null then older_secrets_until
           else (array_prepend(previous_secret_until, older_secrets_until))[1:$6] end,
         previous_secret = case when $4 is null then null when secret = $3 then previous_secret else secret end,
         previous_secret_until = $4, secret = $3, updated = $5
     where client_id = $1 and endpoint_id = $2 and status <> 'deleted' returning ${COLUMNS}`,
    values: [clientId, endpointId, secret, previousUntil, now, OLDER_SECRETS_MAX],
  });
}

/** Marks the endpoint as deleted; `removeWebhookEndpoint` removes it later. */
export async function deleteWebhookEndpoint(connection: Connection, clientId: string, endpointId: string, now: Date) {
  return queryHasRow(connection, {
    text: `update webhook_endpoints set status = 'deleted', updated = $3
     where client_id = $1 and endpoint_id = $2 and status <> 'deleted'`,
    values: [clientId, endpointId, now],
  });
}

/** Disables an active endpoint if its address is still `url`. Returns whether it did. */
export async function disableWebhookEndpoint(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  url: string,
  reason: WebhookEndpoint['disabledReason'],
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `update webhook_endpoints set status = 'disabled', disabled_reason = $4, updated = $5
     where client_id = $1 and endpoint_id = $2 and url = $3 and status = 'active'`,
    values: [clientId, endpointId, url, reason, now],
  });
}

export async function removeWebhookEndpoint(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
): Promise<void> {
  await connection.query(
    `delete from webhook_endpoints where client_id = $1 and endpoint_id = $2 and status = 'deleted'`,
    [clientId, endpointId],
  );
}
