import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { PrintTimeouts } from './connect-printer.ts';
import { decodeAnswer, encodePrintJob, type IppPrintJob } from './ipp-message.ts';
import type { PrinterEndpoint } from './printer-address.ts';
import type { PrintOutcome } from './printing-rules.ts';

const CHUNK_BYTES = 65_536;
const ANSWER_BYTES_MAX = 65_536;
/** Answers of HTTP with which the printer has not taken the job, and may take it later. */
const LATER_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

export interface IppDocument extends Omit<IppPrintJob, 'printerUri' | 'documentFormat'> {
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Sends a document by Print-Job over a connection that was just made, and reads what the printer answers. A redirect is not followed: the
 * printer is the address that an admin named.
 */
export async function sendIpp(
  socket: Socket,
  endpoint: PrinterEndpoint,
  { contentType, bytes, ...job }: IppDocument,
  timeouts: PrintTimeouts,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const head = encodePrintJob({ ...job, printerUri: endpoint.uri, documentFormat: contentType });
  const sending = new IppSending(socket, endpoint, head.length + bytes.length, timeouts);
  const stop = () => sending.breakOff('interrupted');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await sending.send(head, bytes);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** One request that is under way. */
class IppSending {
  readonly #request: ClientRequest;
  readonly #timeouts: PrintTimeouts;
  readonly #ended = Promise.withResolvers<PrintOutcome>();
  /** Whether the system has taken the last byte: before that the printer cannot have had the whole document. */
  #isSent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    socket: Socket,
    { host, port, path }: PrinterEndpoint,
    length: number,
    timeouts: PrintTimeouts,
  ) {
    this.#timeouts = timeouts;
    this.#request = httpRequest({
      // Without an agent, which would connect anew: unchecked, and unencrypted.
      createConnection: () => socket,
      host,
      port,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/ipp', 'content-length': length, connection: 'close' },
    });
  }

  send(head: Buffer, bytes: Uint8Array): Promise<PrintOutcome> {
    const request = this.#request;
    request.on('error', () => this.breakOff('connection_broke'));
    request.on('response', (response) => this.#read(response));
    this.#expectWithin(this.#timeouts.stallMs, 'stalled');
    request.write(head, () => this.#sendFrom(bytes, 0));
    return this.#ended.promise;
  }

  /** In parts, each once the one before was taken: a slow printer is not one that takes nothing. */
  #sendFrom(bytes: Uint8Array, offset: number): void {
    if (this.#request.destroyed) return;
    const next = offset + CHUNK_BYTES;
    const chunk = bytes.subarray(offset, next);
    this.#expectWithin(this.#timeouts.stallMs, 'stalled');
    if (next < bytes.length) this.#request.write(chunk, () => this.#sendFrom(bytes, next));
    else this.#request.end(chunk, () => this.#awaitAnswer());
  }

  #awaitAnswer(): void {
    this.#isSent = true;
    this.#expectWithin(this.#timeouts.answerMs, 'no_answer');
  }

  /** What is known when no answer comes. */
  breakOff(error: string): void {
    this.#end({ result: this.#isSent ? 'unknown' : 'not_printed', error });
  }

  #expectWithin(ms: number, name: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.breakOff(name), ms);
  }

  #read(response: IncomingMessage): void {
    const { statusCode = 0 } = response;
    if (statusCode !== 200) {
      const error = `http_${statusCode}`;
      this.#end({ result: LATER_STATUSES.has(statusCode) ? 'not_printed' : 'refused', error });
      return;
    }
    const parts: Buffer[] = [];
    let length = 0;
    response.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= ANSWER_BYTES_MAX) parts.push(part);
      else this.breakOff('answer_unreadable');
    });
    response.on('error', () => this.breakOff('connection_broke'));
    response.on('end', () => this.#judge(Buffer.concat(parts)));
  }

  #judge(bytes: Buffer): void {
    const answer = decodeAnswer(bytes);
    if (!answer) {
      this.breakOff('answer_unreadable');
      return;
    }
    const { isSuccess, isTemporary, status } = answer;
    if (isSuccess) this.#end({ result: 'printed' });
    else this.#end({ result: isTemporary ? 'not_printed' : 'refused', error: `ipp_${status}` });
  }

  #end(outcome: PrintOutcome): void {
    clearTimeout(this.#timer);
    this.#ended.resolve(outcome);
    this.#request.destroy();
  }
}
