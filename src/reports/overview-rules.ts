import type { StatusCount } from '../orders/change/order-sum-store.ts';
import type { DayCount, OpenDay, TechnologyCount, Trouble, WaitingOrder } from './overview-store.ts';
import { type CalendarDay, type DayDuration, summarizeDurations } from './report-rules.ts';

interface OverviewFacts extends Trouble {
  counts: readonly StatusCount[];
  untouched: readonly WaitingOrder[];
  technologies: readonly TechnologyCount[];
  days: readonly DayCount[];
  open: readonly OpenDay[];
  durations: readonly DayDuration[];
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
  const errors = counts.filter(({ status }) => status === 'ERROR');
  return {
    attention: {
      errors: { orders: sum(errors), reasons: byKey(errors, ({ reasonCode }) => reasonCode) },
      cancellationsRequested: cancellations,
      waitingForStock: withReason('waiting_for_stock'),
      waitingForFiles: withReason('waiting_for_file'),
      onHold: withReason('on_hold'),
      ...oldestOf(facts.untouched),
      webhooks: { failing: endpointsFailing, disabled: endpointsDisabled },
    },
    statuses: byKey(counts, ({ status }) => status),
    backlog: {
      age: countByAge(facts.open, calendar),
      technologies: technologies.map(({ technology, orders, pieces }) => ({
        ...(technology && { technology }),
        orders,
        pieces,
      })),
    },
    turnaround: turnaroundDays.map((days) => ({ days, ...timesToShip(facts.durations, calendar.slice(-days)) })),
    days: calendar.map((day) => figuresOf(day, facts)),
  };
}

function sum(counts: readonly { orders: number }[]): number {
  return counts.reduce((all, { orders }) => all + orders, 0);
}

function byKey(counts: readonly StatusCount[], key: (count: StatusCount) => string): Record<string, number> {
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

function countByAge(open: readonly OpenDay[], calendar: readonly CalendarDay[]) {
  const [third = '', , yesterday = '', today = ''] = calendar.slice(-4).map(({ day }) => day);
  const between = (from: string, to: string) =>
    open.reduce((all, one) => (one.day >= from && one.day < to ? all + one.open : all), 0);
  // Where clocks differ, an order that was just created may belong to tomorrow.
  const [first, last] = ['', '~'];
  return {
    today: between(today, last),
    oneDay: between(yesterday, today),
    twoToThreeDays: between(third, yesterday),
    older: between(first, third),
  };
}

function figuresOf(calendarDay: CalendarDay, { days, durations }: OverviewFacts) {
  const { day, begins } = calendarDay;
  const { created = 0, shipped = 0, cancelled = 0 } = days.find((one) => one.day === day) ?? {};
  return { day, begins: begins.toISOString(), ...timesToShip(durations, [calendarDay]), created, shipped, cancelled };
}

function timesToShip(durations: readonly DayDuration[], days: readonly CalendarDay[]) {
  const wanted = new Set(days.map(({ day }) => day));
  return summarizeDurations(durations.filter(({ day }) => wanted.has(day)));
}
