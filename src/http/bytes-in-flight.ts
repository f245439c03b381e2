import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { FairTurns, type Release, TurnTimeout } from '../fair-turns.ts';
import { hasArrived } from './answer-in-time.ts';
import { routeOf } from './route-of.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer of this route may be as large as an order: so much of its client's share is taken before it is made. */
    answerBytes?: number;
  }
  interface FastifyRequest {
    /** Its bytes in flight; undefined where nothing large is known of it. */
    flight: Flight | undefined;
  }
}

interface Flight {
  releases: Release[];
  /** The turn of a large body to be worked on. */
  work: Release | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The answer was taken, or the caller has gone. */
  ended: boolean;
}

/** Bodies and answers below this size are not counted. */
export const LARGE_BYTES = 16_384;
/** What one client has in bodies that arrive or are worked on, and in answers that it has not taken yet. */
export const CLIENT_BYTES_MAX = 4 * 1_048_576;
const ALL_CLIENTS_BYTES_MAX = 256 * 1_048_576;
/** Taken for an answer that is an order, until its size is known. */
export const ORDER_ANSWER_BYTES = 131_072;
/** The import of a catalogue is larger than a share: it counts as half of one. */
const COUNTED_BYTES_MAX = CLIENT_BYTES_MAX / 2;
/** Large bodies that are worked on at once, which takes some twenty times their size: of all clients, and of one. */
const WORKED_ON = { sizeMax: 3, sizePerParty: 2 };
/** Whoever takes nothing of a large answer, or too little, for so long is cut off. */
const ANSWER_TAKEN_MS_MAX = 60_000;
/** What is left of a request's time when its turn comes at the latest. */
const WORK_MS = 4_000;
const RETRY_AFTER_SECONDS = '2';

/**
 * Bounds what one client has in memory: a request whose body would be too much beside what is there waits for its turn without
 * being read, and so does a large answer before it is made. What has no turn in time is 429, and no other client notices.
 */
export class BytesInFlight {
  readonly #bytes = new FairTurns({ sizeMax: ALL_CLIENTS_BYTES_MAX, sizePerParty: CLIENT_BYTES_MAX });
  readonly #work = new FairTurns(WORKED_ON);
  /** By connection. Where that breaks, an answer that waits behind another one on it never ends, and nothing tells of it. */
  readonly #ofSockets = new WeakMap<Socket, Set<Flight>>();

  /** In bodies and answers now, of all clients. */
  get bytes(): number {
    return this.#bytes.size;
  }

  /** Requests that wait for their turn now. */
  get waiting(): number {
    return this.#bytes.waiting + this.#work.waiting;
  }

  register(app: FastifyInstance): void {
    app.decorateRequest('flight', undefined);
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const bytes = bytesExpected(request);
      if (!request.caller || (bytes === 0 && !this.#bytes.isOver(request.caller.clientId))) {
        done(null, payload);
        return;
      }
      this.hold(request, bytes).then(
        () => done(null, payload),
        (error) => done(error),
      );
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
      if (bytes >= LARGE_BYTES && request.caller) {
        const flight = this.#flightOf(request);
        // In place of what was expected.
        for (const release of flight.releases.splice(0)) release();
        // Nothing would tell of the end of an answer that nobody is there to take.
        if (!flight.ended) {
          flight.releases.push(this.#bytes.force(request.caller.clientId, bytes));
          flight.timer ??= setTimeout(() => reply.raw.destroy(), ANSWER_TAKEN_MS_MAX);
        }
      }
      if (request.flight) {
        request.flight.work?.();
        // It is many times the size of its text, and the caller may take its time.
        request.body = undefined;
      }
      done(null, payload);
    });
    app.addHook('onResponse', (request, _reply, done) => {
      if (request.flight) this.#end(request.flight, request.raw.socket);
      done();
    });
  }

  /** Waits until the client may have so many bytes more in flight, which it then has until the request is answered and the answer taken. */
  async hold(request: FastifyRequest, bytes: number): Promise<void> {
    const flight = this.#flightOf(request);
    const release = await this.#turn(this.#bytes, request, Math.min(bytes, COUNTED_BYTES_MAX));
    if (flight.ended) release();
    else flight.releases.push(release);
  }

  /** Waits for the turn of a body that has arrived to be worked on, which ends when the answer is made. */
  async beginWork(request: FastifyRequest): Promise<void> {
    hasArrived(request);
    const flight = this.#flightOf(request);
    const release = await this.#turn(this.#work, request, 1);
    if (flight.ended) release();
    else flight.work = release;
  }

  #flightOf(request: FastifyRequest): Flight {
    if (request.flight) return request.flight;
    const { socket } = request.raw;
    const flight: Flight = { releases: [], work: undefined, timer: undefined, ended: socket.destroyed };
    request.flight = flight;
    if (flight.ended) return flight;
    const others = this.#ofSockets.get(socket);
    if (others) others.add(flight);
    else {
      const flights = new Set([flight]);
      this.#ofSockets.set(socket, flights);
      socket.once('close', () => {
        for (const one of flights) this.#end(one, socket);
      });
    }
    return flight;
  }

  #end(flight: Flight, socket: Socket): void {
    this.#ofSockets.get(socket)?.delete(flight);
    flight.ended = true;
    clearTimeout(flight.timer);
    flight.work?.();
    for (const release of flight.releases.splice(0)) release();
  }

  async #turn(turns: FairTurns, request: FastifyRequest, size: number): Promise<Release> {
    const { clientId } = request.caller;
    try {
      return (
        turns.takeAtOnce(clientId, size) ?? (await turns.take(clientId, size, request.answerBy - WORK_MS))
      );
    } catch (error) {
      if (!(error instanceof TurnTimeout)) throw error;
      throw new ApiError(
        'rate_limited',
        'Too much at once: large requests of yours, or answers that you have not taken, are still under way. Send this one again when they are done.',
        { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
      );
    }
  }
}

/** Of the body, as far as its sender tells, and of the answer, where it may be large; 0 for what is not counted. */
function bytesExpected(request: FastifyRequest): number {
  const { headers } = request;
  const { bodyLimit, config } = routeOf(request);
  const ofBody =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit;
  const ofAnswer = config?.answerBytes ?? 0;
  // One that is too long is refused without being read.
  const bytes = Math.max(ofBody > bodyLimit ? 0 : ofBody, ofAnswer);
  return bytes < LARGE_BYTES ? 0 : bytes;
}
