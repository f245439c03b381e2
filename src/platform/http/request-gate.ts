import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gate, type Release } from '../concurrency/gate.ts';
import { ApiError } from '../errors/errors.ts';
import { sendBareError } from './common-headers.ts';
import type { Connections } from './connections.ts';
import { type AddressNetwork, peerAddress, siteOf } from './peer-address.ts';
import type { RateLimiter } from './rate-limit.ts';
import { answerWhenSent } from './unread-body.ts';

/** A request waits at most this long for its turn. */
export const REQUEST_WAIT_MS_MAX = 1_000;
/**
 * Limits of requests in progress, for each kind of request. A party has `partyAtOnce`, and up to `party`
 * after a wait, so that slow requests, such as uploads, do not stop its others.
 */
const LIMITS = {
  client: { all: 4_096, party: 256, partyAtOnce: 16 },
  stranger: { all: 4_096, party: 256, partyAtOnce: 16 },
  health: { all: 64, party: 4, partyAtOnce: 4 },
};
type Kind = keyof typeof LIMITS;
export type RequestLimits = typeof LIMITS;
/** A client may have all its requests at once, except for this time after requests of two parties. */
const BESIDE_OTHERS_MS = 1_000;

/** It is sent before the body is read, which would take more time than all other steps. */
const TOO_MANY = new ApiError(
  'temporarily_unavailable',
  'Too many requests are under way. Send this one again later.',
  { headers: { 'Retry-After': '1' } },
);

/** The parts of the server that the steps use. */
export interface GateContext {
  /** Removes scheme, authority and public path from a target. */
  readTarget: (target: string) => string;
  /** Finds the client of a token that is in memory. */
  callerOf: (request: IncomingMessage) => { clientId: string } | undefined;
  trustedProxies: readonly AddressNetwork[];
  limiter: Pick<RateLimiter, 'findRefusal'> | undefined;
  connections: Pick<Connections, 'know'>;
  onRefused: () => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface Visit {
  kind: Kind;
  /** A client, or the network of a sender without a known token, such as staff with a session. */
  party: string;
  clientId: string | undefined;
}

/** Admits each request in named steps, so that no party makes another wait (admission control). */
export class RequestGate {
  readonly #context: GateContext;
  readonly #limits: RequestLimits;
  readonly #waitMs: number;
  readonly #gates: Readonly<Record<Kind, Gate>>;
  #lastParty: string | undefined;
  #besideOthersUntil = Number.NEGATIVE_INFINITY;
  /** Refusals since the start. */
  refused = 0;

  constructor(context: GateContext, limits: RequestLimits = LIMITS, waitMs = REQUEST_WAIT_MS_MAX) {
    this.#context = context;
    this.#limits = limits;
    this.#waitMs = waitMs;
    const { client, stranger, health } = limits;
    const clientMax = () => (performance.now() < this.#besideOthersUntil ? client.partyAtOnce : client.party);
    this.#gates = {
      client: new Gate({ all: client.all, party: clientMax }),
      stranger: new Gate({ all: stranger.all, party: stranger.partyAtOnce }),
      health: new Gate({ all: health.all, party: health.partyAtOnce }),
    };
  }

  get underWay(): number {
    return Object.values(this.#gates).reduce((sum, { size, waiting }) => sum + size + waiting, 0);
  }

  /** Wraps a handler, so that each request passes the steps below, in their order. */
  guard(handler: Handler): Handler {
    return async (request, response) => {
      this.#readTarget(request);
      const visit = this.#findParty(request);
      this.#leaveNetworkShare(request, visit);
      const release = await this.#takePlace(visit);
      if (!release) return this.#refuse(response, TOO_MANY);
      this.#freeAfterAnswer(response, release);
      const refusal = this.#findQuotaRefusal(visit);
      if (refusal) answerWhenSent(request, () => this.#refuse(response, refusal));
      else if (!request.socket.destroyed) handler(request, response);
    };
  }

  /** Writes the target in one form into the request, so that router and log see the same. */
  #readTarget(request: IncomingMessage): void {
    request.url = this.#context.readTarget(request.url ?? '/');
  }

  #findParty(request: IncomingMessage): Visit {
    const { url = '', socket, headers } = request;
    const clientId = this.#context.callerOf(request)?.clientId;
    const party =
      clientId ??
      siteOf(peerAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], this.#context.trustedProxies));
    if (party !== this.#lastParty && this.#lastParty !== undefined)
      this.#besideOthersUntil = performance.now() + BESIDE_OTHERS_MS;
    this.#lastParty = party;
    const kind = url.startsWith('/health/') ? 'health' : clientId === undefined ? 'stranger' : 'client';
    return { kind, party, clientId };
  }

  /** The share of a network (http/connections) is for unknown senders. */
  #leaveNetworkShare({ socket }: IncomingMessage, { clientId }: Visit): void {
    if (clientId !== undefined) this.#context.connections.know(socket);
  }

  /** Waits for a place in the gate of its kind, in turn with others. Returns undefined if none is free. */
  async #takePlace({ kind, party }: Visit): Promise<Release | undefined> {
    const gate = this.#gates[kind];
    const { party: partyMax, all } = this.#limits[kind];
    return gate
      .take(party, 1, performance.now() + this.#waitMs)
      .catch(() => (gate.sizeOf(party) < partyMax && gate.size < all ? gate.force(party, 1) : undefined));
  }

  /**
   * Frees the place in the turn of the event loop after the answer. A party then has its limit once in a
   * turn, however fast its answers are.
   */
  #freeAfterAnswer(response: ServerResponse, release: Release): void {
    // 'close' is emitted once. A listener that removes itself would cost more.
    if (response.closed) release();
    else response.on('close', () => setImmediate(release));
  }

  /** A client above its quota is refused on every path. */
  #findQuotaRefusal({ clientId }: Visit): ApiError | undefined {
    return clientId === undefined ? undefined : this.#context.limiter?.findRefusal(clientId);
  }

  #refuse(response: ServerResponse, refusal: ApiError): void {
    this.refused++;
    this.#context.onRefused();
    sendBareError(response, refusal);
  }
}
