/** What is due: already, or by the end of a day of the center. */
export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export type Due = (typeof DUE)[number];

const DAYS: Readonly<Record<Exclude<Due, 'LATE'>, number>> = { TODAY: 1, TOMORROW: 2 };
const HOUR_MS = 3_600_000;

/** Until when something is due that is asked for so, by the clock of the time zone. */
export function dueUntil(due: Due, now: Date, timeZone: string): Date {
  if (due === 'LATE') return now;
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const end = day.startOfDay().add({ days: DAYS[due] }).startOfDay();
  return new Date(end.epochMilliseconds - 1);
}

/** When an order is due that was made at this moment. */
export function dueOf(made: Date, dueHours: number): Date {
  return new Date(made.getTime() + dueHours * HOUR_MS);
}

/** When an order was made at the latest that is due by this moment. */
export function madeFor(due: Date, dueHours: number): Date {
  return new Date(due.getTime() - dueHours * HOUR_MS);
}
