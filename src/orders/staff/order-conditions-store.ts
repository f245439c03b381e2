import { ON_ALL_NODES } from '../../platform/database/distribution.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { DUE_STATUSES, ON_HOLD, OPEN_STATUSES, ORDER_STATUSES } from '../document/order-fields.ts';

/**
 * `newest` and `oldest` sort by creation, `longest` open orders by the time in their status, and `due` orders
 * with a due time by it.
 */
export const TIME_SORTS = ['newest', 'oldest', 'longest', 'due'] as const;
export type TimeSort = (typeof TIME_SORTS)[number];

/** Ranges exclude their start and include their end. `inStatusSince`: the status began then or earlier. */
export interface OperatorOrderFilter {
  mode: 'live' | 'sandbox';
  clientId?: string | undefined;
  statuses?: readonly string[] | undefined;
  /** Codes of statusReason; any of these. */
  reasons?: readonly string[] | undefined;
  carrier?: string | undefined;
  country?: string | undefined;
  code?: string | undefined;
  orderIds?: readonly string[] | undefined;
  inStatusSince?: Date | undefined;
  held?: boolean | undefined;
  preferred?: boolean | undefined;
  /** operator_id, or NONE. */
  assigneeId?: string | undefined;
  tag?: string | undefined;
  rush?: boolean | undefined;
  dueFrom?: Date | undefined;
  dueTo?: Date | undefined;
  /** Due by `unbegun` and not in production, or due by `begun`. */
  atRisk?: { begun: Date; unbegun: Date } | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  updatedFrom?: Date | undefined;
  updatedTo?: Date | undefined;
  cancellationRequested?: boolean | undefined;
  after?: OrderPosition | undefined;
}

export interface OrderPosition {
  /** The sort key: the creation, the time since when the order has its status, or the due time. */
  created: Date;
  clientId: string;
  orderId: string;
  /** The key in a list that is sorted by a column (column-sort-store). */
  key?: string | null;
}

export type Value = (one: unknown) => string;

/** Returns SQL conditions on orders `o` for the filter, except mode, client, creation and position. */
export function orderConditions(filter: Partial<OperatorOrderFilter>, value: Value): string[] {
  const { statuses, reasons, carrier, country, code, held, preferred, orderIds } = filter;
  const { inStatusSince, updatedFrom, updatedTo, rush, dueFrom, dueTo, atRisk } = filter;
  const conditions: string[] = [];
  // Only an equality lets the index keep the order of the list.
  if (statuses?.length === 1) conditions.push(`o.status = ${value(statuses[0])}`);
  else if (statuses) conditions.push(`o.status = any(${value(statuses)}::text[])`);
  if (reasons) conditions.push(`o.reason_code = any(${value(reasons)}::text[])`);
  if (carrier !== undefined) conditions.push(`o.carrier = ${value(carrier)}`);
  if (country !== undefined) conditions.push(`o.country = ${value(country)}`);
  if (held === true) conditions.push(`o.reason_code = '${ON_HOLD}'`);
  if (held === false) conditions.push(`o.reason_code is distinct from '${ON_HOLD}'`);
  if (rush !== undefined) conditions.push(`o.rush = ${value(rush)}`);
  if (dueFrom) conditions.push(`o.due > ${value(dueFrom)}`);
  if (dueTo) conditions.push(`o.due <= ${value(dueTo)}`);
  if (atRisk)
    conditions.push(
      `o.due <= case when o.status = 'ACCEPTED' then ${value(atRisk.begun)}::timestamptz else ${value(atRisk.unbegun)}::timestamptz end`,
    );
  if (preferred !== undefined)
    conditions.push(
      `${preferred ? '' : 'not '}exists (select 1 from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id)`,
    );
  const ofMarks = 'exists (select 1 from order_marks m where m.client_id = o.client_id and m.order_id = o.order_id and';
  if (filter.assigneeId === 'NONE') conditions.push(`not ${ofMarks} m.assignee_id is not null)`);
  else if (filter.assigneeId !== undefined) conditions.push(`${ofMarks} m.assignee_id = ${value(filter.assigneeId)})`);
  if (filter.tag !== undefined) conditions.push(`${ofMarks} ${value(filter.tag)} = any(m.tags))`);
  if (code !== undefined)
    conditions.push(
      `exists (select 1 from order_items i where i.client_id = o.client_id and i.order_id = o.order_id and i.code = ${value(code)})`,
    );
  if (orderIds) conditions.push(`o.order_id = any(${value(orderIds)}::text[])`);
  if (inStatusSince) conditions.push(`coalesce(o.status_since, o.updated) <= ${value(inStatusSince)}`);
  if (updatedFrom) conditions.push(`o.updated > ${value(updatedFrom)}`);
  if (updatedTo) conditions.push(`o.updated <= ${value(updatedTo)}`);
  if (filter.cancellationRequested) {
    // Repeats the condition of the partial indexes.
    conditions.push(`o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED'`);
  }
  return conditions;
}

/**
 * Returns SQL that joins the order of each key in `table`, as `o`. No index contains `version`, so PostgreSQL
 * must read the row by the key, and not all orders of a large client in another index.
 */
export function joinOrdersOf(table: string): string {
  return `join orders o on o.client_id = ${table}.client_id and o.order_id = ${table}.order_id and o.version > 0`;
}

/** Returns whether a condition reads another table. Citus then needs a table of orders beside it. */
export function hasSubquery(conditions: readonly string[]): boolean {
  return conditions.some((condition) => condition.includes('exists ('));
}

/** Returns the conditions that an index covers and few orders meet: status, reason, hold, cancellation. */
export function narrowPart({
  statuses,
  reasons,
  held,
  cancellationRequested,
}: OperatorOrderFilter): Partial<OperatorOrderFilter> {
  return { statuses, reasons, held: held || undefined, cancellationRequested };
}

export function omitFilters(filter: OperatorOrderFilter, part: Partial<OperatorOrderFilter>): OperatorOrderFilter {
  const names = Object.entries(part).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** Returns SQL conditions for the time of creation, and for the position `after` in the sort `newest`. */
export function createdConditions(
  table: string,
  { createdFrom, createdTo, after }: Pick<OperatorOrderFilter, 'createdFrom' | 'createdTo' | 'after'>,
  value: Value,
): string[] {
  const conditions: string[] = [];
  if (createdFrom) conditions.push(`${table}.created > ${value(createdFrom)}`);
  if (createdTo) conditions.push(`${table}.created <= ${value(createdTo)}`);
  if (after) {
    const created = value(after.created);
    const clientId = `${value(after.clientId)}::text`;
    conditions.push(
      `${table}.created <= ${created}`,
      `(${table}.created < ${created} or (${table}.client_id collate "C", ${table}.order_id) > (${clientId} collate "C", ${value(after.orderId)}))`,
    );
  }
  return conditions;
}

export interface IndexScan {
  /** SQL for the rows of one index, in its order, as `d`. */
  from: string;
  where: string[];
  at: string;
  /** A column whose values each have their own part of the index, and the values wanted. Absent: none. */
  parts?: { column: string; keys: readonly string[] };
  /** The index spans all clients; otherwise each client has its own part. */
  isOfAll?: true;
  rest: OperatorOrderFilter;
  /** Several rows may be of one order. */
  hasRepeats?: true;
}

const HAS_DUE = `d.status in (${DUE_STATUSES.map((status) => `'${status}'`).join(', ')}) and d.due is not null`;
export const OPEN = `d.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;
const ASKED_TO_CANCEL = `d.status = 'ACCEPTED' and d.cancellation = 'REQUESTED'`;
const PREFERRED = `(select o.client_id, o.order_id, o.created from stock_preferences p join orders o using (client_id, order_id)) d`;

const OF_CREATION = { from: 'orders d', at: 'd.created' };

/** Returns the best index scan over all live clients; undefined for sandbox orders or a given client. */
export function scanOfAllClients(filter: OperatorOrderFilter, sort: TimeSort): IndexScan | undefined {
  // Sandbox orders are rare in an index of all clients.
  if (filter.mode !== 'live' || filter.clientId !== undefined) return undefined;
  const ofStatus = { ...OF_CREATION, where: [], parts: { column: 'd.status', keys: ORDER_STATUSES }, rest: filter };
  return { ...(scanOf(filter, sort) ?? ofStatus), isOfAll: true };
}

/** Returns the best index scan of each client, sorted as the list, so that only one page is read. */
export function scanOfEachClient(filter: OperatorOrderFilter, sort: TimeSort): IndexScan {
  return scanOf(filter, sort) ?? { ...OF_CREATION, where: [], rest: filter };
}

function scanOf(filter: OperatorOrderFilter, sort: TimeSort): IndexScan | undefined {
  const { statuses, reasons, held, orderIds, cancellationRequested } = filter;
  if (orderIds) {
    const of = momentOf(sort);
    const parts = { column: 'd.order_id', keys: orderIds };
    return { ...OF_CREATION, at: of.at, where: of.where, parts, rest: { ...filter, orderIds: undefined } };
  }
  const ofStatuses = (keys: readonly string[]) => {
    return { parts: { column: 'd.status', keys }, where: [], rest: { ...filter, statuses: undefined } };
  };
  if (sort === 'longest' || sort === 'due') {
    const { at, where, statuses: all } = momentOf(sort);
    return { ...OF_CREATION, ...ofStatuses(statuses ?? all), at, where };
  }
  if (filter.preferred)
    return { ...OF_CREATION, from: PREFERRED, where: [], rest: { ...filter, preferred: undefined } };
  if (cancellationRequested) {
    const rest = { ...filter, cancellationRequested: false };
    return { ...OF_CREATION, where: [ASKED_TO_CANCEL], rest };
  }
  if (held || reasons) return { ...OF_CREATION, ...byReason(filter) };
  return statuses && { ...OF_CREATION, ...ofStatuses(statuses) };
}

/** Returns the sorted column, and the orders that have it. */
export function momentOf(sort: TimeSort): { at: string; where: string[]; statuses: readonly string[] } {
  if (sort === 'longest') return { at: 'd.status_since', where: [OPEN], statuses: OPEN_STATUSES };
  if (sort === 'due') return { at: 'd.due', where: [HAS_DUE], statuses: DUE_STATUSES };
  return { at: 'd.created', where: [], statuses: ORDER_STATUSES };
}

type IndexedValue = 'code' | 'assigneeId' | 'tag' | 'country' | 'carrier';

export function findIndexedValue(filter: OperatorOrderFilter, sort: TimeSort): IndexedValue | undefined {
  const { orderIds, preferred, cancellationRequested, held, reasons, statuses } = filter;
  // Sandbox orders are rare in an index of all clients.
  if (filter.mode !== 'live' || orderIds || sort === 'longest' || sort === 'due' || preferred) return undefined;
  if (filter.code !== undefined) return 'code';
  if (cancellationRequested || held || reasons || areOpen(statuses)) return undefined;
  if (filter.assigneeId !== undefined && filter.assigneeId !== 'NONE') return 'assigneeId';
  return (['tag', 'country', 'carrier'] as const).find((name) => filter[name] !== undefined);
}

export function scanOfValue(filter: OperatorOrderFilter, name: IndexedValue, value: Value): IndexScan {
  // Few orders have tags, so the newest of them are examined.
  if (name === 'tag')
    return { from: 'order_marks d', at: 'd.created', where: [`d.tags <> '{}'`], isOfAll: true, rest: filter };
  const column = name === 'assigneeId' ? 'assignee_id' : name;
  const where = [`d.${column} = ${value(filter[name])}`];
  const scan: Omit<IndexScan, 'from'> = {
    at: 'd.created',
    where,
    isOfAll: true,
    rest: { ...filter, [name]: undefined },
  };
  if (name === 'code') return { ...scan, from: 'order_items d', hasRepeats: true };
  return { ...scan, from: name === 'assigneeId' ? 'order_marks d' : 'order_search d' };
}

function byReason(filter: OperatorOrderFilter): Pick<IndexScan, 'where' | 'parts' | 'rest'> {
  const { held, reasons } = filter;
  const keys = held ? [ON_HOLD].filter((one) => !reasons || reasons.includes(one)) : (reasons ?? []);
  const rest = { ...filter, held: held ? undefined : held, reasons: undefined };
  return { where: [], parts: { column: 'd.reason_code', keys }, rest };
}

function areOpen(statuses: readonly string[] | undefined): boolean {
  return statuses?.every((status) => (OPEN_STATUSES as readonly string[]).includes(status)) ?? false;
}

export type FoundPositions = { found: OrderPosition[]; stoppedAt?: OrderPosition };

export function listOrder(sort: TimeSort, moment: string, table: string): string {
  return sort === 'oldest'
    ? `${moment}, ${table}.client_id collate "C" desc, ${table}.order_id desc`
    : `${moment}${sort === 'newest' ? ' desc' : ''}, ${table}.client_id collate "C", ${table}.order_id`;
}

export function rangeConditions({ at, rest }: Pick<IndexScan, 'at' | 'rest'>, sort: TimeSort, value: Value): string[] {
  const { after, createdFrom, createdTo, updatedTo, inStatusSince } = rest;
  // An order cannot change before it was created.
  const ends = [createdTo, updatedTo, inStatusSince].filter((end) => end !== undefined);
  const made = { createdFrom, createdTo: ends.sort((one, other) => Number(one) - Number(other))[0] };
  if (sort === 'newest') return createdConditions('d', { ...made, after }, value);
  const conditions = createdConditions('d', made, value);
  if (sort === 'longest' && inStatusSince) conditions.push(`${at} <= ${value(inStatusSince)}`);
  if (sort === 'due' && rest.dueFrom) conditions.push(`${at} > ${value(rest.dueFrom)}`);
  if (sort === 'due' && rest.dueTo) conditions.push(`${at} <= ${value(rest.dueTo)}`);
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

/** Returns whether the order `one` comes after the order `other` in a list with this sort. */
export function isBehind(one: OrderPosition, other: OrderPosition, sort: TimeSort): boolean {
  const later = Number(one.created) - Number(other.created);
  const names = compare(one.clientId, other.clientId) || compare(one.orderId, other.orderId);
  if (sort === 'newest') return later < 0 || (later === 0 && names > 0);
  return later > 0 || (later === 0 && (sort === 'oldest' ? names < 0 : names > 0));
}

/** Compares in code-point order, as the database does. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

// The planner estimates words badly: it may read the whole table for a rare word, or half of it for a
// frequent one.
// Each transaction therefore first chooses the kind of index, on all nodes of a distributed database.

/** Makes the planner read indexes in their order until the transaction ends. */
export async function useOrderedIndexes(connection: Connection): Promise<void> {
  await connection.query(
    `${ON_ALL_NODES} set local enable_seqscan = off; set local enable_bitmapscan = off;
     set local enable_indexscan = on; set local enable_indexonlyscan = on;
     set local enable_hashjoin = off; set local enable_mergejoin = off`,
  );
}

export async function useWordIndex(connection: Connection): Promise<void> {
  await connection.query(
    `${ON_ALL_NODES} set local enable_seqscan = off; set local enable_bitmapscan = on;
     set local enable_indexscan = off; set local enable_indexonlyscan = off;
     set local enable_hashjoin = on; set local enable_mergejoin = on`,
  );
}
