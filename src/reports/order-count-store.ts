import { ON_HOLD, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../orders/document/order-fields.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';

/** A larger number of orders is counted as this number plus one. */
export const COUNTED_MAX = 10_000;
/** Staff and Platen use some tens of reasons. */
const REASONS_MAX = 200;

const OPEN = `o.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** A hashed subplan. For a join, PostgreSQL would compare each order with each sandbox. */
const OF_LIVE_CLIENT = `o.client_id not in (select m.client_id from clients m where m.mode = 'sandbox')`;
const OF_SANDBOX = OF_LIVE_CLIENT.replace('not in', 'in');

export interface OrderCount {
  status: OrderStatus;
  /** Null: all orders in the status. */
  reasonCode: string | null;
  orders: number;
}

/** Counts the orders in each status, and with each reason, up to COUNTED_MAX + 1. */
export async function countOrders(connection: Connection, mode: 'live' | 'sandbox'): Promise<OrderCount[]> {
  return countParts<OrderCount>(connection, mode, { columns: '', by: '' });
}

/** Does the same by client. In a status or reason with more orders, these are of the counted orders only. */
export async function countOrdersByClient(
  connection: Connection,
  mode: 'live' | 'sandbox',
  clientId?: string,
): Promise<(OrderCount & { clientId: string })[]> {
  const group = { columns: 'client_id as "clientId", ', by: 'client_id, ' };
  return countParts<OrderCount & { clientId: string }>(connection, mode, group, clientId);
}

async function countParts<Count extends OrderCount>(
  connection: Connection,
  mode: 'live' | 'sandbox',
  { columns, by }: { columns: string; by: string },
  clientId?: string,
): Promise<Count[]> {
  const reasons = await listReasons(connection);
  const values: unknown[] = [COUNTED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const ofClients =
    clientId === undefined
      ? mode === 'live'
        ? OF_LIVE_CLIENT
        : OF_SANDBOX
      : `o.client_id = ${value(clientId)} and (select mode from clients where client_id = $2) = ${value(mode)}`;
  const part = (reason: string, condition: string) =>
    `select ${columns}status, ${reason}::text as "reasonCode", count(*)::int as orders
     from (select o.client_id, o.status from orders o where ${condition} and ${ofClients} limit $1) counted group by ${by}status`;
  const parts = [
    ...ORDER_STATUSES.map((status) => part('null', `o.status = '${status}'`)),
    ...reasons.map((reason) => {
      const wanted = value(reason);
      return part(wanted, `o.reason_code = ${wanted}`);
    }),
  ];
  return queryRows<Count>(connection, { text: parts.join(' union all '), values });
}

/** Lists the reasons that orders have, with one step along the index for each. */
async function listReasons(connection: Connection): Promise<string[]> {
  const reasons: string[] = [];
  for (let last = ''; reasons.length < REASONS_MAX; last = reasons.at(-1) as string) {
    const next = await queryRow<{ reason: string | null }>(connection, {
      name: 'next-reason',
      text: 'select min(reason_code) as reason from orders where reason_code > $1',
      values: [last],
    });
    if (next?.reason == null) return reasons;
    reasons.push(next.reason);
  }
  return reasons;
}

/** Counts the live orders in ASSIGNED that are not on hold, up to COUNTED_MAX + 1. */
export async function countAssigned(connection: Connection): Promise<number> {
  const counted = await queryRow<{ orders: number }>(connection, {
    name: 'count-assigned',
    text: `select count(*)::int as orders from (
             select 1 from orders o
             where o.status = 'ASSIGNED' and o.reason_code is distinct from '${ON_HOLD}' and ${OF_LIVE_CLIENT} limit $1
           ) counted`,
    values: [COUNTED_MAX + 1],
  });
  return counted?.orders ?? 0;
}

/**
 * Counts open live orders by creation: up to the first moment, then from each moment to the next. Undefined
 * has no end. Each number stops at COUNTED_MAX + 1.
 */
export async function countOpenOrders(
  connection: Connection,
  moments: readonly (Date | undefined)[],
): Promise<number[]> {
  const values: unknown[] = [COUNTED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const parts = moments.map((until, place) => {
    const after = moments[place - 1];
    const conditions = [OPEN, OF_LIVE_CLIENT];
    if (after) conditions.push(`o.created > ${value(after)}`);
    if (until) conditions.push(`o.created <= ${value(until)}`);
    return `(select ${place} as place from orders o where ${conditions.join(' and ')} limit $1)`;
  });
  const rows = await queryRows<{ place: number; orders: number }>(connection, {
    text: `select place, count(*)::int as orders from (${parts.join(' union all ')}) counted group by place`,
    values,
  });
  const counted = new Map(rows.map(({ place, orders }) => [place, orders]));
  return moments.map((_, place) => counted.get(place) ?? 0);
}

/** Counts live orders by due time, as `countOpenOrders` counts them by creation. */
export async function countDueOrders(connection: Connection, moments: readonly Date[]): Promise<number[]> {
  const values: unknown[] = [COUNTED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const parts = moments.map((until, place) => {
    const after = moments[place - 1];
    const conditions = ["o.status in ('NEW', 'ASSIGNED', 'ACCEPTED')", OF_LIVE_CLIENT, `o.due <= ${value(until)}`];
    if (after) conditions.push(`o.due > ${value(after)}`);
    return `(select ${place} as place from orders o where ${conditions.join(' and ')} limit $1)`;
  });
  const rows = await queryRows<{ place: number; orders: number }>(connection, {
    text: `select place, count(*)::int as orders from (${parts.join(' union all ')}) counted group by place`,
    values,
  });
  const counted = new Map(rows.map(({ place, orders }) => [place, orders]));
  return moments.map((_, place) => counted.get(place) ?? 0);
}

/** Counts live orders at risk, up to COUNTED_MAX + 1: due by `begun`, or by `unbegun` and not accepted. */
export async function countAtRisk(
  connection: Connection,
  now: Date,
  { begun, unbegun }: { begun: Date; unbegun: Date },
): Promise<number> {
  const counted = await queryRow<{ orders: number }>(connection, {
    name: 'count-at-risk',
    text: `select count(*)::int as orders from (
             select 1 from orders o
             where o.status in ('NEW', 'ASSIGNED', 'ACCEPTED') and o.due > $1 and o.due <= $3
               and (o.status <> 'ACCEPTED' or o.due <= $2) and ${OF_LIVE_CLIENT} limit $4
           ) counted`,
    values: [now, begun, unbegun, COUNTED_MAX + 1],
  });
  return counted?.orders ?? 0;
}

/** Counts the live orders in ASSIGNED and ACCEPTED by their `technology_pieces`. */
export async function countBacklog(connection: Connection): Promise<{ text: string; orders: number }[]> {
  return queryRows<{ text: string; orders: number }>(connection, {
    name: 'count-backlog',
    text: `select o.technology_pieces as text, count(*)::int as orders from orders o
           where o.status in ('ASSIGNED', 'ACCEPTED') and o.technology_pieces > '' and ${OF_LIVE_CLIENT}
           group by o.technology_pieces`,
  });
}
