import { ConnectError, type Mapping } from './mapping.ts';
import { orderDesk } from './order-desk.ts';
import type { Shop } from './shop.ts';
import type { Calling } from './shop-request.ts';
import { shopify } from './shopify.ts';
import { API_VERSION_DEFAULT, shopifyApi } from './shopify-api.ts';
import type { OnCost } from './shopify-graphql.ts';
import { shopware } from './shopware.ts';
import { wooCommerce } from './woocommerce.ts';

const ORDER_DESK_URL = 'https://app.orderdesk.me';

/** Credentials for a shop's API. */
export interface ShopCredentials {
  /**
   * The client id of an app in Shopify, unless the secret is a token; the consumer key of WooCommerce, the
   * access key of Shopware, the store id of Order Desk.
   */
  user?: string | undefined;
  /** Undefined: the API cannot be called, and orders arrive by webhooks only. */
  secret?: string | undefined;
  /** The secret of the shop's webhooks. Unused where Platen only asks the shop. */
  webhookSecret?: string | undefined;
}

interface OpenOptions extends Calling {
  mapping: Mapping;
  credentials: ShopCredentials;
  onCost: OnCost;
}

/** Opens the shop of a mapping. Throws ConnectError without an address. */
export function openShop({ mapping, credentials, onCost, ...calling }: OpenOptions): Shop {
  const { shop, shopUrl, notifyCustomer, takeWhen, currency, orderDeskFolder: folder } = mapping;
  const { user = '', secret, webhookSecret = '' } = credentials;
  if (shop === 'orderdesk')
    return orderDesk({
      url: shopUrl ?? ORDER_DESK_URL,
      storeId: user,
      apiKey: secret ?? '',
      folder,
      currency,
      ...calling,
    });
  if (secret !== undefined && !shopUrl)
    throw new ConnectError('The mapping needs "shopUrl", the address of the shop API.');
  const url = shopUrl ?? '';
  if (shop === 'shopware')
    return shopware({ url, accessKey: user, secretKey: secret ?? '', takeWhen, notifyCustomer, ...calling });
  if (shop === 'shopify') {
    const version = mapping.shopifyApiVersion ?? API_VERSION_DEFAULT;
    const api =
      secret === undefined
        ? undefined
        : shopifyApi({ url, token: secret, clientId: user || undefined, version, notifyCustomer, onCost, ...calling });
    return shopify(webhookSecret, api);
  }
  if (secret === undefined) return wooCommerce(webhookSecret, undefined);
  const access = { url, consumerKey: user, consumerSecret: secret, takeWhen, notifyCustomer, ...calling };
  return wooCommerce(webhookSecret, access);
}
