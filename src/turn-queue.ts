/** What is said of the first of a party: its turn is now, it is passed over this time, or nobody's turn comes any more. */
export type Judgement = 'goes' | 'passed over' | 'nobody goes';

/**
 * Whose turn it is, undefined when it is nobody's. `waiting` has those who wait by party, in the order of their coming; the party whose last
 * turn is longest ago comes first. Pure: nothing is taken out.
 */
export function nextTurn<T>(
  waiting: ReadonlyMap<string, readonly T[]>,
  judge: (first: T, party: string) => Judgement,
): string | undefined {
  for (const [party, [first]] of waiting) {
    const judgement = judge(first as T, party);
    if (judgement === 'goes') return party;
    if (judgement === 'nobody goes') return undefined;
  }
  return undefined;
}

/** Those who wait get their turns round robin by party, first come, first served within one. */
export class TurnQueue<T> {
  /** The party whose turn is next comes first; none is empty. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  add(party: string, one: T): void {
    const queue = this.#waiting.get(party);
    if (queue) queue.push(one);
    else this.#waiting.set(party, [one]);
    this.#size++;
  }

  /** Takes out whose turn it is, and its party comes after all others. */
  take(judge: (first: T, party: string) => Judgement): { party: string; one: T } | undefined {
    const party = nextTurn(this.#waiting, judge);
    if (party === undefined) return undefined;
    const queue = this.#waiting.get(party) as T[];
    const one = queue.shift() as T;
    // Alone it is the last one already.
    if (queue.length === 0 || this.#waiting.size > 1) this.#waiting.delete(party);
    if (queue.length > 0) this.#waiting.set(party, queue);
    this.#size--;
    return { party, one };
  }

  /** Takes out one that waits no longer; the others keep their places. */
  delete(party: string, one: T): void {
    const queue = this.#waiting.get(party);
    const at = queue?.indexOf(one) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.#waiting.delete(party);
    this.#size--;
  }
}
