import { isDistributed } from '../../database/is-distributed.ts';
import type { Connection } from '../../database/transaction.ts';
import type { OrderSort } from './list-orders.ts';
import {
  createdConditions,
  OPEN_STATUSES,
  type OperatorOrderFilter,
  type OrderPosition,
  orderConditions,
  STATUSES,
} from './order-conditions-store.ts';

/** Orders of one page that are looked at, of all clients together, and of each client or value at least. */
const VISITED_MAX = 20_000;
const VISITED_OF_CLIENT_MIN = 200;

interface Way {
  /** Rows of one index, in whose order they are read, as `d`; `g.key` is one of the keys. */
  from: string;
  /** By which the rows of one client, and of one key, are found. */
  where: string[];
  /** The moment that they are sorted by. */
  at: string;
  /** Values of which each has rows of its own in the index; absent: there are no such. */
  keys?: readonly string[];
  /** The index spans the clients; else `g.client_id` is one of them. */
  isOfAll?: true;
  /** What is still to be asked of each order. */
  rest: OperatorOrderFilter;
}

const OPEN = `d.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;
const ASKED_TO_CANCEL = `d.status = 'ACCEPTED' and d.cancellation = 'REQUESTED'`;
const OF_GROUP = 'd.client_id = g.client_id';
const PREFERRED = `(select o.client_id, o.order_id, o.created from stock_preferences p join orders o using (client_id, order_id)) d`;

/** Of live clients together: the index that spans them and fits the filter best, so that the cost does not grow with the clients either. Undefined: none does. */
function wayOfAll(filter: OperatorOrderFilter, sort: OrderSort): Way | undefined {
  const { statuses, reasons, held, orderIds, cancellationRequested } = filter;
  // Sandbox orders are few among the others.
  if (filter.mode !== 'live' || filter.clientId !== undefined) return undefined;
  const all = { from: 'orders d', at: 'd.created', isOfAll: true } as const;
  if (orderIds) {
    const of = sort === 'longest' ? { at: 'd.status_since', where: [OPEN] } : { where: [] };
    const where = [...of.where, 'd.order_id = g.key'];
    return { ...all, ...of, where, keys: orderIds, rest: { ...filter, orderIds: undefined } };
  }
  if (sort === 'longest') {
    const keys = statuses ?? OPEN_STATUSES;
    const where = [OPEN, 'd.status = g.key'];
    return { ...all, at: 'd.status_since', where, keys, rest: { ...filter, statuses: undefined } };
  }
  if (filter.preferred)
    return { ...all, from: PREFERRED, where: [], rest: { ...filter, preferred: undefined } };
  if (filter.code !== undefined) return undefined;
  if (cancellationRequested) {
    return { ...all, where: [ASKED_TO_CANCEL], rest: { ...filter, cancellationRequested: false } };
  }
  if (held || reasons) return { ...all, ...byReason(filter) };
  if (!areOpen(statuses) && (filter.country ?? filter.carrier) !== undefined) return undefined;
  const keys = statuses ?? STATUSES;
  return { ...all, where: ['d.status = g.key'], keys, rest: { ...filter, statuses: undefined } };
}

function byReason(filter: OperatorOrderFilter): Pick<Way, 'where' | 'keys' | 'rest'> {
  const { held, reasons } = filter;
  const keys = held ? ['on_hold'].filter((one) => !reasons || reasons.includes(one)) : (reasons ?? []);
  const rest = { ...filter, held: held ? undefined : held, reasons: undefined };
  return { where: ['d.reason_code = g.key'], keys, rest };
}

function areOpen(statuses: readonly string[] | undefined): boolean {
  return statuses?.every((status) => (OPEN_STATUSES as readonly string[]).includes(status)) ?? false;
}

/** The index of each client that fits the filter best: what is found by it in order, so that a page costs what it shows and not what there is. */
function wayOfClients(filter: OperatorOrderFilter, sort: OrderSort, value: (one: unknown) => string): Way {
  const { statuses, reasons, held, code, country, carrier, cancellationRequested, orderIds } = filter;
  const orders = { from: 'orders d', at: 'd.created' };
  const where: string[] = [OF_GROUP];
  if (orderIds) {
    const of = sort === 'longest' ? { at: 'd.status_since', where: [...where, OPEN] } : { where };
    const rest = { ...filter, orderIds: undefined };
    return { ...orders, ...of, where: [...of.where, 'd.order_id = g.key'], keys: orderIds, rest };
  }
  if (sort === 'longest') {
    const keys = statuses ?? OPEN_STATUSES;
    const rest = { ...filter, statuses: undefined };
    return {
      from: 'orders d',
      at: 'd.status_since',
      where: [...where, OPEN, 'd.status = g.key'],
      keys,
      rest,
    };
  }
  if (filter.preferred) {
    return { from: PREFERRED, at: 'd.created', where, rest: { ...filter, preferred: undefined } };
  }
  if (code !== undefined) {
    // Of several items with the code the first.
    const same = `from order_items e where e.client_id = d.client_id and e.order_id = d.order_id and e.code = d.code`;
    const isFirst = isDistributed()
      ? `not exists (select ${same} and e.position < d.position)`
      : `d.position = (select min(e.position) ${same})`;
    const rest = { ...filter, code: undefined };
    return {
      from: 'order_items d',
      at: 'd.created',
      where: [...where, `d.code = ${value(code)}`, isFirst],
      rest,
    };
  }
  if (cancellationRequested) {
    return {
      ...orders,
      where: [...where, ASKED_TO_CANCEL],
      rest: { ...filter, cancellationRequested: false },
    };
  }
  if (held || reasons) {
    const of = byReason(filter);
    return { ...orders, ...of, where: [...where, ...of.where] };
  }
  const isOpen = areOpen(statuses);
  if (!isOpen && country !== undefined) {
    const from = 'order_search d';
    const rest = { ...filter, country: undefined };
    return { from, at: 'd.created', where: [...where, `d.country = ${value(country)}`], rest };
  }
  if (!isOpen && carrier !== undefined) {
    const from = 'order_search d';
    const rest = { ...filter, carrier: undefined };
    return { from, at: 'd.created', where: [...where, `d.carrier = ${value(carrier)}`], rest };
  }
  if (statuses) {
    const rest = { ...filter, statuses: undefined };
    return { ...orders, where: [...where, 'd.status = g.key'], keys: statuses, rest };
  }
  return { ...orders, where, rest: filter };
}

/**
 * The places of orders of all clients in the list's order: newest, or longest in their status first, then by client and orderId in code-point order; `oldest` is
 * the list of the newest from its end. They are found by indexes that span the clients; by country, carrier and item, and for sandboxes, in the index of each client, and then
 * merged, which costs more the more clients there are. Where the index does not tell all that is asked for, so many orders are looked at and no more: `cameTo` is then
 * where the next page begins, however few are on this one.
 */
export async function listOrderPlaces(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<{ found: OrderPosition[]; cameTo?: OrderPosition }> {
  const values: unknown[] = [filter.mode, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const way = wayOfAll(filter, sort) ?? wayOfClients(filter, sort, value);
  if (isDistributed())
    return { found: await listPlacesOnNodes(connection, { filter, way, sort, limit }, values) };
  const { from, at, isOfAll } = way;
  const groups = groupsOf(filter, way, value);
  const where = ['true', ...way.where, ...rangeOf(way, sort, value)].join(' and ');
  const inOrder = (moment: string, table: string) => listOrder(sort, moment, table);
  const ofClient = sort === 'oldest' ? 'order_id desc' : 'order_id';
  const direction = sort === 'newest' ? ' desc' : '';
  // The order of the index, in which nothing needs to be sorted.
  const order = isOfAll ? inOrder(at, 'd') : `${at}${direction}, d.${ofClient}`;
  const walk = (bound: string) =>
    `select d.client_id, d.order_id, ${at} as at, d.client_id collate "C" as client_place from ${from}
     where ${where} order by ${order} ${bound}`;
  const shared = values.length;
  const rest = orderConditions(way.rest, value);
  const ofOrders =
    rest.length > 0 ? 'join orders o on o.client_id = w.client_id and o.order_id = w.order_id' : '';
  const ofMode = isOfAll ? 'join clients c on c.client_id = w.client_id and c.mode = $1' : '';
  const isBounded = isOfAll || rest.length > 0;
  const ofGroup = isBounded
    ? `select w.* from (${walk('limit (select visited from share)')}) w ${ofMode} ${ofOrders}
       where ${['true', ...rest].join(' and ')} order by ${isOfAll ? `w.at${direction}, w.client_place${sort === 'oldest' ? ' desc' : ''}` : `w.at${direction}`}, w.${ofClient} limit $2`
    : walk('limit $2');
  const { rows: found } = await connection.query<OrderPosition>(
    `with ${groups}
     select f.client_id as "clientId", f.order_id as "orderId", f.at as created
     from groups g cross join lateral (${ofGroup}) f
     order by ${inOrder('f.at', 'f')} limit $2`,
    values,
  );
  if (!isBounded || found.length === limit) return { found };
  const { rows: ends } = await connection.query<OrderPosition>(
    `with ${groups}
     select f.client_id as "clientId", f.order_id as "orderId", f.at as created
     from groups g cross join lateral (${walk('offset (select visited from share) - 1 limit 1')}) f
     order by ${inOrder('f.at', 'f')} limit least($2::int, 1)`,
    values.slice(0, shared),
  );
  const [cameTo] = ends;
  if (!cameTo) return { found };
  // What lies behind the first end was not looked at everywhere.
  return { found: found.filter((one) => !isBehind(one, cameTo, sort)), cameTo };
}

function listOrder(sort: OrderSort, moment: string, table: string): string {
  return sort === 'oldest'
    ? `${moment}, ${table}.client_id collate "C" desc, ${table}.order_id desc`
    : `${moment}${sort === 'newest' ? ' desc' : ''}, ${table}.client_id collate "C", ${table}.order_id`;
}

interface NodesQuery {
  filter: OperatorOrderFilter;
  way: Way;
  sort: OrderSort;
  limit: number;
}

/** The same in a distributed database: each node gives the first of its own, for each key in a statement of its own, and all of them are merged. */
async function listPlacesOnNodes(
  connection: Connection,
  { filter, way, sort, limit }: NodesQuery,
  given: readonly unknown[],
): Promise<OrderPosition[]> {
  const isOfIds = way.keys === filter.orderIds;
  const lists: OrderPosition[][] = [];
  for (const key of isOfIds ? [way.keys] : (way.keys ?? [undefined])) {
    const values = [...given];
    const value = (one: unknown) => `$${values.push(one)}`;
    const ofKey = () => (isOfIds ? `any(${value(key)}::text[])` : value(key));
    const conditions = way.where
      .filter((condition) => condition !== OF_GROUP)
      .map((condition) => condition.replace('g.key', ofKey));
    if (filter.clientId !== undefined) conditions.push(`d.client_id = ${value(filter.clientId)}`);
    const rest = orderConditions(way.rest, value);
    const where = ['true', ...conditions, ...rangeOf(way, sort, value), ...rest].join(' and ');
    const { rows } = await connection.query<OrderPosition>(
      `select d.client_id as "clientId", d.order_id as "orderId", ${way.at} as created
       from ${way.from} join clients c on c.client_id = d.client_id and c.mode = $1
       ${rest.length > 0 ? 'join orders o on o.client_id = d.client_id and o.order_id = d.order_id' : ''}
       where ${where} order by ${listOrder(sort, way.at, 'd')} limit $2`,
      values,
    );
    lists.push(rows);
  }
  const merged = lists.flat().sort((one, other) => (isBehind(one, other, sort) ? 1 : -1));
  return merged.slice(0, limit);
}

/** Clients, each with each of the keys, or the keys alone, and how many orders of each may be looked at. */
function groupsOf(
  { clientId }: OperatorOrderFilter,
  { keys, isOfAll }: Way,
  value: (one: unknown) => string,
): string {
  const ofClient = clientId === undefined ? '' : `and c.client_id = ${value(clientId)}`;
  const given = keys ? `unnest(${value(keys)}::text[]) as k (key)` : `(select '' as key) k`;
  return `groups as materialized (
       select ${isOfAll ? 'k.key' : 'c.client_id, k.key'}
       from ${isOfAll ? `${given} where $1 = 'live'` : `clients c cross join ${given} where c.mode = $1 ${ofClient}`}
     ), share as materialized (
       select greatest(${VISITED_OF_CLIENT_MIN}, ${VISITED_MAX} / greatest(1, count(*)))::bigint as visited from groups
     )`;
}

/** When the orders were made, and where the page before came to, as conditions on the rows of the index. */
function rangeOf({ at, rest }: Way, sort: OrderSort, value: (one: unknown) => string): string[] {
  const { after, createdFrom, createdTo, updatedTo, inStatusSince } = rest;
  // No order changed before it was made.
  const ends = [createdTo, updatedTo, inStatusSince].filter((end) => end !== undefined);
  const made = { createdFrom, createdTo: ends.sort((one, other) => Number(one) - Number(other))[0] };
  if (sort === 'newest') return createdConditions('d', { ...made, after }, value);
  const conditions = createdConditions('d', made, value);
  if (sort === 'longest' && inStatusSince) conditions.push(`${at} <= ${value(inStatusSince)}`);
  if (!after) return conditions;
  const moment = value(after.created);
  const behind = sort === 'oldest' ? '<' : '>';
  const place = `(${value(after.clientId)}::text collate "C", ${value(after.orderId)})`;
  return [
    ...conditions,
    `${at} >= ${moment}`,
    `(${at} > ${moment} or (d.client_id collate "C", d.order_id) ${behind} ${place})`,
  ];
}

function isBehind(one: OrderPosition, other: OrderPosition, sort: OrderSort): boolean {
  const later = Number(one.created) - Number(other.created);
  const names = compare(one.clientId, other.clientId) || compare(one.orderId, other.orderId);
  if (sort === 'newest') return later < 0 || (later === 0 && names > 0);
  return later > 0 || (later === 0 && (sort === 'oldest' ? names < 0 : names > 0));
}

/** In code-point order, as the database has them. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
