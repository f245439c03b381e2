const MEDIAN = 0.5;
const P90 = 0.9;
/** Durations are counted in eight buckets for each doubling, so a result is at most 5 % off. */
const BUCKETS_PER_DOUBLING = 8;
export type CalendarDay = { day: string; begins: Date };

/** The number of orders shipped on a day whose durations fall into the same bucket. */
export interface DayDuration {
  day: string;
  /** Eight times the logarithm to base 2 of the seconds, rounded down. */
  bucket: number;
  orders: number;
  /** Orders shipped by their due time. Null: stored before orders had one. */
  onTime: number | null;
}

/** A day is summed this long after its end, when all of its changes are stored. */
const REST_MS = 3_600_000;
/** Days before this one have been summed. */
const LOOK_BACK_DAYS = 400;

/** Returns the finished days since the one of the moment `first`, oldest first. */
export function finishedDays(first: Date | undefined, now: Date, timeZone: string): CalendarDay[] {
  if (!first) return [];
  const calendar = lastDays(new Date(now.getTime() - REST_MS), LOOK_BACK_DAYS + 1, timeZone);
  // The last day has not ended.
  return calendar.slice(0, -1).filter((one) => dayAfter(one, timeZone) > first);
}

/** Returns the last `count` days including today, oldest first. */
export function lastDays(now: Date, count: number, timeZone: string): CalendarDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return daysFrom(today.subtract({ days: count - 1 }), count, timeZone);
}

export function dayAfter({ day }: CalendarDay, timeZone: string): Date {
  return beginOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone);
}

/**
 * Returns the days from `from` (or the last `daysDefault`) to `to`, oldest first. Returns the fault for a day
 * that does not exist, `to` before `from`, or more than `daysMax` days.
 */
export function daysFromTo(
  { from, to, daysDefault }: { from: string | undefined; to: string; daysDefault: number },
  timeZone: string,
  daysMax: number,
): CalendarDay[] | 'no_day' | 'reversed' | 'too_many' {
  const last = parseDay(to);
  const first = from === undefined ? last?.subtract({ days: daysDefault - 1 }) : parseDay(from);
  if (!first || !last) return 'no_day';
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  if (count < 1) return 'reversed';
  if (count > daysMax) return 'too_many';
  return daysFrom(first, count, timeZone);
}

function daysFrom(first: Temporal.PlainDate, count: number, timeZone: string): CalendarDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = first.add({ days: index });
    return { day: day.toString(), begins: beginOf(day, timeZone) };
  });
}

function beginOf(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone }).startOfDay().epochMilliseconds);
}

function parseDay(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** Returns the durations of the shipped orders. */
export function durationsOf(days: readonly (DayDuration & { status: string })[]): DayDuration[] {
  return days.filter(({ status }) => status === 'SHIPPED');
}

/** Returns the number of shipped orders, and the median and 90th percentile of their durations. */
export function summarizeDurations(durations: readonly DayDuration[]) {
  const [medianSeconds, p90Seconds] = [secondsOfShare(durations, MEDIAN), secondsOfShare(durations, P90)];
  return {
    shipped: durations.reduce((sum, { orders }) => sum + orders, 0),
    ...(medianSeconds !== undefined && { medianSeconds }),
    ...(p90Seconds !== undefined && { p90Seconds }),
  };
}

type DurationCount = Pick<DayDuration, 'bucket' | 'orders'>;

/** Returns the seconds after which a fraction `share`, from 0 to 1, of the orders was shipped. */
export function secondsOfShare(counts: readonly DurationCount[], share: number): number | undefined {
  const sorted = counts.filter(({ orders }) => orders > 0).sort((a, b) => a.bucket - b.bucket);
  const all = sorted.reduce((sum, { orders }) => sum + orders, 0);
  let before = 0;
  for (const { bucket, orders } of sorted) {
    before += orders;
    if (before >= all * share) return Math.round(secondsOfBucket(bucket));
  }
  return undefined;
}

/** Counts the orders that were shipped by their due time. Days without due times are judged by `seconds`. */
export function countOnTime(counts: readonly (DurationCount & { onTime: number | null })[], seconds: number): number {
  return counts.reduce((sum, { bucket, orders, onTime }) => {
    if (onTime !== null) return sum + onTime;
    return secondsOfBucket(bucket) <= seconds ? sum + orders : sum;
  }, 0);
}

function secondsOfBucket(bucket: number): number {
  return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}
