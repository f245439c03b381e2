import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Asker, askingFor } from '../database/asker.ts';
import { temporarilyUnavailable } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request that does the work of many may take so long to answer. docs/operator-api.md names it. */
    answerMsMax?: number;
  }
  interface FastifyRequest {
    /** When it is answered at the latest, as performance.now() has it. */
    answerBy: number;
    /** Since when its body is awaited. */
    arrivingSince: number | undefined;
    answerTimer: NodeJS.Timeout | undefined;
  }
}

/** Every request is answered within this, not counting the time in which it arrives: callers are told 10 s. */
const ANSWER_MS_MAX = 9_000;
/** So long before, the database is no longer waited for, so that its failure becomes the answer. */
const ANSWER_MARGIN_MS = 500;
/** Waits until so many bytes may be read for the request. */
type Hold = (request: FastifyRequest, bytes: number) => Promise<void>;

/** Whoever has shown no token shares with all others who have not. */
const STRANGERS = 'strangers';

/**
 * Answers 503 to every request that is not answered in time, whatever it waits for, and tells the database whom each route's
 * handler asks for and until when. What the request was to change may have been changed then: it is settled by sending it again.
 */
export function registerAnswerInTime(app: FastifyInstance, hold: Hold, answerMsMax = ANSWER_MS_MAX): void {
  app.decorateRequest('answerBy', 0);
  app.decorateRequest('arrivingSince', undefined);
  app.decorateRequest('answerTimer', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.answerBy = performance.now() + (request.routeOptions.config?.answerMsMax ?? answerMsMax);
    startTimer(request, reply);
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request)) {
      clearTimeout(request.answerTimer);
      request.answerTimer = undefined;
      request.arrivingSince = performance.now();
    }
    done(null, payload);
  });
  app.addHook('preValidation', (request, reply, done) => {
    hasArrived(request);
    if (request.answerTimer === undefined) startTimer(request, reply);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.answerTimer);
    done();
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return askingFor(new RequestAsker(request, hold), () => handler.call(this, request, reply));
    };
  });
}

/** Its time goes on: the body is there. */
export function hasArrived(request: FastifyRequest): void {
  if (request.arrivingSince === undefined) return;
  request.answerBy += performance.now() - request.arrivingSince;
  request.arrivingSince = undefined;
}

function startTimer(request: FastifyRequest, reply: FastifyReply): void {
  request.answerTimer = setTimeout(giveUp, Math.max(0, request.answerBy - performance.now()), reply);
}

function giveUp(reply: FastifyReply): void {
  // What is made while it is read has begun to be answered, and may take longer.
  if (!reply.sent && !reply.raw.headersSent) reply.send(temporarilyUnavailable());
}

class RequestAsker implements Asker {
  readonly party: string;
  readonly until: number;
  readonly #request: FastifyRequest;
  readonly #hold: Hold;

  constructor(request: FastifyRequest, hold: Hold) {
    this.party = request.caller?.clientId ?? STRANGERS;
    this.until = request.answerBy - ANSWER_MARGIN_MS;
    this.#request = request;
    this.#hold = hold;
  }

  hold(bytes: number): Promise<void> {
    return this.#hold(this.#request, bytes);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
