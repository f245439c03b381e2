import type { OrderDay, Overview } from './today-api.ts';

/** The list whose rows a number counts: its address alone shows them. */
export interface ListLink {
  to: '/orders' | '/webhooks' | '/bins' | '/problems';
  search: Record<string, string>;
}

const OPEN = 'NEW,ASSIGNED,ACCEPTED,ERROR';

export const ordersLike = (search: Record<string, string>): ListLink => ({ to: '/orders', search });

/** Endpoints of live clients, as they are counted. */
export const endpointsThat = (state: 'failing' | 'given_up'): ListLink => ({
  to: '/webhooks',
  search: { mode: 'live', state },
});

/** Open orders that are due already: those made by this moment. */
export const lateOrders = (madeBy: string): ListLink =>
  ordersLike({ status: OPEN, createdTo: madeBy, sort: 'oldest' });

export const problemsLike = (kind?: 'NO_LABEL'): ListLink => ({
  to: '/problems',
  search: kind ? { kind } : {},
});

export const binsLike = (state: 'STOPPED' | 'EMPTY_IT'): ListLink => ({ to: '/bins', search: { state } });

/** The open orders by age: when they were made lies between the beginnings of two days. */
export function linksOfAges(days: readonly OrderDay[]): Record<keyof Overview['backlog']['age'], ListLink> {
  const begins = (daysAgo: number) => days.at(-1 - daysAgo)?.begins;
  const made = (from?: string, to?: string) =>
    ordersLike({ status: OPEN, ...madeBetween(from, to), sort: 'oldest' });
  return {
    today: made(begins(0)),
    oneDay: made(begins(1), begins(0)),
    twoToThreeDays: made(begins(3), begins(1)),
    older: made(undefined, begins(3)),
  };
}

/** All that were made on one of the days. */
export function linkOfDay(days: readonly OrderDay[], index: number): ListLink {
  return ordersLike(madeBetween(days[index]?.begins, days[index + 1]?.begins));
}

/** From a moment on, and before another. The list takes what was made after the one and up to the other, and moments are of milliseconds. */
function madeBetween(from?: string, to?: string): Record<string, string> {
  return {
    ...(from !== undefined && { createdFrom: justBefore(from) }),
    ...(to !== undefined && { createdTo: justBefore(to) }),
  };
}

function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}
