import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import {
  type FoundPositions,
  type OperatorOrderFilter,
  type OrderPosition,
  useOrderedIndexes,
  useWordIndex,
} from './order-conditions-store.ts';
import {
  type FoundOrders,
  findByOrderId,
  findByWords,
  findRareWords,
  listOrdersByKey,
  searchNewestOrders,
} from './staff-search-store.ts';

/** Orders that one walk compares, newest first, without the index of words. */
const VISITED_MAX = 10_000;
/** Walks for one page. Before each, a sample shows whether a word is rare from there on. */
const WALKS_MAX = 3;
/** Comes before all orders. */
const BEGINNING: OrderPosition = { clientId: '', orderId: '', created: new Date('9999-12-31T23:59:59.999Z') };

export interface Search {
  /** The input. An order with exactly this orderId is found even before it has terms. */
  text: string;
  /** Texts of a tsquery. An order must match all of them. */
  words: readonly string[];
}

/**
 * Returns a page of the matching orders, newest first, after those with exactly the searched orderId.
 * The index of words finds orders by rare words. Frequent words are compared in the newest orders. If these
 * do not fill the page, it ends early, and the next page continues there.
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
    const { found, stoppedAt } =
      words.length === 0
        ? { found: [], stoppedAt: undefined }
        : await findPositions(connection, filter, words, room + exact.length + 1);
    const shownFirst = new Set(exact.map(keyOf));
    const others = found.filter((one) => !shownFirst.has(keyOf(one)));
    const page = others.slice(0, room);
    const next = others.length > room ? (page.at(-1) ?? BEGINNING) : stoppedAt;
    const orders = await listOrdersByKey(connection, isFirst ? [...exact, ...page] : page);
    return { orders, ...(next && { next }) };
  });
}

async function findPositions(
  connection: Connection,
  filter: OperatorOrderFilter,
  words: readonly string[],
  limit: number,
): Promise<FoundPositions> {
  const all = allOf(words);
  const found: OrderPosition[] = [];
  let after = filter.after;
  for (let walks = 0; walks < WALKS_MAX; walks++) {
    const part = { ...filter, after };
    const missing = limit - found.length;
    const rare = await findRareWords(connection, words, part);
    if (rare.length > 0) {
      await useWordIndex(connection);
      found.push(...(await findByWords(connection, part, { all, rare: allOf(rare), limit: missing })));
      await useOrderedIndexes(connection);
      return { found };
    }
    const walked = await searchNewestOrders(connection, part, { all, limit: missing, visitedMax: VISITED_MAX });
    found.push(...walked.found);
    if (!walked.stoppedAt) return { found };
    after = walked.stoppedAt;
  }
  return { found, ...(after && { stoppedAt: after }) };
}

function allOf(words: readonly string[]): string {
  return words.map((word) => `(${word})`).join(' & ');
}

function keyOf({ clientId, orderId }: OrderPosition): string {
  return `${clientId}\0${orderId}`;
}
