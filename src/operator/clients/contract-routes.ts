import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import {
  assignProduct,
  contractCarrier,
  endCarrierContract,
  withdrawProduct,
} from '../../catalog/contracts/contract-clients.ts';
import { isStorable } from '../../database/storable.ts';
import type { ApiError } from '../../errors.ts';
import { answer, errorAnswers, etagHeader, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { carrierNotFound, clientNotFound, productNotFound } from '../../http/not-found-errors.ts';
import { ifMatchHeader } from '../../http/preconditions.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import {
  AssignmentParams,
  CLIENT_EXAMPLE,
  ClientSchema,
  ContractParams,
  ContractRequest,
} from './client-schemas.ts';
import { ifClientSeen, readClient } from './read-client.ts';

const clientAnswer = (example: object = CLIENT_EXAMPLE) => ({
  200: answer('The client as it is now.', ClientSchema, { ...etagHeader, ...rateLimitHeaders }, example),
});
const headers = Type.Object(ifMatchHeader);

interface ContractRouteOptions {
  clock: () => Date;
  pool: Pool;
}

const putContract = route({
  schema: {
    tags: ['Clients'],
    operationId: 'contractCarrier',
    summary: 'Contract a carrier for a client',
    description:
      'With `default: true` it becomes the default carrier of the client, with `false` it no longer is.',
    params: ContractParams,
    headers,
    body: Type.Optional(ContractRequest),
    response: {
      ...clientAnswer(),
      ...errorAnswers('client_not_found', 'carrier_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ContractRouteOptions, request, reply) => {
    const {
      params: { clientId, carrierId },
      body,
    } = request;
    refuseUnstorable(clientId, clientNotFound);
    refuseUnstorable(carrierId, carrierNotFound);
    await contractCarrier(
      pool,
      clientId,
      carrierId,
      body.default,
      { by: actorOf(request.caller), now: clock() },
      ifClientSeen(request, clientId),
    );
    return sendJson(request, reply, JSON.stringify(await readClient(pool, clientId)));
  },
});

const deleteContract = route({
  schema: {
    tags: ['Clients'],
    operationId: 'endCarrierContract',
    summary: 'End the contract with a carrier for a client',
    description: 'Orders that name it keep it.',
    params: ContractParams,
    headers,
    response: {
      ...clientAnswer({ ...CLIENT_EXAMPLE, carriers: [] }),
      ...errorAnswers('client_not_found', 'carrier_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ContractRouteOptions, request, reply) => {
    const { clientId, carrierId } = request.params;
    refuseUnstorable(clientId, clientNotFound);
    refuseUnstorable(carrierId, carrierNotFound);
    await endCarrierContract(
      pool,
      clientId,
      carrierId,
      { by: actorOf(request.caller), now: clock() },
      ifClientSeen(request, clientId),
    );
    return sendJson(request, reply, JSON.stringify(await readClient(pool, clientId)));
  },
});

const putAssignment = route({
  schema: {
    tags: ['Clients'],
    operationId: 'assignProduct',
    summary: 'Assign a product to a client',
    description:
      'With its variants, those of today and those to come. Idempotent: sending it again changes nothing.',
    params: AssignmentParams,
    headers,
    response: {
      ...clientAnswer(),
      ...errorAnswers('client_not_found', 'product_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ContractRouteOptions, request, reply) => {
    const { clientId, productId } = request.params;
    refuseUnstorable(clientId, clientNotFound);
    refuseUnstorable(productId, productNotFound);
    await assignProduct(
      pool,
      clientId,
      productId,
      { by: actorOf(request.caller), now: clock() },
      ifClientSeen(request, clientId),
    );
    return sendJson(request, reply, JSON.stringify(await readClient(pool, clientId)));
  },
});

const deleteAssignment = route({
  schema: {
    tags: ['Clients'],
    operationId: 'withdrawProduct',
    summary: 'Withdraw a product from a client',
    description: 'Its orders stay as they are.',
    params: AssignmentParams,
    headers,
    response: {
      ...clientAnswer({ ...CLIENT_EXAMPLE, products: 0, productVariants: 0 }),
      ...errorAnswers('client_not_found', 'product_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ContractRouteOptions, request, reply) => {
    const { clientId, productId } = request.params;
    refuseUnstorable(clientId, clientNotFound);
    refuseUnstorable(productId, productNotFound);
    await withdrawProduct(
      pool,
      clientId,
      productId,
      { by: actorOf(request.caller), now: clock() },
      ifClientSeen(request, clientId),
    );
    return sendJson(request, reply, JSON.stringify(await readClient(pool, clientId)));
  },
});

function refuseUnstorable(value: string, notFound: () => ApiError): void {
  if (!isStorable(value)) throw notFound();
}

/** /operator/v1/clients/{clientId}/carriers and /products */
export async function contractRoutes(app: FastifyInstance, options: ContractRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['PUT', '/operator/v1/clients/:clientId/carriers/:carrierId', putContract, { verb: 'clients.contracts' }],
    [
      'DELETE',
      '/operator/v1/clients/:clientId/carriers/:carrierId',
      deleteContract,
      { verb: 'clients.contracts' },
    ],
    [
      'PUT',
      '/operator/v1/clients/:clientId/products/:productId',
      putAssignment,
      { verb: 'clients.contracts' },
    ],
    [
      'DELETE',
      '/operator/v1/clients/:clientId/products/:productId',
      deleteAssignment,
      { verb: 'clients.contracts' },
    ],
  ]);
}
