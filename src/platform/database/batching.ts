import type { Span } from '@opentelemetry/api';
import { type Decision, RoundRobinQueue, TurnTimeout } from '../concurrency/round-robin-queue.ts';
import { isConnectionLost } from '../observability/database-faults.ts';
import { endSpan, runInSharedSpan, startSpan } from '../observability/spans.ts';
import { currentAsker, runFor } from './asker.ts';

/** While a statement is in progress, fewer than `joinedMin` keys wait this long for more keys. */
const JOINED_MS_MAX = 10;
/** The longest wait of a key for its statement, and the time limit of the statement with all its attempts. */
export const REQUEST_LOAD_MS_MAX = 8_000;

export interface BatchOptions<K> {
  maxBatchSize: number;
  maxInFlight: number;
  /** The number of keys at which another statement starts while one is in progress. Default 1. */
  joinedMin?: number;
  /** Returns the party of a key. The parties take turns in a batch. The default is one party. */
  partyOf?: (key: K) => string;
  /** Returns the weight of a key. A statement has at most `maxWeight`, or a single heavier key. */
  weigh?: (key: K) => number;
  maxWeight?: number;
  /** The longest wait of a key and its statement, in ms. Absent if the asker of the keys has a limit. */
  loadMsMax?: number;
  name?: string;
}

export interface Batching<K, V> {
  (key: K): Promise<V>;
  /** Statements so far. */
  readonly statements: number;
  readonly underWay: number;
  readonly lastSize: number;
}

interface Waiter<K, V> {
  key: K;
  weight: number;
  until: number;
  /** The span of the wait; undefined if it is not traced. */
  span: Span | undefined;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins the keys that are requested in one turn of the event loop into one call of `load`. Concurrent calls
 * are limited: a slower database leads to larger batches, in which the parties take turns. `load` returns the
 * values in the order of the keys, and an Error for a key that fails alone. A key whose asker no longer waits
 * fails with TurnTimeout.
 */
export function batching<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyArray<V | Error>>,
  options: BatchOptions<K>,
): Batching<K, V> {
  const { maxBatchSize, maxInFlight, partyOf = () => '', weigh = () => 0 } = options;
  const { joinedMin = 1, maxWeight = Infinity, loadMsMax, name = 'keys' } = options;
  const queue = new RoundRobinQueue<Waiter<K, V>>();
  const counts = { statements: 0, underWay: 0, lastSize: 0 };
  let scheduled = false;
  let isJoining = false;

  function start(fewest = joinedMin): void {
    scheduled = false;
    while (mayStart(fewest)) {
      const batch = take();
      if (batch.length > 0) void run(batch);
    }
    if (queue.size > 0 && counts.underWay < maxInFlight) joinSoon();
  }

  function mayStart(fewest: number): boolean {
    return counts.underWay < maxInFlight && queue.size > 0 && (counts.underWay === 0 || queue.size >= fewest);
  }

  function joinSoon(): void {
    if (isJoining) return;
    isJoining = true;
    setTimeout(() => {
      isJoining = false;
      start(1);
    }, JOINED_MS_MAX);
  }

  /** Takes one key of each party, round after round, until the statement is full. */
  function take(): Waiter<K, V>[] {
    const batch: Waiter<K, V>[] = [];
    const now = performance.now();
    let weight = 0;
    const isLate = (waiter: Waiter<K, V>) => waiter.until < now;
    const decide = (first: Waiter<K, V>): Decision =>
      isLate(first) || batch.length === 0 || weight + first.weight <= maxWeight ? 'take' : 'stop';
    while (batch.length < maxBatchSize) {
      const waiter = queue.take(decide)?.entry;
      if (!waiter) break;
      if (isLate(waiter)) {
        fail(waiter, new TurnTimeout('It was not loaded in time.'));
        continue;
      }
      batch.push(waiter);
      weight += waiter.weight;
    }
    return batch;
  }

  async function run(batch: readonly Waiter<K, V>[]): Promise<void> {
    counts.underWay++;
    counts.statements++;
    counts.lastSize = batch.length;
    try {
      const keys = batch.map(({ key }) => key);
      // A statement for many requests takes no party's share of connections.
      const asker = loadMsMax === undefined ? currentAsker() : { until: performance.now() + loadMsMax };
      const values = await runFor(asker, () => runInSharedSpan(`${name} batch`, batch, () => load(keys)));
      for (const [index, waiter] of batch.entries()) settle(waiter, values[index] as V | Error);
    } catch (error) {
      for (const waiter of batch) fail(waiter, error);
    } finally {
      counts.underWay--;
      start();
    }
  }

  const loadSoon = (key: K) =>
    new Promise<V>((resolve, reject) => {
      const until = currentAsker()?.until ?? performance.now() + (loadMsMax ?? Infinity);
      const span = startSpan(`wait for ${name}`);
      queue.add(partyOf(key), { key, weight: weigh(key), until, span, resolve, reject });
      if (scheduled || counts.underWay >= maxInFlight) return;
      if (!mayStart(joinedMin)) return joinSoon();
      scheduled = true;
      setImmediate(start);
    });
  return Object.defineProperties(loadSoon, {
    statements: { get: () => counts.statements },
    underWay: { get: () => counts.underWay },
    lastSize: { get: () => counts.lastSize },
  }) as Batching<K, V>;
}

function settle<K, V>(waiter: Waiter<K, V>, value: V | Error): void {
  if (value instanceof Error) fail(waiter, value);
  else {
    if (waiter.span) endSpan(waiter.span);
    waiter.resolve(value);
  }
}

function fail<K, V>({ span, reject }: Waiter<K, V>, error: unknown): void {
  if (span) endSpan(span, error);
  reject(error);
}

/**
 * Runs `work` on all items. If that fails, runs it on each item alone, so that one bad item does not fail the
 * others. Returns the results in the order of the items, and an Error for an item that fails alone. After a
 * lost connection, all have that error.
 */
export async function runTogetherOrAlone<T, V>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<readonly V[]>,
): Promise<readonly (V | Error)[]> {
  try {
    return await work(items);
  } catch (error) {
    if (items.length === 1 || isConnectionLost(error)) return items.map(() => error as Error);
    const results: (V | Error)[] = [];
    for (const item of items) results.push(...(await runTogetherOrAlone([item], work)));
    return results;
  }
}

/**
 * Like `batching`, but a party whose connection was lost has its own batches until one succeeds. On several
 * nodes, a node that does not answer therefore delays only its own parties.
 */
export function batchingApart<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyArray<V | Error>>,
  options: BatchOptions<K> & { partyOf: (key: K) => string },
): Batching<K, V> {
  const together = batching(load, options);
  const apart = new Map<string, Batching<K, V>>();

  async function ask(key: K): Promise<V> {
    const party = options.partyOf(key);
    try {
      const value = await (apart.get(party) ?? together)(key);
      apart.delete(party);
      return value;
    } catch (error) {
      if (isConnectionLost(error) && !apart.has(party)) apart.set(party, batching(load, options));
      throw error;
    }
  }

  return Object.defineProperties(ask, {
    statements: { get: () => together.statements },
    underWay: { get: () => together.underWay },
    lastSize: { get: () => together.lastSize },
  }) as Batching<K, V>;
}
