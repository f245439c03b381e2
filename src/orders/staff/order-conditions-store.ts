import { isDistributed } from '../../platform/database/distribution.ts';
import type { OrderSort } from './list-orders.ts';

type Mode = 'live' | 'sandbox';

/** Statuses in which something is still to be done. */
export const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
export const STATUSES = [...OPEN_STATUSES, 'SHIPPED', 'CANCELLED'] as const;
const ON_HOLD = 'on_hold';

/** Which orders staff want to see. */
export interface OperatorOrderFilter {
  mode: Mode;
  clientId?: string | undefined;
  /** Any of these. */
  statuses?: readonly string[] | undefined;
  /** Codes of statusReason; any of these. */
  reasons?: readonly string[] | undefined;
  carrier?: string | undefined;
  /** Of the recipient. */
  country?: string | undefined;
  /** EAN-13 or SKU of an item. */
  code?: string | undefined;
  /** Any of these. */
  orderIds?: readonly string[] | undefined;
  /** At the latest; inclusive. */
  inStatusSince?: Date | undefined;
  held?: boolean | undefined;
  preferred?: boolean | undefined;
  /** Exclusive. */
  createdFrom?: Date | undefined;
  /** Inclusive. */
  createdTo?: Date | undefined;
  /** Exclusive. */
  updatedFrom?: Date | undefined;
  /** Inclusive. */
  updatedTo?: Date | undefined;
  /** Only orders whose cancellation is to be decided. */
  cancellationRequested?: boolean | undefined;
  /** Only what comes after this order in the list. */
  after?: OrderPosition | undefined;
}

export interface OrderPosition {
  /** What the list is sorted by: when the order was made, or in a list by age in the status since when it is in that. */
  created: Date;
  clientId: string;
  orderId: string;
}

export type Value = (one: unknown) => string;

/** Whether it leaves orders of all live clients, told apart by nothing but when they were made. */
export function asksOnlyForTime(filter: OperatorOrderFilter): boolean {
  return (
    filter.mode === 'live' && filter.clientId === undefined && orderConditions(filter, () => '').length === 0
  );
}

/** What the filter says of orders, as conditions on the table `o`, but for their client and when they were created. */
export function orderConditions(filter: Partial<OperatorOrderFilter>, value: Value): string[] {
  const { statuses, reasons, carrier, country, code, held, preferred, orderIds } = filter;
  const { inStatusSince, updatedFrom, updatedTo } = filter;
  const conditions: string[] = [];
  // In order along an index only where it is one.
  if (statuses?.length === 1) conditions.push(`o.status = ${value(statuses[0])}`);
  else if (statuses) conditions.push(`o.status = any(${value(statuses)}::text[])`);
  if (reasons) conditions.push(`o.reason_code = any(${value(reasons)}::text[])`);
  if (carrier !== undefined) conditions.push(`o.carrier = ${value(carrier)}`);
  if (country !== undefined) conditions.push(`o.country = ${value(country)}`);
  if (held === true) conditions.push(`o.reason_code = '${ON_HOLD}'`);
  if (held === false) conditions.push(`o.reason_code is distinct from '${ON_HOLD}'`);
  if (preferred !== undefined)
    conditions.push(
      `${preferred ? '' : 'not '}exists (select 1 from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id)`,
    );
  if (code !== undefined)
    conditions.push(
      `exists (select 1 from order_items i where i.client_id = o.client_id and i.order_id = o.order_id and i.code = ${value(code)})`,
    );
  if (orderIds) conditions.push(`o.order_id = any(${value(orderIds)}::text[])`);
  if (inStatusSince) conditions.push(`coalesce(o.status_since, o.updated) <= ${value(inStatusSince)}`);
  if (updatedFrom) conditions.push(`o.updated > ${value(updatedFrom)}`);
  if (updatedTo) conditions.push(`o.updated <= ${value(updatedTo)}`);
  if (filter.cancellationRequested) {
    // In the words of the indexes of what is asked.
    conditions.push(`o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED'`);
  }
  return conditions;
}

/**
 * Joins the orders of the keys in `table`, as `o`, each by its key: the planner knows how many orders a client has on average, and would read all those of a
 * client that has the most of them for each. `version` is in no index, so the condition rules out that all entries
 * of the client are read in an index that has everything else.
 */
export function joinOrdersOf(table: string): string {
  const ofKey = (orders: string) =>
    `${orders}client_id = ${table}.client_id and ${orders}order_id = ${table}.order_id`;
  if (isDistributed()) return `join orders o on ${ofKey('o.')}`;
  return `cross join lateral (select * from orders where ${ofKey('')} and version > 0 limit 1) o`;
}

/** What of the filter one index has together: the orders of one status, or of one reason, and few of them are gone through. */
export function narrowPart({
  statuses,
  reasons,
  held,
  cancellationRequested,
}: OperatorOrderFilter): Partial<OperatorOrderFilter> {
  return { statuses, reasons, held: held || undefined, cancellationRequested };
}

/** What of the filter the index of one client's orders has in the list's order. */
export function orderedPart({
  statuses,
  cancellationRequested,
}: OperatorOrderFilter): Partial<OperatorOrderFilter> {
  return { statuses: statuses?.length === 1 ? statuses : undefined, cancellationRequested };
}

/** The filter without that part of it. */
export function without(
  filter: OperatorOrderFilter,
  part: Partial<OperatorOrderFilter>,
): OperatorOrderFilter {
  const names = Object.entries(part).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** What the filter says of when orders were created, and of the place in the list, newest first, that the page before came to. */
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

export interface Way {
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
  /** More of each row, with a comma before it, and what is asked of that; `w` are the rows. */
  also?: { columns: string; condition: string };
  /** What is still to be asked of each order. */
  rest: OperatorOrderFilter;
}

export const OPEN = `d.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;
const ASKED_TO_CANCEL = `d.status = 'ACCEPTED' and d.cancellation = 'REQUESTED'`;
export const OF_GROUP = 'd.client_id = g.client_id';
const PREFERRED = `(select o.client_id, o.order_id, o.created from stock_preferences p join orders o using (client_id, order_id)) d`;

/** Of live clients together: the index that spans them and fits the filter best, so that the cost does not grow with the clients either. Undefined: none does. */
export function wayOfAll(filter: OperatorOrderFilter, sort: OrderSort): Way | undefined {
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
  if (cancellationRequested) {
    return { ...all, where: [ASKED_TO_CANCEL], rest: { ...filter, cancellationRequested: false } };
  }
  if (held || reasons) return { ...all, ...byReason(filter) };
  const keys = statuses ?? STATUSES;
  return { ...all, where: ['d.status = g.key'], keys, rest: { ...filter, statuses: undefined } };
}

/** What of the filter has an index of its own over all clients, and is the best to begin with. */
export function valueAsked(
  filter: OperatorOrderFilter,
  sort: OrderSort,
): 'code' | 'country' | 'carrier' | undefined {
  const { orderIds, preferred, cancellationRequested, held, reasons, statuses } = filter;
  // Sandbox orders are few among the others.
  if (filter.mode !== 'live' || orderIds || sort === 'longest' || preferred) return undefined;
  if (filter.code !== undefined) return 'code';
  if (cancellationRequested || held || reasons || areOpen(statuses)) return undefined;
  return (['country', 'carrier'] as const).find((name) => filter[name] !== undefined);
}

export function wayOfValue(
  filter: OperatorOrderFilter,
  name: 'code' | 'country' | 'carrier',
  value: Value,
): Way {
  const wanted = value(filter[name]);
  const all = { at: 'd.created', where: [`d.${name} = ${wanted}`], isOfAll: true } as const;
  const rest = { ...filter, [name]: undefined };
  if (name !== 'code') return { ...all, where: [...all.where], from: 'order_search d', rest };
  // Of several items with the code the first.
  const same = (table: string) =>
    `from order_items e where e.client_id = ${table}.client_id and e.order_id = ${table}.order_id and e.code = ${wanted}`;
  const items = { ...all, from: 'order_items d', rest };
  if (isDistributed())
    return {
      ...items,
      where: [...all.where, `not exists (select ${same('d')} and e.position < d.position)`],
    };
  const condition = `w.position = (select min(e.position) ${same('w')})`;
  return { ...items, where: [...all.where], also: { columns: ', d.position', condition } };
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
export function wayOfClients(filter: OperatorOrderFilter, sort: OrderSort): Way {
  const { statuses, reasons, held, cancellationRequested, orderIds } = filter;
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
  if (statuses) {
    const rest = { ...filter, statuses: undefined };
    return { ...orders, where: [...where, 'd.status = g.key'], keys: statuses, rest };
  }
  return { ...orders, where, rest: filter };
}
