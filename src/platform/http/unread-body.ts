import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bytes of one body that are discarded before the answer, and as many after it: twice the largest body of any route. */
const DISCARDED_BYTES_MAX = 64 * 1_048_576;
/** An answer waits this long for the rest of the body, and shorter for a sender that pauses. */
const ANSWER_WAIT_MS_MAX = 10_000;
const ANSWER_WAIT_PAUSE_MS = 1_000;
/** A sender that was answered and then sends nothing for this long is disconnected. */
const DISCARD_PAUSE_MS = 5_000;
/** The buffers of a connection hold a body of this size, so the sender is not blocked by it. */
const SMALL_BODY_BYTES = 65_536;

/** The limits after an answer. The request as a whole is limited by REQUEST_TIMEOUT_MS. */
export interface DiscardLimits {
  bytesMax: number;
  pauseMs: number;
}

export const DISCARD_LIMITS: DiscardLimits = { bytesMax: DISCARDED_BYTES_MAX, pauseMs: DISCARD_PAUSE_MS };

const discarding = new WeakSet<Socket>();

/** Returns whether the connection's last request was answered and the rest of its body is still arriving. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/** Lets each answer to a request with an unread body wait until the body has arrived, within limits. */
export function registerUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) =>
    answerWhenSent(request.raw, () => done(null, payload)),
  );
}

/**
 * Discards the body before it calls `answer`, until all of it has arrived, its sender pauses, or a limit is reached.
 * Many senders write the whole body before they read the answer, and Node's own client stops writing when the answer
 * comes earlier.
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

/** Discards the rest of the body after the answer. */
export function discardAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  limits: DiscardLimits,
): void {
  if (!hasBody(request)) return;
  response.once('prefinish', () => {
    if (!request.complete && !request.socket.destroyed) discard(request, limits);
  });
}

/**
 * Closing a connection that has unread bytes sends a TCP reset, and the reset deletes the answer that the sender has
 * not read yet. This keeps such a connection open until the body has arrived or a limit is reached.
 */
function discard(request: IncomingMessage, { bytesMax, pauseMs }: DiscardLimits): void {
  const { socket } = request;
  let bytes = 0;
  let isLast = false;
  discarding.add(socket);
  const pause = setTimeout(() => socket.destroy(), pauseMs).unref();
  // Node calls it after an answer with "Connection: close".
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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns whether the sender may be blocked until its body is discarded, and is not past help. */
function isWorthWaiting({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const bytes = Number(headers['content-length']);
  return bytes > SMALL_BODY_BYTES && bytes <= DISCARDED_BYTES_MAX;
}

/** The pattern that Node tests `Expect` with. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

const asked = new WeakSet<IncomingMessage>();

/** Returns whether the sender waits for a 100 (RFC 9110, 10.1.1) before it sends its body. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  const { headers, httpVersionMajor, httpVersionMinor } = request;
  if (headers.expect === undefined || asked.has(request)) return false;
  // A sender that speaks HTTP/1.0 would take the 100 for its answer.
  return (httpVersionMajor > 1 || httpVersionMinor > 0) && CONTINUE.test(headers.expect);
}

/** Sends the 100. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  asked.add(request);
  response.writeContinue();
}
