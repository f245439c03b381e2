import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import { ORDER_STATUSES, type OrderStatus } from '../document/order-fields.ts';

/** Ranges of time exclude their start and include their end. */
export interface OrderFilter {
  status?: OrderStatus | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  updatedFrom?: Date | undefined;
  updatedTo?: Date | undefined;
  after?: { created: Date; orderId: string } | undefined;
}

export type OrderQuery = { clientId: string; filter: OrderFilter; limit: number; offset: number };

export const FILTERS = [
  ['status', 'text', 'status = w.status', ({ status }: OrderFilter) => status],
  ['created_from', 'timestamptz', 'created > w.created_from', ({ createdFrom }: OrderFilter) => createdFrom],
  ['created_to', 'timestamptz', 'created <= w.created_to', ({ createdTo }: OrderFilter) => createdTo],
  ['updated_from', 'timestamptz', 'updated > w.updated_from', ({ updatedFrom }: OrderFilter) => updatedFrom],
  ['updated_to', 'timestamptz', 'updated <= w.updated_to', ({ updatedTo }: OrderFilter) => updatedTo],
  ['after_created', 'timestamptz', 'created <= w.after_created', ({ after }: OrderFilter) => after?.created],
  [
    'after_id',
    'text',
    '(created < w.after_created or order_id > w.after_id)',
    ({ after }: OrderFilter) => after?.orderId,
  ],
] as const;

/** Names every status, because PostgreSQL before 18 needs the names to find the index of recent changes. */
const ANY_STATUS = `status in (${ORDER_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Returns the names of the filters in use. Only queries of the same shape share a statement. */
export function shapeOf({ filter }: OrderQuery): string {
  return FILTERS.map(([, , , value]) => (value(filter) === undefined ? '-' : '+')).join('');
}

/**
 * Lists the client's summaries (JSON texts) for each query: newest first, then by orderId in code-point
 * order. All queries have one shape, and each shape has its own statement and plan.
 */
export async function listOrders(
  connection: Connection,
  clientId: string,
  queries: readonly OrderQuery[],
): Promise<string[][]> {
  const [first] = queries;
  if (!first) return [];
  const used = FILTERS.filter(([, , , value]) => value(first.filter) !== undefined);
  const columns = ['"limit"', '"offset"', ...used.map(([name]) => name)];
  const types = ['int', 'bigint', ...used.map(([, type]) => type)];
  const conditions: string[] = used.map(([, , condition]) => condition);
  const values: unknown[] = [
    clientId,
    ...columnsOf(queries, 'limit', 'offset'),
    ...used.map(([, , , value]) => queries.map(({ filter }) => value(filter))),
  ];
  // The planner sees the size of the range only in a bound for all queries, and only in a statement without a
  // name.
  const { updatedFrom, updatedTo } = first.filter;
  if (updatedTo) {
    const latest = Math.max(...queries.map(({ filter }) => Number(filter.updatedTo)));
    // An order cannot change before it was created.
    conditions.push(`updated <= $${values.push(new Date(latest))}`, 'created <= w.updated_to');
  }
  const walk = (of: readonly string[], bound: string, from = 'orders') =>
    `select summary, created, order_id from ${from} where ${['client_id = $1', ...of].join(' and ')}
               order by created desc, order_id ${bound}`;
  const bound = 'limit w."limit" offset w."offset"';
  let page = walk(conditions, bound);
  if (updatedFrom) {
    // Orders created after the moment have also changed after it, and come first. Only if they do not fill
    // the page, older orders are read from the index of recent changes.
    const earliest = Math.min(...queries.map(({ filter }) => Number(filter.updatedFrom)));
    const others = conditions.filter((condition) => condition !== 'updated > w.updated_from');
    const isOfStatus = first.filter.status !== undefined;
    const changes = [
      isOfStatus ? 'status = w.status' : ANY_STATUS,
      ...conditions.filter((condition) => condition.startsWith('updated ')),
      `updated > $${values.push(new Date(earliest))}`,
    ];
    // PostgreSQL cannot estimate how many orders of a status changed recently and would read all of them.
    // `offset 0` keeps it to the index of recent changes.
    const changed = `(
                 select summary, created, order_id, client_id, status, updated from orders
                 where ${['client_id = $1', ...changes].join(' and ')}
                   and exists (select from orders older where older.client_id = $1 and older.created <= w.updated_from) offset 0
               ) changed`;
    const older = [...conditions, 'created <= w.updated_from', ...(isOfStatus ? [] : changes)];
    const all = 'limit w."limit" + w."offset"';
    page = `select * from (
               (${walk([...others, 'created > w.updated_from'], all)})
               union all
               (${walk(older, all, isOfStatus ? changed : 'orders')})
             ) both_parts ${bound}`;
  }
  const { rows } = await connection.query<[string, string | null]>({
    ...(!updatedFrom && !updatedTo && { name: `list-orders ${shapeOf(first)}` }),
    rowMode: 'array',
    // One row for each list, because a row for each summary doubles the cost. Summaries contain no line
    // breaks.
    text: `select w.place, listed.summaries
           from unnest(${types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')})
             with ordinality as w (${columns.join(', ')}, place)
           cross join lateral (
             select string_agg(summary, E'\\n' order by created desc, order_id) as summaries from (
               ${page}
             ) as page
           ) as listed`,
    values,
  });
  const lists: string[][] = queries.map(() => []);
  for (const [place, summaries] of rows) if (summaries !== null) lists[Number(place) - 1] = summaries.split('\n');
  return lists;
}

/** Documents in one read: usually 2 KB each, at most some MB. */
const ORDERS_PER_PAGE = 50;
export type ExportFilter = Omit<OrderFilter, 'after'>;
type ExportedOrder = { orderId: string; created: Date; document: string };

export async function readOrdersAfter(
  connection: Connection,
  clientId: string,
  { status, createdFrom, createdTo, updatedFrom, updatedTo }: ExportFilter,
  after: Pick<ExportedOrder, 'created' | 'orderId'> | undefined,
): Promise<ExportedOrder[]> {
  return queryRows<ExportedOrder>(connection, {
    text: `select order_id as "orderId", created, document from orders
           where client_id = $1 and ($2::text is null or status = $2)
             and ($3::timestamptz is null or created > $3) and ($4::timestamptz is null or created <= $4)
             and ($5::timestamptz is null or updated > $5) and ($5::timestamptz is null or $2::text is not null or ${ANY_STATUS})
             and ($6::timestamptz is null or updated <= $6) and ($7::timestamptz is null or created >= $7)
             and ($7::timestamptz is null or created > $7 or order_id < $8)
           order by created, order_id desc limit $9`,
    values: [
      ...[clientId, status, createdFrom, createdTo, updatedFrom, updatedTo],
      ...[after?.created, after?.orderId, ORDERS_PER_PAGE],
    ],
  });
}
