import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the database is asked, and until when the answer is of use. */
export interface Asker {
  /** A client, a webhook endpoint: whose share of the connections it takes. Absent for what serves many at once. */
  party?: string;
  /** In milliseconds, as performance.now() has them; Infinity: however long it takes. */
  until: number;
  /** Waits until so many bytes may be read for it; throws where it already has too much in flight for too long. */
  hold?(bytes: number): Promise<void>;
}

const askers = new AsyncLocalStorage<Asker | undefined>();

/** Runs `work`; what it asks of the database, at whatever depth, is asked for `asker`, or for nobody in particular. */
export function askingFor<T>(asker: Asker | undefined, work: () => T): T {
  return askers.run(asker, work);
}

/** Who asks now; undefined where nobody waits for an answer. */
export function currentAsker(): Asker | undefined {
  return askers.getStore();
}

/** Each part of an answer that is made while it is read may ask the database for so long. */
const PART_MS_MAX = 9_000;

/**
 * The same parts, each asked for `party` in a time of its own: whoever reads an answer of many parts takes longer than a request may, and goes away when they
 * like.
 */
export async function* askingForEach<Part>(
  party: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  const reading = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const until = performance.now() + PART_MS_MAX;
      const { done, value } = await askingFor({ party, until }, () => reading.next());
      if (done) return;
      yield value;
    }
  } finally {
    await reading.return?.();
  }
}
