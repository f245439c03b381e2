import { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { PaperFormat } from './convert-papers.ts';
import type { FromThread, StartMessage, ToThread } from './paper-thread.ts';
import type { PaperNote, PaperOptions } from './paper-types.ts';
import type { PaperKind, PaperKinds } from './print-run.ts';

const THREAD = new URL('./paper-thread.ts', import.meta.url);
/** Papers that are sent to the thread in advance. */
const PAPERS_AHEAD_MAX = 8;
/** A thread that has papers to draw and sends no message within this time is terminated. */
const PAPER_MS_MAX = 60_000;
/** Without a print run for this time, the thread ends, which frees the memory of its fonts. */
const IDLE_MS = 300_000;
const HEAP_MIB_MAX = 512;

export interface Printout {
  /** Streams the document while it is drawn. Destroying the stream ends the run. */
  pdf: Readable;
  /** Rejects when the document fails. */
  notes: Promise<PaperNote[]>;
}

type Run = { thread: Worker; fail(error: Error): void };

/** Draws papers in a thread, so that drawing does not block requests. The thread ends when idle. */
export class PaperPress {
  #thread: Worker | undefined;
  readonly #runs = new Set<Run>();
  #idle: NodeJS.Timeout | undefined;

  /**
   * Draws papers of one kind as one document, a PDF unless `format` is given. Backpressure from the reader
   * limits the bytes in memory.
   */
  print<Kind extends PaperKind>(
    kind: Kind,
    parts: Iterable<PaperKinds[Kind]> | AsyncIterable<PaperKinds[Kind]>,
    options: PaperOptions,
    format?: PaperFormat,
  ): Printout {
    const { port1, port2 } = new MessageChannel();
    const start: StartMessage = { kind, options, format, port: port2 };
    const thread = this.#open();
    const notes = Promise.withResolvers<PaperNote[]>();
    // A caller that reads only the document learns of a failure from its stream.
    notes.promise.catch(() => {});
    const feed = new Feed(port1);
    const pdf = new Readable({
      read: () => feed.resume(),
      destroy: (error, done) => {
        finish(error);
        done(error);
      },
    });
    const run: Run = { thread, fail: (error) => pdf.destroy(error) };
    const watch: NodeJS.Timeout = setTimeout(() => {
      // While the thread waits for parts, its silence is normal.
      if (feed.isWaiting) watch.refresh();
      else this.#terminate(thread);
    }, PAPER_MS_MAX).unref();
    feed.onSend = () => watch.refresh();
    const finish = (error: Error | null) => {
      clearTimeout(watch);
      feed.stop();
      port1.close();
      notes.reject(error ?? new Error('The print run was ended.'));
      this.#end(run);
    };
    port1.on('message', (message: FromThread) => {
      if (pdf.destroyed) return;
      watch.refresh();
      if (message.kind === 'chunk') feed.isFull = !pdf.push(message.chunk);
      else if (message.kind === 'drawn') feed.countDrawn();
      else if (message.kind === 'failed') pdf.destroy(new Error(message.message));
      else {
        notes.resolve(message.notes);
        pdf.push(null);
      }
    });
    this.#runs.add(run);
    thread.ref();
    thread.postMessage(start, [port2]);
    feed.send(parts).catch((error: Error) => pdf.destroy(error));
    return { pdf, notes: notes.promise };
  }

  /** Ends the thread. Unfinished print runs fail. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#thread) await this.#terminate(this.#thread);
  }

  #open(): Worker {
    clearTimeout(this.#idle);
    if (this.#thread) return this.#thread;
    const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX } });
    const failRuns = (error: Error) => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const run of [...this.#runs]) if (run.thread === thread) run.fail(error);
    };
    thread.on('error', failRuns);
    thread.on('exit', () => failRuns(new Error('The thread that draws papers ended.')));
    this.#thread = thread;
    return thread;
  }

  #end(run: Run): void {
    this.#runs.delete(run);
    if (this.#runs.size > 0) return;
    this.#thread?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#thread && this.#terminate(this.#thread), IDLE_MS).unref();
  }

  #terminate(thread: Worker): Promise<number> {
    if (this.#thread === thread) this.#thread = undefined;
    return thread.terminate();
  }
}

/** Sends parts to the thread, no faster than it draws them and the reader takes the document. */
class Feed {
  isFull = false;
  onSend: () => void = () => {};
  readonly #port: MessagePort;
  #ahead = 0;
  #isStopped = false;
  #hasEnded = false;
  #wake: () => void = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
  }

  async send(parts: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
    for await (const part of parts) {
      while (!this.#isStopped && (this.isFull || this.#ahead >= PAPERS_AHEAD_MAX)) await this.#waitForChange();
      if (this.#isStopped) return;
      this.#ahead++;
      this.#post({ kind: 'part', part });
    }
    if (this.#isStopped) return;
    this.#hasEnded = true;
    this.#post({ kind: 'end' });
  }

  get isWaiting(): boolean {
    return this.#ahead === 0 && !this.#hasEnded;
  }

  resume(): void {
    this.isFull = false;
    this.#wake();
  }

  countDrawn(): void {
    this.#ahead--;
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  #post(message: ToThread): void {
    this.onSend();
    this.#port.postMessage(message);
  }

  #waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
