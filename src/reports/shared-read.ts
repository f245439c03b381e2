/** Limits the load: the next read waits this many times the duration of the last one. */
const REST_FACTOR = 10;

/** Reads something expensive at most once in a time, and shares the result among all requests. */
export class SharedRead<Result> {
  readonly #read: () => Promise<Result>;
  readonly #freshMs: number;
  #reading: Promise<Result> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<Result>, freshMs: number) {
    this.#read = read;
    this.#freshMs = freshMs;
  }

  /** Returns a result that is at most `freshMs` old, or older when reading takes long. */
  async read(): Promise<Result> {
    if (this.#reading && performance.now() < this.#freshUntil) return this.#reading;
    const began = performance.now();
    // All requests wait for the read that is under way.
    this.#freshUntil = Number.POSITIVE_INFINITY;
    this.#reading = this.#read();
    this.#reading.then(
      () => {
        const ended = performance.now();
        this.#freshUntil = ended + Math.max(this.#freshMs, this.#freshMs && (ended - began) * REST_FACTOR);
      },
      () => {
        this.#freshUntil = Number.NEGATIVE_INFINITY;
      },
    );
    return this.#reading;
  }
}
