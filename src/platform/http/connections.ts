import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorName, errorBody } from '../errors/errors.ts';
import { requestId, SECURITY_HEADERS } from './common-headers.ts';
import { networkOf } from './peer-address.ts';
import { DISCARD_LIMITS, type DiscardLimits, discardAfterAnswer, isDiscarding } from './unread-body.ts';

/** The time limit for the header of a request. For the first request it starts with the connection. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The time limit for the whole request. Slower senders are disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;
const CONNECTIONS_CHECK_INTERVAL_MS = 2_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A connection without traffic is closed after this time, also if its client does not read the answer. */
const STALL_TIMEOUT_MS = 120_000;
/** The limit of requests that wait on one connection behind the one in progress. */
const PIPELINED_MAX = 100;
/** The limit of connections. It is lower if the system allows the process fewer open files. */
const CONNECTIONS_MAX = 5_000;
/** Open files reserved for the database, stored files and the log. */
const FILES_RESERVED = 512;
const CONNECTIONS_MIN = 64;
/** Above the limit, one connection in this number closes at once, so that this happens rarely. */
const ROOM_PART = 20;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Limits the number and duration of connections. Above the limit, new ones replace the least useful ones. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #pipelined = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  readonly #max: number;
  readonly #discard: DiscardLimits;
  readonly #onCrowded: (closed: number) => void;
  #isEnding = false;

  /** `onCrowded` receives the number of connections that were closed to make room. */
  constructor(onCrowded: (closed: number) => void, max = connectionsMax(), discard = DISCARD_LIMITS) {
    this.#onCrowded = onCrowded;
    this.#max = max;
    this.#discard = discard;
  }

  createServer(handler: Handler): Server {
    const options = {
      // http/request-faults answers this as JSON.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    };
    const server = createServer(options, (request, response) => {
      // Node does not read further requests that arrived in one piece with this one. RFC 9110, 7.8 allows the
      // server to ignore `Upgrade`.
      if (this.#isEnding || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      discardAfterAnswer(request, response, this.#discard);
      if (response.socket === null) this.#inTurn(handler, request, response);
      else handler(request, response);
    });
    server.setTimeout(STALL_TIMEOUT_MS);
    server.on('connection', (socket) => this.#take(socket));
    server.on('clientError', answerClientError);
    // Node would answer an unknown expectation with an empty 417. RFC 9110, 10.1.1 allows the server to
    // ignore it.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // http/answer-in-time asks for the body later, after all checks that can refuse the request without it.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) =>
      answerOnSocket(
        new ApiError('bad_request', 'This server is not a proxy. Send requests to it directly, without CONNECT.'),
        socket,
      ),
    );
    return server;
  }

  /** From now on closes each connection after its next response. Returns whether connections are open. */
  endWithAnswers(): boolean {
    this.#isEnding = true;
    return this.#sockets.size > 0;
  }

  /** Closes the connections that are idle, or have sent only a part of a request's header. */
  closeWaiting(): void {
    for (const socket of this.#sockets) if (!responseOn(socket)) socket.destroy();
  }

  /** Resolves when all connections have closed, even connections that server.close() does not wait for. */
  async allClosed(): Promise<void> {
    for (const socket of this.#sockets) if (!socket.closed) await new Promise((done) => socket.once('close', done));
  }

  /** Closes all connections, even while a response is being sent. Returns their number. */
  closeAll(): number {
    const { size } = this.#sockets;
    for (const socket of this.#sockets) socket.destroy();
    return size;
  }

  #take(socket: Socket): void {
    // After CONNECT, Node's parser no longer listens to the socket, and an error on it would end the process.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#sockets.size >= this.#max && !this.#makeRoom()) socket.destroy();
    else this.#sockets.add(socket);
  }

  #makeRoom(): boolean {
    const closed = chooseToClose(this.#sockets, Math.ceil(this.#max / ROOM_PART));
    for (const socket of closed) {
      this.#sockets.delete(socket);
      socket.destroy();
    }
    this.#onCrowded(closed.length);
    return closed.length > 0;
  }

  /** Answers pipelined requests one by one. Otherwise a thousand requests of one would delay the others. */
  #inTurn(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const underWay = responseOn(socket);
    if (!underWay || socket.destroyed) return;
    const line = this.#pipelined.get(socket) ?? { last: underWay, waiting: 0 };
    if (++line.waiting > PIPELINED_MAX) {
      // Node would create an error for each of them and destroy its streams, which costs as much as an
      // answer.
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

function connectionsMax(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limitsOfProcess())?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, files - FILES_RESERVED));
}

/** Returns the limits; empty outside Linux, where Node has already raised its limit to the maximum. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Chooses at most `count` connections to close: from the address with the most connections, in the order of
 * RANKS, the oldest first. Spares connections with an answer in progress. `sockets` is in the order of
 * arrival.
 */
function chooseToClose(sockets: Iterable<Socket>, count: number): Socket[] {
  const parties = Map.groupBy(
    [...sockets].filter((socket) => rankOf(socket) !== undefined),
    ({ remoteAddress = '' }) => networkOf(remoteAddress),
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
  const answering = responseOn(socket);
  if (!answering?.req.complete) return socket.bytesWritten === 0 ? 'said nothing' : 'between requests';
  return socket.writableLength > 0 ? 'does not read' : undefined;
}

/** The time that a client has to read an answer on the bare socket before the connection closes. */
const LAST_WORDS_TIMEOUT_MS = 1_000;

const CLIENT_ERRORS: Record<string, readonly [ErrorName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time.'],
};

/** Sockets after their last answer. Further bytes from them are discarded. */
const ended = new WeakSet<Socket>();

/** Answers requests that Node's parser refuses: broken HTTP, large headers, slow senders. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (ended.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  const underWay = responseOn(socket);
  if (underWay?.req.complete) {
    // The broken bytes follow a complete request, which may have made its change. It is answered, and the
    // connection closes after that.
    underWay.shouldKeepAlive = false;
    underWay.once('finish', () => endWith('', socket));
    return;
  }
  answerOnSocket(
    new ApiError(...(CLIENT_ERRORS[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP/1.1.'])),
    socket,
  );
}

/** Returns the response in progress, from Node's internals. Its request may still be arriving. */
function responseOn(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** Sends an error where no response object exists, and closes the connection. */
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

/** Reads what still arrives: closing a socket with unread bytes resets it, and the answer is lost. */
function endWith(text: string, socket: Socket): void {
  ended.add(socket);
  socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), LAST_WORDS_TIMEOUT_MS).unref();
}
