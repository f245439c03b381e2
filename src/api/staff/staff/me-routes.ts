import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { sessionNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  rateLimitHeaders,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { changeOperator, endSession } from '../../../staff/manage-operators.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { aliveAfter, expiryOf } from '../../../staff/session-rules.ts';
import { listSessions } from '../../../staff/session-store.ts';
import { changePassword, type SignInContext } from '../../../staff/sign-in.ts';
import { nameFaults } from '../fields/field-faults.ts';
import {
  ListedSessionSchema,
  MeRequest,
  PasswordRequest,
  SessionParams,
  SessionSchema,
} from './people-schemas.ts';
import type { SessionCookies } from './session-cookie.ts';
import { shownListed, shownSession } from './shown-people.ts';
import { signedIn } from './signed-in-person.ts';

const ME = '/operator/v1/me';

export interface MeRouteOptions extends SignInContext {
  config: Pick<Config, 'OPENID'>;
  sessions: SessionRegistry;
  cookies: SessionCookies;
}

const putMe = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['People'],
    operationId: 'changeMe',
    summary: "Change one's own name and language",
    description: 'What is absent stays.',
    body: MeRequest,
    response: {
      200: answer('Who is signed in.', SessionSchema, rateLimitHeaders),
      ...errorAnswers('people_only', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock, sessions }: MeRouteOptions, request) => {
    const me = signedIn(request);
    const openIdIssuer = config.OPENID?.issuer;
    const context = { pool, now: clock(), by: actorOf(request.caller), openIdIssuer };
    const changed = await changeOperator(context, me.operatorId, request.body);
    sessions.forgetAll();
    return shownSession(changed ?? me, expiryOf(me));
  },
});

const postPassword = route({
  schema: {
    tags: ['People'],
    operationId: 'changePassword',
    summary: "Change one's own password",
    description: 'Ends all other sessions.',
    body: PasswordRequest,
    response: {
      204: emptyAnswer('It is changed.', rateLimitHeaders),
      ...errorAnswers('people_only', 'wrong_password', ...WITH_BODY),
    },
  },
  handler: async (options: MeRouteOptions, request, reply) => {
    const me = signedIn(request);
    await changePassword(options, me, request.body, options.cookies.browserOf(request));
    options.sessions.forgetAll();
    return reply.code(204).send();
  },
});

const getSessions = route({
  schema: {
    tags: ['People'],
    operationId: 'listMySessions',
    summary: "List one's own sessions",
    description: 'Those that have not ended, latest first.',
    response: {
      200: answer('The sessions.', Type.Array(ListedSessionSchema), rateLimitHeaders),
      ...errorAnswers('people_only'),
    },
  },
  handler: async ({ pool, clock }: MeRouteOptions, request) => {
    const { operatorId, sessionId } = signedIn(request);
    const found = await withRetry(() => listSessions(pool, operatorId, aliveAfter(clock())));
    return found.map((one) => shownListed(one, sessionId));
  },
});

const deleteOtherSessions = route({
  schema: {
    tags: ['People'],
    operationId: 'endMyOtherSessions',
    summary: "End all of one's own sessions but this one",
    description: 'Idempotent: sending it again changes nothing.',
    response: { 204: emptyAnswer('They have ended.', rateLimitHeaders), ...errorAnswers('people_only') },
  },
  handler: async ({ pool, clock, sessions }: MeRouteOptions, request, reply) => {
    const { operatorId, sessionId } = signedIn(request);
    const context = { pool, now: clock(), by: actorOf(request.caller) };
    await endSession(context, operatorId, undefined, { but: sessionId });
    sessions.forgetAll();
    return reply.code(204).send();
  },
});

const deleteOneSession = route({
  schema: {
    tags: ['People'],
    operationId: 'endMySession',
    summary: "End one of one's own sessions",
    description: 'Also the session of this request.',
    params: SessionParams,
    response: {
      204: emptyAnswer('It has ended.', rateLimitHeaders),
      ...errorAnswers('people_only', 'session_not_found'),
    },
  },
  handler: async ({ pool, clock, sessions }: MeRouteOptions, request, reply) => {
    const { operatorId } = signedIn(request);
    const { sessionId } = request.params;
    const context = { pool, now: clock(), by: actorOf(request.caller) };
    const ended = isStorable(sessionId) && (await endSession(context, operatorId, sessionId));
    sessions.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

/** /operator/v1/me: one's own account. */
export async function meRoutes(app: FastifyInstance, options: MeRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['PUT', ME, putMe, { verb: 'me.change' }],
    ['POST', `${ME}/password`, postPassword, { verb: 'me.change' }],
    ['GET', `${ME}/sessions`, getSessions, { verb: 'me.read' }],
    ['DELETE', `${ME}/sessions`, deleteOtherSessions, { verb: 'me.change' }],
    ['DELETE', `${ME}/sessions/:sessionId`, deleteOneSession, { verb: 'me.change' }],
  ]);
}
