import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { readAnswers } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import type { HealthCheck } from '../../http/health-check.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { OverviewReader } from '../../reports/read-overview.ts';
import { OverviewSchema } from './overview-schemas.ts';

interface OverviewContext {
  config: Pick<Config, 'TIME_ZONE'>;
  checkHealth: () => Promise<HealthCheck[]>;
  overview: OverviewReader;
}

const getOverview = route({
  schema: {
    tags: ['Reports'],
    operationId: 'getOverview',
    summary: 'Read what needs a person now',
    description:
      'And what is to be done, and how the last 30 days were. All of it is kept with each change, so it costs the same however many orders there are; it may be a second old. Send `If-None-Match` to ask often.',
    response: readAnswers('The overview.', OverviewSchema),
  },
  handler: async ({ config, checkHealth, overview }: OverviewContext, request, reply) => {
    const [{ attention, ...rest }, checks] = await Promise.all([overview.read(), checkHealth()]);
    const service = checks
      .filter(({ status }) => status === 'degraded')
      .map(({ name, message }) => ({ name, ...(message !== undefined && { message }) }));
    const shown = { timeZone: config.TIME_ZONE, attention: { ...attention, service }, ...rest };
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

interface OverviewRouteOptions extends Omit<OverviewContext, 'overview'> {
  pool: Pool;
  clock: () => Date;
  /** How long an overview is answered again; a second by default. */
  overviewFreshMs?: number | undefined;
}

/** /operator/v1/overview */
export async function overviewRoutes(app: FastifyInstance, options: OverviewRouteOptions): Promise<void> {
  const { config, checkHealth, pool, clock, overviewFreshMs } = options;
  const overview = new OverviewReader(pool, clock, config.TIME_ZONE, overviewFreshMs);
  registerRoutes(app, { config, checkHealth, overview }, [
    ['GET', '/operator/v1/overview', getOverview, { verb: 'reports.read' }],
  ]);
}
