import type { Connection } from '../platform/database/transaction.ts';

/** By the customer, by an answer of 410, after days of failure, or by the center's staff. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing', 'by_staff'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface WebhookEndpoint {
  /** UUIDv7. */
  endpointId: string;
  url: string;
  description: string | null;
  /** null: all. */
  types: string[] | null;
  status: 'active' | 'disabled';
  disabledReason: DisabledReason | null;
  previousSecretUntil: Date | null;
  failingSince: Date | null;
  created: Date;
  updated: Date;
}

export interface NewWebhookEndpoint
  extends Pick<WebhookEndpoint, 'endpointId' | 'url' | 'description' | 'types' | 'created'> {
  /** Encrypted. */
  secret: Buffer;
}

export interface EndpointKey {
  clientId: string;
  endpointId: string;
}

const COLUMNS = `endpoint_id as "endpointId", url, description, types, status, disabled_reason as "disabledReason",
  previous_secret_until as "previousSecretUntil", failing_since as "failingSince", created, updated`;

/** Until the transaction ends nobody else makes an endpoint of the client. */
export async function lockEndpoints(connection: Connection, clientId: string): Promise<void> {
  await connection.query('select 1 from clients where client_id = $1 for no key update', [clientId]);
}

/**
 * Answers undefined when the client has `endpointsMax` already. Its endpoints must be locked. One that is there under the
 * same id was made by this very statement, whose answer was lost.
 */
export async function insertWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpoint: NewWebhookEndpoint,
  endpointsMax: number,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await connection.query<WebhookEndpoint>(
    `with made as (
       insert into webhook_endpoints (client_id, endpoint_id, url, description, types, status, secret, created, updated)
       select $1, $2, $3, $4, $5, 'active', $6, $7, $7
       where (select count(*) from webhook_endpoints where client_id = $1 and status <> 'deleted') < $8
       on conflict (client_id, endpoint_id) do nothing
       returning *
     )
     select ${COLUMNS} from made
     union all
     select ${COLUMNS} from webhook_endpoints where client_id = $1 and endpoint_id = $2`,
    [
      clientId,
      endpoint.endpointId,
      endpoint.url,
      endpoint.description,
      endpoint.types,
      endpoint.secret,
      endpoint.created,
      endpointsMax,
    ],
  );
  return rows[0];
}

/** The client's endpoints, oldest first. */
export async function listWebhookEndpoints(
  connection: Connection,
  clientId: string,
): Promise<WebhookEndpoint[]> {
  const { rows } = await connection.query<WebhookEndpoint>(
    `select ${COLUMNS} from webhook_endpoints where client_id = $1 and status <> 'deleted' order by created, endpoint_id`,
    [clientId],
  );
  return rows;
}

export async function findWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await connection.query<WebhookEndpoint>(
    `select ${COLUMNS} from webhook_endpoints where client_id = $1 and endpoint_id = $2 and status <> 'deleted'`,
    [clientId, endpointId],
  );
  return rows[0];
}

export interface EndpointChange {
  url?: string | undefined;
  /** Empty: none. */
  description?: string | undefined;
  /** Empty: all. */
  types?: string[] | undefined;
  status?: WebhookEndpoint['status'] | undefined;
  /** Why it is disabled, when it is not yet; `requested` when absent. */
  disabledReason?: DisabledReason | undefined;
}

/** Until the transaction ends no failed attempt is recorded at the endpoint. */
export async function lockWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpointId: string,
): Promise<void> {
  await connection.query(
    'select 1 from webhook_endpoints where client_id = $1 and endpoint_id = $2 for no key update',
    [clientId, endpointId],
  );
}

/**
 * Changes what is given. Another address or enabling forgets the failures so far, and what waits for its retry is due.
 * Answers undefined when there is no such endpoint. It must be locked.
 */
export async function updateWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpointId: string,
  { url, description, types, status, disabledReason }: EndpointChange,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await connection.query<WebhookEndpoint>(
    `with before as (
       select endpoint_id as id, url <> coalesce($3, url) or (status = 'disabled' and $6 = 'active') as fresh
       from webhook_endpoints where client_id = $1 and endpoint_id = $2 and status <> 'deleted'
     ), hastened as (
       update webhook_deliveries set due = $7 from before
       where client_id = $1 and endpoint_id = before.id and state = 'pending' and due > $7 and fresh
     )
     update webhook_endpoints
     set url = coalesce($3, url),
         description = case when $4::text is null then description else nullif($4, '') end,
         types = case when $5::text[] is null then types else nullif($5, '{}') end,
         status = coalesce($6, status),
         disabled_reason = case when coalesce($6, status) = 'active' then null else coalesce(disabled_reason, $8) end,
         failing_since = case when fresh then null else failing_since end,
         updated = $7
     from before where client_id = $1 and endpoint_id = before.id returning ${COLUMNS}`,
    [
      clientId,
      endpointId,
      url ?? null,
      description ?? null,
      types ?? null,
      status ?? null,
      now,
      disabledReason ?? 'requested',
    ],
  );
  return rows[0];
}

/**
 * The secret until now stays valid until `previousUntil`; when it is the new one already, the one before does. Answers
 * undefined when there is no such endpoint.
 */
export async function rotateWebhookSecret(
  connection: Connection,
  clientId: string,
  endpointId: string,
  secret: Buffer,
  previousUntil: Date,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await connection.query<WebhookEndpoint>(
    `update webhook_endpoints
     set previous_secret = case when secret = $3 then previous_secret else secret end,
         previous_secret_until = $4, secret = $3, updated = $5
     where client_id = $1 and endpoint_id = $2 and status <> 'deleted' returning ${COLUMNS}`,
    [clientId, endpointId, secret, previousUntil, now],
  );
  return rows[0];
}

/** From now on it is as if it had never been; `removeWebhookEndpoint` takes it away. */
export async function deleteWebhookEndpoint(
  connection: Connection,
  clientId: string,
  endpointId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update webhook_endpoints set status = 'deleted', updated = $3
     where client_id = $1 and endpoint_id = $2 and status <> 'deleted'`,
    [clientId, endpointId, now],
  );
  return rowCount === 1;
}

/** Disables the endpoint, unless it has changed its address since. */
export async function disableWebhookEndpoint(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  url: string,
  reason: WebhookEndpoint['disabledReason'],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update webhook_endpoints set status = 'disabled', disabled_reason = $4, updated = $5
     where client_id = $1 and endpoint_id = $2 and url = $3 and status = 'active'`,
    [clientId, endpointId, url, reason, now],
  );
  return rowCount === 1;
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
