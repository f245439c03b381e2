import DataLoader from 'dataloader';

export interface BatchOptions {
  /** Keys in one statement at most. */
  maxBatchSize: number;
  /** Statements under way at once; while all are, the next batch grows. */
  maxInFlight: number;
}

/**
 * Joins what is asked for within one turn of the event loop into one call of `load`, with a bounded number of calls
 * under way: the longer the database takes, the larger the batches grow. `load` answers in the order of its keys, with
 * an Error where one key fails alone. Nothing is remembered between batches.
 */
export function batching<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyArray<V | Error>>,
  { maxBatchSize, maxInFlight }: BatchOptions,
): (key: K) => Promise<V> {
  let inFlight = 0;
  const waiting: Array<() => void> = [];
  const loader = new DataLoader<K, V>(
    async (keys) => {
      inFlight++;
      try {
        return await load(keys);
      } finally {
        inFlight--;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (dispatch) => {
        setImmediate(() => (inFlight < maxInFlight ? dispatch() : waiting.push(dispatch)));
      },
    },
  );
  return (key) => loader.load(key);
}
