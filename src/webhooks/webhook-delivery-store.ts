import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { EndpointKey } from './webhook-endpoint-store.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The largest bigint, which comes after every position. */
export const POSITION_MAX = '9223372036854775807';

/** One attempt, with its time in ISO 8601. */
export type LoggedAttempt = { at: string; status?: number; error?: string };
/** Attempts that the log of a delivery keeps. */
const LOGGED_MAX = 50;

export interface WebhookDelivery {
  /** UUIDv7 of the event: the webhook-id. */
  deliveryId: string;
  /** Deliveries are sent in ascending position; a bigint as text. */
  position: string;
  type: string;
  /** Null: the event is not about an order. */
  orderId: string | null;
  state: DeliveryState;
  attempts: number;
  due: Date;
  created: Date;
  lastAttempt: Date | null;
  delivered: Date | null;
  lastStatus: number | null;
  lastError: string | null;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  body: string;
  responseExcerpt: string | null;
  attemptLog: LoggedAttempt[];
}

export interface DueDelivery extends Pick<WebhookDeliveryDetail, 'deliveryId' | 'type' | 'body' | 'attempts'> {
  url: string;
  /** Encrypted. */
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  olderSecrets: Buffer[] | null;
  olderSecretsUntil: Date[] | null;
  failingSince: Date | null;
  /** The trace of the request that caused the event, if there is one. */
  traceParent: string | null;
}

interface AttemptRecord {
  deliveryId: string;
  attempts: number;
  state: DeliveryState;
  due: Date;
  at: Date;
  status: number | null;
  error: string | null;
  excerpt: string | null;
}

const COLUMNS = `delivery_id as "deliveryId", position, type, body::json #>> '{data,orderId}' as "orderId", state, attempts, due, created, last_attempt as "lastAttempt",
  delivered, last_status as "lastStatus", last_error as "lastError"`;

/** A sequence of an endpoint's deliveries. Stock events have their own lane, and delay no other events. */
export type Lane = 'orders' | 'stock';

/** Each has a partial index of its pending deliveries. */
const IN_LANE: Readonly<Record<Lane, string>> = {
  orders: `type <> 'product.stock_changed'`,
  stock: `type = 'product.stock_changed'`,
};

/**
 * Returns a query that finds the active endpoints whose oldest pending event of `lane` (events of orders, or
 * of stock) is due. The rows come in random sequence, because the caller takes a limited number of endpoints,
 * and slow ones must not always come first.
 */
export function dueDeliveries(lane: Lane, now: Date): DueQuery {
  // The first delivery of each endpoint decides, so the cost does not depend on the number of waiting
  // deliveries.
  return {
    text: `select e.client_id || ' ' || e.endpoint_id as key from webhook_endpoints e
           cross join lateral (
             select due from webhook_deliveries
             where client_id = e.client_id and ${ofAnyClient()} and endpoint_id = e.endpoint_id and state = 'pending' and ${IN_LANE[lane]}
             order by position limit 1
           ) as first
           where ${ofAnyClient('e.client_id')} and e.status = 'active' and first.due <= $1 and not exists (select 1 from restore_pause)
           order by random()`,
    values: [now],
  };
}

/**
 * Finds the endpoint's first pending delivery in `lane`. Undefined if that delivery is not due, the endpoint
 * is not active, or deliveries are paused after a restore.
 */
export async function findDueDelivery(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  lane: Lane,
  now: Date,
) {
  return queryRow<DueDelivery>(connection, {
    name: `find-due-delivery ${lane}`,
    text: `select first.delivery_id as "deliveryId", first.type, first.body, first.attempts, first.trace_parent as "traceParent", e.url, e.secret,
                  e.previous_secret as "previousSecret", e.previous_secret_until as "previousSecretUntil",
                  e.older_secrets as "olderSecrets", e.older_secrets_until as "olderSecretsUntil",
                  e.failing_since as "failingSince"
           from webhook_endpoints e
           cross join lateral (
             select delivery_id, type, body, attempts, due, trace_parent from webhook_deliveries
             where client_id = $1 and endpoint_id = $2 and state = 'pending' and ${IN_LANE[lane]}
             order by position limit 1
           ) as first
           where e.client_id = $1 and e.endpoint_id = $2 and e.status = 'active' and first.due <= $3 and not exists (select 1 from restore_pause)`,
    values: [clientId, endpointId, now],
  });
}

/**
 * Records an attempt to deliver, and the endpoint's last success or failure. A success ends the endpoint's
 * failing state, as does a final failure without further pending deliveries. Returns false if the attempt is
 * recorded already, or failed at an address that has changed since. Stores no excerpt of the answer if the
 * order was erased, because the excerpt may contain personal data.
 */
export async function recordAttempt(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  url: string,
  { deliveryId, attempts, state, due, at, status, error, excerpt }: AttemptRecord,
): Promise<boolean> {
  const entry = JSON.stringify({ at, status: status ?? undefined, error: error ?? undefined });
  // Locks the endpoint first: a change of its address then comes entirely before or after this.
  return queryHasRow(connection, {
    name: 'record-attempt',
    text: `with endpoint as (
             select url from webhook_endpoints where client_id = $1 and endpoint_id = $2 for no key update
           ), recorded as (
             update webhook_deliveries
             set state = $5::text, attempts = attempts + 1, due = $6, last_attempt = $7::timestamptz,
                 delivered = case when $5::text = 'delivered' then $7::timestamptz end,
                 last_status = $8::int, last_error = $9::text,
                 attempt_log = case when jsonb_array_length(attempt_log) >= ${LOGGED_MAX} then attempt_log - 0 else coalesce(attempt_log, '[]') end
                   || jsonb_build_array($12::jsonb),
                 response_excerpt = case when not exists (
                   select 1 from orders o
                   where o.client_id = $1 and o.order_id = body::json #>> '{data,orderId}' and o.personal_data_erased is not null
                 ) then $10 end
             from endpoint
             where client_id = $1 and endpoint_id = $2 and delivery_id = $3 and attempts = $4 and state = 'pending'
               and ($5::text = 'delivered' or endpoint.url = $11)
             returning $5::text = 'delivered' or ($5::text = 'failed' and not exists (
               select 1 from webhook_deliveries
               where client_id = $1 and endpoint_id = $2 and state = 'pending' and delivery_id <> $3
             )) as over
           ), noted as (
             update webhook_endpoints
             set failing_since = case when $9::text = 'internal_problem' then failing_since
                                      when over then null else coalesce(failing_since, $7::timestamptz) end,
                 last_success = case when $5::text = 'delivered' then $7::timestamptz else last_success end,
                 last_failure = case when $5::text = 'delivered' then last_failure else $7::timestamptz end,
                 last_failure_status = case when $5::text = 'delivered' then last_failure_status else $8::int end,
                 last_failure_error = case when $5::text = 'delivered' then last_failure_error else $9::text end
             from recorded
             where client_id = $1 and endpoint_id = $2
           )
           select 1 from recorded`,
    values: [clientId, endpointId, deliveryId, attempts, state, due, at, status, error, excerpt, url, entry],
  });
}

const OF_ORDER = 'and delivery_id in (select event_id from order_events where client_id = $1 and order_id = $5)';

/** The condition of each state. Literals let PostgreSQL use the partial index of the state. */
const IN_STATE: Readonly<Record<DeliveryState | 'any', string>> = {
  any: '',
  pending: `and state = 'pending'`,
  delivered: `and state = 'delivered'`,
  failed: `and state = 'failed'`,
  skipped: `and state = 'skipped'`,
};

interface DeliveryFilter {
  state: DeliveryState | undefined;
  orderId?: string | undefined;
}

/** Lists the endpoint's deliveries in a state, newest first, with positions below `before`. */
export async function listWebhookDeliveries(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  { state, orderId, before, limit }: DeliveryFilter & { before: string | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  const shape = state ?? 'any';
  const ofOrder = orderId === undefined ? '' : OF_ORDER;
  return queryRows<WebhookDelivery>(connection, {
    name: `list-webhook-deliveries ${shape}${ofOrder && ' of order'}`,
    text: `select ${COLUMNS} from webhook_deliveries
           where client_id = $1 and endpoint_id = $2 and position < $3 ${IN_STATE[shape]} ${ofOrder}
           order by position desc limit $4`,
    values: [clientId, endpointId, before ?? POSITION_MAX, limit, ...(orderId === undefined ? [] : [orderId])],
  });
}

export async function findWebhookDelivery(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  deliveryId: string,
) {
  return queryRow<WebhookDeliveryDetail>(connection, {
    text: `select ${COLUMNS}, body, response_excerpt as "responseExcerpt", coalesce(attempt_log, '[]') as "attemptLog" from webhook_deliveries
     where client_id = $1 and endpoint_id = $2 and delivery_id = $3`,
    values: [clientId, endpointId, deliveryId],
  });
}

/** Makes the delivery due now, with its full number of attempts again. Undefined if it does not exist. */
export async function resendWebhookDelivery(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  deliveryId: string,
  now: Date,
): Promise<WebhookDelivery | undefined> {
  return queryRow<WebhookDelivery>(connection, {
    text: `update webhook_deliveries
     set state = 'pending', attempts = 0, due = $4, delivered = null, skipped = null, skipped_by = null
     where client_id = $1 and endpoint_id = $2 and delivery_id = $3 returning ${COLUMNS}`,
    values: [clientId, endpointId, deliveryId, now],
  });
}

/** Makes the first `limit` failed deliveries created from `since` on due now. Returns how many. */
export async function resendFailedDeliveries(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  since: Date,
  now: Date,
  limit: number,
): Promise<number> {
  return queryCount(connection, {
    text: `update webhook_deliveries d set state = 'pending', attempts = 0, due = $4
     from (
       select delivery_id from webhook_deliveries
       where client_id = $1 and endpoint_id = $2 and state = 'failed' and created >= $3
       order by position limit $5
     ) as failed
     where d.client_id = $1 and d.endpoint_id = $2 and d.delivery_id = failed.delivery_id and d.state = 'failed'`,
    values: [clientId, endpointId, since, now, limit],
  });
}

export async function countResentDeliveries(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  due: Date,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries
     where client_id = $1 and endpoint_id = $2 and state = 'pending' and attempts = 0 and due = $3 and created < due`,
    [clientId, endpointId, due],
  );
  return rows[0]?.count ?? 0;
}

/** Returns the query for endpoints deleted before a time, and for `endedKey` while old deliveries exist. */
export function dueRemovalsBefore({
  deletedBefore,
  endedBefore,
  endedKey,
}: {
  deletedBefore: Date;
  endedBefore: Date;
  endedKey: string;
}): DueQuery {
  return {
    text: `select client_id || ' ' || endpoint_id as key from webhook_endpoints
           where ${ofAnyClient()} and status = 'deleted' and updated < $1
           union all
           (select $3::text from webhook_deliveries where ${ofAnyClient()} and state <> 'pending' and created < $2 order by created limit 1)`,
    values: [deletedBefore, endedBefore, endedKey],
  };
}

/** Removes at most `limit` ended deliveries created before `before`, oldest first. Returns how many. */
export async function removeEndedDeliveries(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    name: 'remove-ended-deliveries',
    text: `delete from webhook_deliveries d
           using (
             select client_id, endpoint_id, delivery_id from webhook_deliveries
             where state <> 'pending' and created < $1 order by created limit $2
           ) as oldest
           where d.client_id = oldest.client_id and d.endpoint_id = oldest.endpoint_id and d.delivery_id = oldest.delivery_id
             and d.state <> 'pending'`,
    values: [before, limit],
  });
}

/** Removes at most `limit` deliveries of the endpoint, in any state. Returns how many. */
export async function removeDeliveries(connection: Connection, { clientId, endpointId }: EndpointKey, limit: number) {
  return queryCount(connection, {
    text: `delete from webhook_deliveries d
     using (
       select delivery_id from webhook_deliveries where client_id = $1 and endpoint_id = $2 limit $3
     ) as chosen
     where d.client_id = $1 and d.endpoint_id = $2 and d.delivery_id = chosen.delivery_id`,
    values: [clientId, endpointId, limit],
  });
}
