import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { readStoredEan13 } from '../../../catalog/variant-data.ts';
import { type Due, dueLimitOf, riskLimits } from '../../../clients/due-rules.ts';
import { DUE_STATUSES, ORDER_STATUSES } from '../../../orders/document/order-fields.ts';
import { searchWords } from '../../../orders/search/search-terms.ts';
import { isColumnSort } from '../../../orders/staff/column-sort-store.ts';
import { listOrdersOfClients } from '../../../orders/staff/list-orders.ts';
import type { OperatorOrderFilter, OrderPosition } from '../../../orders/staff/order-conditions-store.ts';
import { searchOrders } from '../../../orders/staff/search-orders.ts';
import type { FoundOrders } from '../../../orders/staff/staff-search-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import type { Violation } from '../../../platform/errors/errors.ts';
import { readGtin } from '../../../platform/formats/gtin.ts';
import { optionalMoment, parseMoment } from '../../../platform/formats/moments.ts';
import { decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { ORDER_IDS_MAX, type OrderListQuery } from './order-list-schemas.ts';

const HOUR_MS = 3_600_000;
const FINAL: readonly string[] = ['SHIPPED', 'CANCELLED'];

export async function findPage(
  pool: Pool,
  input: OperatorOrderFilter,
  { q, sort, limit }: Pick<Static<typeof OrderListQuery>, 'q' | 'sort' | 'limit'>,
): Promise<FoundOrders> {
  const filter = await useStoredCode(pool, input);
  if (q !== undefined) return searchOrders(pool, filter, { text: q, words: searchWords(q) }, limit);
  return listOrdersOfClients(pool, filter, sort, limit);
}

/** Replaces a GTIN by its stored form. */
export async function useStoredCode(pool: Pool, filter: OperatorOrderFilter): Promise<OperatorOrderFilter> {
  const gtin = readGtin(filter.code ?? '');
  const code = gtin === undefined ? undefined : await withRetry(() => readStoredEan13(pool, gtin));
  return code === undefined ? filter : { ...filter, code };
}

/** Reads the filter of a query. Undefined: no order can match it. */
export function readFilter(
  query: Static<typeof OrderListQuery>,
  now: Date,
  timeZone: string,
): OperatorOrderFilter | undefined {
  const { mode, status, reason, clientId, carrier, country, code, held, preferred, orderIds, q } = query;
  const { olderThanHours, inStatusForHours, due } = query;
  const statuses = statusesOf(namesIn(status), due);
  if (q?.trim() === '' || statuses?.length === 0) return undefined;
  const ago = (hours: number | undefined) =>
    hours === undefined ? undefined : new Date(now.getTime() - hours * HOUR_MS);
  const ends = [optionalMoment(query.createdTo), ago(olderThanHours)].filter((end) => end !== undefined);
  return {
    mode,
    clientId,
    statuses,
    ...(due && dueRange(due, now, timeZone)),
    rush: isTrue(query.rush),
    reasons: namesIn(reason),
    carrier,
    country: country?.toUpperCase(),
    code,
    orderIds: linesOf(orderIds),
    inStatusSince: ago(inStatusForHours),
    held: isTrue(held),
    preferred: isTrue(preferred),
    assigneeId: query.assigneeId,
    tag: query.tag,
    createdFrom: optionalMoment(query.createdFrom),
    createdTo: ends.sort((one, other) => Number(one) - Number(other))[0],
    updatedFrom: optionalMoment(query.updatedFrom),
    updatedTo: optionalMoment(query.updatedTo),
    cancellationRequested: query.cancellation === 'requested',
    after: readCursor(query),
  };
}

/** Returns the statuses of the filter. With a filter of the due time, only those that have one. */
function statusesOf(statuses: string[] | undefined, due: string | undefined): string[] | undefined {
  if (due === undefined) return statuses;
  return DUE_STATUSES.filter((one) => statuses?.includes(one) ?? true);
}

function dueRange(due: Due | 'AT_RISK', now: Date, timeZone: string): Partial<OperatorOrderFilter> {
  if (due === 'LATE') return { dueTo: now };
  if (due === 'AT_RISK') return { dueFrom: now, atRisk: riskLimits(now, timeZone) };
  const dueFrom = due === 'TODAY' ? now : dueLimitOf('TODAY', now, timeZone);
  return { dueFrom, dueTo: dueLimitOf(due, now, timeZone) };
}

function isTrue(value: 'true' | 'false' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true';
}

function namesIn(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined;
  return [...new Set(list.split(',').map((name) => name.trim()))];
}

function linesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

export function queryFaults(query: Partial<Static<typeof OrderListQuery>>): Violation[] {
  const { orderIds } = query;
  const isTooLong = typeof orderIds === 'string' && (linesOf(orderIds)?.length ?? 0) > ORDER_IDS_MAX;
  const message = `"orderIds" must have at most ${ORDER_IDS_MAX} lines.`;
  const faults = isTooLong ? [{ pointer: 'orderIds', code: 'too_many_items', message }] : [];
  return [...statusFaults(query), ...faults];
}

function statusFaults({ status, sort }: Partial<Static<typeof OrderListQuery>>): Violation[] {
  if (typeof status !== 'string') return [];
  const names = namesIn(status) ?? [];
  const allowed = sort === 'longest' ? ORDER_STATUSES.filter((one) => !FINAL.includes(one)) : ORDER_STATUSES;
  if (names.every((name) => (allowed as readonly string[]).includes(name))) return [];
  const where = sort === 'longest' ? ' beside "sort=longest"' : '';
  const message = `"status" must be one or several of ${allowed.join(', ')}, separated by commas${where}.`;
  return [{ pointer: 'status', code: 'not_allowed', message, allowed }];
}

/**
 * Returns the parts of a cursor. In a list that is sorted by a column, they have its key. The first one tells
 * null from text.
 */
export function cursorOf(
  { sort, q }: Static<typeof OrderListQuery>,
  { created, clientId, orderId, key }: OrderPosition,
) {
  if (q !== undefined || !isColumnSort(sort)) return [created.toISOString(), clientId, orderId];
  return [key == null ? 'none' : 'key', key ?? '', clientId, orderId];
}

function readCursor({ cursor, sort, q }: Static<typeof OrderListQuery>): OrderPosition | undefined {
  if (q === undefined && isColumnSort(sort)) {
    const position = decodeCursor(cursor, 4);
    if (!position) return undefined;
    const [form, key = '', clientId = '', orderId = ''] = position;
    return { created: new Date(0), clientId, orderId, key: form === 'none' ? null : key };
  }
  const position = decodeCursor(cursor, 3);
  if (!position) return undefined;
  const [at = '', clientId = '', orderId = ''] = position;
  const created = parseMoment(at);
  if (!created) throw invalidCursor();
  return { created, clientId, orderId };
}
