/** A day of the center. */
export interface CalendarDay {
  /** As 2026-01-31. */
  day: string;
  /** When it begins. */
  begins: Date;
}

/** The last `count` days up to today, the oldest first, in the time zone. */
export function lastDays(now: Date, count: number, timeZone: string): CalendarDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index }).startOfDay();
    return { day: day.toPlainDate().toString(), begins: new Date(day.epochMilliseconds) };
  });
}

/** When the day after it begins. */
export function dayAfter({ day }: CalendarDay, timeZone: string): Date {
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone });
  return new Date(next.startOfDay().epochMilliseconds);
}

/**
 * The days from one to another, the oldest first; without a first one so many up to the last. Or why there are none: no such day, the last before the
 * first, or more than may be.
 */
export function daysFromTo(
  { from, to, daysDefault }: { from: string | undefined; to: string; daysDefault: number },
  timeZone: string,
  daysMax: number,
): CalendarDay[] | 'no_day' | 'reversed' | 'too_many' {
  const last = plainDay(to);
  const first = from === undefined ? last?.subtract({ days: daysDefault - 1 }) : plainDay(from);
  if (!first || !last) return 'no_day';
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  if (count < 1) return 'reversed';
  if (count > daysMax) return 'too_many';
  return Array.from({ length: count }, (_, index) => {
    const day = first.add({ days: index });
    const begins = day.toZonedDateTime({ timeZone }).startOfDay();
    return { day: day.toString(), begins: new Date(begins.epochMilliseconds) };
  });
}

function plainDay(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** Eight buckets to each doubling: what is told of a bucket is off by 5 % at most. */
const BUCKETS_PER_DOUBLING = 8;

/** How many orders took so long. */
interface DurationCount {
  /** Eight times the logarithm to base 2 of the seconds, rounded down. */
  bucket: number;
  orders: number;
}

/** The seconds within which this share of the orders was done, from 0 to 1; undefined where there are none. */
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

/** How many of the orders took no longer. */
export function ordersWithin(counts: readonly DurationCount[], seconds: number): number {
  return counts.reduce(
    (sum, { bucket, orders }) => (secondsOfBucket(bucket) <= seconds ? sum + orders : sum),
    0,
  );
}

/** The middle of the bucket. */
function secondsOfBucket(bucket: number): number {
  return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}
