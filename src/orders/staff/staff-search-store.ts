import { isDistributed } from '../../platform/database/distribution.ts';
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
  orderedPart,
} from './order-conditions-store.ts';
import type { WordSample } from './search-windows-rules.ts';
import { countNarrow, findOnNodes, sampleWordsOnNodes, walkOnNodes } from './staff-list-distributed-store.ts';

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
  items: number;
}

export type FoundOrders = { orders: ListedOrder[]; next?: OrderPosition };

const LISTED = `o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.status, o.version, o.created, o.updated,
            o.reason_code as "reasonCode", o.reason_message as "reasonMessage", o.recipient, o.country, o.carrier, o.cancellation,
            coalesce(o.status_since, o.updated) as "statusSince",
            exists (select 1 from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id) as "isPreferred",
            coalesce(o.item_count, 0) as items`;

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

/** Counts the orders with each word in `samples` samples of `sizeMax` orders, evenly spread over time. */
export async function sampleWords(
  connection: Connection,
  words: readonly string[],
  { samples, sizeMax }: { samples: number; sizeMax: number },
): Promise<WordSample> {
  if (isDistributed()) return sampleWordsOnNodes(connection, words, { samples, sizeMax });
  const counts = words.map((_, index) => `count(*) filter (where terms @@ $${index + 3}::tsquery)::int`);
  const { rows } = await connection.query<WordSample['times'] & WordSample>(
    `with ends as (
       select (select created from order_search order by created desc limit 1) as newest,
              (select created from order_search order by created limit 1) as oldest
     ), moments as (
       select n, newest - (newest - oldest) * n / $1::int as moment from ends, generate_series(0, $1::int - 1) n
     )
     select count(*)::int as sampled, array[${counts.join(', ')}] as counts, (select newest from ends) as newest,
            (select oldest from ends) as oldest, min(sample.created) filter (where n = 0) as "sampledTo"
     from moments cross join lateral (
       select terms, created from order_search where created <= moment
       order by created desc, client_id collate "C", order_id limit $2
     ) sample`,
    [samples, sizeMax, ...words],
  );
  const { sampled, counts: found, ...times } = rows[0] as WordSample & NonNullable<WordSample['times']>;
  return { sampled, counts: found, ...(sampled > 0 && { times }) };
}

type Among = { found: OrderPosition[]; candidates: number };

export interface Wanted {
  all: string;
  limit: number;
  /** With more candidates than this, no candidate is examined and the result is undefined. */
  candidatesMax: number;
}

/**
 * Finds orders that contain `word` and match the text query `all` and the filter, newest first. Candidates
 * are the orders with `word` in the filter's time. With `isOfAllTime`, all orders with `word` are candidates,
 * which avoids a full read of the index of times.
 */
export async function findByWord(
  connection: Connection,
  filter: OperatorOrderFilter,
  word: string,
  { all, limit, candidatesMax, isOfAllTime = false }: Wanted & { isOfAllTime?: boolean },
): Promise<Among | undefined> {
  if (isDistributed()) return { found: await findOnNodes(connection, filter, { all, limit }), candidates: 0 };
  const values: unknown[] = [all, limit, candidatesMax + 1, word];
  const value = (one: unknown) => `$${values.push(one)}`;
  const ofClient = filter.clientId === undefined ? [] : [`s.client_id = ${value(filter.clientId)}`];
  const ofTime = createdConditions('s', filter, value);
  const made = ['s.terms @@ $4::tsquery', ...(isOfAllTime ? [] : ofTime)];
  const ofOrders = orderConditions(filter, value);
  // Sorted as the list, so that the mode is looked up only for clients on the page.
  return findAmong(
    connection,
    `select s.client_id, s.order_id, s.created, s.terms from order_search s where ${made.join(' and ')} limit $3`,
    `(
       select s.client_id, s.order_id, s.created from candidates s ${ofOrders.length > 0 ? joinOrdersOf('s') : ''}
       where ${['s.terms @@ $1::tsquery', ...(isOfAllTime ? ofTime : []), ...ofClient, ...ofOrders].join(' and ')}
       order by s.created desc, s.client_id collate "C", s.order_id offset 0
     ) s
     where ${ofClientMode('s', filter.mode)}`,
    values,
    candidatesMax,
  );
}

/** Finds orders by the filter and the text query `all`, newest first. Candidates match `narrowPart`. */
export async function findByFilter(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, limit, candidatesMax }: Wanted,
): Promise<Among | undefined> {
  if (isDistributed()) {
    if ((await countNarrow(connection, filter)) > candidatesMax) return undefined;
    return { found: await findOnNodes(connection, filter, { all, limit }), candidates: 0 };
  }
  const values: unknown[] = [all, limit, candidatesMax + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const part = narrowPart(filter);
  const ofOrders = [...createdConditions('o', filter, value), ...orderConditions(part, value)];
  const rest = orderConditions(omitFilters(filter, part), value);
  return findAmong(
    connection,
    `select o.client_id, o.order_id, o.created from orders o
     where ${[...ofOrders, ofClientMode('o', filter.mode)].join(' and ')} limit $3`,
    `candidates s
     join order_search t on t.client_id = s.client_id and t.order_id = s.order_id
     ${rest.length > 0 ? joinOrdersOf('s') : ''}
     where ${['t.terms @@ $1::tsquery', ...rest].join(' and ')}`,
    values,
    candidatesMax,
  );
}

/** Selects from the candidates `s` of `among`. `$2` is the limit, `$3` the candidates plus one. */
async function findAmong(
  connection: Connection,
  among: string,
  rest: string,
  values: readonly unknown[],
  candidatesMax: number,
): Promise<Among | undefined> {
  const { rows } = await connection.query<OrderPosition & { candidates: number }>(
    `with candidates as materialized (${among})
     select counted.candidates, found.* from (select count(*)::int as candidates from candidates) counted
     left join (
       select s.client_id as "clientId", s.order_id as "orderId", s.created from ${rest} and (select count(*) from candidates) < $3
       order by s.created desc, s.client_id collate "C", s.order_id limit $2
     ) found on true
     order by found.created desc, found."clientId" collate "C", found."orderId"`,
    [...values],
  );
  const candidates = rows[0]?.candidates ?? 0;
  if (candidates > candidatesMax) return undefined;
  const found = rows.filter(({ orderId }) => orderId !== null);
  return { found: found.map(({ clientId, orderId, created }) => ({ clientId, orderId, created })), candidates };
}

/**
 * Walks through at most `visitedMax` orders of the list until `limit` of them match the text query `all`.
 * `stoppedAt` is the last visited order, if `visitedMax` ended the walk.
 */
export async function walkOrders(
  connection: Connection,
  filter: OperatorOrderFilter,
  wanted: { all: string; limit: number; visitedMax: number },
): Promise<{ found: OrderPosition[]; stoppedAt?: OrderPosition }> {
  if (isDistributed() && filter.clientId === undefined) return walkOnNodes(connection, filter, wanted);
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
  const isOfClient = filter.clientId !== undefined;
  const ofOrders = orderConditions(isOfClient ? omitFilters(filter, orderedPart(filter)) : filter, value);
  // Repeated for each table, so that only one node is asked. On one node the planner would read all words of
  // the client.
  const ofClient =
    isOfClient && isDistributed()
      ? ['s', ...(ofOrders.length > 0 ? ['o'] : [])].map((table) => `${table}.client_id = ${value(filter.clientId)}`)
      : [];
  // Nested loops keep the order of the walk, so nothing is sorted and the walk ends with the last match.
  return queryRows<OrderPosition>(connection, {
    text: `select w.client_id as "clientId", w.order_id as "orderId", w.created
     from (${walkOf(filter, value, '$3')}) w
     ${isOfClient ? 'join order_search s on s.client_id = w.client_id and s.order_id = w.order_id' : ''}
     ${ofOrders.length > 0 ? joinOrdersOf('w') : ''}
     where ${['terms @@ $1::tsquery', ofClientMode('w', filter.mode), ...ofClient, ...ofOrders].join(' and ')}
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

/** Returns SQL for the orders, newest first. The index of one client's orders includes the status. */
function walkOf(filter: OperatorOrderFilter, value: (one: unknown) => string, limit: string): string {
  if (filter.clientId === undefined) {
    const conditions = ['true', ...createdConditions('s', filter, value)];
    return `select s.client_id, s.order_id, s.created, s.client_id collate "C" as client_place, s.terms from order_search s
       where ${conditions.join(' and ')} order by s.created desc, s.client_id collate "C", s.order_id limit ${limit}`;
  }
  const conditions = [
    `o.client_id = ${value(filter.clientId)}`,
    ...createdConditions('o', filter, value),
    ...orderConditions(orderedPart(filter), value),
  ];
  return `select o.client_id, o.order_id, o.created, '' as client_place from orders o
       where ${conditions.join(' and ')} order by o.created desc, o.order_id limit ${limit}`;
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
