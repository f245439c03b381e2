const SAMPLE_INTERVAL_MS = 250;
/** So many answers after the last look at the clock it is looked at again. */
const SAMPLE_ANSWERS = 64;
/** What a crowd was answered in a longer time tells nothing of how many could be. */
const SAMPLE_MS_MAX = 2_000;
/** How much of a new sample is taken over. */
const WEIGHT = 0.3;
/** Of one that is less, after another that was: not only a pause, and whoever is let in too much waits for seconds. */
const WEIGHT_OF_LESS = 0.7;
/** Without a crowd half of what is remembered is forgotten in so long: what comes next may take more work. */
const FORGOTTEN_MS = 10_000;

/** How many requests are answered in a second, of late. Times are milliseconds, as performance.now() has them. */
export class AnswerRate {
  #perSecond = 0;
  #answered = 0;
  #sampledAt: number;
  #wasCrowd = false;
  #wasLess = false;

  constructor(now: number) {
    this.#sampledAt = now;
  }

  /** One more was answered. Answers whether it is time for a sample. */
  add(): boolean {
    return ++this.#answered % SAMPLE_ANSWERS === 0;
  }

  /** As it is now. Few answers tell how few could be answered only where there was a crowd at the last sample and is one now. */
  sample(now: number, isCrowd: boolean): number {
    const elapsedMs = now - this.#sampledAt;
    if (elapsedMs < SAMPLE_INTERVAL_MS) return this.#perSecond;
    const sample = (this.#answered * 1_000) / elapsedMs;
    const isLess = sample <= this.#perSecond;
    if (!isLess) this.#perSecond += (sample - this.#perSecond) * WEIGHT;
    else if (!isCrowd)
      this.#perSecond = Math.max(sample, this.#perSecond * 0.5 ** (elapsedMs / FORGOTTEN_MS));
    else if (this.#wasCrowd && elapsedMs < SAMPLE_MS_MAX)
      this.#perSecond += (sample - this.#perSecond) * (this.#wasLess ? WEIGHT_OF_LESS : WEIGHT);
    this.#answered = 0;
    this.#sampledAt = now;
    this.#wasCrowd = isCrowd;
    this.#wasLess = isLess;
    return this.#perSecond;
  }
}
