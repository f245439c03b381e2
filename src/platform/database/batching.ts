import type { Span } from '@opentelemetry/api';
import { type Decision, RoundRobinQueue, TurnTimeout } from '../concurrency/gate.ts';
import { endSpan, inSpanOfAll, startSpan } from '../observability/spans.ts';
import { askingFor, currentAsker } from './asker.ts';

/** While a statement is under way a few keys wait so long for company at most: it may be one that takes long. */
const JOINED_MS_MAX = 10;
/** What requests wait for: so long a key waits for its statement at most, and so long that takes with all its attempts. */
export const REQUEST_LOAD_MS_MAX = 8_000;

export interface BatchOptions<K> {
  /** Keys in one statement at most. */
  maxBatchSize: number;
  /** Statements under way at once; while all are, the next batch grows. */
  maxInFlight: number;
  /** While a statement is under way, the next one begins from so many keys on, so that there are few statements of few keys. Absent: with the first one. */
  joinedMin?: number;
  /** Who waits for the key: parties get their places in a batch in turn. Absent: all are one. */
  partyOf?: (key: K) => string;
  /** The keys of one statement weigh `maxWeight` together at most; one that weighs more goes alone. */
  weigh?: (key: K) => number;
  maxWeight?: number;
  /** So long a key waits for its statement at most, and so long that takes at most. Absent: they are one party's, and its asker's time is theirs. */
  loadMsMax?: number;
  /** What is loaded, for its spans. */
  name?: string;
}

export interface BatchCounts {
  /** Statements so far, and the keys in all of them. */
  readonly statements: number;
  readonly keys: number;
  /** Keys that wait for a statement now. */
  readonly waiting: number;
  /** Statements under way now. */
  readonly underWay: number;
  /** Keys of the last statement. */
  readonly lastSize: number;
}

/** Loads what belongs to the key, together with others. */
export interface Batching<K, V> extends BatchCounts {
  (key: K): Promise<V>;
}

interface Waiter<K, V> {
  key: K;
  weight: number;
  until: number;
  /** The time in which it waits, where that is traced. */
  span: Span | undefined;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins what is asked for within one turn of the event loop into one call of `load`, with a bounded number of calls
 * under way: the longer the database takes, the larger the batches grow, and in each the parties take turns, so that the
 * many keys of one hold up no other. `load` answers in the order of its keys, with an Error where one key fails alone.
 * Nothing is remembered between batches, and a key that nobody waits for any more is not loaded: it fails as TurnTimeout.
 */
export function batching<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyArray<V | Error>>,
  options: BatchOptions<K>,
): Batching<K, V> {
  const { maxBatchSize, maxInFlight, partyOf = () => '', weigh = () => 0 } = options;
  const { joinedMin = 1, maxWeight = Infinity, loadMsMax, name = 'keys' } = options;
  const queue = new RoundRobinQueue<Waiter<K, V>>();
  const counts = { statements: 0, keys: 0, lastSize: 0 };
  let inFlight = 0;
  let scheduled = false;
  let isJoining = false;

  function start(fewest = joinedMin): void {
    scheduled = false;
    while (mayStart(fewest)) {
      const batch = take();
      if (batch.length > 0) void run(batch);
    }
    if (queue.size > 0 && inFlight < maxInFlight) joinSoon();
  }

  function mayStart(fewest: number): boolean {
    return inFlight < maxInFlight && queue.size > 0 && (inFlight === 0 || queue.size >= fewest);
  }

  function joinSoon(): void {
    if (isJoining) return;
    isJoining = true;
    setTimeout(() => {
      isJoining = false;
      start(1);
    }, JOINED_MS_MAX);
  }

  /** One of each party, round after round, until the statement is full. */
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
    inFlight++;
    counts.statements++;
    counts.keys += batch.length;
    counts.lastSize = batch.length;
    try {
      const keys = batch.map(({ key }) => key);
      // What is loaded for many takes no party's share.
      const asker = loadMsMax === undefined ? currentAsker() : { until: performance.now() + loadMsMax };
      const values = await askingFor(asker, () => inSpanOfAll(`${name} batch`, batch, () => load(keys)));
      for (const [index, waiter] of batch.entries()) settle(waiter, values[index] as V | Error);
    } catch (error) {
      for (const waiter of batch) fail(waiter, error);
    } finally {
      inFlight--;
      start();
    }
  }

  const loadSoon = (key: K) =>
    new Promise<V>((resolve, reject) => {
      const until = currentAsker()?.until ?? performance.now() + (loadMsMax ?? Infinity);
      const span = startSpan(`wait for ${name}`);
      queue.add(partyOf(key), { key, weight: weigh(key), until, span, resolve, reject });
      if (scheduled || inFlight >= maxInFlight) return;
      if (!mayStart(joinedMin)) return joinSoon();
      scheduled = true;
      setImmediate(start);
    });
  return Object.defineProperties(loadSoon, {
    statements: { get: () => counts.statements },
    keys: { get: () => counts.keys },
    waiting: { get: () => queue.size },
    underWay: { get: () => inFlight },
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
 * As `batching`; where `areApart` says so each party has batches of its own. That is where the rows of each party are on a node of their own: what is asked
 * for one is then asked of its node alone, and one whose node is away holds up no other.
 */
export function batchingApart<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyArray<V | Error>>,
  options: BatchOptions<K> & { partyOf: (key: K) => string },
  areApart: () => boolean,
): Batching<K, V> {
  const together = batching(load, options);
  const apart = new Map<string, Batching<K, V>>();
  const ended = { statements: 0, keys: 0, lastSize: 0 };

  async function loadApart(key: K): Promise<V> {
    const party = options.partyOf(key);
    const own = apart.get(party) ?? batching(load, options);
    apart.set(party, own);
    try {
      return await own(key);
    } finally {
      ended.lastSize = own.lastSize;
      if (own.waiting === 0 && own.underWay === 0 && apart.get(party) === own) {
        apart.delete(party);
        ended.statements += own.statements;
        ended.keys += own.keys;
      }
    }
  }

  const all = () => [together, ...apart.values()];
  const sum = (name: 'statements' | 'keys' | 'waiting' | 'underWay') =>
    all().reduce((total, one) => total + one[name], 0);
  return Object.defineProperties((key: K) => (areApart() ? loadApart(key) : together(key)), {
    statements: { get: () => ended.statements + sum('statements') },
    keys: { get: () => ended.keys + sum('keys') },
    waiting: { get: () => sum('waiting') },
    underWay: { get: () => sum('underWay') },
    lastSize: { get: () => (areApart() ? ended.lastSize : together.lastSize) },
  }) as Batching<K, V>;
}
