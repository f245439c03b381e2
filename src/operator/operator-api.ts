import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { AccessTokens } from '../auth/access-tokens.ts';
import { chargeChunkedBody } from '../auth/body-quota.ts';
import { requireClient } from '../auth/require-client.ts';
import type { Config } from '../config.ts';
import { invalidRequest } from '../errors.ts';
import type { BlobStore } from '../files/blobs.ts';
import { withoutAbsent } from '../http/json-body.ts';
import { readMoment } from '../http/moments.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { schemaFaults } from '../http/schema-faults.ts';
import { refuseUnknownParameters } from '../http/violations.ts';
import type { OperateContext } from '../orders/change/operate-order.ts';
import { catalogImportRoutes } from './catalog/catalog-import-routes.ts';
import { operatorCarrierRoutes } from './catalog/operator-carrier-routes.ts';
import { operatorStockRoutes } from './catalog/operator-stock-routes.ts';
import { clientAccessRoutes } from './clients/client-access-routes.ts';
import { contractRoutes } from './clients/contract-routes.ts';
import { operatorClientRoutes } from './clients/operator-client-routes.ts';
import { registerOperatorDocument } from './operator-document.ts';
import { bulkRoutes } from './orders/bulk-routes.ts';
import { operatorFileRoutes } from './orders/operator-file-routes.ts';
import { operatorOrderRoutes } from './orders/operator-order-routes.ts';
import { operatorTransitionRoutes } from './orders/operator-transition-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's schema is for the document; the handler has rules of its own. */
    judgesBody?: boolean;
  }
}

export interface OperatorApiOptions extends OperateContext {
  config: Config;
  blobs: BlobStore;
  tokens: AccessTokens;
  limiter: RateLimiter | undefined;
}

/** The API of the center's own systems: everything under /operator, with an API document of its own. */
export async function operatorApi(app: FastifyInstance, options: OperatorApiOptions): Promise<void> {
  await registerOperatorDocument(app, options.config);
  await app.register(async (operator) => {
    operator.addHook('onRequest', requireClient(options.tokens, options.limiter, 'operator'));
    if (options.limiter) operator.addHook('preParsing', chargeChunkedBody(options.limiter));
    operator.addHook('onRoute', refuseUnknownParameters);
    operator.addHook('onRoute', (route) => {
      route.attachValidation = true;
    });
    operator.addHook('preValidation', readBody);
    operator.addHook('preHandler', refuseFaults);
    await operator.register(operatorOrderRoutes, options);
    await operator.register(operatorFileRoutes, options);
    await operator.register(operatorTransitionRoutes, options);
    await operator.register(bulkRoutes, options);
    await operator.register(operatorClientRoutes, options);
    await operator.register(clientAccessRoutes, options);
    await operator.register(operatorCarrierRoutes, options);
    await operator.register(contractRoutes, options);
    await operator.register(catalogImportRoutes, options);
    await operator.register(operatorStockRoutes, options);
  });
}

/** `null` counts as absent, and a body that may be left out as empty. */
async function readBody(request: FastifyRequest): Promise<void> {
  const { schema, config } = request.routeOptions;
  const body = schema?.body as (TSchema & { type?: string }) | undefined;
  if (body?.type === 'object' && !config.judgesBody) request.body = withoutAbsent(body, request.body ?? {});
}

/** All that is wrong with the request's form, in the body and in the query, is told together. */
async function refuseFaults(request: FastifyRequest): Promise<void> {
  const faults = schemaFaults(request);
  const query = request.routeOptions.schema?.querystring as {
    properties?: Record<string, { format?: string }>;
  };
  for (const [name, { format }] of Object.entries(query.properties ?? {})) {
    if (format === 'date-time') readMoment(request.query as Record<string, unknown>, name, faults);
  }
  if (faults.length > 0) throw invalidRequest(faults);
}
