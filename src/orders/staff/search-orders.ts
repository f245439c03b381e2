import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../database/transaction.ts';
import type { OperatorOrderFilter, OrderPosition } from './order-conditions-store.ts';
import { searchWindows } from './search-windows-rules.ts';
import {
  findByFilter,
  findByOrderId,
  findByWord,
  goByWords,
  goInOrder,
  type ListedOrder,
  listOrdersByKey,
  sampleWords,
  walkOrders,
} from './staff-search-store.ts';

/** By these orders a word is told to be rare or frequent. */
const SAMPLE = { samples: 8, sizeMax: 250 };
/** A word in no more than one of so many orders is rare; a more frequent one fills a page soon when orders are walked through. */
const RARE_ONE_IN = 50;
/** Orders of one word, or of one status, that are all looked at; where there are more they are walked through. */
const CANDIDATES_MAX = 20_000;
/** Rare words whose orders are counted; each costs what it is found in. */
const PROBES_MAX = 2;
/** Orders that one page walks through. */
const VISITED_MAX = 10_000;
/** Before every order there is. */
const BEGINNING: OrderPosition = { created: new Date('9999-12-31T23:59:59.999Z'), clientId: '', orderId: '' };

export interface Search {
  /** What was typed: an order with this very orderId is found also before it has words. */
  text: string;
  /** Each the text of a tsquery; an order must have them all. */
  words: readonly string[];
}

export interface FoundOrders {
  orders: ListedOrder[];
  /** Where the next page begins; absent on the last one. */
  next?: OrderPosition;
}

/**
 * A page of the orders that are found, newest first, those with that very orderId before all others. What it costs is bounded whatever is
 * searched for: a word that few orders have is looked up, and where all words are frequent the orders are walked through, so many for each
 * page. Such a page may have few orders or none, and a next one all the same.
 */
export async function searchOrders(
  pool: Pool,
  filter: OperatorOrderFilter,
  { text, words }: Search,
  limit: number,
): Promise<FoundOrders> {
  return inTransaction(pool, async (connection) => {
    await goInOrder(connection);
    const exact = await findByOrderId(connection, filter, [text, text.trim()], limit);
    const isFirst = filter.after === undefined;
    const room = isFirst ? limit - exact.length : limit;
    const { found, cameTo } = await findByWords(connection, filter, words, room + exact.length + 1);
    const shownFirst = new Set(exact.map(keyOf));
    const others = found.filter((one) => !shownFirst.has(keyOf(one)));
    const page = others.slice(0, room);
    const next = others.length > room ? (page.at(-1) ?? BEGINNING) : cameTo;
    await goInOrder(connection);
    const orders = await listOrdersByKey(connection, isFirst ? [...exact, ...page] : page);
    return { orders, ...(next && { next }) };
  });
}

interface Found {
  /** In the list's order, at most as many as were asked for. */
  found: OrderPosition[];
  /** Where a walk ended that was not through. */
  cameTo?: OrderPosition;
}

async function findByWords(
  connection: Connection,
  filter: OperatorOrderFilter,
  words: readonly string[],
  limit: number,
): Promise<Found> {
  if (words.length === 0) return { found: [] };
  const all = words.map((word) => `(${word})`).join(' & ');
  const sample = await sampleWords(connection, words, SAMPLE);
  const { sampled, counts } = sample;
  const rare = words
    .map((word, index) => ({ word, count: counts[index] as number }))
    .filter(({ count }) => count * RARE_ONE_IN <= sampled)
    .sort((one, other) => one.count - other.count || other.word.length - one.word.length);
  const wanted = { all, limit, candidatesMax: CANDIDATES_MAX };
  if (rare.length > 0) await goByWords(connection);
  for (const { word, count } of rare.slice(0, PROBES_MAX)) {
    // Of a status there may be none among the newest: each window would be looked at for nothing.
    const wanting = { count, sampleSize: SAMPLE.sizeMax, limit };
    for (const createdFrom of isNarrow(filter) ? [] : searchWindows(filter, sample, wanting)) {
      const found = await findByWord(connection, { ...filter, createdFrom }, word, wanted);
      if (found?.length === limit) return { found };
    }
    const found = await findByWord(connection, filter, word, wanted);
    if (found) return { found };
  }
  await goInOrder(connection);
  // A client's orders of a status are walked through by themselves; of all clients together they are not in order.
  if (filter.clientId === undefined && isNarrow(filter)) {
    const found = await findByFilter(connection, filter, wanted);
    if (found) return { found };
  }
  return walkOrders(connection, filter, { all, limit, visitedMax: VISITED_MAX });
}

function keyOf({ clientId, orderId }: OrderPosition): string {
  return `${clientId}\0${orderId}`;
}

/** Whether an index knows which orders are meant, before their words are looked at. */
function isNarrow({ statuses, reasons, held, cancellationRequested }: OperatorOrderFilter): boolean {
  return (statuses ?? reasons) !== undefined || held === true || cancellationRequested === true;
}
