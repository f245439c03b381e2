import { WEEK, type Weekday } from '../platform/settings/setting-values.ts';
import type { ShopConfig } from '../platform/settings/shop-settings.ts';
import { isHoliday } from './holidays.ts';

/** Filters orders by when they are due: already, or by the end of a day of the center. */
export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export type Due = (typeof DUE)[number];

/** LATE: the due time has passed. AT_RISK: little time is left for the work that remains. */
export const DUE_STATES = ['LATE', 'AT_RISK'] as const;
type DueState = (typeof DUE_STATES)[number];

/** The settings that decide when an order is due. They change while the process runs. */
export type DueRule = Readonly<Pick<ShopConfig, 'PRODUCTION_HOURS' | 'WORKING_DAYS' | 'TIME_ZONE' | 'HOLIDAYS'>>;

/** The times in the contract of a client. Null: as the center. */
export interface DueTerms {
  /** Working days after the cut-off, together with `cutOff`. */
  productionDays: number | null;
  /** Time of the day in the zone of the center, such as 14:00. */
  cutOff: string | null;
  /** These days count instead of the working days of the center. Holidays never count. */
  workingDays: readonly Weekday[] | null;
}

const AS_THE_CENTER: DueTerms = { productionDays: null, cutOff: null, workingDays: null };
const DAYS: Readonly<Record<Exclude<Due, 'LATE'>, number>> = { TODAY: 1, TOMORROW: 2 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT_RISK_MS = 4 * HOUR_MS;
/** Days without work in a row. The next day counts in any case. */
const FREE_DAYS_MAX = 366;

/** Returns the last moment that the filter includes, by the clock of the time zone. */
export function dueLimitOf(due: Due, now: Date, timeZone: string): Date {
  if (due === 'LATE') return now;
  const end = localOf(now, timeZone).toPlainDate().add({ days: DAYS[due] });
  return new Date(end.toZonedDateTime(timeZone).epochMilliseconds - 1);
}

/** Limits of AT_RISK: of an order in production, and of one that is not released. */
export function riskLimits(now: Date, timeZone: string): { begun: Date; unbegun: Date } {
  const begun = new Date(now.getTime() + AT_RISK_MS);
  const today = dueLimitOf('TODAY', now, timeZone);
  return { begun, unbegun: today > begun ? today : begun };
}

export function dueStateOf(
  { status, due }: { status: string; due: Date },
  now: Date,
  timeZone: string,
): DueState | undefined {
  if (due <= now) return 'LATE';
  const { begun, unbegun } = riskLimits(now, timeZone);
  return due <= (status === 'ACCEPTED' ? begun : unbegun) ? 'AT_RISK' : undefined;
}

/**
 * Returns when an order is due that is ready for production at this moment. With a contract, this is the
 * cut-off time of a working day. Otherwise PRODUCTION_HOURS pass on working days, of 24 hours each.
 */
export function dueOf(ready: Date, rule: DueRule, terms: DueTerms = AS_THE_CENTER): Date {
  const { TIME_ZONE, WORKING_DAYS, HOLIDAYS } = rule;
  const week = terms.workingDays ?? WORKING_DAYS;
  const isFree = (day: Temporal.PlainDate) =>
    !week.includes(WEEK[day.dayOfWeek - 1] as Weekday) || (HOLIDAYS !== undefined && isHoliday(HOLIDAYS, `${day}`));
  const local = localOf(ready, TIME_ZONE);
  const due =
    terms.productionDays === null || terms.cutOff === null
      ? addHours(local, rule.PRODUCTION_HOURS, isFree)
      : addDays(local, terms.productionDays, Temporal.PlainTime.from(terms.cutOff), isFree);
  return new Date(due.toZonedDateTime(TIME_ZONE).epochMilliseconds);
}

type IsFree = (day: Temporal.PlainDate) => boolean;

function addHours(from: Temporal.PlainDateTime, hours: number, isFree: IsFree): Temporal.PlainDateTime {
  let day = from.toPlainDate();
  let leftMs = hours * HOUR_MS;
  if (isFree(day)) day = nextWorkingDay(day, isFree);
  else leftMs += day.toPlainDateTime().until(from).total('milliseconds');
  for (; leftMs > DAY_MS; leftMs -= DAY_MS) day = nextWorkingDay(day, isFree);
  return day.toPlainDateTime().add({ milliseconds: leftMs });
}

function addDays(
  from: Temporal.PlainDateTime,
  days: number,
  cutOff: Temporal.PlainTime,
  isFree: IsFree,
): Temporal.PlainDateTime {
  let day = from.toPlainDate();
  const isMissed = Temporal.PlainTime.compare(from.toPlainTime(), cutOff) > 0;
  if (isMissed || isFree(day)) day = nextWorkingDay(day, isFree);
  for (let left = days; left > 0; left--) day = nextWorkingDay(day, isFree);
  return day.toPlainDateTime(cutOff);
}

function nextWorkingDay(after: Temporal.PlainDate, isFree: IsFree): Temporal.PlainDate {
  let day = after.add({ days: 1 });
  for (let skipped = 0; skipped < FREE_DAYS_MAX && isFree(day); skipped++) day = day.add({ days: 1 });
  return day;
}

function localOf(moment: Date, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();
}
