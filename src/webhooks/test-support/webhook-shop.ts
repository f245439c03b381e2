import type { LookupFunction } from 'node:net';
import type { Scope } from '../../../test/support/scope.ts';
import type { Answer, TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';
import type { ClientMode } from '../../clients/client-store.ts';
import { changeOrder } from '../../orders/change/change-order.ts';
import type { OrderExtras } from '../../orders/document/order-document.ts';
import type { OrderStatus } from '../../orders/document/order-fields.ts';
import { order } from '../../orders/test-support/sample-orders.ts';
import { STAFF } from '../../orders/test-support/stock-shop.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { safeAgent } from '../../platform/network/safe-agent.ts';
import { type DeliverContext, deliverWebhooks } from '../deliver-webhooks.ts';

/** A client with the sample catalogue, and its calls about webhooks. */
export interface WebhookShop {
  clientId: string;
  token: string;
  send(path: string, body?: unknown, method?: string): Promise<Answer>;
  /** Creates an endpoint, and returns it with its secret. */
  newEndpoint(url: string, types?: string[]): Promise<{ endpointId: string; secret: string }>;
  /** Creates orders one after the other. */
  newOrders(...orderIds: string[]): Promise<void>;
  /** Changes the status of an order as staff would. */
  change(orderId: string, to: OrderStatus, extras?: OrderExtras): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  deliveries(endpointId: string, query?: string): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  endpoint(endpointId: string): Promise<any>;
}

export async function newWebhookShop(server: TestServer, mode: ClientMode = 'live'): Promise<WebhookShop> {
  const { token, client } = await server.token({ mode });
  const { clientId } = client;
  await importCatalog(server.pool, sampleCatalog, { clientId });
  const send: WebhookShop['send'] = (path, body, method) =>
    server.send(path, { token, ...(body !== undefined && { body }), ...(method && { method }) });
  const base = '/v1/webhook-endpoints';
  return {
    clientId,
    token,
    send,
    newEndpoint: async (url, types = []) => (await send(base, { url, types })).json,
    newOrders: async (...orderIds) => {
      for (const orderId of orderIds) await send('/v1/orders', order({ orderId }));
    },
    change: async (orderId, to, extras = {}) => {
      const now = server.time.now ?? new Date();
      await changeOrder(server.pool, { clientId, orderId }, now, ({ status }) =>
        status === to
          ? { event: 'order.updated', by: STAFF, extras }
          : { to, by: to === 'ASSIGNED' ? SYSTEM : STAFF, extras },
      );
    },
    deliveries: async (endpointId, query = '') => (await send(`${base}/${endpointId}/deliveries${query}`)).json,
    endpoint: async (endpointId) => (await send(`${base}/${endpointId}`)).json,
  };
}

export interface Deliverer {
  context: DeliverContext;
  /** Sends the due deliveries of the endpoint, as the jobs do. */
  deliver(shop: WebhookShop, endpointId: string): Promise<void>;
}

/** Delivers to the given private hosts, by the server's clock. */
export function openDeliverer(
  t: Scope,
  { pool, log, encryptionKey, config, time }: TestServer,
  { allow, lookup, ...options }: { allow: string[]; lookup?: LookupFunction } & Partial<DeliverContext>,
): Deliverer {
  // Otherwise no endpoint could have these addresses.
  config.FILE_FETCH_ALLOW.push(...allow);
  const agent = safeAgent({ allow, refuseAfterMs: 0, ...(lookup && { lookup }) });
  t.after(() => agent.destroy());
  const clock = () => time.now ?? new Date();
  const retrySeconds = config.WEBHOOK_RETRY_SECONDS;
  const context: DeliverContext = { pool, log, encryptionKey, clock, agent, retrySeconds, ...options };
  return {
    context,
    deliver: async ({ clientId }, endpointId) => {
      for (const lane of ['orders', 'stock'] as const)
        await deliverWebhooks(context, lane, `${clientId} ${endpointId}`, new AbortController().signal);
    },
  };
}
