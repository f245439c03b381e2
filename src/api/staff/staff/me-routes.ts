import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { sessionNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers, WITH_BODY } from '../../../platform/http/api-document.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { changeOperator, endSession } from '../../../staff/manage-operators.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { expiryOf, liveSince } from '../../../staff/session-rules.ts';
import { listSessions } from '../../../staff/session-store.ts';
import { changePassword, type SignInContext } from '../../../staff/sign-in.ts';
import { emptyAnswers, plainAnswers } from '../fields/operator-schemas.ts';
import { refuseBadNames } from '../fields/staff-requests.ts';
import {
  ListedSessionSchema,
  MeRequest,
  PasswordRequest,
  SessionParams,
  SessionSchema,
  showListed,
  showSession,
} from './people-schemas.ts';
import { type SessionCookies, sessionOf } from './require-staff.ts';

const route = routeUnder<MeRouteOptions>('People');
const ME = '/operator/v1/me';

interface MeRouteOptions extends SignInContext {
  config: Pick<Config, 'CENTER_NAME' | 'OPENID'>;
  sessions: SessionRegistry;
  cookies: SessionCookies;
}

const putMe = route({
  config: refuseBadNames('name'),
  operationId: 'changeMe',
  summary: 'Change your name and language',
  description: 'Absent fields keep their value.',
  body: MeRequest,
  response: changeAnswers('The person who is signed in.', SessionSchema, 'people_only'),
  handler: async ({ config, pool, clock, sessions }, request) => {
    const me = sessionOf(request);
    const openIdIssuer = config.OPENID?.issuer;
    const context = { pool, now: clock(), by: actorOf(request.caller), openIdIssuer };
    const changed = await changeOperator(context, me.operatorId, request.body);
    sessions.forgetAll();
    return showSession(changed ?? me, expiryOf('operator', me));
  },
});

const postPassword = route({
  operationId: 'changePassword',
  summary: 'Change your password',
  description: 'Ends all your other sessions.',
  body: PasswordRequest,
  response: emptyAnswers('The password is changed.', 'people_only', 'wrong_password', ...WITH_BODY),
  handler: async (options, request, reply) => {
    const me = sessionOf(request);
    await changePassword(options, me, request.body, options.cookies.browserOf(request));
    options.sessions.forgetAll();
    return reply.code(204).send();
  },
});

const getSessions = route({
  operationId: 'listMySessions',
  summary: 'List your sessions',
  description: 'Lists the active sessions, latest first.',
  response: plainAnswers('The sessions.', Type.Array(ListedSessionSchema), 'people_only'),
  handler: async ({ pool, clock }, request) => {
    const { operatorId, sessionId } = sessionOf(request);
    const found = await withRetry(() => listSessions(pool, ['operator', operatorId], liveSince('operator', clock())));
    return found.map((one) => showListed(one, sessionId));
  },
});

const deleteOtherSessions = route({
  operationId: 'endMyOtherSessions',
  summary: 'End all your other sessions',
  description: 'Keeps the session of this request. Idempotent: repeating the request changes nothing.',
  response: emptyAnswers('The sessions have ended.', 'people_only'),
  handler: async ({ pool, clock, sessions }, request, reply) => {
    const { operatorId, sessionId } = sessionOf(request);
    const context = { pool, now: clock(), by: actorOf(request.caller) };
    await endSession(context, operatorId, undefined, { but: sessionId });
    sessions.forgetAll();
    return reply.code(204).send();
  },
});

const deleteOneSession = route({
  operationId: 'endMySession',
  summary: 'End one of your sessions',
  description: 'Can also end the session of this request.',
  params: SessionParams,
  response: emptyAnswers('The session has ended.', 'people_only', 'session_not_found'),
  handler: async ({ pool, clock, sessions }, request, reply) => {
    const { operatorId } = sessionOf(request);
    const { sessionId } = request.params;
    const context = { pool, now: clock(), by: actorOf(request.caller) };
    const ended = await endSession(context, operatorId, sessionId);
    sessions.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

export const meRoutes = routeTable<MeRouteOptions>([
  ['PUT', ME, putMe, { verb: 'me.change' }],
  ['POST', `${ME}/password`, postPassword, { verb: 'me.change' }],
  ['GET', `${ME}/sessions`, getSessions, { verb: 'me.read' }],
  ['DELETE', `${ME}/sessions`, deleteOtherSessions, { verb: 'me.change' }],
  ['DELETE', `${ME}/sessions/:sessionId`, deleteOneSession, { verb: 'me.change' }],
]);
