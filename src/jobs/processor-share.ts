import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** How much requests may need the processor, of 1, before the background begins to rest. */
const RELAXED_NEED = 0.5;
/** From here on they need all of it: of a busy event loop's processors the database has the rest. */
const BUSY_NEED = 0.8;
/** What the background takes of it then, of 1. */
const SHARE = 0.05;
/** So long a key rests then for each millisecond that it worked. */
const REST_PER_WORK = 1 / SHARE - 1;
const SAMPLE_INTERVAL_MS = 50;
/** However long a piece of work took, which may have waited for somebody else: its key rests no longer than this. */
const REST_MS_MAX = 1_000;
/** What a piece of work costs, until it is known. */
const EXPECTED_WORK_MS = 20;
/** So much work a key may do at once after it had nothing to do for a while: who has little never rests. */
const WORK_SAVED_MS = 3_000;
const SAVED_MS_MAX = WORK_SAVED_MS * REST_PER_WORK;

/** Runs a piece of work of the key when it is that key's turn. Rejects as the work does, or when the signal aborts. */
export type InTurn = <T>(key: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/**
 * Leaves the processor to requests while they need it: after each piece of work its key rests, the longer the longer it took
 * and the more keys rest. A key that has rested enough, or has little work, goes on at once, and so does each once requests need less.
 */
export class ProcessorShare {
  readonly #need: () => number;
  readonly #now: () => number;
  /** Until when each key rests. */
  readonly #rests = new Map<string, number>();
  #sampled = Number.NEGATIVE_INFINITY;
  /** From 0, when nobody rests, to 1. */
  #pressure = 0;

  /** `need` answers how much requests need the processor, of 1; `now` answers milliseconds. */
  constructor(need: () => number, now = () => performance.now()) {
    this.#need = need;
    this.#now = now;
  }

  readonly inTurn: InTurn = async (key, signal, work) => {
    while ((this.#rests.get(key) ?? 0) > this.#now() && this.#look() > 0) {
      await sleep(SAMPLE_INTERVAL_MS, undefined, { signal });
    }
    const began = this.#now();
    // What else waits for the turn of this key has to see that it is taken.
    this.#rest(key, EXPECTED_WORK_MS);
    try {
      return await work();
    } finally {
      this.#rest(key, this.#now() - began - EXPECTED_WORK_MS);
    }
  };

  #look(): number {
    const now = this.#now();
    if (now - this.#sampled >= SAMPLE_INTERVAL_MS) {
      const above = (this.#need() - RELAXED_NEED) / (BUSY_NEED - RELAXED_NEED);
      this.#pressure = Math.min(1, Math.max(0, above)) ** 2;
      this.#sampled = now;
    }
    return this.#pressure;
  }

  #rest(key: string, workedMs: number): void {
    const now = this.#now();
    let resting = 1;
    for (const [other, until] of this.#rests) {
      if (until > now) resting++;
      else if (until <= now - SAVED_MS_MAX) this.#rests.delete(other);
    }
    const from = this.#rests.get(key) ?? now - SAVED_MS_MAX;
    const rest = workedMs * REST_PER_WORK * resting * this.#look();
    this.#rests.set(key, Math.min(from + rest, now + REST_MS_MAX));
  }
}
