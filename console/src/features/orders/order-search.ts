import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];

/** The whole state of the list, as it stands in the address. */
export interface OrderSearch {
  q?: string | undefined;
  status?: Status | undefined;
  clientId?: string | undefined;
  mode?: 'sandbox' | undefined;
  cancellation?: 'requested' | undefined;
  olderThanHours?: string | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  const hours = readText(search.olderThanHours);
  return withoutEmpty({
    q: readText(search.q),
    status: readOneOf(search.status, STATUSES),
    clientId: readText(search.clientId),
    mode: readOneOf(search.mode, ['sandbox'] as const),
    cancellation: readOneOf(search.cancellation, ['requested'] as const),
    olderThanHours: hours && /^\d{1,5}$/.test(hours) ? hours : undefined,
    cursor: readText(search.cursor),
  });
}

/** What is worth remembering of it: neither the page nor what was searched for. */
export function filtersOf({
  q: _,
  cursor: _cursor,
  ...filters
}: OrderSearch): Omit<OrderSearch, 'q' | 'cursor'> {
  return filters;
}

function withoutEmpty(search: OrderSearch): OrderSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
