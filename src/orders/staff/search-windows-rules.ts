import type { OperatorOrderFilter } from './order-conditions-store.ts';

/** How many orders were looked at, and how many of them have each word. */
export interface WordSample {
  sampled: number;
  counts: number[];
  /** Of the newest order, of the oldest, and of the last of the first sample, which begins with the newest. */
  times?: { newest: Date; oldest: Date; sampledTo: Date };
}

/** Orders that have the words are all looked at when so many pages of them are expected, or fewer. */
export const PAGES_LOOKED_AT = 10;
/** So many, where few of them have what else is asked for, before the page ends. */
const PAGES_OF_END = 4;
/** A window is so long that as many pages are expected in it: it looks at what lies in it, and the next one begins where it ended. */
const PAGES_OF_WINDOW = 1.2;
/** Each window is so many times as long as the one before at most. */
const GROWTH = 8;
/** And so many times at least: what was expected is told by chance. */
const SHRINK = 0.2;
export const WINDOWS_MAX = 4;
/** A walk may pass so many times the orders in which a full page is expected. */
const WALK_MARGIN = 2;
/** Orders that are walked through at most, where the index of words would bring more. */
const WALKED_MAX = 60_000;
/** On top of what the sample has of a word, since a window that is too short costs less than one that is too long. */
const MORE = 1;

/** What is sought. */
export interface Wanting {
  /** How many orders of the sample have each of the words that the index is asked for together. */
  counts: readonly number[];
  /** Orders of the first sample, which begins with the newest. */
  sampleSize: number;
  limit: number;
  /** Which part of the orders has what else is asked for, from 0 to 1. */
  share: number;
}

/** Moments in milliseconds. */
export interface Window {
  /** The newest that is wanted, and the oldest. */
  from: number;
  to: number;
  /** How far back from the newest is looked at first. */
  length: number;
}

/**
 * The newest of the orders that are wanted, which are looked at first for a page: so that it costs what it shows, and not all that there is.
 * Undefined: look at all at once.
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
 * How many orders to walk through for a page that has all words of the sample, where the index of words would bring more than that: it brings all orders that have one of
 * the words that it is asked for, whose `counts` are given. Undefined: the index is the shorter way.
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

/** How many orders there are, by how fast the newest came; undefined where those were all made at one moment, or were not asked for. */
function extentOf({ times }: WordSample, sampleSize: number) {
  if (!times) return undefined;
  const [newest, oldest] = [Number(times.newest), Number(times.oldest)];
  const msOfOrder = (newest - Number(times.sampledTo)) / sampleSize;
  return msOfOrder > 0 ? { newest, oldest, msOfOrder, orders: (newest - oldest) / msOfOrder } : undefined;
}

/** Which part of the orders has all these words, as by chance, from 0 to 1. */
function partWithAll(counts: readonly number[], { sampled }: WordSample): number {
  return counts.reduce((part, count) => (part * (count + MORE)) / sampled, 1);
}

/** What the windows of a page have had. */
export interface Seen {
  /** In the last of them, of what is wanted. */
  found: number;
  /** In the last of them, orders that have the words; and in all. */
  candidates: number;
  looked: number;
  /** Orders that are still wanted for the page. */
  missing: number;
}

/**
 * Whether so few orders with the words are expected in the `rest` behind a window of `length` that had so many `candidates`, that all of them can
 * be looked at. To be asked of words that no order of the sample has: others may only be missing for a while.
 */
export function isRestFew(length: number, candidates: number, rest: number, limit: number): boolean {
  return ((candidates + MORE) * rest) / length <= PAGES_LOOKED_AT * limit;
}

/**
 * How long the next window is, where the last, of `length`, had too few for a page. Undefined: where something else is asked for that few
 * orders with the words have, enough have been looked at, and the page ends there.
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
