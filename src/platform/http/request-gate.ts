import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gate, type Release, TurnTimeout } from '../concurrency/gate.ts';
import { ApiError, errorBody } from '../errors/errors.ts';
import { endBodyWait } from './answer-in-time.ts';
import { requestId, SECURITY_HEADERS } from './common-headers.ts';
import { routeOf } from './route-table.ts';
import { answerWhenSent } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer contains an order. Its size is reserved before the order is read. */
    answersOrder?: boolean;
  }
  interface FastifyRequest {
    flight: Flight | undefined;
  }
}

/** A request waits at most this long for its turn. */
export const REQUEST_WAIT_MS_MAX = 1_000;
/** Limits of requests in progress and waiting. Customers and staff do not share them. */
const REQUEST_LIMITS = {
  all: 4_096,
  party: 256,
  partyBesideOthers: 16,
  partyWaiting: 1_024,
  waitMs: REQUEST_WAIT_MS_MAX,
};
export type RequestLimits = Record<keyof typeof REQUEST_LIMITS, number>;
/** `partyBesideOthers` applies for this time after requests of two parties. */
const BESIDE_OTHERS_MS = 1_000;
const REQUEST_RETRY_AFTER_SECONDS = '1';

/** 25 refusals per 5 ms leave enough processor time for answers. */
const REFUSALS_AT_ONCE = 25;
const REFUSALS_INTERVAL_MS = 5;
const REFUSALS_REPORT_MS = 10_000;

/** Bodies and responses below this size do not count towards the limits of bytes. */
export const LARGE_BYTES = 16_384;
/** The limit of bytes of one client: bodies that arrive or are in work, and responses not yet read. */
export const CLIENT_BYTES_MAX = 4 * 1_048_576;
const ALL_CLIENTS_BYTES_MAX = 256 * 1_048_576;
/** The size reserved for an order until its size is known. */
const ORDER_ANSWER_BYTES = 131_072;
/** The body of a catalogue import may exceed the share of its client. It counts as half of the share. */
const COUNTED_BYTES_MAX = CLIENT_BYTES_MAX / 2;
/** The limit of large bodies in work. Each takes about twenty times its size. */
const LARGE_WORK = { all: 3, party: 2 };
/** A connection that does not read a large answer in this time is closed. */
const ANSWER_READ_MS_MAX = 60_000;
/** The time for the work of a request, after it has waited for bytes. */
const WORK_MS = 4_000;
const BYTES_RETRY_AFTER_SECONDS = '2';

export interface Asking {
  /** A client, or the network address of a sender without a known token. */
  party: string;
  kind: 'customer' | 'staff' | 'health';
  refusal?: ApiError | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type Flight = { releases: Release[]; work: Release | undefined; timer: NodeJS.Timeout | undefined; hasEnded: boolean };

/**
 * Limits the requests and bytes in progress, for each client and in total (admission control). A request
 * above a limit waits. Waiting clients are served round robin, and a request that waits too long is
 * refused. The limit of a client is lower while other clients send requests too, so that a flood does not
 * delay them. Health probes are not limited.
 */
export class RequestGate {
  readonly #who: (request: IncomingMessage) => Asking;
  readonly #onRefused: (refused: number) => void;
  readonly #limits: RequestLimits;
  readonly #requests: Readonly<Record<'customer' | 'staff', Gate>>;
  #lastParty: string | undefined;
  #besideOthersUntil = Number.NEGATIVE_INFINITY;
  readonly #bytes = new Gate({ all: ALL_CLIENTS_BYTES_MAX, party: CLIENT_BYTES_MAX });
  readonly #work = new Gate(LARGE_WORK);
  readonly #refusals: { response: ServerResponse; refusal: ApiError }[] = [];
  #refusalTimer: NodeJS.Timeout | undefined;
  #refused = 0;
  #reported = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  /** `onRefused` receives the number of refusals since its last call, at most every 10 s. */
  constructor(
    who: (request: IncomingMessage) => Asking,
    onRefused: (refused: number) => void,
    limits: RequestLimits = REQUEST_LIMITS,
  ) {
    this.#who = who;
    this.#onRefused = onRefused;
    this.#limits = limits;
    const partyLimit = () => (performance.now() < this.#besideOthersUntil ? limits.partyBesideOthers : limits.party);
    const gateLimits = {
      all: limits.all,
      get party() {
        return partyLimit();
      },
    };
    this.#requests = { customer: new Gate(gateLimits), staff: new Gate(gateLimits) };
  }

  get underWay(): number {
    const { customer, staff } = this.#requests;
    return customer.size + customer.waiting + staff.size + staff.waiting;
  }

  get refused(): number {
    return this.#refused;
  }

  get bytes(): number {
    return this.#bytes.size;
  }

  get waitingForBytes(): number {
    return this.#bytes.waiting + this.#work.waiting;
  }

  /** Wraps a handler: a request waits above a limit, and gets an error if it waits too long. */
  guard(handler: Handler): Handler {
    return (request, response) => {
      const { kind, party, refusal } = this.#who(request);
      if (kind === 'health') return handler(request, response);
      if (refusal) return this.#refuse(response, refusal);
      if (party !== this.#lastParty) {
        if (this.#lastParty !== undefined) this.#besideOthersUntil = performance.now() + BESIDE_OTHERS_MS;
        this.#lastParty = party;
      }
      const gate = this.#requests[kind];
      const release = gate.tryTake(party, 1);
      if (release) {
        // 'close' is emitted once. A listener that removes itself would cost more.
        response.on('close', release);
        return handler(request, response);
      }
      if (gate.waitingOf(party) >= this.#limits.partyWaiting) return this.#refuse(response, TOO_MANY);
      const begin = (granted: Release) => {
        if (response.destroyed || request.socket.destroyed) return granted();
        response.on('close', granted);
        handler(request, response);
      };
      gate.take(party, 1, performance.now() + this.#limits.waitMs).then(begin, () => {
        // Slow requests, such as uploads, may exceed the limit beside others.
        const mayExceed = gate.sizeOf(party) < this.#limits.party && gate.size < this.#limits.all;
        return mayExceed ? begin(gate.force(party, 1)) : this.#refuse(response, TOO_MANY);
      });
    };
  }

  #refuse(response: ServerResponse, refusal: ApiError): void {
    this.#refusals.push({ response, refusal });
    this.#refusalTimer ??= setTimeout(() => this.#sendRefusals(), REFUSALS_INTERVAL_MS);
  }

  #sendRefusals(): void {
    this.#refusalTimer = undefined;
    const refusals = this.#refusals.splice(0, REFUSALS_AT_ONCE);
    for (const { response, refusal } of refusals) answerWhenSent(response.req, () => sendRefusal(response, refusal));
    this.#refused += refusals.length;
    const now = performance.now();
    if (now - this.#reportedAt >= REFUSALS_REPORT_MS) {
      this.#onRefused(this.#refused - this.#reported);
      this.#reported = this.#refused;
      this.#reportedAt = now;
    }
    if (this.#refusals.length > 0) this.#refusalTimer = setTimeout(() => this.#sendRefusals(), REFUSALS_INTERVAL_MS);
  }

  /** Adds hooks that count large bodies and responses. A request of a client above its limit waits unread. */
  register(app: FastifyInstance): void {
    app.decorateRequest('flight', undefined);
    app.addHook('preParsing', (request, reply, payload, done) => {
      const bytes = expectedBytes(request);
      if (!request.caller || (bytes === 0 && !this.#bytes.isOver(request.caller.clientId))) {
        done(null, payload);
        return;
      }
      this.hold(request, reply, bytes).then(
        () => done(null, payload),
        (error) => done(error),
      );
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
      if (bytes >= LARGE_BYTES && request.caller) this.#countAnswer(request, reply, bytes);
      if (request.flight) {
        request.flight.work?.();
        // The parsed body takes many times the size of its text. A slow reader would keep it in memory.
        request.body = undefined;
      }
      done(null, payload);
    });
  }

  /** Counts `bytes` until the response is sent. Waits for room; throws `rate_limited` after a time limit. */
  async hold(request: FastifyRequest, reply: FastifyReply, bytes: number): Promise<void> {
    const flight = flightOf(request, reply);
    const release = await takeInTime(this.#bytes, request, Math.min(bytes, COUNTED_BYTES_MAX));
    if (flight.hasEnded) release();
    else flight.releases.push(release);
  }

  /** Waits for the turn of a large body. The response ends the turn. Throws `rate_limited` if none comes. */
  async beginWork(request: FastifyRequest): Promise<void> {
    endBodyWait(request);
    const release = await takeInTime(this.#work, request, 1);
    if (!request.flight || request.flight.hasEnded) release();
    else request.flight.work = release;
  }

  #countAnswer(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const flight = flightOf(request, reply);
    for (const release of flight.releases.splice(0)) release();
    if (flight.hasEnded) return;
    flight.releases.push(this.#bytes.force(request.caller.clientId, bytes));
    flight.timer ??= setTimeout(() => reply.raw.destroy(), ANSWER_READ_MS_MAX);
  }
}

const TOO_MANY = new ApiError(
  'temporarily_unavailable',
  'Too many requests are under way. Send this one again later.',
  { headers: { 'Retry-After': REQUEST_RETRY_AFTER_SECONDS } },
);

function sendRefusal(response: ServerResponse, refusal: ApiError): void {
  if (response.destroyed) return;
  const id = requestId(response.req);
  const body = JSON.stringify(errorBody(refusal, id));
  response.writeHead(refusal.status, {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    ...refusal.headers,
  });
  response.end(body);
}

/** Returns the size of the body by its header, or the size reserved for an order; 0 below LARGE_BYTES. */
function expectedBytes(request: FastifyRequest): number {
  const { headers } = request;
  const { bodyLimit, config } = routeOf(request);
  const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit;
  // A body that is too long is refused unread.
  const bytes = Math.max(announced > bodyLimit ? 0 : announced, config?.answersOrder ? ORDER_ANSWER_BYTES : 0);
  return bytes < LARGE_BYTES ? 0 : bytes;
}

function flightOf(request: FastifyRequest, reply: FastifyReply): Flight {
  if (request.flight) return request.flight;
  const hasEnded = request.raw.socket.destroyed;
  const flight: Flight = { releases: [], work: undefined, timer: undefined, hasEnded };
  request.flight = flight;
  reply.raw.once('close', () => {
    flight.hasEnded = true;
    clearTimeout(flight.timer);
    flight.work?.();
    for (const release of flight.releases.splice(0)) release();
  });
  return flight;
}

async function takeInTime(gate: Gate, { caller, answerBy }: FastifyRequest, size: number): Promise<Release> {
  try {
    return await gate.take(caller.clientId, size, answerBy - WORK_MS);
  } catch (error) {
    if (!(error instanceof TurnTimeout)) throw error;
    throw new ApiError(
      'rate_limited',
      'Too much at once: large requests of yours, or answers that you have not read, are still under way. Send this request again when they are done.',
      { headers: { 'Retry-After': BYTES_RETRY_AFTER_SECONDS } },
    );
  }
}
