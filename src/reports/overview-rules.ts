import type { StatusCount } from '../orders/change/order-sum-store.ts';
import type {
  DayCount,
  DayDuration,
  OpenDay,
  TechnologyCount,
  Trouble,
  WaitingOrder,
} from './overview-store.ts';
import type { CalendarDay } from './report-rules.ts';
import { secondsOfShare } from './report-rules.ts';

const MEDIAN = 0.5;
const P90 = 0.9;

/** What the kept counts say. */
export interface OverviewFacts extends Trouble {
  counts: readonly StatusCount[];
  untouched: readonly WaitingOrder[];
  technologies: readonly TechnologyCount[];
  days: readonly DayCount[];
  open: readonly OpenDay[];
  durations: readonly DayDuration[];
}

/**
 * What staff see first: what needs a person, what is to be done, and how the last days were. `calendar` has at least the last four days;
 * how long orders took is told of the last so many days for each of `turnaroundDays`.
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
      ...longest(facts.untouched),
      webhooks: { failing: endpointsFailing, disabled: endpointsDisabled },
    },
    statuses: byKey(counts, ({ status }) => status),
    backlog: {
      age: ages(facts.open, calendar),
      technologies: technologies.map(({ technology, orders, pieces }) => ({
        ...(technology && { technology }),
        orders,
        pieces,
      })),
    },
    turnaround: turnaroundDays.map((days) => ({
      days,
      ...timesToShip(facts.durations, calendar.slice(-days)),
    })),
    days: calendar.map((day) => shownDay(day, facts)),
  };
}

function sum(counts: readonly { orders: number }[]): number {
  return counts.reduce((all, { orders }) => all + orders, 0);
}

function byKey(counts: readonly StatusCount[], key: (count: StatusCount) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(counts, key)].map(([name, some]) => [name, sum(some)]));
}

function longest(untouched: readonly WaitingOrder[]) {
  const of = (wanted: string) => {
    const found = untouched.find(({ status }) => status === wanted);
    if (!found) return undefined;
    const { clientId, clientName, orderId, since } = found;
    return { clientId, clientName, orderId, since: since.toISOString() };
  };
  const [oldestNew, oldestAssigned] = [of('NEW'), of('ASSIGNED')];
  return { ...(oldestNew && { oldestNew }), ...(oldestAssigned && { oldestAssigned }) };
}

function ages(open: readonly OpenDay[], calendar: readonly CalendarDay[]) {
  const [third = '', , yesterday = '', today = ''] = calendar.slice(-4).map(({ day }) => day);
  const between = (from: string, to: string) =>
    open.reduce((all, one) => (one.day >= from && one.day < to ? all + one.open : all), 0);
  // What was made a moment ago may already be of tomorrow, where clocks differ.
  const [first, last] = ['', '~'];
  return {
    today: between(today, last),
    oneDay: between(yesterday, today),
    twoToThreeDays: between(third, yesterday),
    older: between(first, third),
  };
}

function shownDay(calendarDay: CalendarDay, { days, durations }: OverviewFacts) {
  const { day, begins } = calendarDay;
  const { created = 0, shipped = 0, cancelled = 0 } = days.find((one) => one.day === day) ?? {};
  return {
    day,
    begins: begins.toISOString(),
    ...timesToShip(durations, [calendarDay]),
    created,
    shipped,
    cancelled,
  };
}

/** How many of the orders were shipped on these days, and how long they took. */
function timesToShip(durations: readonly DayDuration[], days: readonly CalendarDay[]) {
  const wanted = new Set(days.map(({ day }) => day));
  const shipped = durations.filter(({ day }) => wanted.has(day));
  const [medianSeconds, p90Seconds] = [secondsOfShare(shipped, MEDIAN), secondsOfShare(shipped, P90)];
  return {
    shipped: sum(shipped),
    ...(medianSeconds !== undefined && { medianSeconds }),
    ...(p90Seconds !== undefined && { p90Seconds }),
  };
}
