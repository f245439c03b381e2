import { WEEK } from '../platform/settings/setting-values.ts';
import type { ShopConfig } from '../platform/settings/shop-settings.ts';

/** Filters orders by when they are due: already, or by the end of a day of the center. */
export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export type Due = (typeof DUE)[number];

/** The settings that decide when an order is due. They change while the process runs. */
export type DueRule = Readonly<Pick<ShopConfig, 'PRODUCTION_HOURS' | 'WORKING_DAYS' | 'TIME_ZONE'>>;

const DAYS: Readonly<Record<Exclude<Due, 'LATE'>, number>> = { TODAY: 1, TOMORROW: 2 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** Returns the last moment that the filter includes, by the clock of the time zone. */
export function dueLimitOf(due: Due, now: Date, timeZone: string): Date {
  if (due === 'LATE') return now;
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const end = day.startOfDay().add({ days: DAYS[due] }).startOfDay();
  return new Date(end.epochMilliseconds - 1);
}

/** Returns when an order is due that was created at this moment. Only hours of working days count. */
export function dueOf(created: Date, rule: DueRule): Date {
  const hoursMs = rule.PRODUCTION_HOURS * HOUR_MS;
  if (rule.WORKING_DAYS.length === WEEK.length) return new Date(created.getTime() + hoursMs);
  const week = weekOf(rule);
  const worked = week.workedUntil(localOf(created, rule.TIME_ZONE)) + hoursMs;
  const day = Math.ceil(worked / DAY_MS) - 1;
  return instantOf(week.startOf(day) + worked - day * DAY_MS, rule.TIME_ZONE);
}

/** Returns the latest creation time of an order that is due by this moment. */
export function creationFor(due: Date, rule: DueRule): Date {
  const hoursMs = rule.PRODUCTION_HOURS * HOUR_MS;
  if (rule.WORKING_DAYS.length === WEEK.length) return new Date(due.getTime() - hoursMs);
  const week = weekOf(rule);
  const worked = week.workedUntil(localOf(due, rule.TIME_ZONE)) - hoursMs;
  const day = Math.floor(worked / DAY_MS);
  return instantOf(week.startOf(day) + worked - day * DAY_MS, rule.TIME_ZONE);
}

/** Converts between local time and the time worked since a Monday, both in milliseconds. */
function weekOf({ WORKING_DAYS }: DueRule) {
  const working = WEEK.flatMap((name, index) => (WORKING_DAYS.includes(name) ? [index] : []));
  return {
    workedUntil(local: number): number {
      const day = Math.floor(local / DAY_MS) + MONDAY_OFFSET_DAYS;
      const week = Math.floor(day / WEEK.length);
      const weekday = day - week * WEEK.length;
      const before = working.filter((one) => one < weekday).length;
      const today = working.includes(weekday) ? local - Math.floor(local / DAY_MS) * DAY_MS : 0;
      return (week * working.length + before) * DAY_MS + today;
    },
    /** Returns the local time at which this working day begins. */
    startOf(day: number): number {
      const week = Math.floor(day / working.length);
      const weekday = working[day - week * working.length] ?? 0;
      return (week * WEEK.length + weekday - MONDAY_OFFSET_DAYS) * DAY_MS;
    },
  };
}

/** Returns the local date and time as milliseconds, as if the zone were UTC. */
function localOf(moment: Date, timeZone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return moment.getTime() + Math.round(offsetNanoseconds / 1e6);
}

function instantOf(local: number, timeZone: string): Date {
  const clock = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
  return new Date(clock.toZonedDateTime(timeZone).epochMilliseconds);
}
