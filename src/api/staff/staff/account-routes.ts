import type { Pool } from 'pg';
import { Type } from 'typebox';
import { type Actor, actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { operatorNotFound, sessionNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers, pageAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { changeBadge, givePin, takePin } from '../../../staff/give-badge.ts';
import { changeOperator, createOperator, endSession, resetOperator } from '../../../staff/manage-operators.ts';
import { findOperator, listOperatorsAfter, type Operator } from '../../../staff/operator-store.ts';
import type { SessionRegistry, StationRegistry } from '../../../staff/session-registry.ts';
import { liveSince } from '../../../staff/session-rules.ts';
import { listSessions } from '../../../staff/session-store.ts';
import { createdAnswers, emptyAnswers, PageQuery, plainAnswers, readMomentCursor } from '../fields/operator-schemas.ts';
import { readById, refuseBadNames, type StaffContext } from '../fields/staff-requests.ts';
import {
  ListedSessionSchema,
  NewOperatorRequest,
  NewOperatorSchema,
  OPERATOR_EXAMPLE,
  OperatorChangeRequest,
  OperatorParams,
  OperatorSchema,
  OperatorSessionParams,
  showListed,
  showOperator,
} from './people-schemas.ts';
import { NewPinSchema } from './station-schemas.ts';

const route = routeUnder<AccountRouteOptions>('People');
const OPERATORS = '/operator/v1/operators';
const OPERATOR = `${OPERATORS}/:operatorId`;

interface AccountRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'OPENID'>;
  sessions: SessionRegistry;
  stations: StationRegistry;
}

const getOperators = route({
  operationId: 'listOperators',
  summary: 'List the accounts',
  description: 'Sorted by creation, oldest first.',
  querystring: PageQuery,
  response: pageAnswers('A page of accounts.', Type.Array(OperatorSchema)),
  handler: async ({ pool }, request, reply) => {
    const { limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { created: last.at, operatorId: last.id };
    const operators = await withRetry(() => listOperatorsAfter(pool, { after, limit: limit + 1 }));
    return sendPage(request, reply, operators, {
      keyOf: ({ created, operatorId }) => [created.toISOString(), operatorId],
      show: showOperator,
    });
  },
});

const postOperator = route({
  config: refuseBadNames('name', 'login'),
  operationId: 'createOperator',
  summary: 'Create an account',
  description:
    'Returns a one-time link with which the person sets a password. The link appears in this answer only, and expires after 3 days.',
  body: NewOperatorRequest,
  response: createdAnswers('The account and its link.', NewOperatorSchema, 'Address of the account.', 'login_taken'),
  handler: async ({ config, pool, clock }, { body, caller }, reply) => {
    const context = { pool, baseUrl: config.BASE_URL, now: clock(), by: actorOf(caller) };
    const { operator, link } = await createOperator(context, body);
    reply.code(201).header('location', `${config.BASE_URL}${OPERATORS}/${operator.operatorId}`);
    return { operator: showOperator(operator), link };
  },
});

const getOperator = route({
  operationId: 'getOperator',
  summary: 'Read one account',
  description: 'Returns the account without its sessions.',
  params: OperatorParams,
  response: readAnswers('The account.', OperatorSchema, 'operator_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, showOperator(await read(pool, request.params.operatorId))),
});

const patchOperator = route({
  config: refuseBadNames('name'),
  operationId: 'changeOperator',
  summary: 'Rename a person, change their role, disable or enable their account',
  description:
    'A new role applies at once in this process, and within 5 seconds in others. Disabling ends all sessions. Idempotent: repeating the request changes nothing.',
  params: OperatorParams,
  body: OperatorChangeRequest,
  response: changeAnswers('The changed account.', OperatorSchema, 'operator_not_found', 'last_admin'),
  handler: async ({ config, pool, clock, sessions }, { params, body, caller }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const { disabled, ...fields } = body;
    const status = disabled === undefined ? {} : ({ status: disabled ? 'disabled' : 'active' } as const);
    const context = { pool, now: clock(), by: actorOf(caller), openIdIssuer: config.OPENID?.issuer };
    const changed = await changeOperator(context, operatorId, { ...fields, ...status });
    sessions.forgetAll();
    if (!changed) throw operatorNotFound();
    return showOperator(changed);
  },
});

const postReset = route({
  operationId: 'resetOperator',
  summary: 'Create a new one-time link for a person',
  description:
    'Ends the password and all sessions. The only admin who can sign in keeps the password until the link is used. The link appears in this answer only.',
  params: OperatorParams,
  response: changeAnswers('The account and its link.', NewOperatorSchema, 'operator_not_found', 'openid_account'),
  handler: async ({ config, pool, clock, sessions }, { params, caller }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const { BASE_URL: baseUrl, OPENID } = config;
    const context = { pool, baseUrl, now: clock(), by: actorOf(caller), openIdIssuer: OPENID?.issuer };
    const reset = await resetOperator(context, operatorId);
    sessions.forgetAll();
    if (!reset) throw operatorNotFound();
    return { operator: showOperator(reset.operator), link: reset.link };
  },
});

const getSessions = route({
  operationId: 'listOperatorSessions',
  summary: 'List the sessions of a person',
  description: 'Lists the active sessions, latest first.',
  params: OperatorParams,
  response: plainAnswers('The sessions.', Type.Array(ListedSessionSchema), 'operator_not_found'),
  handler: async ({ pool, clock }, { params, session }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const found = await withRetry(() => listSessions(pool, ['operator', operatorId], liveSince('operator', clock())));
    return found.map((one) => showListed(one, session?.sessionId));
  },
});

const deleteAllSessions = route({
  operationId: 'endOperatorSessions',
  summary: 'End all sessions of a person',
  description: 'Applies within 5 seconds in every process. Idempotent: repeating the request changes nothing.',
  params: OperatorParams,
  response: emptyAnswers('The sessions have ended.', 'operator_not_found'),
  handler: async ({ pool, clock, sessions }, { params, caller }, reply) => {
    const { operatorId } = await read(pool, params.operatorId);
    await endSession({ pool, now: clock(), by: actorOf(caller) }, operatorId, undefined);
    sessions.forgetAll();
    return reply.code(204).send();
  },
});

const deleteOneSession = route({
  operationId: 'endOperatorSession',
  summary: 'End one session of a person',
  description: 'Applies within 5 seconds in every process.',
  params: OperatorSessionParams,
  response: emptyAnswers('The session has ended.', 'operator_not_found', 'session_not_found'),
  handler: async ({ pool, clock, sessions }, { params, caller }, reply) => {
    const { operatorId } = await read(pool, params.operatorId);
    const context = { pool, now: clock(), by: actorOf(caller) };
    const ended = await endSession(context, operatorId, params.sessionId);
    sessions.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

const postBadge = badgeRoute(
  {
    operationId: 'giveBadge',
    summary: 'Issue a new badge to a person',
    description:
      'Returns the code to print, with which the person signs on at stations. The previous badge becomes invalid, and the person is signed off everywhere.',
    example: { ...OPERATOR_EXAMPLE, badgeCode: 'W271828182842', badgeGiven: '2026-01-31T12:00:00.000Z' },
  },
  (context, operatorId) => changeBadge(context, operatorId, { isGiven: true }),
);

const deleteBadge = badgeRoute(
  {
    operationId: 'takeBadge',
    summary: 'Revoke the badge of a person',
    description: 'Signs the person off at every station. Idempotent: repeating the request changes nothing.',
    example: OPERATOR_EXAMPLE,
  },
  (context, operatorId) => changeBadge(context, operatorId, { isGiven: false }),
);

const deletePin = badgeRoute(
  {
    operationId: 'takePin',
    summary: 'Revoke the PIN of a person',
    description: 'Signs the person off at every station. Idempotent: repeating the request changes nothing.',
    example: OPERATOR_EXAMPLE,
  },
  takePin,
);

const postPin = route({
  tags: ['Stations'],
  operationId: 'givePin',
  summary: 'Issue a new PIN to a person',
  description:
    'Returns six digits, with which and their login the person signs on at stations. They appear in this answer only. The previous PIN becomes invalid, and the person is signed off everywhere.',
  params: OperatorParams,
  response: changeAnswers('The account and its PIN.', NewPinSchema, 'operator_not_found'),
  handler: async (options, { params, caller }) => {
    const { operator, pin } = await changeSignOn(options, actorOf(caller), params.operatorId, givePin);
    return { operator: showOperator(operator), pin };
  },
});

type SignOnChange<Changed> = (
  context: { pool: Pool; now: Date; by: Actor },
  operatorId: string,
) => Promise<Changed | undefined>;

function badgeRoute(
  { example, ...described }: { operationId: string; summary: string; description: string; example: object },
  change: SignOnChange<Operator>,
) {
  return route({
    tags: ['Stations'],
    ...described,
    params: OperatorParams,
    response: withExample(example, changeAnswers('The changed account.', OperatorSchema, 'operator_not_found')),
    handler: async (options, { params, caller }) =>
      showOperator(await changeSignOn(options, actorOf(caller), params.operatorId, change)),
  });
}

/** Changes the badge or PIN of a person. Throws `operator_not_found`. */
async function changeSignOn<Changed>(
  { pool, clock, stations }: AccountRouteOptions,
  by: Actor,
  operatorId: string,
  change: SignOnChange<Changed>,
): Promise<Changed> {
  const changed = await change({ pool, now: clock(), by }, operatorId);
  stations.forgetAll();
  if (!changed) throw operatorNotFound();
  return changed;
}

function read(pool: Pool, operatorId: string): Promise<Operator> {
  return readById(operatorId, (id) => findOperator(pool, id), operatorNotFound);
}

export const accountRoutes = routeTable<AccountRouteOptions>([
  ['GET', OPERATORS, getOperators, { verb: 'operators.read' }],
  ['POST', OPERATORS, postOperator, { verb: 'operators.change' }],
  ['GET', OPERATOR, getOperator, { verb: 'operators.read' }],
  ['PATCH', OPERATOR, patchOperator, { verb: 'operators.change' }],
  ['POST', `${OPERATOR}/reset`, postReset, { verb: 'operators.change' }],
  ['GET', `${OPERATOR}/sessions`, getSessions, { verb: 'operators.read' }],
  ['DELETE', `${OPERATOR}/sessions`, deleteAllSessions, { verb: 'operators.change' }],
  ['DELETE', `${OPERATOR}/sessions/:sessionId`, deleteOneSession, { verb: 'operators.change' }],
  ['POST', `${OPERATOR}/badge`, postBadge, { verb: 'operators.change' }],
  ['DELETE', `${OPERATOR}/badge`, deleteBadge, { verb: 'operators.change' }],
  ['POST', `${OPERATOR}/pin`, postPin, { verb: 'operators.change' }],
  ['DELETE', `${OPERATOR}/pin`, deletePin, { verb: 'operators.change' }],
]);
