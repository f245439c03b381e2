import {
  type AnswerOfScan,
  addScan,
  assignWaiting,
  countOf,
  headToSend,
  type Identity,
  isSame,
  type KeptQueue,
  type QueuedScan,
  removeAnswered,
  type SentScan,
  troubleOf,
} from './queue-rules.ts';

/** The activity of the queue. `foreign`: a person must decide about scans of another person or station. */
export type QueueState = 'idle' | 'sending' | 'offline' | 'locked' | 'foreign';

/** A scan with its answer. */
export interface AnsweredScan<Answer> {
  scan: QueuedScan;
  /** Absent: the scan was not accepted, see `failure`. */
  answer?: Answer;
  failure?: Error;
}

export interface QueueView<Context, Answer> {
  state: QueueState;
  waiting: readonly QueuedScan[];
  /** The context of the next scan: `next` of the last answer. */
  context: Context;
  /** The last answered scans, newest first. */
  last: readonly AnsweredScan<Answer>[];
  /** Work that the signed-on person finished today. */
  count: number;
}

export interface QueueParts<Context, Answer> {
  send: (scan: SentScan<Context>, signal: AbortSignal) => Promise<Answer>;
  /** Reads the latest accepted answer of this station. */
  readLatest: (identity: Identity, signal: AbortSignal) => Promise<Answer | undefined>;
  read: () => KeptQueue<Context> | undefined;
  keep: (queue: KeptQueue<Context>) => void;
  /** Waits `ms`, or until `signal` is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
  /** Called for each answer in the order of the scans. */
  onAnswer: (answered: AnsweredScan<Answer>) => void;
  /** Called with the answer of an earlier page or person. */
  onLatest: (answer: Answer) => void;
  /** Called when the server says that nobody is signed on. */
  onLocked: () => void;
}

export const LAST_MAX = 5;
const SEND_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 5_000;

/**
 * Sends the scans of a station one at a time, in order. Each scan is sent with the context (`next`) of the
 * previous answer. Waiting scans survive a reload. A scan counts only after its answer.
 */
export class ScanQueue<Context, Answer extends AnswerOfScan<Context>> {
  readonly #parts: QueueParts<Context, Answer>;
  readonly #listeners = new Set<() => void>();
  #kept: KeptQueue<Context>;
  #identity: Identity | undefined;
  #view: QueueView<Context, Answer>;
  #isRunning = false;
  #isRestoring = false;
  readonly #fresh: Context;
  #waking = new AbortController();
  #ended = new AbortController();

  constructor(parts: QueueParts<Context, Answer>, fresh: Context) {
    this.#parts = parts;
    this.#fresh = fresh;
    this.#kept = parts.read() ?? { context: fresh, waiting: [] };
    const { waiting, context } = this.#kept;
    this.#view = { state: 'idle', waiting, context, last: [], count: 0 };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): QueueView<Context, Answer> => this.#view;

  /** Starts sending. Returns a function that stops sending. */
  open(): () => void {
    this.#ended = new AbortController();
    this.#wake();
    return () => {
      this.#ended.abort();
      this.#waking.abort();
    };
  }

  /** Sets the person and station. Undefined: nobody is signed on, so nothing is sent. */
  signOn(identity: Identity | undefined): void {
    this.#identity = identity;
    this.#forgetOther();
    this.#show({ count: this.#count() });
    this.#wake();
  }

  /** Adds a scanned code. Returns false if nobody is signed on or the queue is full. */
  add(id: string, text: string): boolean {
    if (!this.#identity) return false;
    const grown = addScan(this.#kept, { id, text, at: this.#parts.now(), by: this.#identity });
    if (!grown) return false;
    this.#change(grown);
    this.#wake();
    return true;
  }

  /** Assigns the waiting scans to the signed-on person, who has confirmed this, and sends them. */
  adopt(): void {
    if (!this.#identity) return;
    this.#change(assignWaiting(this.#kept, this.#identity));
    this.#wake();
  }

  /** Replaces the context of the next scan. Returns false while scans wait that belong to the present one. */
  resume(context: Context): boolean {
    if (this.#kept.waiting.length > 0) return false;
    this.#change({ ...this.#kept, context });
    return true;
  }

  /** Deletes the waiting scans, after the person has seen them. */
  discard(): void {
    const { sent: _, ...rest } = this.#kept;
    this.#change({ ...rest, waiting: [] });
    this.#wake();
  }

  /** Retries now, because the connection may be back. */
  readonly retry = (): void => this.#wake();

  /**
   * Continues from the station's latest answer, so that an open question survives a reload or a change of
   * person.
   */
  async restore(): Promise<void> {
    if (this.#isRestoring) return;
    this.#isRestoring = true;
    while (this.#isUnseen() && this.#identity && !this.#ended.signal.aborted) {
      try {
        const answer = await this.#parts.readLatest(this.#identity, this.#timeLimit());
        if (!this.#isUnseen()) break;
        this.#change({ ...this.#kept, context: answer?.next ?? this.#fresh });
        if (answer) this.#parts.onLatest(answer);
        break;
      } catch (error) {
        const trouble = troubleOf(error);
        if (!('again' in trouble)) break;
        await this.#parts.pause(trouble.afterMs ?? PAUSE_MS_MAX, this.#ended.signal);
      }
    }
    this.#isRestoring = false;
  }

  /** The screen may not show the open piece. */
  #isUnseen(): boolean {
    return this.#view.last.length === 0 && this.#kept.waiting.length === 0;
  }

  /** Closes a context of another station, so no scan finishes a piece that nobody sees. */
  #forgetOther(): void {
    const station = this.#identity?.station;
    if (station === undefined || this.#kept.station === station || !this.#isUnseen()) return;
    this.#change({ ...this.#kept, station, context: this.#fresh });
  }

  #wake(): void {
    this.#waking.abort();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#ended.signal.aborted) {
      const state = this.#stateBefore();
      this.#show({ state });
      const head = headToSend(this.#kept);
      if (!head || (state !== 'sending' && state !== 'offline')) break;
      const trouble = await this.#sendHead(head);
      if (trouble === 'locked') break;
      if (trouble === undefined) pauseMs = FIRST_PAUSE_MS;
      else {
        this.#waking = new AbortController();
        await this.#parts.pause(Math.max(trouble, pauseMs), this.#waking.signal);
        pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
      }
    }
    this.#isRunning = false;
  }

  #stateBefore(): QueueState {
    const [head] = this.#kept.waiting;
    if (!head) return 'idle';
    if (!this.#identity) return 'locked';
    if (!isSame(head.by, this.#identity)) return 'foreign';
    return this.#view.state === 'offline' ? 'offline' : 'sending';
  }

  /**
   * Sends the first scan. Returns undefined after an answer, `locked`, or the minimum wait in milliseconds.
   */
  async #sendHead(sent: SentScan<Context>): Promise<undefined | 'locked' | number> {
    // Stored before sending, so a reload sends the same request again.
    this.#change({ ...this.#kept, sent });
    try {
      const answer = await this.#send(sent);
      this.#show({ state: 'sending' });
      this.#change(removeAnswered(this.#kept, sent, answer));
      this.#report({ scan: sent.scan, answer });
      return undefined;
    } catch (error) {
      if (this.#ended.signal.aborted) return undefined;
      const trouble = troubleOf(error);
      if ('failed' in trouble) {
        this.#change(removeAnswered(this.#kept, sent, undefined));
        this.#report({ scan: sent.scan, failure: trouble.failed });
        return undefined;
      }
      this.#show({ state: 'locked' in trouble ? 'locked' : 'offline' });
      if (!('locked' in trouble)) return trouble.afterMs ?? 0;
      this.#parts.onLocked();
      return 'locked';
    }
  }

  #send(sent: SentScan<Context>): Promise<Answer> {
    return this.#parts.send(sent, this.#timeLimit());
  }

  #timeLimit(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(SEND_TIMEOUT_MS), this.#ended.signal]);
  }

  #report(one: AnsweredScan<Answer>): void {
    this.#show({ last: [one, ...this.#view.last].slice(0, LAST_MAX), count: this.#count() });
    this.#parts.onAnswer(one);
  }

  #count(): number {
    return this.#identity ? countOf(this.#kept, this.#identity, this.#parts.now()) : 0;
  }

  #change(kept: KeptQueue<Context>): void {
    this.#kept = kept;
    this.#parts.keep(kept);
    this.#show({ waiting: kept.waiting, context: kept.context });
  }

  #show(changed: Partial<QueueView<Context, Answer>>): void {
    this.#view = { ...this.#view, ...changed };
    for (const listener of this.#listeners) listener();
  }
}
