import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorName, errorBody } from '../errors/errors.ts';
import { requestId, SECURITY_HEADERS } from './common-headers.ts';
import { networkOf } from './peer-address.ts';
import { DISCARD_LIMITS, type DiscardLimits, discardAfterAnswer, isDiscarding } from './unread-body.ts';

/** The header fields of a request must arrive within this, counted from the connection's beginning for the first one. */
const HEADERS_TIMEOUT_MS = 10_000;
/** A request must arrive completely within this; slow senders are cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked through for requests that are late. */
const CONNECTIONS_CHECK_INTERVAL_MS = 2_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A connection on which nothing moves for so long is cut off, also one that does not read its answer. */
const STALL_TIMEOUT_MS = 120_000;
/** Requests that wait on one connection behind the one that is being answered. */
const PIPELINED_MAX = 100;
/** Connections at once, where the system lets a process have so many. */
const CONNECTIONS_MAX = 5_000;
/** Of the files that the process may have open, these are for the database, files and the log. */
const FILES_RESERVED = 512;
const CONNECTIONS_MIN = 64;
/** One in so many connections is closed when there are too many, so that room is made seldom. */
const ROOM_PART = 20;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The connections of HTTP servers. However a connection behaves, it neither ends the process nor lasts for ever, and however many
 * there are, a new one is taken: the ones that are missed least make room for it.
 */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #pipelined = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  readonly #max: number;
  readonly #discard: DiscardLimits;
  readonly #onCrowded: (closed: number) => void;
  #isEnding = false;

  /** `onCrowded` is told how many were closed to make room. */
  constructor(onCrowded: (closed: number) => void, max = connectionsMax(), discard = DISCARD_LIMITS) {
    this.#onCrowded = onCrowded;
    this.#max = max;
    this.#discard = discard;
  }

  /** A server whose every connection is looked after here; not yet listening. */
  createServer(handler: Handler): Server {
    const options = {
      // Answered by http/request-faults, as JSON.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    };
    const server = createServer(options, (request, response) => {
      // Node reads nothing more of what came in one piece with such a request (RFC 9110, 7.8, lets us ignore the wish).
      if (this.#isEnding || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      discardAfterAnswer(request, response, this.#discard);
      if (response.socket === null) this.#inTurn(handler, request, response);
      else handler(request, response);
    });
    server.setTimeout(STALL_TIMEOUT_MS);
    server.on('connection', (socket) => this.#take(socket));
    server.on('clientError', answerClientError);
    // Node answers an expectation it does not know with an empty 417; it may be passed over (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // http/answer-in-time asks for the body, after everything that may refuse the request without it.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) =>
      answerOnSocket(new ApiError('bad_request', 'This is no proxy.'), socket),
    );
    return server;
  }

  /** From now on each answer is the last one on its connection, and says so. Answers whether there are any connections. */
  endWithAnswers(): boolean {
    this.#isEnding = true;
    return this.#sockets.size > 0;
  }

  /** Closes the connections on which no request has begun: they are idle, or have sent half of a header. */
  closeWaiting(): void {
    for (const socket of this.#sockets) if (!answerOn(socket)) socket.destroy();
  }

  /** Resolves when there are none: a server waits for those alone that it has taken itself. */
  async allClosed(): Promise<void> {
    for (const socket of this.#sockets)
      if (!socket.closed) await new Promise((done) => socket.once('close', done));
  }

  /** Closes all, also those that are being answered. Answers how many. */
  closeAll(): number {
    const { size } = this.#sockets;
    for (const socket of this.#sockets) socket.destroy();
    return size;
  }

  #take(socket: Socket): void {
    // A socket that is no longer Node's parser's (CONNECT) has no listener, and its error would end the process.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#sockets.size >= this.#max && !this.#makeRoom()) socket.destroy();
    else this.#sockets.add(socket);
  }

  #makeRoom(): boolean {
    const closed = leastMissed(this.#sockets, Math.ceil(this.#max / ROOM_PART));
    for (const socket of closed) {
      this.#sockets.delete(socket);
      socket.destroy();
    }
    this.#onCrowded(closed.length);
    return closed.length > 0;
  }

  /**
   * Requests that came in one piece are answered one after the other, each in its own turn of the event loop: a thousand of one
   * connection are otherwise begun at once, and everybody else waits for all of them.
   */
  #inTurn(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const underWay = answerOn(socket);
    if (!underWay || socket.destroyed) return;
    const line = this.#pipelined.get(socket) ?? { last: underWay, waiting: 0 };
    if (++line.waiting > PIPELINED_MAX) {
      // Node would make an error for each of them, and unwind its streams, which costs as much as answering.
      request.destroy = () => request;
      response.destroy = () => response;
      setImmediate(() => socket.destroy());
      return;
    }
    const before = line.last.closed ? underWay : line.last;
    before.once('close', () =>
      setImmediate(() => {
        line.waiting--;
        if (!socket.destroyed) handler(request, response);
      }),
    );
    line.last = response;
    this.#pipelined.set(socket, line);
  }
}

/** As many as the system lets this process have, less what it needs itself. */
function connectionsMax(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limitsOfProcess())?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, files - FILES_RESERVED));
}

/** Empty where the system tells them elsewhere; Node has by then taken the most that it may. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Chooses at most `count` connections to close: of the address that holds most, in the order of RANKS, the oldest first.
 * `sockets` is in the order of arrival. A connection whose request is being answered is not chosen.
 */
function leastMissed(sockets: Iterable<Socket>, count: number): Socket[] {
  const parties = Map.groupBy(
    [...sockets].filter((socket) => rankOf(socket) !== undefined),
    partyOf,
  );
  const chosen: Socket[] = [];
  for (const party of [...parties.values()].sort((a, b) => b.length - a.length)) {
    const byRank = Map.groupBy(party, rankOf);
    for (const rank of RANKS) chosen.push(...(byRank.get(rank) ?? []));
    if (chosen.length >= count) break;
  }
  return chosen.slice(0, count);
}

const RANKS = ['said nothing', 'between requests', 'does not read'] as const;

function rankOf(socket: Socket): (typeof RANKS)[number] | undefined {
  const answering = answerOn(socket);
  if (!answering?.req.complete) return socket.bytesWritten === 0 ? 'said nothing' : 'between requests';
  return socket.writableLength > 0 ? 'does not read' : undefined;
}

function partyOf({ remoteAddress = '' }: Socket): string {
  return networkOf(remoteAddress);
}

/** Whoever is answered on the bare socket gets this long to read it; then the connection ends, whether it was read or not. */
const LAST_WORDS_TIMEOUT_MS = 1_000;

const CLIENT_ERRORS: Record<string, readonly [ErrorName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time.'],
};

/** Sockets that had their last answer: what still arrives there is thrown away. */
const ended = new WeakSet<Socket>();

/** Answers what Node's parser refuses: broken HTTP, oversized headers, slow senders. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
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
function answerOn(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** Answers a failure where there is no response to answer with, and closes the connection. */
function answerOnSocket(failure: ApiError, socket: Socket): void {
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
