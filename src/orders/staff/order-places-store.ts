import type { OrderSort } from './list-orders.ts';
import { createdConditions, type OrderPosition, type Value, type Way } from './order-conditions-store.ts';

/** Some orders of a list, and where they end if not all that might be in it were looked at. */
export interface Places {
  found: OrderPosition[];
  cameTo?: OrderPosition;
}

/** What a list is sorted by. */
export function listOrder(sort: OrderSort, moment: string, table: string): string {
  return sort === 'oldest'
    ? `${moment}, ${table}.client_id collate "C" desc, ${table}.order_id desc`
    : `${moment}${sort === 'newest' ? ' desc' : ''}, ${table}.client_id collate "C", ${table}.order_id`;
}

/** When the orders were made, and where the page before came to, as conditions on the rows of the index. */
export function rangeOf({ at, rest }: Pick<Way, 'at' | 'rest'>, sort: OrderSort, value: Value): string[] {
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

/** Whether it comes later in the list. */
export function isBehind(one: OrderPosition, other: OrderPosition, sort: OrderSort): boolean {
  const later = Number(one.created) - Number(other.created);
  const names = compare(one.clientId, other.clientId) || compare(one.orderId, other.orderId);
  if (sort === 'newest') return later < 0 || (later === 0 && names > 0);
  return later > 0 || (later === 0 && (sort === 'oldest' ? names < 0 : names > 0));
}

/** In code-point order, as the database has them. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
