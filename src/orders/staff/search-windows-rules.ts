import type { OperatorOrderFilter } from './order-conditions-store.ts';

export interface WordSample {
  sampled: number;
  counts: number[];
  /** Creation of the newest order, the oldest, and the last of the first (newest) sample. */
  times?: { newest: Date; oldest: Date; sampledTo: Date };
}

/** If the matches of the words fill at most this number of pages, all of them are examined. */
export const PAGES_LOOKED_AT = 10;
/** Pages of orders that are examined for one page, if few of them match the other conditions. */
const PAGES_OF_END = 4;
/** Pages of matches that a window of time should have. The next window begins where this one ends. */
const PAGES_OF_WINDOW = 1.2;
/** A window is at most this many times as long as the previous one. */
const GROWTH = 8;
/** A window is at least this fraction of the previous one, because the estimate is random. */
const SHRINK = 0.2;
export const WINDOWS_MAX = 4;
/** A walk may examine this many times the orders that should fill a page. */
const WALK_MARGIN = 2;
/** The most orders of a walk that replaces the index of words. */
const WALKED_MAX = 60_000;
/** Added to a word's count in the sample: a window too short costs less than one too long. */
const MORE = 1;

interface Wanting {
  /** The number of sampled orders with each word of the index query. */
  counts: readonly number[];
  /** Orders in the first sample, which begins with the newest. */
  sampleSize: number;
  limit: number;
  /** Share of the orders that match the other conditions, as a fraction from 0 to 1. */
  share: number;
}

/** Times in milliseconds. */
export type Window = { from: number; to: number; length: number };

/**
 * Returns the time window to examine first for a page, so that the cost does not depend on all matches.
 * Undefined if all matches can be examined at once.
 */
export function searchWindow(
  { after, createdTo, createdFrom }: Pick<OperatorOrderFilter, 'after' | 'createdTo' | 'createdFrom'>,
  sample: WordSample,
  { counts, sampleSize, limit, share }: Wanting,
): Window | undefined {
  const extent = extentOf(sample, sampleSize);
  if (!extent) return undefined;
  const { newest, oldest, msOfOrder, orders } = extent;
  const haveWords = partWithAll(counts, sample);
  if (orders * haveWords <= PAGES_LOOKED_AT * limit) return undefined;
  const ends = [after?.created, createdTo].filter((one) => one !== undefined).map(Number);
  return {
    from: Math.min(newest, ...ends),
    to: Math.max(oldest, Number(createdFrom ?? 0)),
    length: ((limit * Math.min(PAGES_OF_WINDOW / share, PAGES_OF_END)) / haveWords) * msOfOrder,
  };
}

/**
 * Returns how many orders a walk must read to fill a page with matches of all words. Undefined if the index
 * is cheaper, which returns all orders with one of the words (`counts`).
 */
export function walkLength(
  sample: WordSample,
  { counts, sampleSize, limit }: Omit<Wanting, 'share'>,
): number | undefined {
  const extent = extentOf(sample, sampleSize);
  if (!extent) return undefined;
  const walked = (WALK_MARGIN * limit) / partWithAll(sample.counts, sample);
  const brought = extent.orders * counts.reduce((sum, count) => sum + partWithAll([count], sample), 0);
  return walked <= Math.min(brought, WALKED_MAX) ? Math.ceil(walked) : undefined;
}

/** Returns how many orders there are, by the rate of the newest ones; undefined if all are of one moment. */
function extentOf({ times }: WordSample, sampleSize: number) {
  if (!times) return undefined;
  const [newest, oldest] = [Number(times.newest), Number(times.oldest)];
  const msOfOrder = (newest - Number(times.sampledTo)) / sampleSize;
  return msOfOrder > 0 ? { newest, oldest, msOfOrder, orders: (newest - oldest) / msOfOrder } : undefined;
}

function partWithAll(counts: readonly number[], { sampled }: WordSample): number {
  return counts.reduce((part, count) => (part * (count + MORE)) / sampled, 1);
}

export type Seen = { found: number; candidates: number; looked: number; missing: number };

/**
 * Returns whether few enough orders with the words are left in the remaining time (`rest`) to examine all of
 * them. The last window, of `length`, had `candidates`. One more is counted, because a word may be missing in
 * a window and occur later.
 */
export function isRestFew(length: number, candidates: number, rest: number, limit: number): boolean {
  return ((candidates + MORE) * rest) / length <= PAGES_LOOKED_AT * limit;
}

/**
 * Returns the length of the next window. Undefined if enough orders were examined, because few match the
 * other conditions: the page ends here.
 */
export function nextLength(
  length: number,
  { found, candidates, looked, missing }: Seen,
  { isNarrow, limit }: { isNarrow: boolean; limit: number },
): number | undefined {
  const times = Math.max(SHRINK, Math.min(GROWTH, (PAGES_OF_WINDOW * missing) / Math.max(1, found)));
  if (!isNarrow) return length * times;
  const left = PAGES_OF_END * limit - looked;
  if (left * 2 <= PAGES_OF_END * limit) return undefined;
  return length * Math.min(times, left / Math.max(1, candidates));
}
