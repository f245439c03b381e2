import type { sumTechnologies } from '../orders/change/backlog-rules.ts';
import type { OrderCount } from './order-count-store.ts';
import type { OrderDay } from './order-day-store.ts';
import type { Trouble, WaitingOrder } from './overview-store.ts';
import { type CalendarDay, durationsOf, summarizeDurations } from './report-rules.ts';

interface OverviewFacts extends Trouble {
  counts: readonly OrderCount[];
  untouched: readonly WaitingOrder[];
  technologies: ReturnType<typeof sumTechnologies>;
  days: readonly OrderDay[];
  /** Open orders between the limits of `ageLimits`, the oldest first. */
  ages: readonly number[];
}

/**
 * Composes the overview: orders that need a person, open work, and the figures of the last days. `calendar`
 * has at least four days. `turnaroundDays` lists the periods, in days, over which durations are reported.
 */
export function composeOverview(
  facts: OverviewFacts,
  calendar: readonly CalendarDay[],
  turnaroundDays: readonly number[],
) {
  const { counts, technologies, cancellations, endpointsFailing, endpointsDisabled } = facts;
  const withReason = (code: string) => sum(counts.filter(({ reasonCode }) => reasonCode === code));
  const inStatus = counts.filter(({ reasonCode }) => reasonCode === null);
  const errors = counts.filter(({ status, reasonCode }) => status === 'ERROR' && reasonCode !== null);
  const [older = 0, twoToThreeDays = 0, oneDay = 0, today = 0] = facts.ages;
  return {
    attention: {
      errors: {
        orders: sum(inStatus.filter(({ status }) => status === 'ERROR')),
        reasons: byKey(errors, ({ reasonCode }) => reasonCode as string),
      },
      cancellationsRequested: cancellations,
      waitingForStock: withReason('waiting_for_stock'),
      waitingForFiles: withReason('waiting_for_file'),
      onHold: withReason('on_hold'),
      ...oldestOf(facts.untouched),
      webhooks: { failing: endpointsFailing, disabled: endpointsDisabled },
    },
    statuses: byKey(inStatus, ({ status }) => status),
    backlog: {
      age: { today, oneDay, twoToThreeDays, older },
      technologies: technologies.map(({ technology, orders, pieces }) => ({
        ...(technology && { technology }),
        orders,
        pieces,
      })),
    },
    turnaround: turnaroundDays.map((days) => ({ days, ...timesToShip(facts.days, calendar.slice(-days)) })),
    days: calendar.map((day) => figuresOf(day, facts.days)),
  };
}

/** Returns the ends of the ages: before three days ago, two or three days ago, yesterday, and no end. */
export function ageLimits(calendar: readonly CalendarDay[]): (Date | undefined)[] {
  const [third, , yesterday, today] = calendar.slice(-4).map(({ begins }) => new Date(begins.getTime() - 1));
  return [third, yesterday, today, undefined];
}

function sum(counts: readonly { orders: number }[]): number {
  return counts.reduce((all, { orders }) => all + orders, 0);
}

function byKey(counts: readonly OrderCount[], key: (count: OrderCount) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(counts, key)].map(([name, some]) => [name, sum(some)]));
}

function oldestOf(untouched: readonly WaitingOrder[]) {
  const of = (wanted: string) => {
    const found = untouched.find(({ status }) => status === wanted);
    if (!found) return undefined;
    const { clientId, clientName, orderId, since } = found;
    return { clientId, clientName, orderId, since: since.toISOString() };
  };
  const [oldestNew, oldestAssigned] = [of('NEW'), of('ASSIGNED')];
  return { ...(oldestNew && { oldestNew }), ...(oldestAssigned && { oldestAssigned }) };
}

function figuresOf(calendarDay: CalendarDay, days: readonly OrderDay[]) {
  const { day, begins } = calendarDay;
  const count = (wanted: OrderDay['status']) =>
    days.reduce((all, one) => (one.day === day && one.status === wanted ? all + one.orders : all), 0);
  const times = timesToShip(days, [calendarDay]);
  return { day, begins: begins.toISOString(), ...times, created: count('NEW'), cancelled: count('CANCELLED') };
}

function timesToShip(orders: readonly OrderDay[], days: readonly CalendarDay[]) {
  const wanted = new Set(days.map(({ day }) => day));
  return summarizeDurations(durationsOf(orders.filter(({ day }) => wanted.has(day))));
}
