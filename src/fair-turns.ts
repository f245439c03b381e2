import { type Judgement, TurnQueue } from './turn-queue.ts';

export interface TurnLimits {
  /** What all parties hold together at most. */
  sizeMax: number;
  /** What one party holds at most; one that holds nothing may take more, so that nothing is too large for ever. */
  sizePerParty: number;
}

/** Gives back what was taken. */
export type Release = () => void;

/** It was not a party's turn in time. */
export class TurnTimeout extends Error {}

/** The longest that a timer can be set to. */
const TIMER_MS_MAX = 2_147_483_647;

/** How long it is until then, as a timer takes it. */
export function millisecondsTo(until: number): number {
  return Math.min(TIMER_MS_MAX, Math.max(0, until - performance.now()));
}

interface Waiter {
  size: number;
  grant: (release: Release) => void;
}

/**
 * Shares something scarce (connections, bytes) among parties: each holds a part at most, and those that wait get their turns
 * round robin by party, first come, first served within one. What one party holds or waits for does not delay another.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #held = new Map<string, number>();
  readonly #queue = new TurnQueue<Waiter>();
  #heldByAll = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** What is taken now, by all. */
  get size(): number {
    return this.#heldByAll;
  }

  /** How many wait for their turn now. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether the party has more than its share. */
  isOver(party: string): boolean {
    return (this.#held.get(party) ?? 0) > this.#limits.sizePerParty;
  }

  /** Takes a part of what is there already, however much that is. */
  force(party: string, size: number): Release {
    return this.#hold(party, size);
  }

  /** Takes a part when it is free and nobody waits for it; undefined says: `take` it. */
  takeAtOnce(party: string, size: number): Release | undefined {
    return this.#queue.size === 0 && this.#fits(party, size) ? this.#hold(party, size) : undefined;
  }

  /** Takes a part when it is the party's turn; throws TurnTimeout when that is not so by `until` (milliseconds, as performance.now() has them). */
  take(party: string, size: number, until: number): Promise<Release> {
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
        reject(new TurnTimeout('It was not its turn in time.'));
        this.#grantAll();
      }, millisecondsTo(until));
      // Whoever waits does not keep the process.
      timer.unref();
      this.#queue.add(party, waiter);
      this.#grantAll();
    });
  }

  #fits(party: string, size: number): boolean {
    return this.#fitsShare(party, size) && this.#fitsAll(size);
  }

  #fitsShare(party: string, size: number): boolean {
    const held = this.#held.get(party) ?? 0;
    return held === 0 || held + size <= this.#limits.sizePerParty;
  }

  #fitsAll(size: number): boolean {
    return this.#heldByAll === 0 || this.#heldByAll + size <= this.#limits.sizeMax;
  }

  #hold(party: string, size: number): Release {
    this.#held.set(party, (this.#held.get(party) ?? 0) + size);
    this.#heldByAll += size;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const left = (this.#held.get(party) ?? 0) - size;
      if (left > 0) this.#held.set(party, left);
      else this.#held.delete(party);
      this.#heldByAll -= size;
      if (this.#queue.size > 0) this.#grantAll();
    };
  }

  #grantAll(): void {
    const judge = ({ size }: Waiter, party: string): Judgement => {
      if (!this.#fitsShare(party, size)) return 'passed over';
      // What is large would wait for ever, if what is small went before it each time.
      return this.#fitsAll(size) ? 'goes' : 'nobody goes';
    };
    for (let turn = this.#queue.take(judge); turn; turn = this.#queue.take(judge)) {
      turn.one.grant(this.#hold(turn.party, turn.one.size));
    }
  }
}
