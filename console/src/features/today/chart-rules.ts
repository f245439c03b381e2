const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Ends of an axis of durations in seconds. Longer axes end at multiples of ten days. */
const DURATION_TOPS = [
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR_SECONDS),
  ...[1, 2, 3, 4, 5, 7, 10].map((days) => days * DAY_SECONDS),
];

/** Returns the end of an axis for the greatest value: a round number, at least 4. */
export function topOfCounts(greatest: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 4, 5]) if (step * power >= Math.max(4, greatest)) return step * power;
  }
}

/** Returns the end of an axis of durations for the greatest value in seconds. */
export function topOfDurations(greatest: number): number {
  const top = DURATION_TOPS.find((one) => one >= greatest);
  return top ?? Math.ceil(greatest / (10 * DAY_SECONDS)) * 10 * DAY_SECONDS;
}

/** Returns the indexes of the labelled days: today and every seventh day before. */
export function labelledDays(days: number): number[] {
  const indexes: number[] = [];
  for (let index = days - 1; index >= 0; index -= 7) indexes.unshift(index);
  return indexes;
}
