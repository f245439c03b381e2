import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorName } from '../errors/errors.ts';
import { bareAnswer } from './common-headers.ts';
import { type AddressNetwork, isTrusted, siteOf } from './peer-address.ts';
import { HEADER_FIELDS_MAX } from './request-faults.ts';
import { hasBody, waitingToSend } from './unread-body.ts';

/** The time limit for the header of a request. For the first request it starts with the connection. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The time limit for the whole request. Each body has a shorter one (http/answer-in-time). */
const REQUEST_TIMEOUT_MS = 2_400_000;
const CONNECTIONS_CHECK_INTERVAL_MS = 2_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** A connection without traffic is closed after this time, also if its client does not read the answer. */
const STALL_TIMEOUT_MS = 120_000;
/** The limit of requests that wait on one connection behind the one in progress. */
const PIPELINED_MAX = 50;
const STOP_PARSING = 2;
/** The limit of connections. It is lower if the system allows the process fewer open files. */
const CONNECTIONS_MAX = 5_000;
/** Open files reserved for the database, stored files and the log. */
const FILES_RESERVED = 512;
const CONNECTIONS_MIN = 64;
/** Above the limit, one connection in this number closes at once, so that this happens rarely. */
const ROOM_PART = 20;
/** The limit of connections of one network, without connections of known senders. */
const NETWORK_MAX = 256;
/**
 * A connection closes this long after its last answer or its refusal. Node accepts one connection in a turn
 * of the event loop, so senders that connect again at once would keep others waiting.
 */
const CLOSE_MS = 1_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface ConnectionsOptions {
  /** Runs for each connection that is closed or refused for lack of room. */
  onClosed?: () => void;
  max?: number;
  /** Networks whose connections come from many senders. */
  trusted?: readonly AddressNetwork[];
}

/** Limits the number and duration of connections. Above the limit, new ones replace the least useful ones. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #trusted: readonly AddressNetwork[];
  /** Connections of unknown senders, with their networks, and the number of these of each network. */
  readonly #strangers = new WeakMap<Socket, string>();
  readonly #ofNetwork = new Map<string, number>();
  readonly #pipelined = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  readonly #max: number;
  readonly #onClosed: () => void;
  #isEnding = false;

  constructor({ onClosed = () => {}, max = connectionsMax(), trusted = [] }: ConnectionsOptions = {}) {
    this.#max = max;
    this.#onClosed = onClosed;
    this.#trusted = trusted;
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
      if (ended.has(request.socket)) return;
      // Node does not read further requests that arrived in one piece with this one. RFC 9110, 7.8 allows the
      // server to ignore `Upgrade`.
      if (this.#isEnding || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      if (hasBody(request)) closeIfUnread(request, response);
      if (response.socket === null) this.#inTurn(handler, request, response);
      else handler(request, response);
    });
    server.setTimeout(STALL_TIMEOUT_MS);
    // http/request-faults refuses a request with more.
    server.maxHeadersCount = HEADER_FIELDS_MAX + 1;
    server.on('connection', (socket) => this.#take(socket));
    server.on('clientError', answerClientError);
    // Node would answer an unknown expectation with an empty 417. RFC 9110, 10.1.1 allows the server to
    // ignore it.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // http/answer-in-time asks for the body later, after all checks that can refuse the request without it.
    server.on('checkContinue', (request, response) => {
      waitingToSend.add(request);
      server.emit('request', request, response);
    });
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
    // Node calls this after an answer with "Connection: close".
    socket.destroySoon = () => endWith('', socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.know(socket);
    });
    if (this.#sockets.size >= this.#max && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    const address = socket.remoteAddress ?? '';
    const network = siteOf(address);
    const count = this.#ofNetwork.get(network) ?? 0;
    if (count >= NETWORK_MAX && !isTrusted(address, this.#trusted)) {
      closeUnread(socket);
      this.#onClosed();
      return;
    }
    this.#strangers.set(socket, network);
    this.#ofNetwork.set(network, count + 1);
  }

  /** No longer counts the connection for its network, because its sender is known. */
  know(socket: Socket): void {
    const network = this.#strangers.get(socket);
    if (network === undefined) return;
    this.#strangers.delete(socket);
    const left = (this.#ofNetwork.get(network) ?? 0) - 1;
    if (left > 0) this.#ofNetwork.set(network, left);
    else this.#ofNetwork.delete(network);
  }

  #makeRoom(): boolean {
    const closed = chooseToClose(this.#sockets, Math.ceil(this.#max / ROOM_PART));
    for (const socket of closed) {
      this.#sockets.delete(socket);
      socket.destroy();
      this.#onClosed();
    }
    return closed.length > 0;
  }

  /** Answers pipelined requests one by one. Otherwise a thousand requests of one would delay the others. */
  #inTurn(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const underWay = responseOn(socket);
    if (!underWay) return;
    const line = this.#pipelined.get(socket) ?? { last: underWay, waiting: 0 };
    if (++line.waiting > PIPELINED_MAX) {
      // The parser stops at this value, which Node returns for an upgrade. Otherwise it reads up to 64 KiB.
      (socket as Socket & { parser: { onIncoming: () => number } }).parser.onIncoming = () => STOP_PARSING;
      // Node would create an error for each of them and destroy its streams, which costs as much as an
      // answer.
      request.destroy = () => request;
      response.destroy = () => response;
      closeUnread(socket);
      return;
    }
    const before = line.last.closed ? underWay : line.last;
    before.once('close', () =>
      setImmediate(() => {
        line.waiting--;
        if (!ended.has(socket)) handler(request, response);
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
    ({ remoteAddress = '' }) => siteOf(remoteAddress),
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

const CLIENT_ERRORS: Record<string, readonly [ErrorName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The header fields are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time.'],
};

/** Refuses a request whose body did not arrive in time, and closes the connection. */
export function endLateRequest({ socket }: IncomingMessage): void {
  answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

/** Answers requests that Node's parser refuses: broken HTTP, large headers, slow senders. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (ended.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
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
  const { headers, body } = bareAnswer(failure);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(`HTTP/1.1 ${failure.status} ${failure.error}\r\n${lines.join('')}\r\n${body}`, socket);
}

/** Closes the connection of an answer that comes before the whole body (http/unread-body). */
function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (!request.complete) closeUnread(request.socket.end());
  });
}

/** Sockets after their last answer. Further bytes from them are discarded. */
const ended = new WeakSet<Socket>();

/** Reads what still arrives: closing a socket with unread bytes resets it, and the answer is lost. */
function endWith(text: string, socket: Socket): void {
  if (ended.has(socket)) return;
  socket.end(text);
  closeSoon(socket.resume());
}

/** Reads no more, and answers nothing. */
function closeUnread(socket: Socket): void {
  closeSoon(socket.pause());
}

function closeSoon(socket: Socket): void {
  ended.add(socket);
  const timer = setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
