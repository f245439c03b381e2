import { readShopProducts, runShop, type ShopContext } from '../shops/run-shop.ts';
import { dueConnections, dueShopProducts } from '../shops/shop-connection-store.ts';
import { announceStock, dueAnnouncement } from '../webhooks/announce-stock.ts';
import { type DeliverContext, deliverWebhooks, dueRemovals, removeWebhooks } from '../webhooks/deliver-webhooks.ts';
import { dueDeliveries } from '../webhooks/webhook-delivery-store.ts';
import type { Job } from './job-queue.ts';

/** Webhooks of a shop within this time cause one run. */
const SHOP_INTERVAL_MS = 2_000;

/** Lists the jobs of webhooks. Deliveries run by endpoint, so a slow endpoint delays no other endpoint. */
export function webhookJobs(context: DeliverContext): Job[] {
  return [
    {
      name: 'deliver',
      due: () => dueDeliveries('orders', context.clock()),
      run: (key, signal) => deliverWebhooks(context, 'orders', key, signal),
      concurrency: 128,
    },
    {
      name: 'deliver-stock',
      due: () => dueDeliveries('stock', context.clock()),
      run: (key, signal) => deliverWebhooks(context, 'stock', key, signal),
      concurrency: 32,
    },
    { name: 'announce-stock', due: () => dueAnnouncement(context), run: () => announceStock(context), concurrency: 1 },
    {
      // Removes deleted endpoints, and deliveries that ended long ago.
      name: 'remove-webhooks',
      due: () => dueRemovals(context),
      run: (key, signal) => removeWebhooks(context, key, signal),
      concurrency: 1,
    },
  ];
}

/** Lists the jobs of shops. Runs mostly wait for shops, and a slow shop delays no other shop. */
export function shopJobs(context: ShopContext): Job[] {
  const every = { concurrency: 200, intervalMs: SHOP_INTERVAL_MS };
  return [
    {
      // Asks connected shops for orders, and tells them parcels and stock.
      name: 'shops',
      due: () => dueConnections(context.clock()),
      run: (key, signal) => runShop(context, key, signal),
      ...every,
    },
    {
      name: 'shop-products',
      due: () => dueShopProducts(context.clock()),
      run: (key, signal) => readShopProducts(context, key, signal),
      ...every,
    },
  ];
}
