import { AsyncLocalStorage } from 'node:async_hooks';

/** The party for which statements run, and the time until which their results are useful. */
export interface Asker {
  /** The id of a client or of a webhook endpoint. Absent for statements that serve many parties. */
  party?: string;
  /** Milliseconds of performance.now(); Infinity disables the limit. */
  until: number;
  /** Waits until the party may keep this number of further bytes in memory. Throws if this takes too long. */
  hold?(bytes: number): Promise<void>;
}

const askers = new AsyncLocalStorage<Asker | undefined>();

/** Runs `work` with `asker` as the asker of all its statements, at any depth. */
export function runFor<T>(asker: Asker | undefined, work: () => T): T {
  return askers.run(asker, work);
}

export function currentAsker(): Asker | undefined {
  return askers.getStore();
}

/** The time limit for the statements of one part of a streamed answer. */
const PART_MS_MAX = 9_000;

/** Yields the parts unchanged, each within its own time limit, so a long answer may exceed a request's. */
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
