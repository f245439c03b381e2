/** Adds up the time in which requests are being answered, however many at once. Times are milliseconds of one clock. */
export class AnsweringTime {
  readonly #now: () => number;
  #underWay = 0;
  /** When the first of those that are under way began. */
  #since = 0;
  #ended = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    if (this.#underWay++ === 0) this.#since = this.#now();
  }

  end(): void {
    if (--this.#underWay === 0) this.#ended += this.#now() - this.#since;
  }

  /** Of all time so far. */
  get ms(): number {
    return this.#ended + (this.#underWay > 0 ? this.#now() - this.#since : 0);
  }
}
