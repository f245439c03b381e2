import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  assignProduct,
  contractCarrier,
  endCarrierContract,
  withdrawProduct,
} from '../../../catalog/contracts/contract-clients.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { carrierNotFound, productNotFound } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, withExample } from '../../../platform/http/api-document.ts';
import { ifMatchHeader } from '../../../platform/http/etag.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { sendChangedClient } from './changed-client.ts';
import {
  AssignmentParams,
  CLIENT_EXAMPLE,
  ClientSchema,
  ContractParams,
  ContractRequest,
} from './client-schemas.ts';

const CARRIER_PATH = '/operator/v1/clients/:clientId/carriers/:carrierId';
const PRODUCT_PATH = '/operator/v1/clients/:clientId/products/:productId';
const CONTRACTS = { verb: 'clients.contracts' } as const;

const headers = Type.Object(ifMatchHeader);
const clientAnswers = (
  notFound: 'carrier_not_found' | 'product_not_found',
  example: object = CLIENT_EXAMPLE,
) =>
  withExample(
    example,
    ifMatchAnswers('The client as it is now.', ClientSchema, 'client_not_found', notFound),
  );

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
    response: clientAnswers('carrier_not_found'),
  },
  handler: async (context: StaffContext, request, reply) => {
    const { clientId, carrierId } = request.params;
    const isDefault = request.body.default;
    return sendChangedClient(context, request, reply, (changing) => {
      if (!isStorable(carrierId)) throw carrierNotFound();
      return contractCarrier(context.pool, clientId, carrierId, isDefault, changing, changing.mayChange);
    });
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
    response: clientAnswers('carrier_not_found', { ...CLIENT_EXAMPLE, carriers: [] }),
  },
  handler: async (context: StaffContext, request, reply) => {
    const { clientId, carrierId } = request.params;
    return sendChangedClient(context, request, reply, (changing) => {
      if (!isStorable(carrierId)) throw carrierNotFound();
      return endCarrierContract(context.pool, clientId, carrierId, changing, changing.mayChange);
    });
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
    response: clientAnswers('product_not_found'),
  },
  handler: async (context: StaffContext, request, reply) => {
    const { clientId, productId } = request.params;
    return sendChangedClient(context, request, reply, (changing) => {
      if (!isStorable(productId)) throw productNotFound();
      return assignProduct(context.pool, clientId, productId, changing, changing.mayChange);
    });
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
    response: clientAnswers('product_not_found', { ...CLIENT_EXAMPLE, products: 0, productVariants: 0 }),
  },
  handler: async (context: StaffContext, request, reply) => {
    const { clientId, productId } = request.params;
    return sendChangedClient(context, request, reply, (changing) => {
      if (!isStorable(productId)) throw productNotFound();
      return withdrawProduct(context.pool, clientId, productId, changing, changing.mayChange);
    });
  },
});

/** /operator/v1/clients/{clientId}/carriers and /products */
export async function contractRoutes(app: FastifyInstance, context: StaffContext): Promise<void> {
  registerRoutes(app, context, [
    ['PUT', CARRIER_PATH, putContract, CONTRACTS],
    ['DELETE', CARRIER_PATH, deleteContract, CONTRACTS],
    ['PUT', PRODUCT_PATH, putAssignment, CONTRACTS],
    ['DELETE', PRODUCT_PATH, deleteAssignment, CONTRACTS],
  ]);
}
