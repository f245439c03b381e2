import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorName, errorBody } from '../errors/errors.ts';
import { requestId } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { isDiscarding } from './unread-body.ts';

/** Whoever is answered on the bare socket gets this long to read it; then the connection ends, whether it was read or not. */
const LAST_WORDS_TIMEOUT_MS = 1_000;

const CLIENT_ERRORS: Record<string, readonly [ErrorName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time.'],
};

/** Sockets that had their last answer: what still arrives there is thrown away. */
const ended = new WeakSet<Socket>();

/** Answers what Node's parser refuses: broken HTTP, oversized headers, slow senders. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (ended.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  const underWay = answerOn(socket);
  if (underWay?.req.complete) {
    // What is broken follows a request that is whole, and may have done its work: its answer comes, and is the last one.
    underWay.shouldKeepAlive = false;
    underWay.once('finish', () => endWith('', socket));
    return;
  }
  answerOnSocket(
    new ApiError(
      ...(CLIENT_ERRORS[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP/1.1.']),
    ),
    socket,
  );
}

/** The response under way on a connection, from Node's internals. Its request may still be arriving. */
export function answerOn(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** Answers a failure where there is no response to answer with, and closes the connection. */
export function answerOnSocket(failure: ApiError, socket: Socket): void {
  const id = requestId();
  const body = JSON.stringify(errorBody(failure, id));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': id,
    ...SECURITY_HEADERS,
    ...failure.headers,
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(`HTTP/1.1 ${failure.status} ${failure.error}\r\n${lines.join('')}\r\n${body}`, socket);
}

/** A connection that is closed at once, with bytes that were not read, takes the answer away from who still sends. */
function endWith(text: string, socket: Socket): void {
  ended.add(socket);
  socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), LAST_WORDS_TIMEOUT_MS).unref();
}
