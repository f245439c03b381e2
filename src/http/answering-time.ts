/** What takes longer waits for its sender or reader, or for the database: nobody holds the background back by being slow. */
const COUNTED_MS_MAX = 100;

/** Adds up the time in which requests are being answered, however many at once; each counts for its first 100 ms. Times are milliseconds of one clock. */
export class AnsweringTime {
  readonly #now: () => number;
  #underWay = 0;
  #ms = 0;
  #addedAt = 0;
  /** Until when the one that began last counts. */
  #countsUntil = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#countsUntil = this.#add() + COUNTED_MS_MAX;
    this.#underWay++;
  }

  end(): void {
    this.#add();
    this.#underWay--;
  }

  /** Of all time so far. */
  get ms(): number {
    this.#add();
    return this.#ms;
  }

  #add(): number {
    const now = this.#now();
    if (this.#underWay > 0) this.#ms += Math.max(0, Math.min(now, this.#countsUntil) - this.#addedAt);
    this.#addedAt = now;
    return now;
  }
}
