import { isDistributed } from '../../platform/database/is-distributed.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-fields.ts';

export interface OrderFilter {
  status?: OrderStatus | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Exclusive. */
  updatedFrom?: Date | undefined;
  /** Inclusive. */
  updatedTo?: Date | undefined;
  /** Only what comes after this order in the list. */
  after?: { created: Date; orderId: string } | undefined;
}

export interface OrderQuery {
  clientId: string;
  filter: OrderFilter;
  limit: number;
  offset: number;
}

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

/** The statuses one by one, as the index of changes has them. */
const ANY_STATUS = `status in (${ORDER_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Names the filters that a query uses; only queries of the same shape go into one statement. */
export function shapeOf({ filter }: OrderQuery): string {
  return FILTERS.map(([, , , value]) => (value(filter) === undefined ? '-' : '+')).join('');
}

/**
 * For each query, all of one shape, the summaries (JSON texts) of orders newest first, then by orderId in code-point
 * order. Each shape is a statement of its own, with a plan of its own.
 */
export async function listOrders(
  connection: Connection,
  queries: readonly OrderQuery[],
): Promise<string[][]> {
  const [first] = queries;
  if (!first) return [];
  if (isDistributed()) return Promise.all(queries.map((query) => listOrdersOfOne(connection, query)));
  const used = FILTERS.filter(([, , , value]) => value(first.filter) !== undefined);
  const columns = ['client_id', '"limit"', '"offset"', ...used.map(([name]) => name)];
  const types = ['text', 'int', 'bigint', ...used.map(([, type]) => type)];
  const conditions: string[] = used.map(([, , condition]) => condition);
  const values: unknown[] = [
    queries.map(({ clientId }) => clientId),
    queries.map(({ limit }) => limit),
    queries.map(({ offset }) => offset),
    ...used.map(([, , , value]) => queries.map(({ filter }) => value(filter))),
  ];
  // How much is asked for the planner sees in a bound for all queries alone, and only in a statement without a name.
  const { updatedFrom, updatedTo } = first.filter;
  if (updatedTo) {
    const latest = Math.max(...queries.map(({ filter }) => Number(filter.updatedTo)));
    // No order changed before it was made.
    conditions.push(`updated <= $${values.push(new Date(latest))}`, 'created <= w.updated_to');
  }
  const walk = (of: readonly string[], bound: string, from = 'orders') =>
    `select summary, created, order_id from ${from}
               where ${['client_id = w.client_id', ...of].join(' and ')}
               order by created desc, order_id ${bound}`;
  const bound = 'limit w."limit" offset w."offset"';
  let page = walk(conditions, bound);
  if (updatedFrom) {
    // What was made after the moment has changed after it, and comes first in the list. Only where that does not fill the page, older orders are
    // looked for, among those that changed since, which an index has by their status.
    const earliest = Math.min(...queries.map(({ filter }) => Number(filter.updatedFrom)));
    const others = conditions.filter((condition) => condition !== 'updated > w.updated_from');
    const isOfStatus = first.filter.status !== undefined;
    const changes = [
      isOfStatus ? 'status = w.status' : ANY_STATUS,
      ...conditions.filter((condition) => condition.startsWith('updated ')),
      `updated > $${values.push(new Date(earliest))}`,
    ];
    // Of those of a status PostgreSQL cannot tell how many changed lately, and would walk along all of them: it is kept to the index of changes.
    const changed = `(
                 select summary, created, order_id, client_id, status, updated from orders
                 where ${['client_id = w.client_id', ...changes].join(' and ')}
                   and exists (select from orders older where older.client_id = w.client_id and older.created <= w.updated_from) offset 0
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
    // One row for each list: no summary has a line break in it, and a row for each of them costs as much again as finding them.
    text: `select w.place, listed.summaries
           from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
             with ordinality as w (${columns.join(', ')}, place)
           cross join lateral (
             select string_agg(summary, E'\\n' order by created desc, order_id) as summaries from (
               ${page}
             ) as page
           ) as listed`,
    values,
  });
  const lists: string[][] = queries.map(() => []);
  for (const [place, summaries] of rows)
    if (summaries !== null) lists[Number(place) - 1] = summaries.split('\n');
  return lists;
}

/** The same for one query. In a distributed database no statement takes a limit from a row, and each list is on one node. */
async function listOrdersOfOne(
  connection: Connection,
  { clientId, filter, limit, offset }: OrderQuery,
): Promise<string[]> {
  const values: unknown[] = [clientId, limit, offset];
  let where = 'client_id = $1';
  for (const [, , condition, value] of FILTERS) if (value(filter) !== undefined) where += ` and ${condition}`;
  for (const [name, type, , value] of FILTERS) {
    if (value(filter) !== undefined)
      where = where.replaceAll(`w.${name}`, `$${values.push(value(filter))}::${type}`);
  }
  const { rows } = await connection.query<{ summary: string }>(
    `select summary from orders where ${where} order by created desc, order_id limit $2 offset $3`,
    values,
  );
  return rows.map(({ summary }) => summary);
}

/** Documents read at once; one has 2 KB as a rule, and some MB at most. */
const ORDERS_PER_PAGE = 50;

export type ExportFilter = Omit<OrderFilter, 'after'>;

export interface ExportedOrder {
  orderId: string;
  created: Date;
  document: string;
}

/**
 * The next orders of the client after that one, oldest first. What changed lately an index has by status, and PostgreSQL before 18 finds it there only where the statuses are
 * named; it would walk through all orders of the client.
 */
export async function readOrdersAfter(
  connection: Connection,
  clientId: string,
  { status, createdFrom, createdTo, updatedFrom, updatedTo }: ExportFilter,
  after: Pick<ExportedOrder, 'created' | 'orderId'> | undefined,
): Promise<ExportedOrder[]> {
  const { rows } = await connection.query<ExportedOrder>({
    text: `select order_id as "orderId", created, document from orders
           where client_id = $1
             and ($2::text is null or status = $2)
             and ($3::timestamptz is null or created > $3) and ($4::timestamptz is null or created <= $4)
             and ($5::timestamptz is null or updated > $5) and ($5::timestamptz is null or $2::text is not null or ${ANY_STATUS})
             and ($6::timestamptz is null or updated <= $6)
             and ($7::timestamptz is null or created >= $7)
             and ($7::timestamptz is null or created > $7 or order_id < $8)
           order by created, order_id desc limit $9`,
    values: [
      clientId,
      status,
      createdFrom,
      createdTo,
      updatedFrom,
      updatedTo,
      after?.created,
      after?.orderId,
      ORDERS_PER_PAGE,
    ],
  });
  return rows;
}
