import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { saveCarrier } from '../../catalog/contracts/contract-clients.ts';
import { findCarrier, listCarriersAfter } from '../../catalog/contracts/contract-store.ts';
import type { Config } from '../../config.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { carrierNotFound } from '../../http/not-found-errors.ts';
import { cutPage, decodeCursor } from '../../http/paging.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText } from '../../http/preconditions.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { CarrierParams, CarrierRequest, CarrierSchema } from '../clients/client-schemas.ts';
import { blankFaults, nameFaults } from '../fields/field-faults.ts';
import { staffPaging } from '../fields/operator-schemas.ts';

const CarrierListQuery = Type.Object(staffPaging);

interface CarrierRouteOptions {
  clock: () => Date;
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
}

const getCarriers = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listCarriers',
    summary: 'List the carriers',
    description: 'By carrierId.',
    querystring: CarrierListQuery,
    response: pageAnswers('A page of carriers.', Type.Array(CarrierSchema)),
  },
  handler: async ({ config, pool }: CarrierRouteOptions, request, reply) => {
    const { limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const carriers = await withRetry(() => listCarriersAfter(pool, { after, limit: limit + 1 }));
    const url = `${config.BASE_URL}/operator/v1/carriers`;
    const page = cutPage(reply, carriers, { url, query: request.query, keyOf: (last) => [last.carrierId] });
    return sendJson(request, reply, JSON.stringify(page));
  },
});

const getCarrier = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'getCarrier',
    summary: 'Read one carrier',
    description: 'With the ETag that changing it may name.',
    params: CarrierParams,
    response: readAnswers('The carrier.', CarrierSchema, 'carrier_not_found'),
  },
  handler: async ({ pool }: CarrierRouteOptions, request, reply) => {
    const { carrierId } = request.params;
    const carrier = isStorable(carrierId) ? await withRetry(() => findCarrier(pool, carrierId)) : undefined;
    if (!carrier) throw carrierNotFound();
    return sendJson(request, reply, JSON.stringify(carrier));
  },
});

const putCarrier = route({
  config: {
    moreFaults: ({ params, body }) => [
      ...blankFaults(params as Static<typeof CarrierParams>),
      ...nameFaults({ '/name': Object(body).name }),
    ],
  },
  schema: {
    tags: ['Catalogue'],
    operationId: 'saveCarrier',
    summary: 'Make or change a carrier',
    description:
      'A client ships with it once it has a contract. With `If-Match` only when nobody changed it since.',
    params: CarrierParams,
    headers: Type.Object(ifMatchHeader),
    body: CarrierRequest,
    response: {
      200: answer('The carrier.', CarrierSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...errorAnswers('precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: CarrierRouteOptions, request, reply) => {
    const {
      params: { carrierId },
      body,
    } = request;
    const doing = { by: actorOf(request.caller), now: clock() };
    await saveCarrier(pool, carrierId, body, doing, async (connection) => {
      if (!hasPrecondition(request)) return true;
      const stored = await findCarrier(connection, carrierId);
      return mayReplaceText(request, stored && JSON.stringify(stored));
    });
    const saved = await withRetry(() => findCarrier(pool, carrierId));
    return sendJson(request, reply, JSON.stringify(saved));
  },
});

/** /operator/v1/carriers */
export async function operatorCarrierRoutes(
  app: FastifyInstance,
  options: CarrierRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/carriers', getCarriers, { verb: 'carriers.read' }],
    ['GET', '/operator/v1/carriers/:carrierId', getCarrier, { verb: 'carriers.read' }],
    ['PUT', '/operator/v1/carriers/:carrierId', putCarrier, { verb: 'carriers.change' }],
  ]);
}
