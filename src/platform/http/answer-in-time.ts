import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
  type preValidationHookHandler,
} from 'fastify';
import { type Asker, runFor } from '../database/asker.ts';
import { logFailure, temporarilyUnavailable, toApiError } from './error-handler.ts';
import { routeOf } from './route-table.ts';
import { askForBody, hasBody, isWaitingToSend } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Overrides ANSWER_MS_MAX for a route that handles many records (docs/operator-api.md). */
    answerMsMax?: number;
    /** True if the handler passes `request.asker` on itself, which is faster than an AsyncLocalStorage. */
    passesAsker?: boolean;
  }
  interface FastifyRequest {
    /** The time by which the answer is sent, in milliseconds of performance.now(). */
    answerBy: number;
    answerTimer: NodeJS.Timeout | undefined;
    /** The time at which the server began to wait for the body. */
    arrivingSince: number | undefined;
    /** The asker of the handler's statements. Set only for a route with `passesAsker`. */
    asker: Asker | undefined;
  }
}

/** The time limit of a request after the request gate, without the arrival of its body. 10 s are promised. */
const ANSWER_MS_MAX = 8_500;
/** The wait for the database ends this much earlier, so that its error becomes the answer. */
const ANSWER_MARGIN_MS = 500;
type ByteGate = { hold(request: FastifyRequest, reply: FastifyReply, bytes: number): Promise<void> };

/** The party of all requests without a token: they share one part of the connections. */
const STRANGERS = 'strangers';

/**
 * Answers 503 to a request that exceeds its time limit. Tells the database the party and deadline of each
 * handler. The change of a late request may have happened, which the client settles by sending it again.
 */
export function registerAnswerInTime(app: FastifyInstance, gate: ByteGate, answerMsMax = ANSWER_MS_MAX): void {
  app.decorateRequest('answerBy', 0);
  app.decorateRequest('arrivingSince', undefined);
  app.decorateRequest('asker', undefined);
  app.decorateRequest('answerTimer', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const ms = routeOf(request).config?.answerMsMax ?? answerMsMax;
    request.answerBy = performance.now() + ms;
    request.answerTimer = setTimeout(giveUpLate, ms, reply, ms).unref();
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.answerTimer);
    done();
  });
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().every((method) => BODILESS.has(method))) {
      route.preParsing = [awaitBody, ...[route.preParsing ?? []].flat()];
      route.preValidation = [endWait, ...[route.preValidation ?? []].flat()];
    }
    const { handler } = route;
    route.handler = route.config?.passesAsker
      ? function (request, reply) {
          request.asker = new RequestAsker(request, reply, gate);
          return logLate(handler.call(this, request, reply), request, reply);
        }
      : function (request, reply) {
          const asker = new RequestAsker(request, reply, gate);
          return logLate(
            runFor(asker, () => handler.call(this, request, reply)),
            request,
            reply,
          );
        };
  });
}

/** Logs an error that a handler throws after the answer. Fastify itself would log each one with its stack. */
function logLate(answered: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (!(answered instanceof Promise)) return answered;
  return answered.catch((error) => {
    if (!reply.sent) throw error;
    logFailure(toApiError(error), error, request);
  });
}

/** Methods whose bodies Fastify does not read. */
const BODILESS = new Set(['GET', 'HEAD']);

/** Begins to wait for the body. Runs after all hooks that may refuse it unread, such as the quota. */
const awaitBody: preParsingHookHandler = (request, reply, payload, done) => {
  if (hasBody(request)) request.arrivingSince = performance.now();
  if (isWaitingToSend(request.raw)) {
    if (Number(request.headers['content-length'] ?? 0) > routeOf(request).bodyLimit)
      return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    askForBody(request.raw, reply.raw);
  }
  done(null, payload);
};

const endWait: preValidationHookHandler = (request, _reply, done) => {
  endBodyWait(request);
  done();
};

/** Excludes the time in which the body arrived from the time limit. */
export function endBodyWait(request: FastifyRequest): void {
  if (request.arrivingSince === undefined) return;
  request.answerBy += performance.now() - request.arrivingSince;
  request.arrivingSince = undefined;
}

/** Answers 503 to a late request. If its connection has broken, nobody reads an answer, so the timer ends. */
function giveUpLate(reply: FastifyReply, waitMs: number): void {
  const { request } = reply;
  if (request.raw.socket.destroyed) return;
  const leftMs = request.arrivingSince === undefined ? request.answerBy - performance.now() : waitMs;
  if (leftMs > 0) request.answerTimer = setTimeout(giveUpLate, leftMs, reply, waitMs).unref();
  // A streamed answer that has begun may take longer.
  else if (!reply.sent && !reply.raw.headersSent) reply.send(temporarilyUnavailable());
}

class RequestAsker implements Asker {
  readonly party: string;
  readonly until: number;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #gate: ByteGate;

  constructor(request: FastifyRequest, reply: FastifyReply, gate: ByteGate) {
    this.party = request.caller?.clientId ?? STRANGERS;
    this.until = request.answerBy - ANSWER_MARGIN_MS;
    this.#request = request;
    this.#reply = reply;
    this.#gate = gate;
  }

  hold(bytes: number): Promise<void> {
    return this.#gate.hold(this.#request, this.#reply, bytes);
  }
}
