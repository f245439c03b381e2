import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';

/** Counts stop at this number. */
const COUNTED_MAX = 10_000;
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
  /** Orders whose requested cancellation is not yet decided; counted up to 10,000. */
  cancellations: number;
  endpointsFailing: number;
  /** Endpoints that were disabled after days of failure, or by an answer of 410. */
  endpointsDisabled: number;
}

/** Counts undecided requests to cancel, and failing or disabled webhook endpoints, of live clients. */
export async function countTrouble(connection: Connection): Promise<Trouble> {
  const { rows } = await connection.query<Trouble>({
    text: `select (select count(*)::int from (
                     select 1 from orders o join clients c using (client_id)
                     where o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED' and c.mode = 'live' limit $1) counted) as cancellations,
                  (select count(*)::int from webhook_endpoints e join clients c using (client_id)
                   where e.status = 'active' and e.failing_since is not null and c.mode = 'live') as "endpointsFailing",
                  (select count(*)::int from webhook_endpoints e join clients c using (client_id)
                   where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing') and c.mode = 'live') as "endpointsDisabled"`,
    values: [COUNTED_MAX],
  });
  return rows[0] as Trouble;
}

export interface TechnologyCount {
  /** Empty for ready-made products from stock. */
  technology: string;
  orders: number;
  pieces: number;
}

/** Counts ASSIGNED and ACCEPTED orders of live clients, and their pieces, for each printing technology. */
export async function sumTechnologies(connection: Connection): Promise<TechnologyCount[]> {
  return queryRows<TechnologyCount>(connection, {
    name: 'sum-technologies',
    text: `select technology, sum(orders)::float8 as orders, sum(pieces)::float8 as pieces
           from (
             select key as technology, case subject when 'backlog orders' then amount else 0 end as orders,
                    case subject when 'backlog pieces' then amount else 0 end as pieces
             from order_sums where mode = 'live' and subject in ('backlog orders', 'backlog pieces')
             union all
             select technology, orders, pieces from backlog_technology_changes
           ) k
           group by technology having sum(orders) > 0 order by technology`,
  });
}

export type DayCount = { day: string; created: number; shipped: number; cancelled: number };

/** Counts live orders by day of creation, shipment and cancellation. `from` is at most 62 days ago. */
export async function sumOrderDays(connection: Connection, from: string, timeZone: string): Promise<DayCount[]> {
  return queryRows<DayCount>(connection, {
    name: 'sum-order-days',
    text: `select day, sum(created)::float8 as created, sum(shipped)::float8 as shipped, sum(cancelled)::float8 as cancelled
           from (
             select key as day, case subject when 'created' then amount else 0 end as created,
                    case subject when 'shipped' then amount else 0 end as shipped, case subject when 'cancelled' then amount else 0 end as cancelled
             from order_sums where mode = 'live' and subject in ('created', 'shipped', 'cancelled') and key >= $1::text
             union all
             select (happened at time zone $2)::date::text, case when k.status in ('SHIPPED', 'CANCELLED') then 0 else orders end,
                    case when k.status = 'SHIPPED' then orders else 0 end, case when k.status = 'CANCELLED' then orders else 0 end
             from order_count_changes k join clients c using (client_id) where c.mode = 'live' and happened > '-infinity'
           ) k
           where day >= $1::text group by day`,
    values: [from, timeZone],
  });
}

export type OpenDay = { day: string; open: number };

/** Counts open orders of live clients by the day of their creation. Omits days without open orders. */
export async function sumOpenDays(connection: Connection, timeZone: string): Promise<OpenDay[]> {
  return queryRows<OpenDay>(connection, {
    name: 'sum-open-days',
    text: `select day, sum(open)::float8 as open
           from (
             select key as day, amount as open from order_sums where mode = 'live' and subject = 'open' and amount <> 0
             union all
             select (k.created at time zone $1)::date::text, case when k.status in ('SHIPPED', 'CANCELLED') then -orders else orders end
             from order_count_changes k join clients c using (client_id) where c.mode = 'live' and happened > '-infinity'
           ) k
           group by day having sum(open) <> 0 order by day`,
    values: [timeZone],
  });
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
    values: [until, COUNTED_MAX],
  });
  return rows[0]?.count ?? 0;
}
