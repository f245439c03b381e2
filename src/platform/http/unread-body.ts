import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The limit of discarded bytes before an answer, and again after it: twice the largest body. */
const DISCARDED_BYTES_MAX = 64 * 1_048_576;
/** The answer waits this long for the rest of the body, and less if the sender pauses. */
const ANSWER_WAIT_MS_MAX = 10_000;
const ANSWER_WAIT_PAUSE_MS = 1_000;
/** After the answer, a sender that sends nothing for this time is disconnected. */
const DISCARD_PAUSE_MS = 5_000;
/** The buffers of a connection hold a body of this size, so its sender is not blocked. */
const SMALL_BODY_BYTES = 65_536;

/** The limits after an answer. REQUEST_TIMEOUT_MS limits the request as a whole. */
export type DiscardLimits = { bytesMax: number; pauseMs: number };
export const DISCARD_LIMITS: DiscardLimits = { bytesMax: DISCARDED_BYTES_MAX, pauseMs: DISCARD_PAUSE_MS };

const discarding = new WeakSet<Socket>();

/** Returns whether the request was answered and the rest of its body is still arriving. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/** Delays each answer until the body has arrived, within limits. */
export function registerUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => answerWhenSent(request.raw, () => done(null, payload)));
}

/**
 * Discards the body, and calls `answer` when it has arrived, its sender pauses, or a limit is reached. Many
 * senders read the answer only after they have written the whole body. Node's own client stops writing when
 * the answer comes earlier.
 */
export function answerWhenSent(request: IncomingMessage, answer: () => void): void {
  const mayWait = !request.complete && !request.socket.destroyed;
  if (!mayWait || !isWorthWaiting(request) || isWaitingToSend(request)) {
    answer();
    return;
  }
  let bytes = 0;
  const end = () => {
    clearTimeout(pause);
    clearTimeout(wait);
    request.off('data', count).off('end', end).off('close', end);
    answer();
  };
  const count = (part: Buffer) => {
    bytes += part.length;
    pause.refresh();
    if (bytes > DISCARDED_BYTES_MAX) end();
  };
  const pause = setTimeout(end, ANSWER_WAIT_PAUSE_MS);
  const wait = setTimeout(end, ANSWER_WAIT_MS_MAX);
  request.unpipe();
  request.on('data', count).on('end', end).on('close', end).resume();
}

export function discardAfterAnswer(request: IncomingMessage, response: ServerResponse, limits: DiscardLimits): void {
  if (!hasBody(request)) return;
  response.once('prefinish', () => {
    if (!request.complete && !request.socket.destroyed) discard(request, limits);
  });
}

/**
 * Keeps the connection open until the body has arrived or a limit is reached. Closing it with unread bytes
 * sends a TCP reset, which deletes the answer before the sender has read it.
 */
function discard(request: IncomingMessage, { bytesMax, pauseMs }: DiscardLimits): void {
  const { socket } = request;
  let bytes = 0;
  let isLast = false;
  discarding.add(socket);
  const pause = setTimeout(() => socket.destroy(), pauseMs).unref();
  // Node calls this after an answer with "Connection: close".
  socket.destroySoon = () => {
    isLast = true;
  };
  request.unpipe();
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    pause.refresh();
    if (bytes > bytesMax) socket.destroy();
  });
  request.once('end', () => {
    clearTimeout(pause);
    discarding.delete(socket);
    delete (socket as Partial<Socket>).destroySoon;
    if (isLast) socket.destroySoon();
  });
  request.resume();
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns whether discarding the body can unblock its sender. */
function isWorthWaiting({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const bytes = Number(headers['content-length']);
  return bytes > SMALL_BODY_BYTES && bytes <= DISCARDED_BYTES_MAX;
}

/** The pattern by which Node tests `Expect`. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

const asked = new WeakSet<IncomingMessage>();

/** Returns whether the sender waits for a 100 (RFC 9110, 10.1.1) before it sends the body. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  const { headers, httpVersionMajor, httpVersionMinor } = request;
  if (headers.expect === undefined || asked.has(request)) return false;
  // An HTTP/1.0 client would take the 100 for the answer.
  return (httpVersionMajor > 1 || httpVersionMinor > 0) && CONTINUE.test(headers.expect);
}

export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  asked.add(request);
  response.writeContinue();
}
