import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { answer, openErrorAnswers } from '../../platform/http/api-document.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import { createDatabaseProbe, databaseUnavailable } from '../../platform/http/health-check.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import { VERSION } from '../../platform/settings/config.ts';

/** A database that takes longer for nothing is slow. */
const READY_SLOW_MS = 1_000;

const HealthSchema = Type.Object(
  {
    status: Type.Unsafe<'ok'>({ type: 'string', enum: ['ok'], description: 'ok.' }),
    version: Type.String({ description: 'Version of the program.', examples: ['1.2.0'] }),
  },
  { title: 'Health', description: 'The answer of a healthy server.' },
);

const CheckSchema = Type.Object(
  {
    name: Type.String({ description: 'database, disk, intake, jobs, keys or webhooks.' }),
    status: Type.Unsafe<'ok' | 'degraded'>({
      type: 'string',
      enum: ['ok', 'degraded'],
      description: 'ok or degraded.',
    }),
    message: Type.Optional(Type.String({ description: 'What is wrong.' })),
  },
  { description: 'One thing that the service needs.' },
);

const ReadinessSchema = Type.Object(
  {
    status: Type.Unsafe<'ok' | 'degraded'>({
      type: 'string',
      enum: ['ok', 'degraded'],
      description: 'ok; with `verbose` also degraded, when a check is.',
    }),
    version: Type.String({ description: 'Version of the program.', examples: ['1.2.0'] }),
    checks: Type.Optional(Type.Array(CheckSchema, { description: 'With `verbose`.' })),
  },
  { title: 'Readiness', description: 'The answer of a server that can answer requests.' },
);

const ReadinessQuery = Type.Object(
  {
    verbose: Type.Optional(
      Type.String({ description: 'Given, with or without a value: the answer names what is degraded.' }),
    ),
  },
  // Probes add parameters of their own.
  { additionalProperties: true },
);

export interface HealthOptions {
  pool: Pool;
  /** All but that of the database. Never rejects, and takes seconds at most. */
  checkHealth: () => Promise<HealthCheck[]>;
}

interface HealthContext extends Pick<HealthOptions, 'checkHealth'> {
  /** Milliseconds that the database took to answer. */
  askOnce: () => Promise<number>;
}

const getLive = route({
  schema: {
    tags: ['Operations'],
    operationId: 'getLiveness',
    summary: 'Whether the process runs',
    description: 'Restart the process when this fails.',
    security: [],
    response: { 200: answer('The process runs.', HealthSchema), ...openErrorAnswers() },
  },
  handler: () => ({ status: 'ok', version: VERSION }),
});

const getReady = route({
  schema: {
    tags: ['Operations'],
    operationId: 'getReadiness',
    summary: 'Whether requests can be answered',
    description:
      'Send no traffic here while this fails. What is degraded (`?verbose`) is for somebody to look into; requests are answered all the same.',
    security: [],
    querystring: ReadinessQuery,
    response: { 200: answer('The database answers.', ReadinessSchema), ...openErrorAnswers() },
  },
  handler: async ({ checkHealth, askOnce }: HealthContext, { query }) => {
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

/** /health/live and /health/ready */
export async function healthRoutes(
  app: FastifyInstance,
  { pool, checkHealth }: HealthOptions,
): Promise<void> {
  registerRoutes(app, { checkHealth, askOnce: createDatabaseProbe(pool) }, [
    ['GET', '/health/live', getLive],
    ['GET', '/health/ready', getReady],
  ]);
}
