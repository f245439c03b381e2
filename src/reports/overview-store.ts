import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';

/** Old webhooks are counted up to this number. */
const OLD_WEBHOOKS_COUNTED_MAX = 10_000;
export type WaitingOrder = { status: string; clientId: string; clientName: string; orderId: string; since: Date };

/** Finds, over all live clients, the order longest in status NEW and the order longest in status ASSIGNED. */
export async function findLongestUntouched(connection: Connection): Promise<WaitingOrder[]> {
  return queryRows<WaitingOrder>(connection, {
    name: 'find-longest-untouched',
    // Uses the index over all clients.
    text: ['NEW', 'ASSIGNED']
      .map(
        (status) => `(
           select o.status, o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.status_since as since
           from orders o join clients c on c.client_id = o.client_id
           where o.status = '${status}' and o.status_since is not null and c.mode = 'live' and c.scope = 'fulfillment'
           order by o.status_since, o.client_id collate "C", o.order_id limit 1)`,
      )
      .join(' union all '),
  });
}

export interface Trouble {
  /** Orders whose requested cancellation is not yet decided, up to a limit. */
  cancellations: number;
  endpointsFailing: number;
  /** Endpoints that were disabled after days of failure, or by an answer of 410. */
  endpointsDisabled: number;
}

/** Counts at most `limit` undecided requests to cancel, and failing or disabled webhook endpoints. */
export async function countTrouble(connection: Connection, limit: number): Promise<Trouble> {
  const { rows } = await connection.query<Trouble>({
    text: `select (select count(*)::int from (
                     select 1 from orders o join clients c using (client_id)
                     where o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED' and c.mode = 'live' limit $1) counted) as cancellations,
                  (select count(*)::int from webhook_endpoints e join clients c using (client_id)
                   where e.status = 'active' and e.failing_since is not null and c.mode = 'live') as "endpointsFailing",
                  (select count(*)::int from webhook_endpoints e join clients c using (client_id)
                   where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing') and c.mode = 'live') as "endpointsDisabled"`,
    values: [limit],
  });
  return rows[0] as Trouble;
}

/** Finds the pause that follows a restore. `restoredTo` is the time of the last transaction, if known. */
export async function findPause(connection: Connection): Promise<{ since: Date; restoredTo: Date | null } | undefined> {
  return queryRow<{ since: Date; restoredTo: Date | null }>(connection, {
    name: 'find-pause',
    text: 'select since, restored_to as "restoredTo" from restore_pause',
  });
}

/** Counts the pending webhook deliveries that were recorded at or before `until`, up to 10,000. */
export async function countOldWebhooks(connection: Connection, until: Date): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-old-webhooks',
    text: `select count(*)::int as count from (
             select 1 from webhook_deliveries where state = 'pending' and created <= $1 limit $2) counted`,
    values: [until, OLD_WEBHOOKS_COUNTED_MAX],
  });
  return rows[0]?.count ?? 0;
}
