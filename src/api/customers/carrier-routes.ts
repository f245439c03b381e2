import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { listContractedCarriers } from '../../catalog/assignment-store.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { readAnswers } from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';

const CarrierSchema = Type.Object(
  {
    carrierId: Type.String({
      description: 'What an order names as shipping.carrierId.',
      examples: ['dhl-paket'],
    }),
    name: Type.String({ description: 'Name of the carrier.', examples: ['DHL Paket'] }),
    default: Type.Boolean({ description: 'Whether orders that name no carrier ship with it.' }),
  },
  { title: 'Carrier', description: 'A carrier that you have a contract with.' },
);

interface CarrierRouteOptions {
  pool: Pool;
}

const getCarriers = route({
  schema: {
    tags: ['Carriers'],
    operationId: 'listCarriers',
    summary: 'List your carriers',
    description: 'The carriers that you have a contract with, by carrierId.',
    response: readAnswers('The carriers.', Type.Array(CarrierSchema)),
  },
  handler: async ({ pool }: CarrierRouteOptions, request, reply) => {
    const carriers = await withRetry(() => listContractedCarriers(pool, request.caller.clientId));
    return sendJson(request, reply, JSON.stringify(carriers));
  },
});

/** GET /v1/carriers */
export async function carrierRoutes(app: FastifyInstance, options: CarrierRouteOptions): Promise<void> {
  registerRoutes(app, options, [['GET', '/v1/carriers', getCarriers]]);
}
