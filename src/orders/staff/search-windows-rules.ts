import type { OperatorOrderFilter } from './order-conditions-store.ts';

/** How many orders were looked at, and how many of them have each word. */
export interface WordSample {
  sampled: number;
  counts: number[];
  /** Of the newest order, of the oldest, and of the last of the first sample, which begins with the newest. */
  times?: { newest: Date; oldest: Date; sampledTo: Date };
}

/** Orders that a word is found in are all looked at when these many pages are expected of them, or fewer. */
const PAGES_LOOKED_AT = 10;
/** A window is so long that as many pages are expected in it. */
const PAGES_OF_WINDOW = 2;
/** Each window is as many times as long as the one before. */
const GROWTH = 8;
const WINDOWS_MAX = 3;
/** Of a word that no order of the sample has: as if so many had. */
const SELDOM = 0.5;

/**
 * Since when orders are looked at for a page that begins with the newest which the filter wants, the shortest time first, of a word that
 * `count` orders of the sample have: so that a page costs what it shows, and not all that there is. Empty: look at all at once.
 */
export function searchWindows(
  { after, createdTo, createdFrom }: Pick<OperatorOrderFilter, 'after' | 'createdTo' | 'createdFrom'>,
  { sampled, times }: WordSample,
  { count, sampleSize, limit }: { count: number; sampleSize: number; limit: number },
): Date[] {
  if (!times) return [];
  const [newest, oldest] = [Number(times.newest), Number(times.oldest)];
  const msOfOrder = (newest - Number(times.sampledTo)) / sampleSize;
  const ofAll = Math.max(count, SELDOM) / sampled;
  if (msOfOrder <= 0 || ((newest - oldest) / msOfOrder) * ofAll <= PAGES_LOOKED_AT * limit) return [];
  const from = Math.min(
    newest,
    ...[after?.created, createdTo].filter((one) => one !== undefined).map(Number),
  );
  const to = Math.max(oldest, Number(createdFrom ?? 0));
  const first = ((PAGES_OF_WINDOW * limit) / ofAll) * msOfOrder;
  const windows = Array.from({ length: WINDOWS_MAX }, (_, index) => from - first * GROWTH ** index);
  return windows.filter((start) => start > to).map((start) => new Date(start));
}
