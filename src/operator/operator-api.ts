import type { FastifyInstance } from 'fastify';
import type { AccessTokens } from '../auth/access-tokens.ts';
import { chargeChunkedBody } from '../auth/body-quota.ts';
import { requireClient } from '../auth/require-client.ts';
import type { Config } from '../config.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { registerRequestForm } from '../http/request-form.ts';
import type { OperateContext } from '../orders/change/change-by-staff.ts';
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
    registerRequestForm(operator);
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
