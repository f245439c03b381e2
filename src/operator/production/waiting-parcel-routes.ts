import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { pageAnswers, readAnswers } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { cutPage } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import {
  listCarriersWaiting,
  listWaitingParcels,
} from '../../production/hand-over/hand-over-parcel-store.ts';
import { WAITING_COUNTED_MAX, waitingSince } from '../../production/hand-over/hand-over-rules.ts';
import { readMomentCursor } from '../fields/operator-schemas.ts';
import type { HandOverRouteOptions } from './hand-over-schemas.ts';
import {
  HandOverCarrierSchema,
  shownLeaving,
  WaitingParcelQuery,
  WaitingParcelSchema,
} from './hand-over-schemas.ts';

const WAITING = '/operator/v1/waiting-parcels';

const getCarriers = route({
  schema: {
    tags: ['Production'],
    operationId: 'listHandOverCarriers',
    summary: 'Read what waits for which carrier',
    description: 'Each carrier of which packed parcels are on no list, or a list is open.',
    response: readAnswers('The carriers.', Type.Array(HandOverCarrierSchema)),
  },
  handler: async ({ pool, clock }: HandOverRouteOptions, request, reply) => {
    const since = waitingSince(clock());
    const found = await withRetry(() => listCarriersWaiting(pool, since, WAITING_COUNTED_MAX));
    const shown = found.map(({ carrierId, carrierName, waiting, unlabelled, handOverId, parcels }) => ({
      ...(carrierId !== '' && { carrierId }),
      ...(carrierName !== null && { carrierName }),
      waiting,
      unlabelled,
      ...(handOverId !== null && { handOverId, parcels }),
    }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getWaiting = route({
  schema: {
    tags: ['Production'],
    operationId: 'listWaitingParcels',
    summary: 'List the packed parcels of a carrier that are on no list',
    description: 'The oldest first.',
    querystring: WaitingParcelQuery,
    response: pageAnswers('A page of parcels.', Type.Array(WaitingParcelSchema)),
  },
  handler: async ({ config, pool, clock }: HandOverRouteOptions, request, reply) => {
    const { carrierId = '', limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { opened: last.at, code: last.id };
    const found = isStorable(carrierId)
      ? await withRetry(() =>
          listWaitingParcels(pool, carrierId, waitingSince(clock()), { after, limit: limit + 1 }),
        )
      : [];
    const page = cutPage(reply, found, {
      url: `${config.BASE_URL}${WAITING}`,
      query: request.query,
      keyOf: ({ opened, code }) => [opened.toISOString(), code],
    });
    return sendJson(request, reply, JSON.stringify(page.map(shownLeaving)));
  },
});

/** /operator/v1/hand-over-carriers and /operator/v1/waiting-parcels: what is packed and on no list. */
export async function waitingParcelRoutes(
  app: FastifyInstance,
  options: HandOverRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/hand-over-carriers', getCarriers, { verb: 'handovers.read' }],
    ['GET', WAITING, getWaiting, { verb: 'production.read' }],
  ]);
}
