/** Reports that a party's turn did not come in time. */
export class TurnTimeout extends Error {}

/** The decision about a party's first entry: take the entry, skip the party in this call, or end the call. */
export type Decision = 'take' | 'skip' | 'stop';

/** Queues entries by party, such as a client. Parties take turns; entries of one party keep their order. */
export class RoundRobinQueue<T> {
  /** The next party comes first. No list is empty. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(party: string, entry: T): void {
    const entries = this.#waiting.get(party);
    if (entries) entries.push(entry);
    else this.#waiting.set(party, [entry]);
    this.#size++;
  }

  /** Removes and returns the first entry that `decide` takes, and moves its party to the end. */
  take(decide: (first: T, party: string) => Decision): { party: string; entry: T } | undefined {
    for (const [party, entries] of this.#waiting) {
      const decision = decide(entries[0] as T, party);
      if (decision === 'stop') return undefined;
      if (decision === 'skip') continue;
      const entry = entries.shift() as T;
      this.#waiting.delete(party);
      if (entries.length > 0) this.#waiting.set(party, entries);
      this.#size--;
      return { party, entry };
    }
    return undefined;
  }

  delete(party: string, entry: T): void {
    const entries = this.#waiting.get(party) ?? [];
    const index = entries.indexOf(entry);
    if (index < 0) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#waiting.delete(party);
    this.#size--;
  }
}
