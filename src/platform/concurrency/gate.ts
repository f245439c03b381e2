import { type Decision, RoundRobinQueue, TurnTimeout } from './round-robin-queue.ts';

interface GateLimits {
  /** The total size that all parties hold. */
  all: number;
  /** The total size of one party. A party that holds nothing may exceed it, so no size waits for ever. */
  party: number | (() => number);
}

/** Gives a taken size back to the gate. A second call does nothing. */
export type Release = () => void;

type Waiter = { size: number; grant: (release: Release) => void };

/**
 * Shares a limited resource, such as connections or bytes, among parties. Limits how much one party and all
 * parties hold together. Serves waiting parties round robin.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #held = new Map<string, number>();
  readonly #queue = new RoundRobinQueue<Waiter>();
  /** The total size that all parties hold now. */
  size = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  sizeOf(party: string): number {
    return this.#held.get(party) ?? 0;
  }

  /** Takes `size` regardless of the limits, for an amount that is in use already. */
  force(party: string, size: number): Release {
    this.#add(party, size);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#add(party, -size);
      if (this.#queue.size > 0) this.#serve();
    };
  }

  #add(party: string, size: number): void {
    const held = this.sizeOf(party) + size;
    if (held > 0) this.#held.set(party, held);
    else this.#held.delete(party);
    this.size += size;
  }

  /** Takes `size` in the party's turn. Throws TurnTimeout at `until` (milliseconds of performance.now()). */
  async take(party: string, size: number, until: number): Promise<Release> {
    if (this.#queue.size === 0 && this.#decide(party, size) === 'take') return this.force(party, size);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiter: Waiter = { size, grant: resolve };
    const timer = startDeadline(until, () => {
      this.#queue.delete(party, waiter);
      reject(new TurnTimeout('Its turn did not come in time.'));
      this.#serve();
    }).unref();
    this.#queue.add(party, waiter);
    this.#serve();
    return promise.finally(() => clearTimeout(timer));
  }

  #serve(): void {
    const decide = ({ size }: Waiter, party: string) => this.#decide(party, size);
    for (let next = this.#queue.take(decide); next; next = this.#queue.take(decide))
      next.entry.grant(this.force(next.party, next.entry.size));
  }

  #decide(party: string, size: number): Decision {
    const { all, party: limit } = this.#limits;
    const held = this.sizeOf(party);
    if (held > 0 && held + size > (typeof limit === 'number' ? limit : limit())) return 'skip';
    // This gives a large size its turn. Otherwise smaller ones would always overtake it.
    return this.size === 0 || this.size + size <= all ? 'take' : 'stop';
  }
}

/** The longest delay of a timer. */
const TIMER_MS_MAX = 2_147_483_647;

/** Calls `end` at `until` (milliseconds of performance.now()), or never for Infinity. */
export function startDeadline(until: number, end: () => void): NodeJS.Timeout {
  return setTimeout(end, Math.min(TIMER_MS_MAX, Math.max(0, until - performance.now())));
}
