/** What a process said holds for so long: one that has died or fallen silent holds back nobody. */
const HOLDS_MS = 1_000;
/** Each is told of the others so often at most. */
const TOLD_INTERVAL_MS = 200;

interface Said {
  part: number;
  until: number;
}

/** For how much of the time each of some processes answers requests, as they said a moment ago. */
export class AnsweringTimes {
  readonly #now: () => number;
  readonly #said = new Map<number, Said>();
  readonly #toldAt = new Map<number, number>();

  /** `now` answers milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** The process says so, of 1. */
  say(number: number, part: number): void {
    this.#said.set(number, { part, until: this.#now() + HOLDS_MS });
  }

  /** All but that process together, of 1. */
  ofOthers(number: number): number {
    const now = this.#now();
    let sum = 0;
    for (const [other, { part, until }] of this.#said) if (other !== number && until > now) sum += part;
    return Math.min(1, sum);
  }

  /** What that process is to be told of the others now; undefined when it has been told a moment ago. */
  toTell(number: number): number | undefined {
    const now = this.#now();
    if (now - (this.#toldAt.get(number) ?? Number.NEGATIVE_INFINITY) < TOLD_INTERVAL_MS) return undefined;
    this.#toldAt.set(number, now);
    return this.ofOthers(number);
  }
}
