import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { PrintTimeouts } from './connect-printer.ts';
import type { PrinterEndpoint } from './printer-address.ts';
import type { PrintOutcome } from './printing-rules.ts';

const CHUNK_BYTES = 65_536;
const ANSWER_BYTES_MAX = 65_536;
/** HTTP statuses after which the same job may be sent again. */
const LATER_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

interface IppDocument extends Omit<IppPrintJob, 'printerUri' | 'documentFormat'> {
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Sends a document to a printer in an IPP Print-Job request. Uses and closes `socket`, a new connection to
 * the printer. Does not follow redirects, so that only the address that an admin entered is used. Does not
 * throw after an error or an abort, but returns it as the outcome.
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

class IppSending {
  readonly #request: ClientRequest;
  readonly #timeouts: PrintTimeouts;
  readonly #ended = Promise.withResolvers<PrintOutcome>();
  /** Whether the system has taken the last byte. Before that, the printer cannot have the whole document. */
  #isSent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, { host, port, path }: PrinterEndpoint, length: number, timeouts: PrintTimeouts) {
    this.#timeouts = timeouts;
    this.#request = httpRequest({
      // An agent would open a second connection, whose address is not checked and which is not encrypted.
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

  /** Sends the document in chunks, so that a slow printer does not reach the stall timeout. */
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

  /** Ends the request without a response. */
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

// The Internet Printing Protocol as bytes (RFC 8010, RFC 8011).

const VERSION = 0x0101;
const PRINT_JOB = 0x0002;
const REQUEST_ID = 1;
/** Octets of a name (RFC 8011, 5.1.3). */
const NAME_BYTES_MAX = 255;

const TAG = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  integer: 0x21,
  enum: 0x23,
  beginCollection: 0x34,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mediaType: 0x49,
  memberName: 0x4a,
} as const;
/** Tags below this one begin a group of attributes (RFC 8010, 3.5.1). */
const GROUP_TAGS_MAX = 0x0f;
/** Successful statuses (RFC 8011, appendix B). */
const SUCCESS_MAX = 0x00ff;

/** Names of the common statuses. Any other status is named by its number. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  1024: 'bad_request',
  1025: 'forbidden',
  1026: 'not_authenticated',
  1027: 'not_authorized',
  1028: 'not_possible',
  1030: 'not_found',
  1032: 'request_entity_too_large',
  1034: 'document_format_not_supported',
  1035: 'attributes_or_values_not_supported',
  1041: 'document_format_error',
  1280: 'internal_error',
  1281: 'operation_not_supported',
  1282: 'service_unavailable',
  1283: 'version_not_supported',
  1284: 'device_error',
  1285: 'temporary_error',
  1286: 'not_accepting_jobs',
  1287: 'busy',
  1288: 'job_canceled',
};
/** IPP statuses after which the same job may be sent again. */
const LATER: ReadonlySet<number> = new Set([0x0502, 0x0504, 0x0505, 0x0506, 0x0507]);
/** Job states `canceled` and `aborted` (RFC 8011, 5.3.7). */
const ENDED_UNPRINTED: ReadonlySet<number> = new Set([7, 8]);

interface IppPrintJob {
  printerUri: string;
  jobName: string;
  documentFormat: string;
  copies: number;
  media: { widthMm: number; heightMm: number };
}

interface IppAnswer {
  isSuccess: boolean;
  /** Whether the same job may be sent again. */
  isTemporary: boolean;
  status: string;
}

/** Encodes a Print-Job request without its document. The caller sends the bytes of the document next. */
export function encodePrintJob({ printerUri, jobName, documentFormat, copies, media }: IppPrintJob): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(VERSION, 0);
  head.writeUInt16BE(PRINT_JOB, 2);
  head.writeUInt32BE(REQUEST_ID, 4);
  // Charset and language come first, in this order (RFC 8011, 4.1.4).
  return Buffer.concat([
    head,
    Buffer.from([TAG.operation]),
    attribute(TAG.charset, 'attributes-charset', 'utf-8'),
    attribute(TAG.language, 'attributes-natural-language', 'en'),
    attribute(TAG.uri, 'printer-uri', printerUri),
    attribute(TAG.name, 'requesting-user-name', 'platen'),
    attribute(TAG.name, 'job-name', cutName(jobName)),
    attribute(TAG.mediaType, 'document-format', documentFormat),
    Buffer.from([TAG.job]),
    attribute(TAG.integer, 'copies', int32(copies)),
    attribute(TAG.keyword, 'print-scaling', 'auto-fit'),
    attribute(TAG.beginCollection, 'media-col', ''),
    attribute(TAG.memberName, '', 'media-size'),
    attribute(TAG.beginCollection, '', ''),
    attribute(TAG.memberName, '', 'x-dimension'),
    attribute(TAG.integer, '', hundredths(media.widthMm)),
    attribute(TAG.memberName, '', 'y-dimension'),
    attribute(TAG.integer, '', hundredths(media.heightMm)),
    attribute(TAG.endCollection, '', ''),
    attribute(TAG.endCollection, '', ''),
    Buffer.from([TAG.end]),
  ]);
}

/** Decodes an IPP response. Returns undefined for fewer than 8 bytes. */
export function decodeAnswer(answer: Buffer): IppAnswer | undefined {
  if (answer.length < 8) return undefined;
  const status = answer.readUInt16BE(2);
  const jobState = findEnum(answer, 'job-state');
  if (status <= SUCCESS_MAX && jobState !== undefined && ENDED_UNPRINTED.has(jobState))
    return { isSuccess: false, isTemporary: false, status: jobState === 7 ? 'job_canceled' : 'job_aborted' };
  return {
    isSuccess: status <= SUCCESS_MAX,
    isTemporary: LATER.has(status),
    status: STATUS_NAMES[status] ?? `status_0x${status.toString(16).padStart(4, '0')}`,
  };
}

/** Returns the first value of an enum attribute; undefined if missing, or in a malformed response. */
function findEnum(answer: Buffer, wanted: string): number | undefined {
  let at = 8;
  while (at < answer.length) {
    const tag = answer[at++] ?? TAG.end;
    if (tag === TAG.end) return undefined;
    if (tag <= GROUP_TAGS_MAX) continue;
    if (at + 2 > answer.length) return undefined;
    const nameEnd = at + 2 + answer.readUInt16BE(at);
    if (nameEnd + 2 > answer.length) return undefined;
    const name = answer.toString('latin1', at + 2, nameEnd);
    const valueEnd = nameEnd + 2 + answer.readUInt16BE(nameEnd);
    if (valueEnd > answer.length) return undefined;
    if (name === wanted && tag === TAG.enum && valueEnd - nameEnd === 6) return answer.readInt32BE(nameEnd + 2);
    at = valueEnd;
  }
  return undefined;
}

/** Encodes one value. Without a name, it belongs to the preceding attribute (RFC 8010, 3.1.4). */
function attribute(tag: number, name: string, value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  const head = Buffer.alloc(3);
  head.writeUInt8(tag, 0);
  head.writeUInt16BE(name.length, 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length, 0);
  return Buffer.concat([head, Buffer.from(name, 'latin1'), length, bytes]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value, 0);
  return bytes;
}

/** Converts millimeters to hundredths of a millimeter (PWG 5100.3). */
function hundredths(mm: number): Buffer {
  return int32(Math.round(mm * 100));
}

/** Cuts the name to `NAME_BYTES_MAX` bytes between two characters. */
function cutName(name: string): string {
  let text = name;
  while (Buffer.byteLength(text) > NAME_BYTES_MAX) text = [...text].slice(0, -1).join('');
  return text;
}
