import { ofClientMode } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import {
  createdConditions,
  joinOrdersOf,
  narrowPart,
  type OperatorOrderFilter,
  type OrderPosition,
  omitFilters,
  orderConditions,
} from './order-conditions-store.ts';

export interface ListedOrder extends OrderPosition {
  clientName: string;
  status: string;
  version: number;
  updated: Date;
  reasonCode: string | null;
  reasonMessage: string | null;
  recipient: string | null;
  country: string | null;
  carrier: string | null;
  statusSince: Date;
  cancellation: string | null;
  /** First in the queue for stock. */
  isPreferred: boolean;
  due: Date | null;
  rush: boolean;
  items: number;
  assigneeName: string | null;
  tags: string[] | null;
}

export interface FoundOrders {
  orders: ListedOrder[];
  next?: OrderPosition;
  /** Number of the newest orders that were sorted, if there may be more of them. */
  sorted?: number;
}

const LISTED = `o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.status, o.version, o.created, o.updated,
            o.reason_code as "reasonCode", o.reason_message as "reasonMessage", o.recipient, o.country, o.carrier, o.cancellation,
            coalesce(o.status_since, o.updated) as "statusSince", o.due, o.rush,
            exists (select 1 from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id) as "isPreferred",
            coalesce(o.item_count, 0) as items,
            (select m.assignee_name from order_marks m where m.client_id = o.client_id and m.order_id = o.order_id) as "assigneeName",
            (select m.tags from order_marks m where m.client_id = o.client_id and m.order_id = o.order_id) as tags`;

export async function listOrdersByKey(
  connection: Connection,
  keys: readonly Pick<OrderPosition, 'clientId' | 'orderId'>[],
) {
  return queryRows<ListedOrder>(connection, {
    text: `select ${LISTED} from unnest($1::text[], $2::text[]) with ordinality as page (client_id, order_id, place)
     ${joinOrdersOf('page')}
     join clients c on c.client_id = page.client_id order by page.place`,
    values: [keys.map(({ clientId }) => clientId), keys.map(({ orderId }) => orderId)],
  });
}

/** Lists the documents of the orders in the order of `keys`. */
export async function listDocumentsByKey(
  connection: Connection,
  keys: readonly Pick<OrderPosition, 'clientId' | 'orderId'>[],
): Promise<string[]> {
  const { rows } = await connection.query<{ document: string }>(
    `select o.document from unnest($1::text[], $2::text[]) with ordinality as page (client_id, order_id, place)
     ${joinOrdersOf('page')} order by page.place`,
    [keys.map(({ clientId }) => clientId), keys.map(({ orderId }) => orderId)],
  );
  return rows.map(({ document }) => document);
}

/** Orders in the sample that tells rare words from frequent ones. */
const SAMPLED = 2_000;
/** A word is rare if at most one in this number of orders has it. */
const RARE_ONE_IN = 200;

/** Returns the words that few of the newest orders in the filter's time have. */
export async function findRareWords(
  connection: Connection,
  words: readonly string[],
  { createdTo, after }: OperatorOrderFilter,
): Promise<string[]> {
  const values: unknown[] = [SAMPLED, ...words];
  const conditions = createdConditions('s', { createdTo, after }, (one) => `$${values.push(one)}`);
  const counts = words.map((_, place) => `count(*) filter (where terms @@ $${place + 2}::tsquery)::int`);
  const sample = await queryRow<{ counts: number[] }>(connection, {
    text: `select array[${counts.join(', ')}] as counts
           from (
             select s.terms from order_search s where ${['true', ...conditions].join(' and ')}
             order by s.created desc, s.client_id collate "C", s.order_id limit $1
           ) sample`,
    values,
  });
  return words.filter((_, place) => (sample?.counts[place] ?? 0) * RARE_ONE_IN <= SAMPLED);
}

/** Finds the orders that match the text queries `rare`, in the index of words, `all` and the filter. */
export async function findByWords(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, rare, limit }: { all: string; rare: string; limit: number },
): Promise<OrderPosition[]> {
  const values: unknown[] = [all, limit, rare];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = [
    's.terms @@ $1::tsquery',
    ...createdConditions('s', filter, value),
    ofClientMode('s', filter.mode),
  ];
  if (filter.clientId !== undefined) conditions.push(`s.client_id = ${value(filter.clientId)}`);
  const ofOrders = orderConditions(filter, value);
  // Times are compared afterwards, so that PostgreSQL cannot choose the index of times.
  return queryRows<OrderPosition>(connection, {
    text: `with matches as materialized (
             select client_id, order_id, created, terms from order_search where terms @@ $3::tsquery
           )
           select s.client_id as "clientId", s.order_id as "orderId", s.created
           from matches s ${ofOrders.length > 0 ? joinOrdersOf('s') : ''}
           where ${[...conditions, ...ofOrders].join(' and ')}
           order by s.created desc, s.client_id collate "C", s.order_id limit $2`,
    values,
  });
}

/**
 * Walks through at most `visitedMax` orders of the list until `limit` of them match the text query `all`.
 * `stoppedAt` is the last visited order, if `visitedMax` ended the walk.
 */
export async function searchNewestOrders(
  connection: Connection,
  filter: OperatorOrderFilter,
  wanted: { all: string; limit: number; visitedMax: number },
): Promise<{ found: OrderPosition[]; stoppedAt?: OrderPosition }> {
  const found = await findOnWalk(connection, filter, wanted);
  if (found.length === wanted.limit) return { found };
  const stoppedAt = await findEndOfWalk(connection, filter, wanted.visitedMax);
  return { found, ...(stoppedAt && { stoppedAt }) };
}

async function findOnWalk(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, limit, visitedMax }: { all: string; limit: number; visitedMax: number },
): Promise<OrderPosition[]> {
  const values: unknown[] = [all, limit, visitedMax];
  const value = (one: unknown) => `$${values.push(one)}`;
  const isOfOrders = hasOrderIndex(filter);
  const ofOrders = orderConditions(isOfOrders ? omitFilters(filter, narrowPart(filter)) : filter, value);
  // Nested loops keep the order of the walk, so nothing is sorted and the walk ends with the last match.
  return queryRows<OrderPosition>(connection, {
    text: `select w.client_id as "clientId", w.order_id as "orderId", w.created
     from (${walkOf(filter, value, '$3')}) w
     ${isOfOrders ? 'join order_search s on s.client_id = w.client_id and s.order_id = w.order_id' : ''}
     ${ofOrders.length > 0 ? joinOrdersOf('w') : ''}
     where ${['terms @@ $1::tsquery', ofClientMode('w', filter.mode), ...ofOrders].join(' and ')}
     order by w.created desc, w.client_place, w.order_id limit $2`,
    values,
  });
}

async function findEndOfWalk(
  connection: Connection,
  filter: OperatorOrderFilter,
  visitedMax: number,
): Promise<OrderPosition | undefined> {
  const values: unknown[] = [visitedMax];
  const value = (one: unknown) => `$${values.push(one)}`;
  return queryRow<OrderPosition>(connection, {
    text: `select client_id as "clientId", order_id as "orderId", created
     from (${walkOf(filter, value, '$1')}) w order by created desc, client_place, order_id offset $1::int - 1`,
    values,
  });
}

/** Returns whether an index of `orders` has the orders of the filter, newest first. */
function hasOrderIndex({ clientId, statuses, reasons, held, cancellationRequested }: OperatorOrderFilter): boolean {
  return (clientId ?? statuses ?? reasons) !== undefined || held === true || cancellationRequested === true;
}

/** Returns SQL for the orders, newest first: of each status or reason, or of all from their words. */
function walkOf(filter: OperatorOrderFilter, value: (one: unknown) => string, limit: string): string {
  const inOrder = (table: string) => `${table}.created desc, ${table}.client_id collate "C", ${table}.order_id`;
  const conditionsOf = (table: string) => ['true', ...createdConditions(table, filter, value)];
  if (!hasOrderIndex(filter))
    return `select s.client_id, s.order_id, s.created, s.client_id collate "C" as client_place, s.terms from order_search s
       where ${conditionsOf('s').join(' and ')} order by ${inOrder('s')} limit ${limit}`;
  const { clientId, statuses, reasons, held, cancellationRequested } = filter;
  const ofClient = clientId === undefined ? [] : [`o.client_id = ${value(clientId)}`];
  const rest = { statuses: reasons ? statuses : undefined, held, cancellationRequested };
  const parts = (reasons ?? statuses ?? [undefined]).map((key) => {
    const ofKey = key === undefined ? [] : [`o.${reasons ? 'reason_code' : 'status'} = ${value(key)}`];
    const conditions = [...ofClient, ...ofKey, ...conditionsOf('o'), ...orderConditions(rest, value)];
    return `(select o.client_id, o.order_id, o.created, o.client_id collate "C" as client_place from orders o
       where ${conditions.join(' and ')} order by ${inOrder('o')} limit ${limit})`;
  });
  return `select * from (${parts.join(' union all ')}) part order by created desc, client_place, order_id limit ${limit}`;
}

/** Finds orders with exactly these ids, at most `limit`, in the index of ids over all clients. */
export async function findByOrderId(
  connection: Connection,
  filter: OperatorOrderFilter,
  orderIds: readonly string[],
  limit: number,
): Promise<OrderPosition[]> {
  const values: unknown[] = [filter.mode, orderIds, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const ofClients = ['c.mode = $1'];
  if (filter.clientId !== undefined) ofClients.push(`c.client_id = ${value(filter.clientId)}`);
  const ofOrders = [
    ...createdConditions('o', { ...filter, after: undefined }, value),
    ...orderConditions(filter, value),
  ];
  return queryRows<OrderPosition>(connection, {
    text: `select o.client_id as "clientId", o.order_id as "orderId", o.created
     from (select distinct id from unnest($2::text[]) as given (id)) given
     join orders o on o.order_id = given.id
     join clients c on c.client_id = o.client_id where ${[...ofClients, ...ofOrders].join(' and ')}
     order by o.created desc, o.client_id collate "C", o.order_id limit $3`,
    values,
  });
}
