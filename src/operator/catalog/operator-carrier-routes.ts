import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { saveCarrier } from '../../catalog/contracts/contract-clients.ts';
import { listCarriersAfter } from '../../catalog/contracts/contract-store.ts';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { decodeCursor, nextLink } from '../../http/paging.ts';
import { CarrierParams, CarrierRequest, CarrierSchema } from '../clients/client-schemas.ts';
import { blankFaults } from '../fields/blank-faults.ts';
import { staffPaging } from '../fields/operator-schemas.ts';

const CarrierListQuery = Type.Object(staffPaging);

interface CarrierPath {
  Params: Static<typeof CarrierParams>;
}

/** /operator/v1/carriers */
export async function operatorCarrierRoutes(
  app: FastifyInstance,
  { config, pool }: { config: Pick<Config, 'BASE_URL'>; pool: Pool },
): Promise<void> {
  /** GET /operator/v1/carriers */
  app.get<{ Querystring: Static<typeof CarrierListQuery> }>('/operator/v1/carriers', {
    schema: {
      tags: ['Catalogue'],
      operationId: 'listCarriers',
      summary: 'List the carriers',
      description: 'By carrierId.',
      querystring: CarrierListQuery,
      response: {
        200: answer('A page of carriers.', Type.Array(CarrierSchema), {
          ...etagHeader,
          ...linkHeader,
          ...rateLimitHeaders,
        }),
        ...notModified,
        ...errorAnswers(),
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = request.query;
      const after = decodeCursor(cursor, 1)?.[0];
      const carriers = await withRetry(() => listCarriersAfter(pool, { after, limit: limit + 1 }));
      const page = carriers.slice(0, limit);
      const last = page.at(-1);
      if (last && carriers.length > limit) {
        const url = `${config.BASE_URL}/operator/v1/carriers`;
        reply.header('link', nextLink(url, request.query, [last.carrierId]));
      }
      return sendJson(request, reply, JSON.stringify(page));
    },
  });

  /** PUT /operator/v1/carriers/{carrierId} */
  app.put<CarrierPath & { Body: Static<typeof CarrierRequest> }>('/operator/v1/carriers/:carrierId', {
    config: {
      moreFaults: ({ params, body }) =>
        blankFaults({ ...(params as CarrierPath['Params']), '/name': Object(body).name }),
    },
    schema: {
      tags: ['Catalogue'],
      operationId: 'saveCarrier',
      summary: 'Make or rename a carrier',
      description: 'A client ships with it once it has a contract.',
      params: CarrierParams,
      body: CarrierRequest,
      response: {
        200: answer('The carrier.', CarrierSchema, rateLimitHeaders),
        ...errorAnswers(...WITH_BODY),
      },
    },
    handler: async ({ params: { carrierId }, body: { name } }) => {
      await saveCarrier(pool, carrierId, name);
      return { carrierId, name };
    },
  });
}
