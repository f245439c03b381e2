import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { operatorNotFound, sessionNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { parseMoment } from '../../../platform/http/moments.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import {
  changeOperator,
  createOperator,
  endSession,
  resetOperator,
} from '../../../staff/manage-operators.ts';
import { findOperator, listOperatorsAfter, type Operator } from '../../../staff/operator-store.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { aliveAfter } from '../../../staff/session-rules.ts';
import { listSessions } from '../../../staff/session-store.ts';
import { nameFaults } from '../fields/field-faults.ts';
import { staffPaging } from '../fields/operator-schemas.ts';
import {
  ListedSessionSchema,
  NewOperatorRequest,
  NewOperatorSchema,
  OperatorChangeRequest,
  OperatorParams,
  OperatorSchema,
  OperatorSessionParams,
} from './people-schemas.ts';
import { shownListed, shownOperator } from './shown-people.ts';

const OPERATORS = '/operator/v1/operators';
const ListQuery = Type.Object(staffPaging);
const operatorAnswer = { 200: answer('The account as it is now.', OperatorSchema, rateLimitHeaders) };

export interface AccountRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'OPENID'>;
  pool: Pool;
  clock: () => Date;
  sessions: SessionRegistry;
}

const getOperators = route({
  schema: {
    tags: ['People'],
    operationId: 'listOperators',
    summary: 'List the accounts',
    description: 'In the order of their creation.',
    querystring: ListQuery,
    response: pageAnswers('A page of accounts.', Type.Array(OperatorSchema)),
  },
  handler: async ({ config, pool }: AccountRouteOptions, request, reply) => {
    const { limit, cursor } = request.query;
    const after = readCursor(cursor);
    const operators = await withRetry(() => listOperatorsAfter(pool, { after, limit: limit + 1 }));
    const page = cutPage(reply, operators, {
      url: `${config.BASE_URL}${OPERATORS}`,
      query: request.query,
      keyOf: (last) => [last.created.toISOString(), last.operatorId],
    });
    return sendJson(request, reply, JSON.stringify(page.map(shownOperator)));
  },
});

const postOperator = route({
  config: {
    moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name, '/login': Object(body).login }),
  },
  schema: {
    tags: ['People'],
    operationId: 'createOperator',
    summary: 'Make an account',
    description:
      'The answer has a link by which the person sets a password: it is shown this once, and works once, within 3 days.',
    body: NewOperatorRequest,
    response: {
      201: answer('The account and its link.', NewOperatorSchema, {
        ...rateLimitHeaders,
        Location: { schema: Type.String(), description: 'Address of the account.' },
      }),
      ...errorAnswers('login_taken', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock }: AccountRouteOptions, { body, caller }, reply) => {
    const context = { pool, baseUrl: config.BASE_URL, now: clock(), by: actorOf(caller) };
    const { operator, link } = await createOperator(context, body);
    reply.code(201).header('location', `${config.BASE_URL}${OPERATORS}/${operator.operatorId}`);
    return { operator: shownOperator(operator), link };
  },
});

const getOperator = route({
  schema: {
    tags: ['People'],
    operationId: 'getOperator',
    summary: 'Read one account',
    description: 'Without its sessions.',
    params: OperatorParams,
    response: readAnswers('The account.', OperatorSchema, 'operator_not_found'),
  },
  handler: async ({ pool }: AccountRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(shownOperator(await read(pool, request.params.operatorId)))),
});

const patchOperator = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['People'],
    operationId: 'changeOperator',
    summary: 'Rename a person, change their role, disable or enable their account',
    description:
      'Another role takes effect at once in this process and within 5 seconds in others; disabling ends all sessions. Idempotent: sending it again changes nothing.',
    params: OperatorParams,
    body: OperatorChangeRequest,
    response: { ...operatorAnswer, ...errorAnswers('operator_not_found', 'last_admin', ...WITH_BODY) },
  },
  handler: async ({ config, pool, clock, sessions }: AccountRouteOptions, { params, body, caller }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const { disabled, ...fields } = body;
    const status = disabled === undefined ? {} : ({ status: disabled ? 'disabled' : 'active' } as const);
    const openIdIssuer = config.OPENID?.issuer;
    const context = { pool, now: clock(), by: actorOf(caller), openIdIssuer };
    const changed = await changeOperator(context, operatorId, { ...fields, ...status });
    sessions.forgetAll();
    if (!changed) throw operatorNotFound();
    return shownOperator(changed);
  },
});

const postReset = route({
  schema: {
    tags: ['People'],
    operationId: 'resetOperator',
    summary: 'Make a new one-time link for somebody',
    description:
      'Ends the password and all sessions. The only admin who can sign in keeps the password until the link is used. The link is shown this once.',
    params: OperatorParams,
    response: {
      200: answer('The account and its link.', NewOperatorSchema, rateLimitHeaders),
      ...errorAnswers('operator_not_found', 'openid_account', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock, sessions }: AccountRouteOptions, { params, caller }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const { BASE_URL: baseUrl, OPENID } = config;
    const context = { pool, baseUrl, now: clock(), by: actorOf(caller), openIdIssuer: OPENID?.issuer };
    const reset = await resetOperator(context, operatorId);
    sessions.forgetAll();
    if (!reset) throw operatorNotFound();
    return { operator: shownOperator(reset.operator), link: reset.link };
  },
});

const getSessions = route({
  schema: {
    tags: ['People'],
    operationId: 'listOperatorSessions',
    summary: 'List the sessions of somebody',
    description: 'Those that have not ended, latest first.',
    params: OperatorParams,
    response: {
      200: answer('The sessions.', Type.Array(ListedSessionSchema), rateLimitHeaders),
      ...errorAnswers('operator_not_found'),
    },
  },
  handler: async ({ pool, clock }: AccountRouteOptions, { params, session }) => {
    const { operatorId } = await read(pool, params.operatorId);
    const found = await withRetry(() => listSessions(pool, operatorId, aliveAfter(clock())));
    return found.map((one) => shownListed(one, session?.sessionId));
  },
});

const deleteAllSessions = route({
  schema: {
    tags: ['People'],
    operationId: 'endOperatorSessions',
    summary: 'End all sessions of somebody',
    description: 'Within 5 seconds on every process. Idempotent: sending it again changes nothing.',
    params: OperatorParams,
    response: {
      204: emptyAnswer('They have ended.', rateLimitHeaders),
      ...errorAnswers('operator_not_found'),
    },
  },
  handler: async ({ pool, clock, sessions }: AccountRouteOptions, { params, caller }, reply) => {
    const { operatorId } = await read(pool, params.operatorId);
    await endSession({ pool, now: clock(), by: actorOf(caller) }, operatorId, undefined);
    sessions.forgetAll();
    return reply.code(204).send();
  },
});

const deleteOneSession = route({
  schema: {
    tags: ['People'],
    operationId: 'endOperatorSession',
    summary: 'End one session of somebody',
    description: 'Within 5 seconds on every process.',
    params: OperatorSessionParams,
    response: {
      204: emptyAnswer('It has ended.', rateLimitHeaders),
      ...errorAnswers('operator_not_found', 'session_not_found'),
    },
  },
  handler: async ({ pool, clock, sessions }: AccountRouteOptions, { params, caller }, reply) => {
    const { operatorId } = await read(pool, params.operatorId);
    const context = { pool, now: clock(), by: actorOf(caller) };
    const ended = isStorable(params.sessionId) && (await endSession(context, operatorId, params.sessionId));
    sessions.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

async function read(pool: Pool, operatorId: string): Promise<Operator> {
  const found = isStorable(operatorId) ? await withRetry(() => findOperator(pool, operatorId)) : undefined;
  if (!found) throw operatorNotFound();
  return found;
}

function readCursor(cursor: string | undefined): Pick<Operator, 'created' | 'operatorId'> | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [at = '', operatorId = ''] = key;
  const created = parseMoment(at);
  if (!created) throw invalidCursor();
  return { created, operatorId };
}

/** /operator/v1/operators: the accounts of people. */
export async function accountRoutes(app: FastifyInstance, options: AccountRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', OPERATORS, getOperators, { verb: 'operators.read' }],
    ['POST', OPERATORS, postOperator, { verb: 'operators.change' }],
    ['GET', `${OPERATORS}/:operatorId`, getOperator, { verb: 'operators.read' }],
    ['PATCH', `${OPERATORS}/:operatorId`, patchOperator, { verb: 'operators.change' }],
    ['POST', `${OPERATORS}/:operatorId/reset`, postReset, { verb: 'operators.change' }],
    ['GET', `${OPERATORS}/:operatorId/sessions`, getSessions, { verb: 'operators.read' }],
    ['DELETE', `${OPERATORS}/:operatorId/sessions`, deleteAllSessions, { verb: 'operators.change' }],
    [
      'DELETE',
      `${OPERATORS}/:operatorId/sessions/:sessionId`,
      deleteOneSession,
      { verb: 'operators.change' },
    ],
  ]);
}
