import { ofLiveClient } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryRow, queryRows } from '../platform/database/transaction.ts';

const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'] as const;

/** Numbers of orders of a day. */
export interface OrderDay {
  day: string;
  /** NEW: created on the day. SHIPPED, CANCELLED: ended on the day. */
  status: 'NEW' | 'SHIPPED' | 'CANCELLED';
  /** Time from creation to shipping: eight times the logarithm to base 2 of the seconds. -1: not SHIPPED. */
  bucket: number;
  orders: number;
  /** Orders shipped by their due time. Null: not SHIPPED, or stored by an earlier version. */
  onTime: number | null;
}

/** Sums over all live clients are stored under this client. */
const ALL_CLIENTS = '';
/** The row that each stored day has. */
const KEPT = `client_id = '${ALL_CLIENTS}' and status = 'NEW' and bucket = -1`;

/** The orders `e` that were created or ended from $1 until before $2. Every status is named for the index. */
const CHANGED = `(
    select client_id, created as moment, 'NEW' as status, -1 as bucket, true as in_time from orders
    where status in (${STATUSES.map((status) => `'${status}'`).join(', ')}) and created >= $1 and created < $2
    union all
    select client_id, coalesce(status_since, updated), status,
           case status when 'SHIPPED'
             then floor(8 * ln(greatest(extract(epoch from coalesce(status_since, updated) - created)::float8, 1)) / ln(2::float8))::int
             else -1 end, due is null or coalesce(status_since, updated) <= due
    from orders
    where status in ('SHIPPED', 'CANCELLED') and coalesce(status_since, updated) >= $1 and coalesce(status_since, updated) < $2
  ) e`;

type Span = { from: Date; to: Date; timeZone: string; clientId?: string | undefined };

/** Groups the orders from `from` until before `to`, of all live clients or of one client. */
export async function sumOrderDays(connection: Connection, span: Span): Promise<OrderDay[]> {
  const { from, to, timeZone, clientId } = span;
  const values: unknown[] = [from, to, timeZone];
  const ofClients = clientId === undefined ? ofLiveClient('e') : `e.client_id = $${values.push(clientId)}`;
  return queryRows<OrderDay>(connection, {
    text: `select (moment at time zone $3)::date::text as day, status, bucket, count(*)::int as orders,
                  case status when 'SHIPPED' then count(*) filter (where in_time)::int end as "onTime"
           from ${CHANGED} where ${ofClients} group by 1, 2, 3`,
    values,
  });
}

type Days = { from: string; to: string };

/** Lists the stored numbers of the days from `from` to `to`, of all live clients or of one client. */
export async function listOrderDays(
  connection: Connection,
  { from, to }: Days,
  clientId = ALL_CLIENTS,
): Promise<OrderDay[]> {
  return queryRows<OrderDay>(connection, {
    name: 'list-order-days',
    text: `select day::text, status, bucket, orders, on_time as "onTime" from order_day_sums
           where client_id = $1 and day between $2::date and $3::date and orders > 0`,
    values: [clientId, from, to],
  });
}

/** Lists the days from `from` to `to` whose numbers are stored. */
export async function listKeptOrderDays(connection: Connection, { from, to }: Days): Promise<Set<string>> {
  const rows = await queryRows<{ day: string }>(connection, {
    name: 'list-kept-order-days',
    text: `select day::text from order_day_sums where ${KEPT} and day between $1::date and $2::date`,
    values: [from, to],
  });
  return new Set(rows.map(({ day }) => day));
}

/** Stores the numbers of a finished day once, by client and of all live clients. */
export async function keepOrderDay(
  connection: Connection,
  { day, from, to }: { day: string; from: Date; to: Date },
): Promise<void> {
  const { rowCount } = await connection.query({
    text: `insert into order_day_sums (client_id, day, status, bucket, orders) values ('${ALL_CLIENTS}', $1, 'NEW', -1, 0)
           on conflict do nothing`,
    values: [day],
  });
  if (rowCount !== 1) return;
  await connection.query({
    text: `insert into order_day_sums (client_id, day, status, bucket, orders, on_time)
           select client_id, $3::date, status, bucket, count(*), case status when 'SHIPPED' then count(*) filter (where in_time) end from ${CHANGED} group by client_id, status, bucket`,
    values: [from, to, day],
  });
  await connection.query({
    text: `insert into order_day_sums (client_id, day, status, bucket, orders, on_time)
           select '${ALL_CLIENTS}', $3::date, status, bucket, count(*), case status when 'SHIPPED' then count(*) filter (where in_time) end from ${CHANGED} where ${ofLiveClient('e')} group by status, bucket
           on conflict (client_id, day, status, bucket) do update set orders = excluded.orders, on_time = excluded.on_time`,
    values: [from, to, day],
  });
}

export async function deleteOrderDays(connection: Connection): Promise<number> {
  return queryCount(connection, 'delete from order_day_sums');
}

export async function findFirstOrder(connection: Connection): Promise<Date | undefined> {
  const firsts = STATUSES.map((status) => `(select min(created) as created from orders where status = '${status}')`);
  const found = await queryRow<{ created: Date | null }>(
    connection,
    `select min(created) as created from (${firsts.join(' union all ')}) firsts`,
  );
  return found?.created ?? undefined;
}
