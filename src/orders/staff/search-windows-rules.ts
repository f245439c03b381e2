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
const PAGES_OF_END = 20;
/** A window is so long that as many pages are expected in it. */
const PAGES_OF_WINDOW = 2;
/** Each window is as many times as long as the one before, or less where that would be too many orders. */
const GROWTH = 8;
export const WINDOWS_MAX = 3;
/** Of a word that no order of the sample has: as if so many had. */
const SELDOM = 0.5;

/** What is sought. */
export interface Wanting {
  /** How many orders of the sample have each of the words that the index is asked for together. */
  counts: readonly number[];
  /** Orders of the first sample, which begins with the newest. */
  sampleSize: number;
  limit: number;
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
  { sampled, times }: WordSample,
  { counts, sampleSize, limit }: Wanting,
): Window | undefined {
  if (!times) return undefined;
  const [newest, oldest] = [Number(times.newest), Number(times.oldest)];
  const msOfOrder = (newest - Number(times.sampledTo)) / sampleSize;
  const haveWords = counts.reduce((part, count) => (part * Math.max(count, SELDOM)) / sampled, 1);
  if (msOfOrder <= 0 || ((newest - oldest) / msOfOrder) * haveWords <= PAGES_LOOKED_AT * limit)
    return undefined;
  const ends = [after?.created, createdTo].filter((one) => one !== undefined).map(Number);
  return {
    from: Math.min(newest, ...ends),
    to: Math.max(oldest, Number(createdFrom ?? 0)),
    length: ((PAGES_OF_WINDOW * limit) / haveWords) * msOfOrder,
  };
}

/**
 * How far back is looked next, where the window had too few for a page; `candidates` of its orders have the words. Undefined: where something
 * else is asked for that few of them have, enough have been looked at, and the page ends there.
 */
export function nextLength(
  length: number,
  candidates: number,
  { isNarrow, limit }: { isNarrow: boolean; limit: number },
): number | undefined {
  if (!isNarrow) return length * GROWTH;
  const end = PAGES_OF_END * limit;
  if (candidates * 2 >= end) return undefined;
  return length * Math.min(GROWTH, end / Math.max(1, candidates));
}
