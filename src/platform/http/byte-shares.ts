import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gate, type Release } from '../concurrency/gate.ts';
import { TurnTimeout } from '../concurrency/round-robin-queue.ts';
import { ApiError } from '../errors/errors.ts';
import { routeOf } from './route-table.ts';

/** Bodies and responses below this size do not count towards the limits of bytes. */
export const LARGE_BYTES = 16_384;
/** The limit of bytes of one client: bodies that arrive or are in work, and responses not yet read. */
export const CLIENT_BYTES_MAX = 4 * 1_048_576;
const ALL_CLIENTS_BYTES_MAX = 256 * 1_048_576;
/** The body of a catalogue import may exceed the share of its client. It counts as half of the share. */
const COUNTED_BYTES_MAX = CLIENT_BYTES_MAX / 2;
/** The limit of large bodies in work. Each takes about twenty times its size. */
const LARGE_WORK = { all: 3, party: 2 };
/** The time for the work of a request, after it has waited for bytes. */
const WORK_MS = 4_000;

/** Limits the bytes of large bodies and answers, for each client and in total. */
export class ByteShares {
  readonly bytes = new Gate({ all: ALL_CLIENTS_BYTES_MAX, party: CLIENT_BYTES_MAX });
  readonly work = new Gate(LARGE_WORK);
  /** Gives back what a request holds. */
  readonly #held = new WeakMap<FastifyRequest, Release[]>();

  /** Adds hooks that count large bodies and responses. A request of a client above its limit waits unread. */
  register(app: FastifyInstance): void {
    app.addHook('preParsing', (request, reply, payload, done) => {
      const { caller } = request;
      const bytes = caller ? largeBytesOf(request) : 0;
      if (!caller || (bytes === 0 && this.bytes.sizeOf(caller.clientId) <= CLIENT_BYTES_MAX)) done(null, payload);
      else this.hold(request, reply, bytes).then(() => done(null, payload), done);
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      if (typeof payload === 'string' || Buffer.isBuffer(payload)) this.#countAnswer(request, reply, payload.length);
      done(null, payload);
    });
  }

  /** Counts `bytes` until the response is sent. Waits for room; throws `rate_limited` after a time limit. */
  async hold(request: FastifyRequest, reply: FastifyReply, bytes: number): Promise<void> {
    this.#keep(request, reply, await takeInTime(this.bytes, request, Math.min(bytes, COUNTED_BYTES_MAX)));
  }

  /** Waits for the turn of a large body, which ends with its answer. Throws `rate_limited` if none comes. */
  async beginWork(request: FastifyRequest): Promise<void> {
    const release = await takeInTime(this.work, request, 1);
    // A large body holds its bytes already, unless its connection has closed.
    const held = this.#held.get(request);
    if (!held || request.raw.socket.destroyed) release();
    else held.push(release);
  }

  /** Replaces what the request holds by the size of its answer. */
  #countAnswer(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const held = this.#held.get(request);
    if (held) {
      for (const release of held.splice(0)) release();
      // The parsed body takes many times the size of its text. A slow reader would keep it in memory.
      request.body = undefined;
    }
    const { caller } = request;
    if (bytes >= LARGE_BYTES && caller) this.#keep(request, reply, this.bytes.force(caller.clientId, bytes));
  }

  /** Calls `release` when the answer is made, or the connection closes. */
  #keep(request: FastifyRequest, reply: FastifyReply, release: Release): void {
    const held = this.#held.get(request) ?? [];
    held.push(release);
    const releaseAll = () => {
      for (const one of held.splice(0)) one();
    };
    if (reply.raw.closed || request.raw.socket.destroyed) releaseAll();
    else if (!this.#held.has(request)) reply.raw.once('close', releaseAll);
    this.#held.set(request, held);
  }
}

/** Returns the size of a large body by its header, and 0 for another or one that is refused unread. */
function largeBytesOf(request: FastifyRequest): number {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers;
  const { bodyLimit } = routeOf(request);
  const bytes = encoding === undefined ? Number(length) : bodyLimit;
  return bytes < LARGE_BYTES || bytes > bodyLimit ? 0 : bytes;
}

async function takeInTime(gate: Gate, { caller, answerBy }: FastifyRequest, size: number): Promise<Release> {
  return gate.take(caller.clientId, size, answerBy - WORK_MS).catch((error) => {
    if (!(error instanceof TurnTimeout)) throw error;
    throw new ApiError(
      'rate_limited',
      'Too much at once: large requests of yours, or answers that you have not read, are still under way. Send this request again when they are done.',
      { headers: { 'Retry-After': '2' } },
    );
  });
}
