import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Actor, actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { operatorNotFound } from '../../../platform/errors/errors.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../../platform/http/api-document.ts';
import { type Route, registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Operator } from '../../../staff/operator-store.ts';
import { changeBadge, givePin, takePin } from '../../../staff/stations/give-badge.ts';
import type { StationRegistry } from '../../../staff/stations/station-registry.ts';
import { OPERATOR_EXAMPLE, OperatorParams, OperatorSchema } from './people-schemas.ts';
import { shownOperator } from './shown-people.ts';
import { NewPinSchema } from './station-schemas.ts';

const OPERATOR = '/operator/v1/operators/:operatorId';

export interface BadgeRouteOptions {
  pool: Pool;
  clock: () => Date;
  stations: StationRegistry;
}

type Giving = { pool: Pool; now: Date; by: Actor };

const postBadge = accountRoute(
  {
    operationId: 'giveBadge',
    summary: 'Give somebody a new badge',
    description:
      'A code to be printed, with which they sign on at stations. The badge before signs nobody on any more, and they are signed off everywhere.',
    example: {
      ...OPERATOR_EXAMPLE,
      badgeCode: 'W271828182842',
      badgeGiven: '2026-01-31T12:00:00.000Z',
    },
  },
  (context, operatorId) => changeBadge(context, operatorId, { isGiven: true }),
);

const deleteBadge = accountRoute(
  {
    operationId: 'takeBadge',
    summary: "Take somebody's badge away",
    description: 'They are signed off at every station. Idempotent: sending it again changes nothing.',
    example: OPERATOR_EXAMPLE,
  },
  (context, operatorId) => changeBadge(context, operatorId, { isGiven: false }),
);

const deletePin = accountRoute(
  {
    operationId: 'takePin',
    summary: "Take somebody's PIN away",
    description: 'They are signed off at every station. Idempotent: sending it again changes nothing.',
    example: OPERATOR_EXAMPLE,
  },
  takePin,
);

const postPin = route({
  schema: {
    tags: ['Stations'],
    operationId: 'givePin',
    summary: 'Give somebody a new PIN',
    description:
      'Six digits, with which and their login they sign on at stations; shown this once. The PIN before ends, and they are signed off everywhere.',
    params: OperatorParams,
    response: {
      200: answer('The account and its PIN.', NewPinSchema, rateLimitHeaders),
      ...errorAnswers('operator_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock, stations }: BadgeRouteOptions, { params, caller }) => {
    const { operatorId } = params;
    const context = { pool, now: clock(), by: actorOf(caller) };
    const given = isStorable(operatorId) ? await givePin(context, operatorId) : undefined;
    stations.forgetAll();
    if (!given) throw operatorNotFound();
    return { operator: shownOperator(given.operator), pin: given.pin };
  },
});

function accountRoute(
  { example, ...described }: { operationId: string; summary: string; description: string; example: object },
  change: (context: Giving, operatorId: string) => Promise<Operator | undefined>,
): Route<BadgeRouteOptions> {
  return route({
    schema: {
      tags: ['Stations'],
      ...described,
      params: OperatorParams,
      response: {
        200: answer('The account as it is now.', OperatorSchema, rateLimitHeaders, example),
        ...errorAnswers('operator_not_found', ...WITH_BODY),
      },
    },
    handler: async ({ pool, clock, stations }: BadgeRouteOptions, { params, caller }) => {
      const { operatorId } = params;
      const context = { pool, now: clock(), by: actorOf(caller) };
      const changed = isStorable(operatorId) ? await change(context, operatorId) : undefined;
      stations.forgetAll();
      if (!changed) throw operatorNotFound();
      return shownOperator(changed);
    },
  });
}

/** /operator/v1/operators/{operatorId}/badge and /pin: by what people sign on at stations. */
export async function badgeRoutes(app: FastifyInstance, options: BadgeRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', `${OPERATOR}/badge`, postBadge, { verb: 'operators.change' }],
    ['DELETE', `${OPERATOR}/badge`, deleteBadge, { verb: 'operators.change' }],
    ['POST', `${OPERATOR}/pin`, postPin, { verb: 'operators.change' }],
    ['DELETE', `${OPERATOR}/pin`, deletePin, { verb: 'operators.change' }],
  ]);
}
