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
