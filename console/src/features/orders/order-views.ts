import { beginOfDay, dayOf, TIME_ZONE } from '../../shared/copy/center-days.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import type { OrderSearch } from './order-search.ts';
import type { OrderCounts } from './orders-api.ts';

const HOUR_MS = 3_600_000;
/** Matches the reasons about files that could not be fetched or used. */
const OF_FILES =
  /^(file_.*|waiting_for_file|wrong_file_type|unreadable_file|image_too_large|encrypted_file|too_many_redirects|invalid_redirect|unsupported_encoding|order_files_too_large)$/;

export const VIEWS = ['late', 'rush', 'stuck', 'badFiles', 'cancellation', 'held'] as const;
type View = (typeof VIEWS)[number];

/** Returns the filters of a view. */
export function viewFilters(
  view: View,
  counts: OrderCounts | undefined,
  now: number,
  timeZone = TIME_ZONE,
): OrderSearch {
  switch (view) {
    case 'late':
      return { due: 'LATE', sort: 'due' };
    case 'rush':
      return { rush: 'true', status: OPEN_STATUSES, sort: 'due' };
    case 'stuck': {
      const midnight = beginOfDay(dayOf(now, timeZone), timeZone);
      const hours = Math.max(1, Math.floor((now - midnight) / HOUR_MS));
      return { status: OPEN_STATUSES, inStatusForHours: String(hours), sort: 'longest' };
    }
    case 'badFiles':
      return { reason: badFileReasons(counts).join(',') || 'waiting_for_file,file_not_found' };
    case 'cancellation':
      return { cancellation: 'requested' };
    case 'held':
      return { held: 'true' };
  }
}

/** Returns the view that has these filters. */
export function viewOf(search: OrderSearch): View | undefined {
  if (search.due === 'LATE') return 'late';
  if (search.rush) return 'rush';
  if (search.status === OPEN_STATUSES && search.inStatusForHours && search.sort === 'longest') return 'stuck';
  if (search.reason?.split(',').every((code) => OF_FILES.test(code)) && !search.status) return 'badFiles';
  if (search.cancellation) return 'cancellation';
  return search.held ? 'held' : undefined;
}

function badFileReasons(counts: OrderCounts | undefined): string[] {
  const codes = (counts?.reasons ?? []).map(({ reason }) => reason).filter((code) => OF_FILES.test(code));
  return [...new Set(codes)];
}

/** Counts the orders with the chosen statuses and reasons by client, highest count first, without zeros. */
export function countsOfClients(
  { status, reason }: OrderSearch,
  counts: OrderCounts | undefined,
): { clientId: string; orders: number }[] {
  const isOf = (chosen: string | undefined, one: string) => chosen === undefined || chosen.split(',').includes(one);
  return (counts?.clients ?? [])
    .map(({ clientId, statuses, reasons }) => {
      const some = reason
        ? reasons.filter((one) => isOf(status, one.status) && isOf(reason, one.reason)).map(({ orders }) => orders)
        : Object.entries(statuses).flatMap(([name, orders]) => (isOf(status, name) ? [orders] : []));
      return { clientId, orders: some.reduce((sum, orders) => sum + orders, 0) };
    })
    .filter(({ orders }) => orders > 0)
    .sort((one, other) => other.orders - one.orders);
}
