const SAMPLE_INTERVAL_MS = 250;
/** So many answers after the last look at the clock it is looked at again. */
const SAMPLE_ANSWERS = 64;
/** What a crowd was answered in a longer time tells nothing of how many could be. */
const SAMPLE_MS_MAX = 2_000;
/** How much of a new sample is taken over: of one that is less, more, since whoever is let in too much waits for seconds. */
const WEIGHT_UP = 0.3;
const WEIGHT_DOWN = 0.7;
/** Without a crowd half of what is remembered is forgotten in so long: what comes next may take more work. */
const FORGOTTEN_MS = 10_000;

/** How many requests are answered in a second, of late. Times are milliseconds, as performance.now() has them. */
export class AnswerRate {
  #perSecond = 0;
  #answered = 0;
  #sampledAt: number;
  #wasCrowd = false;

  constructor(now: number) {
    this.#sampledAt = now;
  }

  /** One more was answered. Answers whether it is time for a sample. */
  add(): boolean {
    return ++this.#answered % SAMPLE_ANSWERS === 0;
  }

  /** As it is now. Few answers tell how few could be answered only where there was a crowd all the time since the last sample. */
  sample(now: number, isCrowd: boolean): number {
    const elapsedMs = now - this.#sampledAt;
    if (elapsedMs < SAMPLE_INTERVAL_MS) return this.#perSecond;
    const sample = (this.#answered * 1_000) / elapsedMs;
    if (sample > this.#perSecond) this.#perSecond += (sample - this.#perSecond) * WEIGHT_UP;
    else if (!isCrowd)
      this.#perSecond = Math.max(sample, this.#perSecond * 0.5 ** (elapsedMs / FORGOTTEN_MS));
    else if (this.#wasCrowd && elapsedMs < SAMPLE_MS_MAX)
      this.#perSecond += (sample - this.#perSecond) * WEIGHT_DOWN;
    this.#answered = 0;
    this.#sampledAt = now;
    this.#wasCrowd = isCrowd;
    return this.#perSecond;
  }
}
