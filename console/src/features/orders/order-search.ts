import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];
export const SORTS = ['newest', 'oldest', 'longest'] as const;

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
  /** Moments as ISO 8601; made after the one and up to the other. */
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
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
    createdFrom: readMoment(search.createdFrom),
    createdTo: readMoment(search.createdTo),
    olderThanHours: matching(/^\d{1,5}$/, readText(search.olderThanHours)),
    sort: readOneOf(search.sort, ['oldest', 'longest'] as const),
    cursor: readText(search.cursor),
  });
}

/** What is worth remembering of it: neither the page, nor what was searched for, nor days, which pass. */
export function filtersOf({
  q: _,
  cursor: _cursor,
  createdFrom: _from,
  createdTo: _to,
  ...filters
}: OrderSearch): Omit<OrderSearch, 'q' | 'cursor' | 'createdFrom' | 'createdTo'> {
  return filters;
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

function readMoment(value: unknown): string | undefined {
  const text = matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, readText(value));
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function matching(pattern: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}
