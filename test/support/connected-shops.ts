import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EAN } from '../../src/orders/test-support/sample-orders.ts';
import { type ConnectedShop, prepareShop, type StoredMessage } from './connected-shop.ts';
import { type FakeOrder, type FakeShopify, SHOPIFY_SECRET, startFakeShopify } from './fake-shopify.ts';
import { type FakeWooCommerce, startFakeWooCommerce, WOO_SECRET } from './fake-woocommerce.ts';
import type { Scope } from './scope.ts';
import type { TestServer } from './test-server.ts';

/** The order of WooCommerce's documentation, with two items. */
export const WOO_ORDER = JSON.parse(
  await readFile(join(import.meta.dirname, '../../connectors/recorded/woocommerce-order.json'), 'utf8'),
);

/** Prepares a connector to a fake shop in Shopify. The caller starts it. */
export async function prepareShopify(
  t: Scope,
  server: TestServer,
): Promise<{ shopify: FakeShopify; shop: ConnectedShop }> {
  const shopify = await startFakeShopify(t);
  const mapping = { shop: 'shopify', shopUrl: shopify.url, skus: { TEE: { ean13: EAN } } };
  const environment = { SHOP_WEBHOOK_SECRET: SHOPIFY_SECRET, SHOPIFY_ACCESS_TOKEN: 'shpat_1' };
  return { shopify, shop: await prepareShop(t, { server, mapping, environment }) };
}

export interface ConnectedShopify {
  shopify: FakeShopify;
  shop: ConnectedShop;
  /** Sends the order's webhook, and returns its message when it is in this state. */
  take(order: FakeOrder, state?: string): Promise<StoredMessage>;
}

/** Starts a connector to a fake shop in Shopify. */
export async function connectShopify(t: Scope, server: TestServer): Promise<ConnectedShopify> {
  const { shopify, shop } = await prepareShopify(t, server);
  await shop.start();
  return {
    ...{ shopify, shop },
    take: async (order, state = 'done') => {
      shopify.touch(order);
      const answer = await shopify.send(shop.url, order);
      assert.deepEqual(answer, { status: 200, json: { stored: `SHOPIFY-${order.id}` } });
      return shop.settled(`SHOPIFY-${order.id}`, 'from_shop', state);
    },
  };
}

/** Prepares a connector to a fake shop in WooCommerce. The caller starts it. */
export async function prepareWooCommerce(
  t: Scope,
  server: TestServer,
): Promise<{ woo: FakeWooCommerce; shop: ConnectedShop }> {
  const woo = await startFakeWooCommerce(t);
  const mapping = { shop: 'woocommerce', shopUrl: woo.url, skus: { '*': { ean13: EAN }, Bar3: { ean13: EAN } } };
  const environment = {
    SHOP_WEBHOOK_SECRET: WOO_SECRET,
    WOOCOMMERCE_CONSUMER_KEY: 'ck',
    WOOCOMMERCE_CONSUMER_SECRET: 'cs',
  };
  return { woo, shop: await prepareShop(t, { server, mapping, environment }) };
}
