import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
  type preValidationHookHandler,
} from 'fastify';
import { type Asker, askingFor } from '../database/asker.ts';
import { logFailure, temporarilyUnavailable, toApiError } from './error-handler.ts';
import { routeOf } from './route-table.ts';
import { askForBody, isWaitingToSend } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request that does the work of many may take so long to answer. docs/operator-api.md names it. */
    answerMsMax?: number;
    /** The handler hands `request.asker` on itself, which takes less time than telling it to whatever the handler calls. */
    passesAsker?: boolean;
  }
  interface FastifyRequest {
    /** The latest time of the answer, in milliseconds of performance.now(). */
    answerBy: number;
    answerTimer: NodeJS.Timeout | undefined;
    /** The time since when the body is awaited. */
    arrivingSince: number | undefined;
    /** The asker of the handler's statements; only of a route that `passesAsker`. */
    asker: Asker | undefined;
  }
}

/** Every request is answered within this, not counting the time in which it arrives: callers are told 10 s. */
const ANSWER_MS_MAX = 9_000;
/** So long before, the database is no longer waited for, so that its failure becomes the answer. */
const ANSWER_MARGIN_MS = 500;

interface ByteGate {
  /** Waits until the client of the request may hold `bytes` more. */
  hold(request: FastifyRequest, reply: FastifyReply, bytes: number): Promise<void>;
}

/** Whoever has shown no token shares with all others who have not. */
const STRANGERS = 'strangers';

/**
 * Answers 503 to every request that is not answered in time, whatever it waits for, and tells the database whom each route's
 * handler asks for and until when. What the request was to change may have been changed then: it is settled by sending it again.
 */
export function registerAnswerInTime(
  app: FastifyInstance,
  gate: ByteGate,
  answerMsMax = ANSWER_MS_MAX,
): void {
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
            askingFor(asker, () => handler.call(this, request, reply)),
            request,
            reply,
          );
        };
  });
}

/** Logs a handler's failure that comes after the answer, as any other is logged. Fastify would log each with its stack. */
function logLate(answered: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (!(answered instanceof Promise)) return answered;
  return answered.catch((error) => {
    if (!reply.sent) throw error;
    logFailure(toApiError(error), error, request);
  });
}

/** Fastify reads no body of these. */
const BODILESS = new Set(['GET', 'HEAD']);

/** Runs after everything that may refuse the request unread, such as a missing token or a quota. */
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
  hasArrived(request);
  done();
};

/** Its time goes on: the body is there. */
export function hasArrived(request: FastifyRequest): void {
  if (request.arrivingSince === undefined) return;
  request.answerBy += performance.now() - request.arrivingSince;
  request.arrivingSince = undefined;
}

/** Answers 503 to a late request. One whose connection broke is forgotten: nothing else reports a body that breaks off. */
function giveUpLate(reply: FastifyReply, waitMs: number): void {
  const { request } = reply;
  if (request.raw.socket.destroyed) return;
  const leftMs = request.arrivingSince === undefined ? request.answerBy - performance.now() : waitMs;
  if (leftMs > 0) request.answerTimer = setTimeout(giveUpLate, leftMs, reply, waitMs).unref();
  // A streamed answer has begun, and may take longer.
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

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
