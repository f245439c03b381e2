import { type Batching, type BatchOptions, batching } from './batching.ts';

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
