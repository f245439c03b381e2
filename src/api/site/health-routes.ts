import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { answer, oneOf, openErrorAnswers, stringField, titledObject } from '../../platform/http/api-document.ts';
import { createDatabaseProbe, databaseUnavailable, type HealthCheck } from '../../platform/http/health-check.ts';
import { registerRoutes, routeUnder } from '../../platform/http/route-table.ts';
import { VERSION } from '../../platform/settings/config.ts';

const route = routeUnder<HealthContext>('Operations');

/** Milliseconds for an empty query, above which the database counts as slow. */
const READY_SLOW_MS = 1_000;

const version = stringField('Version of the program.', '1.2.0');
const statusField = (description: string) => oneOf<'ok' | 'degraded'>(['ok', 'degraded'], description);

const HealthSchema = titledObject('Health', 'The answer of a healthy server.', {
  status: oneOf<'ok'>(['ok'], 'Always ok.'),
  version,
});

const CheckSchema = Type.Object(
  {
    name: stringField('backups, database, disk, intake, jobs, keys or webhooks.'),
    status: statusField('degraded: a person has to look at it.'),
    message: Type.Optional(stringField('The problem, in a sentence.')),
  },
  { description: 'A part that the service depends on.' },
);

const ReadinessSchema = titledObject('Readiness', 'The answer of a server that can process requests.', {
  status: statusField('ok. With `verbose`, degraded if one of the checks is degraded.'),
  version,
  checks: Type.Optional(Type.Array(CheckSchema, { description: 'The checks. Only with `verbose`.' })),
});

const ReadinessQuery = Type.Object(
  { verbose: Type.Optional(stringField('If present, with any value: the answer lists the checks.')) },
  // Some probes add their own parameters.
  { additionalProperties: true },
);

interface HealthOptions {
  pool: Pool;
  /** Returns all checks except the database. Never rejects, and takes a few seconds at most. */
  checkHealth: () => Promise<HealthCheck[]>;
}

interface HealthContext extends Pick<HealthOptions, 'checkHealth'> {
  askOnce: () => Promise<number>;
}

const getLive = route({
  operationId: 'getLiveness',
  summary: 'Check whether the process runs',
  description: 'Restart the process if this fails.',
  security: [],
  response: { 200: answer('The process runs.', HealthSchema), ...openErrorAnswers() },
  handler: () => ({ status: 'ok', version: VERSION }),
});

const getReady = route({
  operationId: 'getReadiness',
  summary: 'Check whether requests can be answered',
  description:
    'Send no traffic to this process while this fails. A degraded check (`?verbose`) needs a person, but requests are still answered.',
  security: [],
  querystring: ReadinessQuery,
  response: { 200: answer('The database answers.', ReadinessSchema), ...openErrorAnswers() },
  handler: async ({ checkHealth, askOnce }, { query }) => {
    const asking = askOnce();
    if (query.verbose === undefined) {
      await asking;
      return { status: 'ok', version: VERSION };
    }
    const [database, others] = await Promise.allSettled([asking, checkHealth()]);
    const checks = others.status === 'fulfilled' ? others.value : [];
    if (database.status === 'rejected') throw databaseUnavailable(checks);
    const all = [databaseCheck(database.value), ...checks];
    const isDegraded = all.some(({ status }) => status === 'degraded');
    return { status: isDegraded ? 'degraded' : 'ok', version: VERSION, checks: all };
  },
});

function databaseCheck(milliseconds: number): HealthCheck {
  if (milliseconds < READY_SLOW_MS) return { name: 'database', status: 'ok' };
  const seconds = (milliseconds / 1_000).toFixed(1);
  return { name: 'database', status: 'degraded', message: `The database took ${seconds} seconds to answer.` };
}

export async function healthRoutes(app: FastifyInstance, { pool, checkHealth }: HealthOptions): Promise<void> {
  registerRoutes(app, { checkHealth, askOnce: createDatabaseProbe(pool) }, [
    ['GET', '/health/live', getLive],
    ['GET', '/health/ready', getReady],
  ]);
}
