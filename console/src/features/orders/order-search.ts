import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];
export const SORTS = ['newest', 'oldest', 'longest'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The whole state of the list, as it stands in the address. */
export interface OrderSearch {
  q?: string | undefined;
  /** One, or several separated by commas. */
  status?: string | undefined;
  reason?: string | undefined;
  clientId?: string | undefined;
  mode?: 'sandbox' | undefined;
  carrier?: string | undefined;
  country?: string | undefined;
  /** EAN-13 or SKU. */
  code?: string | undefined;
  held?: 'true' | undefined;
  preferred?: 'true' | undefined;
  cancellation?: 'requested' | undefined;
  /** Days, as 2026-11-22, by the clock of the machine; or moments as ISO 8601, after the one and up to the other. */
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
  /** Just these orders, one orderId on each line. */
  orderIds?: string | undefined;
  inStatusForHours?: string | undefined;
  olderThanHours?: string | undefined;
  sort?: 'oldest' | 'longest' | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  return withoutEmpty({
    q: readText(search.q),
    status: readStatuses(readText(search.status)),
    reason: readText(search.reason),
    clientId: readText(search.clientId),
    mode: readOneOf(search.mode, ['sandbox'] as const),
    carrier: readText(search.carrier),
    country: matching(/^[A-Za-z]{2}$/, readText(search.country))?.toUpperCase(),
    code: readText(search.code),
    held: readOneOf(search.held, ['true'] as const),
    preferred: readOneOf(search.preferred, ['true'] as const),
    cancellation: readOneOf(search.cancellation, ['requested'] as const),
    createdFrom: readTime(search.createdFrom),
    createdTo: readTime(search.createdTo),
    updatedFrom: readTime(search.updatedFrom),
    updatedTo: readTime(search.updatedTo),
    orderIds: readText(search.orderIds),
    inStatusForHours: matching(/^\d{1,5}$/, readText(search.inStatusForHours)),
    olderThanHours: matching(/^\d{1,5}$/, readText(search.olderThanHours)),
    sort: readOneOf(search.sort, ['oldest', 'longest'] as const),
    cursor: readText(search.cursor),
  });
}

type Passing = 'q' | 'cursor' | 'orderIds' | `${'created' | 'updated'}${'From' | 'To'}`;

/** What is worth remembering of it: neither the page, nor what was searched for, nor days, which pass. */
export function filtersOf(search: OrderSearch): Omit<OrderSearch, Passing> {
  const { q: _, cursor, orderIds, createdFrom, createdTo, updatedFrom, updatedTo, ...filters } = search;
  return filters;
}

/** The same as the API asks for it: a day lasts from its first moment, which `createdFrom` leaves out there, to its last. */
export function orderParameters({ olderThanHours, inStatusForHours, ...search }: OrderSearch) {
  const from = (time: string | undefined) =>
    time && DAY.test(time) ? new Date(Date.parse(`${time}T00:00`) - 1).toISOString() : time;
  const to = (time: string | undefined) =>
    time && DAY.test(time) ? new Date(`${time}T23:59:59.999`).toISOString() : time;
  return withoutEmpty({
    ...search,
    createdFrom: from(search.createdFrom),
    createdTo: to(search.createdTo),
    updatedFrom: from(search.updatedFrom),
    updatedTo: to(search.updatedTo),
    olderThanHours: olderThanHours === undefined ? undefined : Number(olderThanHours),
    inStatusForHours: inStatusForHours === undefined ? undefined : Number(inStatusForHours),
  });
}

/** The orderIds of a text in which they stand on lines of their own, or apart by tabs, commas or semicolons; undefined where it is but one. */
export function orderIdsIn(text: string): string | undefined {
  const ids = text
    .split(/[\r\n\t,;]+/)
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return ids.length > 1 ? [...new Set(ids)].join('\n') : undefined;
}

/** The search without what is undefined, as the address has it. */
export function withoutEmpty<Search extends object>(search: Search): Defined<Search> {
  const set = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Defined<Search>;
}

type Defined<Search> = { [Name in keyof Search]: Exclude<Search[Name], undefined> };

function readStatuses(text: string | undefined): string | undefined {
  const known = (text ?? '').split(',').filter((one) => STATUSES.some((status) => status === one));
  return known.length === 0 ? undefined : [...new Set(known)].join(',');
}

function readTime(value: unknown): string | undefined {
  const text = readText(value);
  const isTime = text !== undefined && (DAY.test(text) || MOMENT.test(text));
  return isTime && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function matching(pattern: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}
