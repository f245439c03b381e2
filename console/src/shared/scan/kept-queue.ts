import type { KeptQueue } from './queue-rules.ts';

const keyOf = (work: string) => `platen.scans.${work}`;

/** The codes that wait in this browser, of one kind of work; undefined: nothing was kept, or it is not to be read. */
export function readKeptQueue<Context>(work: string): KeptQueue<Context> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(work)) ?? 'null') as KeptQueue<Context> | null;
    return kept?.context !== undefined && Array.isArray(kept.waiting) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps them. A browser that keeps nothing still sends what it has in memory. */
export function keepQueue<Context>(work: string, queue: KeptQueue<Context>): void {
  try {
    localStorage.setItem(keyOf(work), JSON.stringify(queue));
  } catch {
    // Full, or forbidden.
  }
}
