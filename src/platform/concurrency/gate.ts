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

  sizeOf(party: string): number {
    return this.#waiting.get(party)?.length ?? 0;
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

/** Gives a taken size back to the gate. A second call does nothing. */
export type Release = () => void;

/** Reports that a party's turn at a gate did not come in time. */
export class TurnTimeout extends Error {}

/** The longest delay of a timer. */
const TIMER_MS_MAX = 2_147_483_647;

/** Returns the milliseconds from now to `until` (of performance.now()), from 0 to the longest timer delay. */
export function millisecondsTo(until: number): number {
  return Math.min(TIMER_MS_MAX, Math.max(0, until - performance.now()));
}

type Waiter = { size: number; grant: (release: Release) => void };

/**
 * Shares a limited resource, such as connections or bytes, among parties. Limits how much one party and all
 * parties hold together. Serves waiting parties round robin.
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

  sizeOf(party: string): number {
    return this.#held.get(party) ?? 0;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  waitingOf(party: string): number {
    return this.#queue.sizeOf(party);
  }

  isOver(party: string): boolean {
    return this.sizeOf(party) > this.#limits.party;
  }

  /** Takes `size` regardless of the limits, for an amount that is in use already. */
  force(party: string, size: number): Release {
    this.#held.set(party, this.sizeOf(party) + size);
    this.#size += size;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = this.sizeOf(party) - size;
      if (left > 0) this.#held.set(party, left);
      else this.#held.delete(party);
      this.#size -= size;
      if (this.#queue.size > 0) this.#serve();
    };
  }

  /** Takes `size` at once. Returns undefined if a limit prevents it, or if anybody waits. */
  tryTake(party: string, size: number): Release | undefined {
    const isFree = this.#queue.size === 0 && this.#fitsParty(party, size) && this.#fitsAll(size);
    return isFree ? this.force(party, size) : undefined;
  }

  /** Takes `size` in the party's turn. Throws TurnTimeout at `until` (milliseconds of performance.now()). */
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
    const held = this.sizeOf(party);
    return held === 0 || held + size <= this.#limits.party;
  }

  #fitsAll(size: number): boolean {
    return this.#size === 0 || this.#size + size <= this.#limits.all;
  }
}
