import { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FromThread, StartMessage, ToThread } from './paper-thread.ts';
import type { PaperNote, PaperOptions } from './paper-types.ts';
import type { PaperKind, PaperKinds } from './print-run.ts';

const THREAD = new URL('./paper-thread.ts', import.meta.url);
/** Papers given to the thread before it has drawn them. */
const PAPERS_AHEAD_MAX = 8;
/** A thread that says nothing for so long, though it has papers to draw, is given up. */
const PAPER_MS_MAX = 60_000;
/** After so long without a print run the thread ends and gives back its fonts. */
const IDLE_MS = 300_000;
const HEAP_MIB_MAX = 512;

export interface Printout {
  /** The document, while it is drawn. Destroying it ends the run. */
  pdf: Readable;
  /** What could not be printed as it was given; rejects where the document fails. */
  notes: Promise<PaperNote[]>;
}

interface Run {
  thread: Worker;
  fail(error: Error): void;
}

/**
 * Draws papers in a thread of its own, so that requests are answered meanwhile. The thread starts with the first print run, reads each font
 * once for all of them, and ends by itself.
 */
export class PaperPress {
  #thread: Worker | undefined;
  readonly #runs = new Set<Run>();
  #idle: NodeJS.Timeout | undefined;

  /** Prints papers of one kind as one document. Parts are taken as they are drawn and read, so neither they nor the document pile up. */
  print<Kind extends PaperKind>(
    kind: Kind,
    parts: Iterable<PaperKinds[Kind]> | AsyncIterable<PaperKinds[Kind]>,
    options: PaperOptions,
  ): Printout {
    const { port1, port2 } = new MessageChannel();
    const start: StartMessage = { kind, options, port: port2 };
    const thread = this.#open();
    const notes = Promise.withResolvers<PaperNote[]>();
    // Who only reads the document hears of a failure there.
    notes.promise.catch(() => {});
    const feed = new Feed(port1);
    const pdf = new Readable({
      read: () => feed.go(),
      destroy: (error, done) => {
        over(error);
        done(error);
      },
    });
    const run: Run = { thread, fail: (error) => pdf.destroy(error) };
    const watch: NodeJS.Timeout = setTimeout(() => {
      // While it waits for parts, or the document for its reader, the thread owes nothing.
      if (feed.isWaiting) watch.refresh();
      else this.#terminate(thread);
    }, PAPER_MS_MAX).unref();
    feed.onSend = () => watch.refresh();
    const over = (error: Error | null) => {
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
      else if (message.kind === 'drawn') feed.drawn();
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

  /** Ends the thread; print runs that are not done fail. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#thread) await this.#terminate(this.#thread);
  }

  #open(): Worker {
    clearTimeout(this.#idle);
    if (this.#thread) return this.#thread;
    const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX } });
    const ended = (error: Error) => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const run of [...this.#runs]) if (run.thread === thread) run.fail(error);
    };
    thread.on('error', ended);
    thread.on('exit', () => ended(new Error('The thread that draws papers ended.')));
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

/** Sends parts to the thread no faster than it draws and the document is read. */
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
      while (!this.#isStopped && (this.isFull || this.#ahead >= PAPERS_AHEAD_MAX)) await this.#change();
      if (this.#isStopped) return;
      this.#ahead++;
      this.#say({ kind: 'part', part });
    }
    if (this.#isStopped) return;
    this.#hasEnded = true;
    this.#say({ kind: 'end' });
  }

  /** For parts, or for the reader. */
  get isWaiting(): boolean {
    return this.#ahead === 0 && !this.#hasEnded;
  }

  /** The document is read. */
  go(): void {
    this.isFull = false;
    this.#wake();
  }

  drawn(): void {
    this.#ahead--;
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  #say(message: ToThread): void {
    this.onSend();
    this.#port.postMessage(message);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
