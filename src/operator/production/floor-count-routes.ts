import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { readAnswers, Timestamp } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { madeFor } from '../../production/due-rules.ts';
import { countLate } from '../../production/late-store.ts';
import type { ReleaseContext } from '../../production/release-orders.ts';
import { type BinState, binStateOf } from '../../production/scan/bin-contents-rules.ts';
import { listBinContents } from '../../production/scan/bin-contents-store.ts';

/** By the minute, so that an answer that says the same has the same ETag. */
const MINUTE_MS = 60_000;

const FloorCountsSchema = Type.Object(
  {
    late: Type.Integer({ description: 'Open orders of live clients that are due already.' }),
    lateMadeBy: Timestamp('When those were made at the latest, to the minute.'),
    binsStopped: Type.Integer({
      description: 'Bins whose order is in error, on hold, or asked to be cancelled.',
    }),
    binsToEmpty: Type.Integer({
      description: 'Bins whose order was cancelled, or shipped without being packed here.',
    }),
  },
  {
    title: 'FloorCounts',
    description: 'What of the floor needs a person now.',
    examples: [{ late: 0, lateMadeBy: '2026-01-29T12:00:00.000Z', binsStopped: 0, binsToEmpty: 0 }],
  },
);

export interface FloorCountRouteOptions {
  config: Pick<Config, 'TIME_ZONE'>;
  production: ReleaseContext;
}

const getCounts = route({
  schema: {
    tags: ['Production'],
    operationId: 'getFloorCounts',
    summary: 'Read what of the floor needs a person now',
    description: 'How many orders are late, and how many bins are blocked.',
    response: readAnswers('The counts.', FloorCountsSchema),
  },
  handler: async ({ config, production }: FloorCountRouteOptions, request, reply) => {
    const { pool, clock, dueHours } = production;
    const minute = new Date(Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS);
    const lateMadeBy = madeFor(minute, dueHours);
    const [late, contents] = await Promise.all([
      withRetry(() => countLate(pool, lateMadeBy, config.TIME_ZONE)),
      withRetry(() => listBinContents(pool)),
    ]);
    const states = contents.map(binStateOf);
    const inState = (...of: BinState[]) => states.filter((state) => of.includes(state)).length;
    const counts = {
      late,
      lateMadeBy,
      binsStopped: inState('STOPPED'),
      binsToEmpty: inState('CANCELLED', 'SHIPPED'),
    };
    return sendJson(request, reply, JSON.stringify(counts));
  },
});

/** What of the floor needs a person. */
export async function floorCountRoutes(app: FastifyInstance, options: FloorCountRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/floor-counts', getCounts, { verb: 'production.read' }],
  ]);
}
