import type { FastifyError, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { CatalogError } from '../catalog/catalog-file.ts';
import { draftCatalog } from '../catalog/catalog-rules.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import type { Config } from '../config.ts';
import { isStorable } from '../database/storable.ts';
import { withRetry } from '../database/transaction.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
  WITH_BODY,
} from '../http/api-document.ts';
import { sendError, toApiError } from '../http/error-handler.ts';
import { sendJson } from '../http/etag.ts';
import { decodeCursor, nextLink } from '../http/paging.ts';
import { CatalogRequest, ImportCountsSchema } from './catalog-import-schemas.ts';
import {
  AssignmentParams,
  CarrierParams,
  CarrierRequest,
  CarrierSchema,
  ClientSchema,
  ContractParams,
  ContractRequest,
} from './client-schemas.ts';
import {
  assignProduct,
  contractCarrier,
  endCarrierContract,
  saveCarrier,
  withdrawProduct,
} from './contract-clients.ts';
import { listCarriersAfter } from './contract-store.ts';
import { carrierNotFound, clientNotFound, productNotFound } from './not-found-errors.ts';
import { cursorParameters } from './operator-schemas.ts';
import { readClient } from './read-client.ts';
import { refuseBlank } from './refuse-blank.ts';

/** Some 200,000 variants. A larger catalogue is for "platen catalog import". */
const CATALOG_BODY_BYTES_MAX = 32 * 1_024 * 1_024;

const CarrierListQuery = Type.Object(cursorParameters);
const ImportQuery = Type.Object({
  clientId: Type.Optional(
    Type.String({ description: "Assign the catalogue's products and carriers to this client." }),
  ),
});
const clientAnswer = { 200: answer('The client as it is now.', ClientSchema, rateLimitHeaders) };

interface CarrierPath {
  Params: Static<typeof CarrierParams>;
}
interface ContractPath {
  Params: Static<typeof ContractParams>;
}
interface AssignmentPath {
  Params: Static<typeof AssignmentParams>;
}

/** /operator/v1/carriers, /operator/v1/catalog, and what a client has of them. */
export async function operatorCatalogRoutes(
  app: FastifyInstance,
  { config, pool, clock }: { config: Pick<Config, 'BASE_URL'>; pool: Pool; clock: () => Date },
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
      refuseBlank({ carrierId, '/name': name });
      await saveCarrier(pool, carrierId, name);
      return { carrierId, name };
    },
  });

  /** PUT /operator/v1/clients/{clientId}/carriers/{carrierId} */
  app.put<ContractPath & { Body: Static<typeof ContractRequest> }>(
    '/operator/v1/clients/:clientId/carriers/:carrierId',
    {
      schema: {
        tags: ['Clients'],
        operationId: 'contractCarrier',
        summary: 'Contract a carrier for a client',
        description: 'And make it the default, in place of the one before, or no longer.',
        params: ContractParams,
        body: Type.Optional(ContractRequest),
        response: {
          ...clientAnswer,
          ...errorAnswers('client_not_found', 'carrier_not_found', ...WITH_BODY),
        },
      },
      handler: async ({ params: { clientId, carrierId }, body }) => {
        refuseUnstorable(clientId, clientNotFound);
        refuseUnstorable(carrierId, carrierNotFound);
        await contractCarrier(pool, clientId, carrierId, body.default);
        return readClient(pool, clientId);
      },
    },
  );

  /** DELETE /operator/v1/clients/{clientId}/carriers/{carrierId} */
  app.delete<ContractPath>('/operator/v1/clients/:clientId/carriers/:carrierId', {
    schema: {
      tags: ['Clients'],
      operationId: 'endCarrierContract',
      summary: 'End the contract with a carrier for a client',
      description: 'Orders that name it keep it.',
      params: ContractParams,
      response: { ...clientAnswer, ...errorAnswers('client_not_found', 'carrier_not_found', ...WITH_BODY) },
    },
    handler: async ({ params: { clientId, carrierId } }) => {
      refuseUnstorable(clientId, clientNotFound);
      refuseUnstorable(carrierId, carrierNotFound);
      await endCarrierContract(pool, clientId, carrierId);
      return readClient(pool, clientId);
    },
  });

  /** PUT /operator/v1/clients/{clientId}/products/{productId} */
  app.put<AssignmentPath>('/operator/v1/clients/:clientId/products/:productId', {
    schema: {
      tags: ['Clients'],
      operationId: 'assignProduct',
      summary: 'Assign a product to a client',
      description: 'With its variants, those of today and those to come. Twice is as once.',
      params: AssignmentParams,
      response: { ...clientAnswer, ...errorAnswers('client_not_found', 'product_not_found', ...WITH_BODY) },
    },
    handler: async ({ params: { clientId, productId } }) => {
      refuseUnstorable(clientId, clientNotFound);
      refuseUnstorable(productId, productNotFound);
      await assignProduct(pool, clientId, productId);
      return readClient(pool, clientId);
    },
  });

  /** DELETE /operator/v1/clients/{clientId}/products/{productId} */
  app.delete<AssignmentPath>('/operator/v1/clients/:clientId/products/:productId', {
    schema: {
      tags: ['Clients'],
      operationId: 'withdrawProduct',
      summary: 'Take a product from a client',
      description: 'Its orders stay as they are.',
      params: AssignmentParams,
      response: { ...clientAnswer, ...errorAnswers('client_not_found', 'product_not_found', ...WITH_BODY) },
    },
    handler: async ({ params: { clientId, productId } }) => {
      refuseUnstorable(clientId, clientNotFound);
      refuseUnstorable(productId, productNotFound);
      await withdrawProduct(pool, clientId, productId);
      return readClient(pool, clientId);
    },
  });

  /** POST /operator/v1/catalog/import */
  app.post<{ Querystring: Static<typeof ImportQuery>; Body: unknown }>('/operator/v1/catalog/import', {
    bodyLimit: CATALOG_BODY_BYTES_MAX,
    config: { judgesBody: true },
    validatorCompiler: (route) =>
      route.httpPart === 'body' ? () => true : app.validatorCompiler!(route as never),
    schema: {
      tags: ['Catalogue'],
      operationId: 'importCatalog',
      summary: 'Import a catalogue',
      description:
        'Inserts and updates what the body holds, all or nothing; what it does not hold stays. At most 32 MiB; "platen catalog import" takes more.',
      querystring: ImportQuery,
      body: CatalogRequest,
      response: {
        200: answer('What the catalogue holds.', ImportCountsSchema, rateLimitHeaders),
        ...errorAnswers('client_not_found', ...WITH_BODY),
      },
    },
    errorHandler: (error: FastifyError, request, reply) => {
      const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      const message = 'At most 32 MiB are read; split the catalogue, or use "platen catalog import".';
      return sendError(
        tooLarge ? new ApiError('body_too_large', message) : toApiError(error),
        error,
        request,
        reply,
      );
    },
    handler: async ({ query: { clientId }, body }) => {
      const draft = draftCatalog(body);
      if (draft.violationCount > 0) throw invalidRequest(draft.violations);
      try {
        return await importCatalog(pool, draft.file, {
          now: clock(),
          ...(clientId !== undefined && { clientId }),
        });
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        throw error.error === 'client_not_found' ? clientNotFound() : invalidRequest(error.violations);
      }
    },
  });
}

function refuseUnstorable(value: string, notFound: () => ApiError): void {
  if (!isStorable(value)) throw notFound();
}
