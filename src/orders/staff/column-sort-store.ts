import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import { ORDER_STATUSES } from '../document/order-fields.ts';
import { joinOrdersOf, type OrderPosition } from './order-conditions-store.ts';

/** At most this number of matching orders, the newest, is sorted by a column. */
export const SORTED_MAX = 10_000;

const timeText = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
const MARKS = (column: string) =>
  `(select ${column} from order_marks m where m.client_id = o.client_id and m.order_id = o.order_id)`;

/** SQL of each column as text that sorts by code points. Null sorts last in both directions. */
const KEYS = {
  order: 'o.order_id',
  client: 'lower(c.name)',
  recipient: 'lower(o.recipient)',
  country: 'o.country',
  status: `array_position(array['${ORDER_STATUSES.join("', '")}'], o.status)::text`,
  reason: 'o.reason_code',
  due: timeText(`case when o.status in ('NEW', 'ASSIGNED', 'ACCEPTED') then o.due end`),
  since: timeText('coalesce(o.status_since, o.updated)'),
  items: `lpad(coalesce(o.item_count, 0)::text, 9, '0')`,
  carrier: 'lower(coalesce((select k.name from carriers k where k.carrier_id = o.carrier), o.carrier))',
  updated: timeText('o.updated'),
  assignee: MARKS('lower(m.assignee_name)'),
  tags: MARKS(`lower(nullif(array_to_string(m.tags, ', '), ''))`),
} as const;

type Column = keyof typeof KEYS;
export const COLUMN_SORTS = Object.keys(KEYS).flatMap((column) =>
  // Orders by due time have an index in this direction.
  column === 'due' ? ['-due' as const] : [column as Column, `-${column as Column}` as const],
);
export type ColumnSort = Exclude<Column, 'due'> | `-${Column}`;

export function isColumnSort(sort: string): sort is ColumnSort {
  return (COLUMN_SORTS as readonly string[]).includes(sort);
}

/** Sorts these orders by a column, then by client and orderId. Returns at most `limit` after `after`. */
export async function sortPositions(
  connection: Connection,
  positions: readonly OrderPosition[],
  { sort, after, limit }: { sort: ColumnSort; after: OrderPosition | undefined; limit: number },
): Promise<OrderPosition[]> {
  const isFalling = sort.startsWith('-');
  const column = sort.replace('-', '') as Column;
  const values: unknown[] = [positions.map(({ clientId }) => clientId), positions.map(({ orderId }) => orderId), limit];
  const value = (one: unknown) => `$${values.push(one)}::text`;
  const names = '(client_place, order_id)';
  let behind = 'true';
  if (after) {
    const isBehind = `${names} > (${value(after.clientId)} collate "C", ${value(after.orderId)})`;
    const key = after.key == null ? undefined : value(after.key);
    behind = key
      ? `(key is null or key ${isFalling ? '<' : '>'} ${key} or (key = ${key} and ${isBehind}))`
      : `key is null and ${isBehind}`;
  }
  return queryRows<OrderPosition>(connection, {
    text: `select client_id as "clientId", order_id as "orderId", created, key from (
             select o.client_id, o.client_id collate "C" as client_place, o.order_id, o.created, (${KEYS[column]})::text collate "C" as key
             from unnest($1::text[], $2::text[]) as page (client_id, order_id)
             ${joinOrdersOf('page')} join clients c on c.client_id = page.client_id
           ) sorted
           where ${behind} order by key ${isFalling ? 'desc' : 'asc'} nulls last, client_place, order_id limit $3`,
    values,
  });
}
