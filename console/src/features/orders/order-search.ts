import { beginOfDay, endOfDay, TIME_ZONE } from '../../shared/copy/center-days.ts';
import { DUE_FILTERS, DUE_STATUSES } from '../../shared/list/due-rules.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import { oneOf, readText, searchReader, withoutEmpty } from '../../shared/list/text-search.ts';

export const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];

/** The columns of the list, in their order. */
export const COLUMNS = [
  ...(['order', 'client', 'recipient', 'country', 'status', 'reason', 'due', 'since'] as const),
  ...(['items', 'carrier', 'created', 'updated', 'assignee', 'tags'] as const),
] as const;
export type Column = (typeof COLUMNS)[number];
export const USUAL_COLUMNS: readonly Column[] = [
  ...(['order', 'client', 'recipient', 'status', 'due', 'items', 'carrier', 'created'] as const),
];
export const PAGE_SIZES = ['25', '50', '100', '200'] as const;

/** The sorts that the list can have. `newest` is the usual one. */
export const SORTS = [
  ...(['newest', 'oldest', 'due', '-due', 'longest'] as const),
  ...COLUMNS.filter((column) => column !== 'due' && column !== 'created').flatMap((column) => [
    column,
    `-${column}` as const,
  ]),
] as const;
export type Sort = (typeof SORTS)[number];

/** Returns the sorts of a column: from its first value, and from its last one. */
export function sortsOf(column: Column): [rising: Sort, falling: Sort] {
  return column === 'created' ? ['oldest', 'newest'] : [column, `-${column}`];
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const readCountry = (value: unknown) => matchOf(/^[A-Za-z]{2}$/, readText(value))?.toUpperCase();
const readHours = (value: unknown) => matchOf(/^\d{1,5}$/, readText(value));

export const readOrderSearch = searchReader({
  q: readText,
  /** One status, or several separated by commas. */
  status: readStatuses,
  reason: readText,
  clientId: readText,
  mode: oneOf(['sandbox']),
  carrier: readText,
  country: readCountry,
  /** EAN-13 or SKU. */
  code: readText,
  held: oneOf(['true']),
  preferred: oneOf(['true']),
  /** operatorId, or NONE. */
  assigneeId: readText,
  tag: readText,
  due: oneOf(DUE_FILTERS),
  rush: oneOf(['true']),
  cancellation: oneOf(['requested']),
  /**
   * A day such as 2026-11-22 in the time zone of the center, or a moment in ISO 8601. The lower bound of
   * moments is exclusive.
   */
  createdFrom: readTime,
  createdTo: readTime,
  updatedFrom: readTime,
  updatedTo: readTime,
  /** Order IDs, one per line. */
  orderIds: readText,
  inStatusForHours: readHours,
  olderThanHours: readHours,
  sort: (value) => oneOf(SORTS.filter((sort) => sort !== 'newest'))(value),
  limit: oneOf(PAGE_SIZES),
  /** The columns of the table, separated by commas. Absent: those that this browser last had. */
  columns: readColumns,
  /** The saved view from which the filters come. */
  view: readText,
  cursor: readText,
});
export type OrderSearch = ReturnType<typeof readOrderSearch>;

/** The filters by what an order waits for. */
const OF_STATE = [
  ...(['status', 'reason', 'held', 'preferred', 'due', 'rush', 'cancellation'] as const),
  ...(['inStatusForHours', 'sort'] as const),
];

/** Returns the filters without a sort that their statuses do not have. */
export function withSort({ sort, ...search }: OrderSearch): OrderSearch {
  const statuses = search.status?.split(',') ?? [];
  const isSorted =
    sort === 'due'
      ? statuses.length === 0 || statuses.some((one) => DUE_STATUSES.includes(one))
      : sort !== 'longest' || statuses.every((one) => one !== 'SHIPPED' && one !== 'CANCELLED');
  return { ...search, ...(isSorted && { sort }) };
}

/**
 * Returns the filters for a search text. A new search looks at all statuses, and its end shows
 * the open orders again.
 */
export function searchFor(q: string | undefined, before: OrderSearch): OrderSearch {
  if (q === undefined) return { q, status: before.status ?? OPEN_STATUSES };
  if (before.q !== undefined) return { q };
  return { ...Object.fromEntries(OF_STATE.map((name) => [name, undefined])), q };
}

/**
 * Returns the query parameters of the API. A day includes its first and last millisecond; the API excludes
 * the lower bound.
 */
export function orderParameters(
  { olderThanHours, inStatusForHours, limit, columns: _, view: __, ...search }: OrderSearch,
  timeZone = TIME_ZONE,
) {
  const from = (time: string | undefined) =>
    time && DAY.test(time) ? new Date(beginOfDay(time, timeZone) - 1).toISOString() : time;
  const to = (time: string | undefined) =>
    time && DAY.test(time) ? new Date(endOfDay(time, timeZone) - 1).toISOString() : time;
  return withoutEmpty({
    ...search,
    createdFrom: from(search.createdFrom),
    createdTo: to(search.createdTo),
    updatedFrom: from(search.updatedFrom),
    updatedTo: to(search.updatedTo),
    olderThanHours: olderThanHours === undefined ? undefined : Number(olderThanHours),
    inStatusForHours: inStatusForHours === undefined ? undefined : Number(inStatusForHours),
    limit: limit === undefined ? undefined : Number(limit),
  });
}

/**
 * Returns the order IDs in a pasted text, separated by lines, tabs, commas or semicolons; undefined for a
 * single one.
 */
export function orderIdsIn(text: string): string | undefined {
  const ids = text
    .split(/[\r\n\t,;]+/)
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return ids.length > 1 ? [...new Set(ids)].join('\n') : undefined;
}

function readColumns(value: unknown): string | undefined {
  const names = (readText(value) ?? '').split(',');
  return COLUMNS.filter((column) => names.includes(column)).join(',') || undefined;
}

function readStatuses(value: unknown): string | undefined {
  const known = (readText(value) ?? '').split(',').filter((one) => STATUSES.some((status) => status === one));
  return known.length === 0 ? undefined : [...new Set(known)].join(',');
}

function readTime(value: unknown): string | undefined {
  const text = readText(value);
  const isTime = text !== undefined && (DAY.test(text) || MOMENT.test(text));
  return isTime && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function matchOf(pattern: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}
