import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import { DUE_STATUSES, ORDER_STATUSES, type OrderStatus } from '../document/order-fields.ts';
import type { OrderFilter } from './order-list-store.ts';

/** `due` and `-due` list only orders that have a due time and are not ended. */
export const ORDER_SORTS = ['created', '-created', 'updated', '-updated', 'due', '-due'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
export type SelectionPosition = { at: Date; orderId: string };

/** Ranges of time exclude their start and include their end. */
export interface OrderSelection extends Omit<OrderFilter, 'status' | 'after'> {
  statuses?: readonly OrderStatus[] | undefined;
  carrierId?: string | undefined;
  countries?: readonly string[] | undefined;
  hasProblem?: boolean | undefined;
  reference?: string | undefined;
  sort: OrderSort;
  after?: SelectionPosition | undefined;
}

type SelectedOrder = SelectionPosition & { summary: string };

/** Orders that one page examines. */
const VISITED_MAX = 10_000;

/**
 * Lists the client's orders by any filters and sort, from the index that has the order of the list. If no
 * index has a condition, a bounded number of orders is examined. The page may then be short, and `stoppedAt`
 * is the start of the next page.
 */
export async function selectOrders(
  connection: Connection,
  clientId: string,
  selection: OrderSelection,
  limit: number,
): Promise<{ found: SelectedOrder[]; stoppedAt?: SelectionPosition }> {
  const values: unknown[] = [clientId];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { where, parts, rest } = planWalk(selection, value);
  const isDescending = selection.sort.startsWith('-');
  const at = selection.sort.replace('-', '');
  // As the indexes of the columns are ordered.
  const isByIdDescending = (at === 'due') === isDescending;
  const order = (moment: string) =>
    `${moment}${isDescending ? ' desc' : ''}, order_id${isByIdDescending ? ' desc' : ''}`;
  if (selection.after) {
    const moment = `${value(selection.after.at)}::timestamptz`;
    const [behind, beyond] = [isDescending ? '<' : '>', isByIdDescending ? '<' : '>'];
    where.push(
      `${at} ${behind}= ${moment}`,
      `(${at} ${behind} ${moment} or order_id ${beyond} ${value(selection.after.orderId)})`,
    );
  }
  const visited = Math.floor(VISITED_MAX / parts.length);
  const walk = (bound: string, columns = '', limits: readonly string[] = []) =>
    parts
      .map(
        (part) =>
          `(select ${at} as at, order_id${columns} from orders
            where ${['client_id = $1', ...part, ...where, ...limits].join(' and ')} order by ${order(at)} ${bound})`,
      )
      .join(' union all ');
  const shared = [...values];
  const conditions = rest();
  const columns = ', summary, status, created, updated, carrier, country, reason_code, customer_reference';
  const found = await queryRows<SelectedOrder>(connection, {
    text: `select at, order_id as "orderId", summary
           from (${walk(`limit ${conditions.length > 0 ? visited : limit}`, columns)}) walked
           where ${['true', ...conditions].join(' and ')} order by ${order('at')} limit ${limit}`,
    values,
  });
  const last = found.length === limit ? found.at(-1) : undefined;
  if (conditions.length === 0 || (last && parts.length === 1)) return { found };
  // In a full page, only the ends before its last order matter.
  const untilLast = last ? [`${at} ${isDescending ? '>' : '<'}= $${shared.push(last.at)}::timestamptz`] : [];
  const [stoppedAt] = await queryRows<SelectionPosition>(connection, {
    text: `select at, order_id as "orderId" from (${walk(`offset ${visited - 1} limit 1`, '', untilLast)}) walked
           order by ${order('at')} limit 1`,
    values: shared,
  });
  if (!stoppedAt) return { found };
  const isBehind = ({ at: moment, orderId }: SelectionPosition) => {
    const later = Number(moment) - Number(stoppedAt.at);
    if (later !== 0) return later > 0 !== isDescending;
    const names = Buffer.compare(Buffer.from(orderId), Buffer.from(stoppedAt.orderId));
    return isByIdDescending ? names < 0 : names > 0;
  };
  // Behind the nearest end of a part, the list has gaps, so the next page begins there.
  const listed = found.filter((one) => !isBehind(one));
  return listed.length === limit ? { found } : { found: listed, stoppedAt };
}

/** Returns the conditions of the walked index, its parts, and the conditions that it lacks. */
function planWalk(selection: OrderSelection, value: (one: unknown) => string) {
  const { statuses, sort, reference, hasProblem, carrierId, countries } = selection;
  const { createdFrom, createdTo, updatedFrom, updatedTo } = selection;
  const isByCreation = sort.endsWith('created');
  const isByReference = isByCreation && reference !== undefined;
  const isByReason = isByCreation && hasProblem === true && !isByReference;
  const isByStatus = !isByReference && !isByReason && (statuses !== undefined || !isByCreation);
  const where: string[] = [];
  if (isByReference) where.push(`customer_reference = ${value(reference)}`);
  if (isByReason) where.push('reason_code is not null');
  if (sort.endsWith('due'))
    where.push(`status in (${DUE_STATUSES.map((status) => `'${status}'`).join(', ')})`, 'due is not null');
  if (createdFrom) where.push(`created > ${value(createdFrom)}`);
  // An order cannot change before it was created.
  for (const end of [createdTo, updatedTo]) if (end) where.push(`created <= ${value(end)}`);
  if (updatedFrom && !isByCreation) where.push(`updated > ${value(updatedFrom)}`);
  if (updatedTo && !isByCreation) where.push(`updated <= ${value(updatedTo)}`);
  const sorted: readonly OrderStatus[] = sort.endsWith('due') ? DUE_STATUSES : ORDER_STATUSES;
  const walked = sorted.filter((status) => statuses?.includes(status) ?? true);
  const parts = isByStatus ? walked.map((status) => [`status = ${value(status)}`]) : [[]];
  const rest = () => {
    const conditions: string[] = [];
    if (statuses && !isByStatus) conditions.push(`status = any(${value(statuses)}::text[])`);
    if (reference !== undefined && !isByReference) conditions.push(`customer_reference = ${value(reference)}`);
    if (hasProblem !== undefined && !isByReason) conditions.push(`reason_code is ${hasProblem ? 'not null' : 'null'}`);
    if (carrierId !== undefined) conditions.push(`carrier = ${value(carrierId)}`);
    if (countries) conditions.push(`country = any(${value(countries)}::text[])`);
    if (updatedFrom && isByCreation) conditions.push(`updated > ${value(updatedFrom)}`);
    if (updatedTo && isByCreation) conditions.push(`updated <= ${value(updatedTo)}`);
    return conditions;
  };
  // A sort by due time with statuses that have none lists nothing.
  return { where, parts: parts.length > 0 ? parts : [['false']], rest };
}
