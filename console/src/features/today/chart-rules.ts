const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Where an axis of durations may end; above the last by whole tens of days. */
const DURATION_TOPS = [
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR_SECONDS),
  ...[1, 2, 3, 4, 5, 7, 10].map((days) => days * DAY_SECONDS),
];

/** Where the axis of a chart ends whose greatest number this is: a round number, at least 4. */
export function topOfCounts(greatest: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 4, 5]) if (step * power >= Math.max(4, greatest)) return step * power;
  }
}

/** The same of seconds: so many hours or days as one reads at a glance. */
export function topOfDurations(greatest: number): number {
  const top = DURATION_TOPS.find((one) => one >= greatest);
  return top ?? Math.ceil(greatest / (10 * DAY_SECONDS)) * 10 * DAY_SECONDS;
}

/** Of these days the ones whose names stand below a chart: today, and each a week before the one after it. */
export function weeksBefore(days: number): number[] {
  const indexes: number[] = [];
  for (let index = days - 1; index >= 0; index -= 7) indexes.unshift(index);
  return indexes;
}
