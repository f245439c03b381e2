import { queryOptions } from '@tanstack/react-query';
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
  const address = shopUrl.trim() && { shopUrl: addressOf(shop, shopUrl.trim()) };
  if (!key) return api.POST(OF_CLIENT, { params: { path: { clientId } }, body: { shop, ...address, credentials } });
  return api.PATCH(SHOP, { ...of(key), body: { ...address, ...(secret.trim() && { credentials }) } });
}

/**
 * Completes an address. People paste addresses without https, and of Shopify the name of the shop, or the
 * address of its admin pages.
 */
function addressOf(shop: ShopKind, text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  const name =
    /^https:\/\/admin\.shopify\.com\/store\/([\w-]+)/.exec(address) ??
    /^https:\/\/([\w-]+)(\.myshopify\.com\b.*)?$/.exec(address);
  return shop === 'shopify' && name ? `https://${name[1]}.myshopify.com` : address;
}

export const changeShop = (key: ShopKey, body: Schemas['ShopChangeRequest']) => api.PATCH(SHOP, { ...of(key), body });

export const deleteShop = (key: ShopKey) => api.DELETE(SHOP, of(key));

export const testShop = (key: ShopKey): Promise<ShopTest> => api.POST(`${SHOP}/test`, of(key));

export const offerRates = (key: ShopKey, offersRates: boolean): Promise<ShopTest> =>
  api.PUT(`${SHOP}/rates`, { ...of(key), body: { offersRates } });

export const readProducts = (key: ShopKey) => api.POST(`${SHOP}/read-products`, of(key));

export const mapProduct = (key: ShopKey, sku: string, target: Target | null) =>
  api.PUT(PRODUCTS, { ...of(key), body: { sku, target } });

export type TextStyle = Pick<Schemas['ShopTextPreviewRequest'], 'font' | 'color' | 'align' | 'heightMm'>;
export const TEXT_FONTS = ['SANS', 'SANS_BOLD', 'SERIF', 'SERIF_BOLD', 'MONO'] as const satisfies TextStyle['font'][];
export const TEXT_ALIGNMENTS = ['LEFT', 'CENTER', 'RIGHT'] as const satisfies TextStyle['align'][];

export const previewText = (key: ShopKey, body: Schemas['ShopTextPreviewRequest']) =>
  api.POST(`${SHOP}/text-previews`, { ...of(key), body });

export interface Blank {
  sku: string;
  manufacturerCode: string;
  allowedLocations: Schemas['LocationTechnologies'][];
}

/** The blank with this SKU, and where it may be printed. */
export const blankQuery = (sku: string) =>
  queryOptions({
    queryKey: [...SHOPS_KEY, 'blank', sku],
    queryFn: async ({ signal }): Promise<Blank> => {
      const rows = await api.GET('/operator/v1/stock', { params: { query: { kind: 'ARTICLE', code: sku } }, signal });
      const manufacturerCode = rows.find(({ code }) => code === sku)?.parent ?? '';
      const path = { manufacturerCode };
      const article = await api.GET('/operator/v1/articles/{manufacturerCode}', { params: { path }, signal });
      const allowedLocations = article.variants.find((one) => one.sku === sku)?.allowedLocations ?? [];
      return { sku, manufacturerCode, allowedLocations };
    },
    enabled: sku !== '',
  });
/** Tries the refused and waiting messages of the shop again. */
export const tryMessagesAgain = (key: ShopKey) => api.POST(`${SHOP}/resend`, { ...of(key), body: {} });

export const acceptProposals = (key: ShopKey) => api.POST(`${PRODUCTS}/accept-proposals`, of(key));
