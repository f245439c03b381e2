import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { readAnswers } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { countWanted } from '../../orders/staff/list-orders.ts';
import { dueOf, dueUntil, madeFor } from '../../production/due-rules.ts';
import type { ReleaseContext } from '../../production/release-orders.ts';
import {
  countReleasable,
  listReleasable,
  listReleaseGroups,
  RELEASE_OLDEST,
} from '../../production/release-store.ts';
import { ORDERS_DEFAULT, ReleaseGroupQuery, ReleaseGroupSchema } from './batch-schemas.ts';
import {
  choiceOf,
  ReleasableOrderQuery,
  ReleasableOrderSchema,
  ReleaseCountsSchema,
} from './release-schemas.ts';

/** All that can be released. */
const ASSIGNED = { mode: 'live', statuses: ['ASSIGNED'], held: false } as const;

export interface ReleaseRouteOptions {
  config: Pick<Config, 'TIME_ZONE'>;
  production: ReleaseContext;
}

const getGroups = route({
  schema: {
    tags: ['Production'],
    operationId: 'listReleaseGroups',
    summary: 'Read what can be released',
    description:
      'The items of ASSIGNED orders that are not on hold, in groups that are made alike; those of the oldest orders first. The groups are those of the oldest 200 orders; `oldest` asks for up to 5,000.',
    querystring: ReleaseGroupQuery,
    response: readAnswers('The groups.', Type.Array(ReleaseGroupSchema)),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const lateUntil = madeFor(clock(), dueHours);
    const groups = await withRetry(() => listReleaseGroups(pool, choice, lateUntil, oldest));
    const shown = groups.map(({ technology, manufacturerCode, oldest, ...rest }) => ({
      ...rest,
      ...(technology !== null && { technology }),
      ...(manufacturerCode !== null && { manufacturerCode }),
      oldest,
      due: dueOf(oldest, dueHours),
    }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getOrders = route({
  schema: {
    tags: ['Production'],
    operationId: 'listReleasableOrders',
    summary: 'Read which orders a release would take',
    description:
      'The ASSIGNED orders that are chosen, the oldest first. Release them by their names, so that nothing else is taken when somebody was faster.',
    querystring: ReleasableOrderQuery,
    response: readAnswers('The orders.', Type.Array(ReleasableOrderSchema)),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours } = production;
    const { limit = ORDERS_DEFAULT, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const orders = await withRetry(() => listReleasable(pool, choice, limit));
    const shown = orders.map((one) => ({ ...one, due: dueOf(one.created, dueHours) }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getCounts = route({
  schema: {
    tags: ['Production'],
    operationId: 'countReleasableOrders',
    summary: 'Count what can be released',
    description:
      'How many ASSIGNED orders are chosen, and how many of them are late; of the oldest 200, or of as many as `oldest` says. And how many there are in all, whatever is chosen.',
    querystring: ReleaseGroupQuery,
    response: readAnswers('The counts.', ReleaseCountsSchema),
  },
  handler: async ({ config, production }: ReleaseRouteOptions, request, reply) => {
    const { pool, dueHours, clock } = production;
    const { oldest = RELEASE_OLDEST, ...chosen } = request.query;
    const choice = choiceOf(chosen, production, config.TIME_ZONE);
    const now = clock();
    const madeBy = {
      late: madeFor(now, dueHours),
      today: madeFor(dueUntil('TODAY', now, config.TIME_ZONE), dueHours),
    };
    const [counts, kept] = await Promise.all([
      withRetry(() => countReleasable(pool, choice, madeBy, oldest)),
      withRetry(() => countWanted(pool, ASSIGNED)),
    ]);
    return sendJson(request, reply, JSON.stringify({ assigned: kept?.wanted ?? 0, ...counts }));
  },
});

/** What the next batch can be made of. */
export async function releaseRoutes(app: FastifyInstance, options: ReleaseRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/release-groups', getGroups, { verb: 'production.read' }],
    ['GET', '/operator/v1/release-orders', getOrders, { verb: 'production.read' }],
    ['GET', '/operator/v1/release-counts', getCounts, { verb: 'production.read' }],
  ]);
}
