import { AsyncLocalStorage } from 'node:async_hooks';

/** Identifies on whose behalf the database is asked, and until when the answer is useful. */
export interface Asker {
  /** A client or a webhook endpoint. Absent for statements that serve many parties. */
  party?: string;
  /** Milliseconds of performance.now(); Infinity disables the limit. */
  until: number;
  /** Waits until the party may hold this number of bytes. Throws if this takes too long. */
  hold?(bytes: number): Promise<void>;
}

const askers = new AsyncLocalStorage<Asker | undefined>();

/** Runs `work`. All statements in it, at any depth, are made for `asker`. */
export function runFor<T>(asker: Asker | undefined, work: () => T): T {
  return askers.run(asker, work);
}

export function currentAsker(): Asker | undefined {
  return askers.getStore();
}

/** The time limit for the statements of one part of a streamed answer. */
const PART_MS_MAX = 9_000;

/** Yields the same parts, each within its own time limit: a long answer may take longer than a request. */
export async function* yieldEachFor<Part>(
  party: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  const reading = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const until = performance.now() + PART_MS_MAX;
      const { done, value } = await runFor({ party, until }, () => reading.next());
      if (done) return;
      yield value;
    }
  } finally {
    await reading.return?.();
  }
}
