import { dayOf, endOfDay, TIME_ZONE } from '../copy/center-days.ts';

/** Statuses of orders with a due time. */
export const DUE_STATUSES: readonly string[] = ['NEW', 'ASSIGNED', 'ACCEPTED'];
/** The filters of the due time, as the API names them. */
export const DUE_FILTERS = ['LATE', 'AT_RISK', 'TODAY', 'TOMORROW'] as const;

const AT_RISK_MS = 4 * 3_600_000;

/** Returns the state of an order's due time, by the rule of the API. It changes while a page is open. */
export function dueStateOf(
  { due, status }: { due?: string | undefined; status: string },
  now: number,
  timeZone = TIME_ZONE,
): 'LATE' | 'AT_RISK' | undefined {
  if (due === undefined || !DUE_STATUSES.includes(status)) return undefined;
  const at = Date.parse(due);
  if (at <= now) return 'LATE';
  const soon = now + AT_RISK_MS;
  const limit = status === 'ACCEPTED' ? soon : Math.max(soon, endOfDay(dayOf(now, timeZone), timeZone) - 1);
  return at <= limit ? 'AT_RISK' : undefined;
}
