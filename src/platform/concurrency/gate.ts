/** The decision on the first entry of a party: take it, skip the party this time, or take nothing. */
export type Decision = 'take' | 'skip' | 'stop';

/** A queue that serves its parties round robin. Entries of one party keep their order. */
export class RoundRobinQueue<T> {
  /** The next party comes first. No list is empty. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(party: string): number {
    return this.#waiting.get(party)?.length ?? 0;
  }

  add(party: string, entry: T): void {
    const entries = this.#waiting.get(party);
    if (entries) entries.push(entry);
    else this.#waiting.set(party, [entry]);
    this.#size++;
  }

  /** Removes and returns the next entry that `decide` takes. Its party is then served last. */
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
    const entries = this.#waiting.get(party);
    const index = entries?.indexOf(entry) ?? -1;
    if (!entries || index < 0) return;
    entries.splice(index, 1);
    if (entries.length === 0) this.#waiting.delete(party);
    this.#size--;
  }
}

interface GateLimits {
  /** The total size that all parties hold. */
  all: number;
  /** The total size of one party. A party that holds nothing may exceed it, so no size waits for ever. */
  party: number;
}

/** Gives the size back. A second call does nothing. */
export type Release = () => void;

/** The turn of a party did not come in time. */
export class TurnTimeout extends Error {}

/** The longest delay of a timer. */
const TIMER_MS_MAX = 2_147_483_647;

/** Returns the milliseconds from now to `until` (of performance.now()), at most a timer's longest delay. */
export function millisecondsTo(until: number): number {
  return Math.min(TIMER_MS_MAX, Math.max(0, until - performance.now()));
}

type Waiter = { size: number; grant: (release: Release) => void };

/**
 * Shares a scarce resource among parties, with a limit per party and in total. Waiting parties are served
 * round robin, so one does not delay another.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #held = new Map<string, number>();
  readonly #queue = new RoundRobinQueue<Waiter>();
  #size = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** The total size that all parties hold now. */
  get size(): number {
    return this.#size;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  waitingOf(party: string): number {
    return this.#queue.sizeOf(party);
  }

  isOver(party: string): boolean {
    return (this.#held.get(party) ?? 0) > this.#limits.party;
  }

  /** Takes a size that exists already, regardless of the limits. */
  force(party: string, size: number): Release {
    this.#held.set(party, (this.#held.get(party) ?? 0) + size);
    this.#size += size;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (this.#held.get(party) ?? 0) - size;
      if (left > 0) this.#held.set(party, left);
      else this.#held.delete(party);
      this.#size -= size;
      if (this.#queue.size > 0) this.#serve();
    };
  }

  /** Takes a size if it is free and nobody waits. */
  tryTake(party: string, size: number): Release | undefined {
    const isFree = this.#queue.size === 0 && this.#fitsParty(party, size) && this.#fitsAll(size);
    return isFree ? this.force(party, size) : undefined;
  }

  /** Takes a size in turn. Throws TurnTimeout at `until` (milliseconds of performance.now()). */
  async take(party: string, size: number, until: number): Promise<Release> {
    return this.tryTake(party, size) ?? (await this.#wait(party, size, until));
  }

  #wait(party: string, size: number, until: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        size,
        grant: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(() => {
        this.#queue.delete(party, waiter);
        reject(new TurnTimeout('Its turn did not come in time.'));
        this.#serve();
      }, millisecondsTo(until));
      timer.unref();
      this.#queue.add(party, waiter);
      this.#serve();
    });
  }

  #serve(): void {
    const decide = ({ size }: Waiter, party: string): Decision => {
      if (!this.#fitsParty(party, size)) return 'skip';
      // This gives a large size its turn. Otherwise smaller ones would always overtake it.
      return this.#fitsAll(size) ? 'take' : 'stop';
    };
    for (let next = this.#queue.take(decide); next; next = this.#queue.take(decide)) {
      next.entry.grant(this.force(next.party, next.entry.size));
    }
  }

  #fitsParty(party: string, size: number): boolean {
    const held = this.#held.get(party) ?? 0;
    return held === 0 || held + size <= this.#limits.party;
  }

  #fitsAll(size: number): boolean {
    return this.#size === 0 || this.#size + size <= this.#limits.all;
  }
}
