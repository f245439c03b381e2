/**
 * The time zone of the center, which the server writes into the page. Pages of Vite's development server use
 * the browser's.
 */
export const TIME_ZONE: string =
  globalThis.document?.documentElement.dataset.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY_MS = 86_400_000;
/** A day begins less than this before or after its beginning in UTC. */
const OFFSET_MS_MAX = 15 * 3_600_000;
/** ISO 8601 writes later moments in another form. */
const YEAR_10000 = Date.UTC(10_000, 0);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of a moment, such as 2026-01-31. */
export function dayOf(moment: number, timeZone = TIME_ZONE): string {
  // Swedish writes days as ISO 8601 does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  return format.format(moment);
}

/** Returns when a day begins. */
export function beginOfDay(day: string, timeZone = TIME_ZONE): number {
  return firstMoment(Date.parse(day), (moment) => dayOf(moment, timeZone) >= day);
}

/** Returns when the next day begins. */
export function endOfDay(day: string, timeZone = TIME_ZONE): number {
  return firstMoment(Date.parse(day) + DAY_MS, (moment) => dayOf(moment, timeZone) > day);
}

/** Searches for the moment, because some clocks change at midnight. */
function firstMoment(about: number, isReached: (moment: number) => boolean): number {
  let before = about - OFFSET_MS_MAX;
  let first = Math.min(about + OFFSET_MS_MAX, YEAR_10000);
  while (first - before > 1) {
    const middle = Math.floor((before + first) / 2);
    if (isReached(middle)) first = middle;
    else before = middle;
  }
  return first;
}
