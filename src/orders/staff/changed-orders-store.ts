import type { Connection } from '../../database/transaction.ts';
import { type OperatorOrderFilter, type OrderPosition, orderConditions } from './order-conditions-store.ts';

/** Orders that changed since a moment and are all looked at; where there are more, a page is full soon when the orders are gone through in the list's order. */
const CHANGED_MAX = 2_000;

/** What is asked of orders, which are the rows `d`. */
export interface ChangedQuery {
  filter: OperatorOrderFilter & { updatedFrom: Date };
  /** The moment that they are sorted by. */
  at: string;
  /** When they were made, and the place in the list that the page before came to. */
  range: (value: (one: unknown) => string) => string[];
  order: string;
  limit: number;
}

/**
 * The first orders in the list's order of those that changed after `updatedFrom`, of all clients; undefined where those are too many to look at
 * each. The transaction must go by bitmaps: the index tells in which pages such orders are.
 */
export async function findChanged(
  connection: Connection,
  { filter, at, range, order, limit }: ChangedQuery,
): Promise<OrderPosition[] | undefined> {
  const values: unknown[] = [filter.mode, limit, filter.updatedFrom, CHANGED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const rest = orderConditions({ ...filter, updatedFrom: undefined }, value);
  const where = ['c.mode = $1', ...range(value), ...rest].join(' and ');
  const { rows } = await connection.query<OrderPosition & { changed: number }>(
    `with changed as materialized (
       select client_id, order_id, status, created, updated, status_since, reason_code, country, carrier, cancellation from orders
       where updated at time zone 'UTC' > $3::timestamptz at time zone 'UTC' limit $4
     )
     select counted.changed, found.*
     from (select count(*)::int as changed from changed) counted
     left join (
       select d.client_id as "clientId", d.order_id as "orderId", ${at} as created, row_number() over (order by ${order}) as place
       from changed d cross join lateral (select d.*) o
       join clients c on c.client_id = d.client_id
       where ${where} and (select count(*) from changed) < $4
       order by ${order} limit $2
     ) found on true
     order by found.place`,
    values,
  );
  if ((rows[0]?.changed ?? 0) > CHANGED_MAX) return undefined;
  return rows
    .filter(({ orderId }) => orderId !== null)
    .map(({ clientId, orderId, created }) => ({ clientId, orderId, created }));
}
