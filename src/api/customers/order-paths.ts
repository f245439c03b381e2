import type { Pool } from 'pg';
import type { DueRule } from '../../clients/due-rules.ts';
import type { CreateOrderContext } from '../../orders/create/create-order.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { etagHeader, rateLimitHeaders } from '../../platform/http/api-document.ts';
import type { Config } from '../../platform/settings/config.ts';

export interface OrderRouteOptions extends CreateOrderContext {
  config: Pick<Config, 'BASE_URL' | 'SANDBOX_STEP_SECONDS'> & DueRule;
  pool: Pool;
}

export const changeHeaders = { ...etagHeader, ...rateLimitHeaders };

export function orderKey(request: { caller: { clientId: string }; params: { orderId: string } }): OrderKey {
  return { clientId: request.caller.clientId, orderId: request.params.orderId };
}

export function ownOrderNotFound(): ApiError {
  return new ApiError('order_not_found', 'You have no order with this orderId.');
}
