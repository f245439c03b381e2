import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type Shop = Schemas['ConnectedShop'];
export type ShopKind = Shop['shop'];
export type ShopProduct = Schemas['ShopProduct'];
export type Target = NonNullable<ShopProduct['target']>;
export type ShopTest = Schemas['ShopTest'];
export type ShopKey = { clientId: string; connection: string };

export const SHOP_KINDS = ['shopify', 'woocommerce', 'shopware', 'orderdesk'] as const satisfies ShopKind[];
export const SHOPS_KEY = ['shops'];
const OF_CLIENT = '/operator/v1/clients/{clientId}/shop-connections';
const SHOP = `${OF_CLIENT}/{connection}` as const;
const PRODUCTS = `${SHOP}/products` as const;

export const shopsQuery = polledQuery([...SHOPS_KEY, 'list'], '/operator/v1/shop-connections');

/** The messages of a client's shops. */
export const messagesQuery = (clientId: string) =>
  polledQuery([...SHOPS_KEY, 'messages', clientId], OF_CLIENT, { path: { clientId } });

export const PRODUCT_FILTERS = ['unmapped', 'proposed', 'all'] as const;
export const readShopSearch = searchReader({ filter: oneOf(PRODUCT_FILTERS), q: readText, cursor: readText });
export type ShopSearch = ReturnType<typeof readShopSearch>;

export const shopProductsQuery = (key: ShopKey, search: ShopSearch) =>
  listQuery([...SHOPS_KEY, 'products', key.clientId, key.connection, search], PRODUCTS, {
    path: key,
    query: { filter: 'unmapped', ...search },
  });

/** The fields of the form. Empty credentials keep the stored ones. */
export interface ShopFields {
  shop: ShopKind;
  shopUrl: string;
  user: string;
  secret: string;
}

const of = (path: ShopKey) => ({ params: { path } });

/** Connects a shop, or changes the connection that `key` names. */
export function saveShop(
  clientId: string,
  { shop, shopUrl, user, secret }: ShopFields,
  key: ShopKey | undefined,
): Promise<Shop> {
  const credentials = { secret: secret.trim(), ...(user.trim() && { user: user.trim() }) };
  const address = shopUrl.trim() && { shopUrl: withProtocol(shopUrl.trim()) };
  if (!key) return api.POST(OF_CLIENT, { params: { path: { clientId } }, body: { shop, ...address, credentials } });
  return api.PATCH(SHOP, { ...of(key), body: { ...address, ...(secret.trim() && { credentials }) } });
}

/** People paste addresses without https. */
const withProtocol = (address: string) => (/^https?:\/\//.test(address) ? address : `https://${address}`);

export const changeShop = (key: ShopKey, body: Schemas['ShopChangeRequest']) => api.PATCH(SHOP, { ...of(key), body });

export const deleteShop = (key: ShopKey) => api.DELETE(SHOP, of(key));

export const testShop = (key: ShopKey): Promise<ShopTest> => api.POST(`${SHOP}/test`, of(key));

export const readProducts = (key: ShopKey) => api.POST(`${SHOP}/read-products`, of(key));

export const mapProduct = (key: ShopKey, sku: string, target: Target | null) =>
  api.PUT(PRODUCTS, { ...of(key), body: { sku, target } });

/** Tries the refused and waiting messages of the shop again. */
export const tryMessagesAgain = (key: ShopKey) => api.POST(`${SHOP}/resend`, { ...of(key), body: {} });

export const acceptProposals = (key: ShopKey) => api.POST(`${PRODUCTS}/accept-proposals`, of(key));
