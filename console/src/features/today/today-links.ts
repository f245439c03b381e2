import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import type { OrderDay, Overview } from './today-api.ts';

/** The address of the list whose rows a number counts. */
export type ListLink = {
  to: '/orders' | '/webhooks' | '/bins' | '/problems' | '/machines';
  search: Record<string, string>;
};

export const ordersLink = (search: Record<string, string>): ListLink => ({ to: '/orders', search });

/** Returns the link to the endpoints of live clients only, which the overview counts. */
export const endpointsLink = (state: 'failing' | 'given_up'): ListLink => ({
  to: '/webhooks',
  search: { mode: 'live', state },
});

/** Returns the link to the orders that are late, or due on a day. */
export const dueOrdersLink = (due: 'LATE' | 'TODAY' | 'TOMORROW'): ListLink => ordersLink({ due, sort: 'due' });

export const problemsLink = (kind?: 'NO_LABEL'): ListLink => ({ to: '/problems', search: kind ? { kind } : {} });

export const machinesLink: ListLink = { to: '/machines', search: {} };

export const binsLink = (state: 'STOPPED' | 'EMPTY_IT'): ListLink => ({ to: '/bins', search: { state } });

/** Returns the links to the open orders by age. Ages begin at the start of a day. */
export function linksOfAges(days: readonly OrderDay[]): Record<keyof Overview['backlog']['age'], ListLink> {
  const begins = (daysAgo: number) => days.at(-1 - daysAgo)?.begins;
  const madeSearch = (from?: string, to?: string) =>
    ordersLink({ status: OPEN_STATUSES, ...createdBetween(from, to), sort: 'oldest' });
  return {
    today: madeSearch(begins(0)),
    oneDay: madeSearch(begins(1), begins(0)),
    twoToThreeDays: madeSearch(begins(3), begins(1)),
    older: madeSearch(undefined, begins(3)),
  };
}

/** Returns the link to the orders created on a day. */
export function linkOfDay(days: readonly OrderDay[], index: number): ListLink {
  return ordersLink(createdBetween(days[index]?.begins, days[index + 1]?.begins));
}

/**
 * Returns the filters for creation from a moment until before another. The list excludes the lower bound and
 * includes the upper one, so both move by one millisecond.
 */
function createdBetween(from?: string, to?: string): Record<string, string> {
  return {
    ...(from !== undefined && { createdFrom: justBefore(from) }),
    ...(to !== undefined && { createdTo: justBefore(to) }),
  };
}

function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}
