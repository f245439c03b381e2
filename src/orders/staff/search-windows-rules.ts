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
/** Each window is as many times as long as the one before. */
const GROWTH = 8;
const WINDOWS_MAX = 3;
/** Of a word that no order of the sample has: as if so many had. */
const SELDOM = 0.5;

/** What is sought. */
export interface Wanting {
  /** How many orders of the sample have each of the words that the index is asked for together. */
  counts: readonly number[];
  /** Which part of all orders have what else is asked for, as their status; 1: nothing is. */
  share: number;
  /** Orders of the first sample, which begins with the newest. */
  sampleSize: number;
  limit: number;
}

/** Since when orders are looked at, and whether the page ends there, however few are found. */
export interface Window {
  from: Date;
  isEnd: boolean;
}

/**
 * Since when orders are looked at for a page that begins with the newest which the filter wants, the shortest time first: so that a page costs
 * what it shows, and not all that there is. Empty: look at all at once.
 */
export function searchWindows(
  { after, createdTo, createdFrom }: Pick<OperatorOrderFilter, 'after' | 'createdTo' | 'createdFrom'>,
  { sampled, times }: WordSample,
  { counts, share, sampleSize, limit }: Wanting,
): Window[] {
  if (!times) return [];
  const [newest, oldest] = [Number(times.newest), Number(times.oldest)];
  const msOfOrder = (newest - Number(times.sampledTo)) / sampleSize;
  const haveWords = counts.reduce((part, count) => (part * Math.max(count, SELDOM)) / sampled, 1);
  if (msOfOrder <= 0 || ((newest - oldest) / msOfOrder) * haveWords <= PAGES_LOOKED_AT * limit) return [];
  const from = Math.min(
    newest,
    ...[after?.created, createdTo].filter((one) => one !== undefined).map(Number),
  );
  const to = Math.max(oldest, Number(createdFrom ?? 0));
  const longOf = (orders: number) => (orders / haveWords) * msOfOrder;
  const first = longOf((PAGES_OF_WINDOW * limit) / Math.max(share, Number.EPSILON));
  const last = share < 1 ? longOf(PAGES_OF_END * limit) : Number.POSITIVE_INFINITY;
  const starts = Array.from({ length: WINDOWS_MAX }, (_, index) => first * GROWTH ** index)
    .filter((length) => length < last)
    .map((length) => ({ from: from - length, isEnd: false }));
  if (share < 1) starts.push({ from: from - last, isEnd: true });
  return starts
    .filter((window) => window.from > to)
    .map((window) => ({ ...window, from: new Date(window.from) }));
}
