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
