import { isDistributed } from '../../database/is-distributed.ts';
import type { OrderSort } from './list-orders.ts';
import { OPEN_STATUSES, type OperatorOrderFilter, STATUSES } from './order-conditions-store.ts';

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

export type Value = (one: unknown) => string;

const OPEN = `d.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;
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
