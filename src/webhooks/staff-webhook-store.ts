import { type Connection, queryCount, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { DeliveryState, WebhookDelivery } from './webhook-delivery-store.ts';
import type { EndpointKey, WebhookEndpoint } from './webhook-endpoint-store.ts';

export const PENDING_COUNTED_MAX = 1_000;

export const ENDPOINT_STATES = ['healthy', 'failing', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
/** `given_up` selects endpoints that were disabled because of failures. */
export const ENDPOINT_FILTERS = [...ENDPOINT_STATES, 'given_up'] as const;
export type EndpointStateFilter = (typeof ENDPOINT_FILTERS)[number];

/** An endpoint as staff see it, without its secrets. */
export interface StaffEndpoint
  extends EndpointKey,
    Pick<
      WebhookEndpoint,
      'url' | 'description' | 'types' | 'status' | 'disabledReason' | 'failingSince' | 'created' | 'updated'
    > {
  clientName: string;
  mode: 'live' | 'sandbox';
  lastSuccess: Date | null;
  lastFailure: Date | null;
  lastFailureStatus: number | null;
  lastFailureError: string | null;
  /** Counted up to PENDING_COUNTED_MAX. */
  pending: number;
  pendingSince: Date | null;
}

interface StaffEndpointFilter {
  clientId?: string | undefined;
  endpointId?: string | undefined;
  state?: EndpointStateFilter | undefined;
  mode?: 'live' | 'sandbox' | undefined;
  after?: EndpointKey | undefined;
  limit: number;
}

/** Literals let PostgreSQL use the partial index of the state. */
const OF_STATE: Readonly<Record<EndpointStateFilter, string>> = {
  healthy: `e.status = 'active' and e.failing_since is null`,
  failing: `e.status = 'active' and e.failing_since is not null`,
  disabled: `e.status = 'disabled'`,
  given_up: `e.status = 'disabled' and e.disabled_reason in ('gone', 'failing')`,
};

/** Lists webhook endpoints of all clients, sorted by client, then by creation. */
export async function listStaffEndpoints(
  connection: Connection,
  { clientId, endpointId, state, mode, after, limit }: StaffEndpointFilter,
): Promise<StaffEndpoint[]> {
  const values: unknown[] = [limit];
  const conditions = [state ? OF_STATE[state] : `e.status <> 'deleted'`];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  if (clientId !== undefined) conditions.push(`e.client_id = ${parameter(clientId)}`);
  if (endpointId !== undefined) conditions.push(`e.endpoint_id = ${parameter(endpointId)}`);
  if (mode !== undefined) {
    conditions.push(`exists (select 1 from clients c where c.client_id = e.client_id and c.mode = ${parameter(mode)})`);
  }
  if (after) {
    conditions.push(`(e.client_id, e.endpoint_id) > (${parameter(after.clientId)}, ${parameter(after.endpointId)})`);
  }
  const { rows } = await connection.query<Omit<StaffEndpoint, 'pending' | 'pendingSince'>>(
    `select ${ENDPOINT} from webhook_endpoints e join clients c on c.client_id = e.client_id
     where ${conditions.join(' and ')} order by e.client_id, e.endpoint_id limit $1`,
    values,
  );
  return rows.length === 0 ? [] : addPending(connection, rows);
}

const ENDPOINT = `e.client_id as "clientId", c.name as "clientName", c.mode, e.endpoint_id as "endpointId", e.url, e.description, e.types, e.status,
  e.disabled_reason as "disabledReason", e.failing_since as "failingSince", e.last_success as "lastSuccess",
  e.last_failure as "lastFailure", e.last_failure_status as "lastFailureStatus", e.last_failure_error as "lastFailureError",
  e.created, e.updated`;

/** Adds the pending deliveries, in one part for each endpoint: Citus has no limit for each row. */
async function addPending(
  connection: Connection,
  endpoints: readonly Omit<StaffEndpoint, 'pending' | 'pendingSince'>[],
): Promise<StaffEndpoint[]> {
  const values: unknown[] = [PENDING_COUNTED_MAX];
  const parts = endpoints.map(({ clientId, endpointId }, place) => {
    const isPending = `d.client_id = $${values.push(clientId)} and d.endpoint_id = $${values.push(endpointId)} and d.state = 'pending'`;
    return `select ${place} as place, count(*)::int as pending, (array_agg(created order by position))[1] as "pendingSince"
      from (select created, position from webhook_deliveries d where ${isPending} order by position limit $1) waiting`;
  });
  const { rows } = await connection.query<Pick<StaffEndpoint, 'pending' | 'pendingSince'> & { place: number }>(
    parts.join(' union all '),
    values,
  );
  const waiting = new Map(rows.map(({ place, ...counted }) => [place, counted]));
  return endpoints.map((endpoint, place) => ({ ...endpoint, ...waiting.get(place)! }));
}

export interface StaffDelivery extends WebhookDelivery {
  orderId: string | null;
  responseExcerpt: string | null;
  skipped: Date | null;
  skippedBy: string | null;
  body: string;
}

interface StaffDeliveryFilter {
  state?: DeliveryState | undefined;
  deliveryId?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export async function listStaffDeliveries(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  { state, deliveryId, before, limit }: StaffDeliveryFilter,
): Promise<StaffDelivery[]> {
  // An unnamed statement is planned with its values, and so can use the partial index of the state.
  const values: unknown[] = [clientId, endpointId, limit];
  const conditions: string[] = [];
  const where = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`and ${condition} $${values.push(value)}`);
  };
  where('position <', before);
  where('state =', state);
  where('delivery_id =', deliveryId);
  return queryRows<StaffDelivery>(connection, {
    text: `select delivery_id as "deliveryId", position, type, state, attempts, due, created, last_attempt as "lastAttempt", delivered,
            last_status as "lastStatus", last_error as "lastError", response_excerpt as "responseExcerpt", skipped,
            skipped_by as "skippedBy", body, body::json #>> '{data,orderId}' as "orderId"
     from webhook_deliveries where client_id = $1 and endpoint_id = $2 ${conditions.join(' ')}
     order by position desc limit $3`,
    values,
  });
}

/**
 * Skips the pending delivery, and makes the next delivery due. Without a next delivery, the endpoint no
 * longer counts as failing. Returns false if the delivery is not pending. The endpoint must be locked.
 */
export async function skipDelivery(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  deliveryId: string,
  by: string | null,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `with skipped as (
       update webhook_deliveries set state = 'skipped', skipped = $4, skipped_by = $5
       where client_id = $1 and endpoint_id = $2 and delivery_id = $3 and state = 'pending'
       returning delivery_id
     ), next as (
       select d.delivery_id from webhook_deliveries d, skipped
       where d.client_id = $1 and d.endpoint_id = $2 and d.state = 'pending' and d.delivery_id <> skipped.delivery_id
       order by d.position limit 1
     ), hastened as (
       update webhook_deliveries d set due = $4 from next
       where d.client_id = $1 and d.endpoint_id = $2 and d.delivery_id = next.delivery_id and d.state = 'pending' and d.due > $4
     ), recovered as (
       update webhook_endpoints set failing_since = null from skipped
       where client_id = $1 and endpoint_id = $2 and failing_since is not null and not exists (select 1 from next)
     )
     select 1 from skipped`,
    values: [clientId, endpointId, deliveryId, now, by],
  });
}

/** Skips up to `limit` pending deliveries, recorded up to `until`, of all endpoints. Returns how many. */
export async function skipDeliveriesUntil(
  connection: Connection,
  until: Date,
  { by, now, limit }: { by: string | null; now: Date; limit: number },
): Promise<number> {
  return queryCount(connection, {
    text: `update webhook_deliveries d set state = 'skipped', skipped = $2, skipped_by = $3
     from (
       select client_id, endpoint_id, delivery_id from webhook_deliveries
       where state = 'pending' and created <= $1 limit $4
     ) as old
     where d.client_id = old.client_id and d.endpoint_id = old.endpoint_id and d.delivery_id = old.delivery_id
       and d.state = 'pending'`,
    values: [until, now, by, limit],
  });
}

/** Resets the failures of endpoints without pending deliveries. */
export async function endFailingOfIdleEndpoints(connection: Connection): Promise<void> {
  await connection.query(
    `update webhook_endpoints e set failing_since = null
     where failing_since is not null and not exists (
       select 1 from webhook_deliveries d
       where d.client_id = e.client_id and d.endpoint_id = e.endpoint_id and d.state = 'pending'
     )`,
  );
}
