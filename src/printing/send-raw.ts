import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PrintTimeouts } from './connect-printer.ts';
import { outcomeOfBreak, type PrintOutcome } from './printing-rules.ts';

const CHUNK_BYTES = 65_536;
/** The wait before the first byte. A busy printer accepts the connection and closes it at once. */
const BUSY_CLOSE_MS = 20;

/**
 * Sends a document as bytes (port 9100) over a new connection. The protocol has no answer: the document
 * counts as printed when the printer closed its end without an error after the last byte.
 */
export async function sendRaw(
  socket: Socket,
  { contentType, bytes, copies }: { contentType: string; bytes: Uint8Array; copies: number },
  { stallMs, answerMs }: PrintTimeouts,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const watch = new RawWatch(socket, signal);
  const totalBytes = bytes.length * copies;
  let sentBytes = 0;
  try {
    let failed = await Promise.race([watch.ended, wait(BUSY_CLOSE_MS, undefined)]);
    while (failed === undefined && sentBytes < totalBytes) {
      const offset = sentBytes % bytes.length;
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
      watch.expectWithin(stallMs, 'stalled');
      failed = await Promise.race([write(socket, chunk), watch.ended]);
      if (failed === undefined) sentBytes += chunk.length;
    }
    if (failed !== undefined) return outcomeOfBreak(contentType, bytes, sentBytes, failed);
    watch.expectWithin(answerMs, 'not_closed');
    socket.end();
    const closed = await watch.closed;
    if (closed === undefined) return { result: 'printed' };
    return outcomeOfBreak(contentType, bytes, sentBytes, closed);
  } finally {
    watch.stop();
    socket.destroy();
  }
}

/** Watches how a connection ends, and ends it after a timeout. Failures are short names such as `stalled`. */
class RawWatch {
  readonly #ended = Promise.withResolvers<string | undefined>();
  readonly #closed = Promise.withResolvers<string | undefined>();
  readonly #signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#signal = signal;
    // Reads and drops the printer's status messages: unread bytes would delay the closing.
    socket.resume();
    socket.on('error', () => this.#fail('connection_broke'));
    socket.once('end', () => this.#ended.resolve('connection_closed'));
    socket.once('close', (hadError: boolean) =>
      hadError ? this.#fail('connection_broke') : this.#closed.resolve(undefined),
    );
    signal.addEventListener('abort', this.#interrupt);
    if (signal.aborted) this.#interrupt();
  }

  /** Resolves with the failure, or with `connection_closed` when the printer has ended its side. */
  get ended(): Promise<string | undefined> {
    return this.#ended.promise;
  }

  /** Resolves when the connection is closed, with the failure if there was one. */
  get closed(): Promise<string | undefined> {
    return this.#closed.promise;
  }

  /** Fails with that name unless the next call comes within the time. */
  expectWithin(ms: number, name: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(name), ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#interrupt);
  }

  readonly #interrupt = () => this.#fail('interrupted');

  #fail(name: string): void {
    this.#ended.resolve(name);
    this.#closed.resolve(name);
  }
}

/** Resolves with undefined when the system has taken the bytes. */
function write(socket: Socket, chunk: Uint8Array): Promise<string | undefined> {
  return new Promise((resolve) => socket.write(chunk, (error) => resolve(error ? 'connection_broke' : undefined)));
}
