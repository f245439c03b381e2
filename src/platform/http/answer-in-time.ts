import {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { runFor } from '../database/asker.ts';
import type { ByteShares } from './byte-shares.ts';
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
/** The wait for the database ends this much earlier, so that its error becomes the answer. */
const ANSWER_MARGIN_MS = 500;
/** The party of all requests without a token: they share one part of the connections. */
const STRANGERS = 'strangers';

/**
 * Answers 503 to a request that exceeds its time limit. Tells the database the party and deadline of each
 * handler. The change of a late request may have happened, which the client settles by sending it again.
 */
export function registerAnswerInTime(
  app: FastifyInstance,
  shares: Pick<ByteShares, 'hold'>,
  answerMsMax = ANSWER_MS_MAX,
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
    if (waitingToSend.delete(request.raw)) {
      if (Number(request.headers['content-length'] ?? 0) > routeOf(request).bodyLimit)
        return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      reply.raw.writeContinue();
    }
    clearTimeout(request.answerTimer);
    const leftMs = request.answerBy - performance.now();
    payload.once('end', () => request.answerTimer && startTimer(request, reply, leftMs));
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
