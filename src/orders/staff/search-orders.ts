import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { countMatches, isNarrow, type MatchCount } from './list-orders.ts';
import {
  filtersOnlyByCreation,
  type OperatorOrderFilter,
  type OrderPosition,
  type Places,
  useOrderedIndexes,
  useWordIndex,
} from './order-conditions-store.ts';
import {
  isRestFew,
  nextLength,
  PAGES_LOOKED_AT,
  searchWindow,
  WINDOWS_MAX,
  type Window,
  type WordSample,
  walkLength,
} from './search-windows-rules.ts';
import {
  type FoundOrders,
  findByFilter,
  findByOrderId,
  findByWord,
  listOrdersByKey,
  sampleWords,
  type Wanted,
  walkOrders,
} from './staff-search-store.ts';

/** The sample that tells rare words from frequent ones. */
const SAMPLE = { samples: 8, sizeMax: 250 };
/** A word is rare if at most one in this number of orders has it. */
const RARE_ONE_IN = 50;
/** If more orders have a word or status, a walk is used instead of examining all of them. */
const CANDIDATES_MAX = 20_000;
/**
 * A word in at most this many sampled orders may be rare. Not zero: staff mostly search new order numbers.
 */
const SELDOM_SEEN = 1;
/** Rare words in one query of the index. Each costs as much as the orders that have it. */
const TOGETHER_MAX = 3;
/** A walk reads orders newest first, without the index of words. It examines this many for one page. */
const VISITED_MAX = 10_000;
/** Comes before all orders of one moment. */
const BEFORE_ALL = { clientId: '', orderId: '' };
/** Comes before all orders. */
const BEGINNING: OrderPosition = { ...BEFORE_ALL, created: new Date('9999-12-31T23:59:59.999Z') };

export interface Search {
  /** The input. An order with exactly this orderId is found even before it has terms. */
  text: string;
  /** Texts of a tsquery. An order must match all of them. */
  words: readonly string[];
}

/**
 * Returns a page of the matching orders, newest first, after those with exactly the searched orderId. A rare
 * word is looked up in the index. For frequent words a bounded number of orders is examined for each page,
 * which may be short or empty and still have a next page.
 */
export async function searchOrders(
  pool: Pool,
  filter: OperatorOrderFilter,
  { text, words }: Search,
  limit: number,
): Promise<FoundOrders> {
  return inTransaction(pool, async (connection) => {
    await useOrderedIndexes(connection);
    const exact = await findByOrderId(connection, filter, [text, text.trim()], limit);
    const isFirst = filter.after === undefined;
    const room = isFirst ? limit - exact.length : limit;
    const { found, stoppedAt } = await findByWords(connection, filter, words, room + exact.length + 1);
    const shownFirst = new Set(exact.map(keyOf));
    const others = found.filter((one) => !shownFirst.has(keyOf(one)));
    const page = others.slice(0, room);
    const next = others.length > room ? (page.at(-1) ?? BEGINNING) : stoppedAt;
    await useOrderedIndexes(connection);
    const orders = await listOrdersByKey(connection, isFirst ? [...exact, ...page] : page);
    return { orders, ...(next && { next }) };
  });
}

async function findByWords(
  connection: Connection,
  filter: OperatorOrderFilter,
  words: readonly string[],
  limit: number,
): Promise<Places> {
  if (words.length === 0) return { found: [] };
  const all = words.map((word) => `(${word})`).join(' & ');
  const sample = await sampleWords(connection, words, SAMPLE);
  const { sampled, counts } = sample;
  const rare = words
    .map((word, index) => ({ word, count: counts[index] as number }))
    .filter(({ count }) => count * RARE_ONE_IN <= sampled)
    .sort((one, other) => one.count - other.count || other.word.length - one.word.length);
  const wanted = { all, limit, candidatesMax: CANDIDATES_MAX };
  // On several nodes each finds its own orders.
  const count = sample.times ? await countMatches(connection, filter) : undefined;
  if (count && count.wanted <= PAGES_LOOKED_AT * limit) {
    await useOrderedIndexes(connection);
    const found = filter.clientId === undefined ? await findByFilter(connection, filter, wanted) : undefined;
    if (found) return { found: found.found };
    if (filter.clientId !== undefined && isInOrder(filter))
      return walkOrders(connection, filter, { all, limit, visitedMax: VISITED_MAX });
  }
  const together = rare.slice(0, TOGETHER_MAX);
  if (together.length > 0) {
    const found = await findByRareWords(connection, filter, wanted, { sample, together, count });
    if (found) return found;
  }
  await useOrderedIndexes(connection);
  // An index sorts the orders of one client and status, but not the orders of all clients.
  if (filter.clientId === undefined && isNarrow(filter)) {
    const found = await findByFilter(connection, filter, wanted);
    if (found) return { found: found.found };
  }
  return walkOrders(connection, filter, { all, limit, visitedMax: VISITED_MAX });
}

/** Finds orders by their rare words (`together`, the rarest first); undefined if too many have them. */
async function findByRareWords(
  connection: Connection,
  filter: OperatorOrderFilter,
  wanted: Wanted,
  {
    sample,
    together,
    count,
  }: { sample: WordSample; together: readonly { word: string; count: number }[]; count?: MatchCount | undefined },
): Promise<Places | undefined> {
  const { all, limit } = wanted;
  const counts = together.map((one) => one.count);
  const wanting = { counts, sampleSize: SAMPLE.sizeMax, limit };
  const [rarest] = together;
  if (sample.times && rarest && rarest.count <= SELDOM_SEEN) {
    await useWordIndex(connection);
    // An order number or a last name: few orders have it, so its index is read for all times.
    const few = { ...wanted, candidatesMax: PAGES_LOOKED_AT * limit, isOfAllTime: true };
    const found = await findByWord(connection, filter, `(${rarest.word})`, few);
    if (found) return found;
  }
  const visitedMax = filtersOnlyByCreation(filter) ? walkLength(sample, wanting) : undefined;
  let walked: Places | undefined;
  if (visitedMax !== undefined) {
    await useOrderedIndexes(connection);
    walked = await walkOrders(connection, filter, { all, limit, visitedMax });
    if (!walked.stoppedAt) return walked;
  }
  await useWordIndex(connection);
  const inIndex = together.map(({ word }) => `(${word})`).join(' & ');
  const share = count && filter.clientId === undefined ? count.wanted / Math.max(1, count.all) : 1;
  const window = searchWindow(filter, sample, { ...wanting, share });
  const isUnseen = counts.includes(0);
  const found = window && (await findInWindows(connection, filter, inIndex, { ...wanted, window, isUnseen }));
  return found ?? (await findByWord(connection, filter, inIndex, wanted)) ?? walked;
}

/** Examines the newest orders with the words, then earlier ones. Undefined if they are too many. */
async function findInWindows(
  connection: Connection,
  filter: OperatorOrderFilter,
  inIndex: string,
  { window, isUnseen, limit, ...wanted }: Wanted & { window: Window; isUnseen: boolean },
): Promise<Places | undefined> {
  const isNarrowed = isNarrow(filter) || filter.clientId !== undefined;
  const found: OrderPosition[] = [];
  let [{ createdTo }, end, length, looked, isRest] = [filter, window.from, window.length, 0, false];
  for (let left = WINDOWS_MAX; ; left--) {
    const from = Math.floor(end - length);
    const isLast = isRest || from <= window.to || (left === 1 && !isNarrowed);
    const createdFrom = isLast ? filter.createdFrom : new Date(from);
    const missing = limit - found.length;
    const part = { ...filter, createdFrom, createdTo };
    const result = await findByWord(connection, part, inIndex, { ...wanted, limit: missing });
    // The next page begins here, with a shorter window.
    if (!result)
      return left < WINDOWS_MAX && createdTo ? { found, stoppedAt: { ...BEFORE_ALL, created: createdTo } } : undefined;
    found.push(...result.found);
    if (isLast || found.length === limit) return { found };
    looked += result.candidates;
    const seen = { ...result, found: result.found.length, looked, missing: limit - found.length };
    const next = left > 1 ? nextLength(length, seen, { isNarrow: isNarrowed, limit }) : undefined;
    createdTo = new Date(from);
    if (next === undefined) return { found, stoppedAt: { ...BEFORE_ALL, created: createdTo } };
    isRest = isUnseen && isRestFew(length, result.candidates, from - window.to, limit);
    [end, length] = [from, next];
  }
}

function keyOf({ clientId, orderId }: OrderPosition): string {
  return `${clientId}\0${orderId}`;
}

/** Returns whether an index has the client's matching orders in the order of the list. */
function isInOrder({ statuses, reasons, held }: OperatorOrderFilter): boolean {
  return (statuses?.length ?? 1) === 1 && !reasons && held !== true;
}
