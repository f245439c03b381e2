import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { runFor } from '../database/asker.ts';
import type { ByteShares } from './byte-shares.ts';
import { endLateRequest } from './connections.ts';
import { logLate, temporarilyUnavailable } from './error-handler.ts';
import { routeOf } from './route-table.ts';
import { hasBody, waitingToSend } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Overrides ANSWER_MS_MAX for a route that handles many records (docs/operator-api.md). */
    answerMsMax?: number;
  }
  interface FastifyRequest {
    /** The time by which the answer is sent, in milliseconds of performance.now(). */
    answerBy: number;
    answerTimer: NodeJS.Timeout | undefined;
  }
}

/** The time limit of a request after the request gate, without the arrival of its body. 10 s are promised. */
const ANSWER_MS_MAX = 8_500;
/** The time for any body, and the least rate at which a larger one arrives: 1 Mbit/s. */
const BODY_MS_MIN = 30_000;
const BODY_BYTES_PER_MS = 128;
/** The wait for the database ends this much earlier, so that its error becomes the answer. */
const ANSWER_MARGIN_MS = 500;
/** The party of all requests without a token: they share one part of the connections. */
const STRANGERS = 'strangers';

/** Returns the time limit for a body of this size to arrive, in milliseconds. */
export function bodyMsMax(bytes: number): number {
  return BODY_MS_MIN + bytes / BODY_BYTES_PER_MS;
}

/**
 * Answers 503 to a request that exceeds its time limit, and 408 to one whose body arrives too slowly. Tells
 * the database the party and deadline of each handler. The change of a late request may have happened, which
 * the client settles by sending it again.
 */
export function registerAnswerInTime(
  app: FastifyInstance,
  shares: Pick<ByteShares, 'hold'>,
  answerMsMax = ANSWER_MS_MAX,
  arrivalMsMax = bodyMsMax,
): void {
  app.decorateRequest('answerBy', 0);
  app.decorateRequest('answerTimer', undefined);
  const startTimer = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    request.answerBy = performance.now() + ms;
    request.answerTimer = setTimeout(() => {
      if (!reply.raw.destroyed) reply.send(temporarilyUnavailable());
    }, ms).unref();
  };
  app.addHook('onRequest', (request, reply, done) => {
    startTimer(request, reply, routeOf(request).config?.answerMsMax ?? answerMsMax);
    done();
  });
  // The answer may still wait for the rest of the body (http/unread-body), and a second one is not possible.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    clearTimeout(request.answerTimer);
    request.answerTimer = undefined;
    done();
  });
  /** Stops the time while the body arrives. Runs after all hooks that may refuse it, such as the quota. */
  const awaitBody: preParsingHookHandler = (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    const { bodyLimit } = routeOf(request);
    const bytes = Number(request.headers['content-length'] ?? bodyLimit);
    if (waitingToSend.delete(request.raw)) {
      if (bytes > bodyLimit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      reply.raw.writeContinue();
    }
    clearTimeout(request.answerTimer);
    const leftMs = request.answerBy - performance.now();
    const arrival = setTimeout(endLateRequest, arrivalMsMax(Math.min(bytes, bodyLimit)), request.raw).unref();
    request.raw.once('close', () => clearTimeout(arrival));
    payload.once('end', () => {
      clearTimeout(arrival);
      if (request.answerTimer) startTimer(request, reply, leftMs);
    });
    return done(null, payload);
  };
  app.addHook('onRoute', (route) => {
    route.preParsing = [awaitBody, ...[route.preParsing ?? []].flat()];
    const { handler } = route;
    route.handler = function (request, reply) {
      const asker = {
        party: request.caller?.clientId ?? STRANGERS,
        until: request.answerBy - ANSWER_MARGIN_MS,
        hold: (bytes: number) => shares.hold(request, reply, bytes),
      };
      const answered = runFor(asker, () => handler.call(this, request, reply));
      return logLate(answered, request, reply);
    };
  });
}
