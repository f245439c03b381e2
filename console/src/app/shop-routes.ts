import { createRoute } from '@tanstack/react-router';
import { messagesQuery, readShopSearch, shopProductsQuery, shopsQuery } from '../features/shops/shops-api.ts';
import { shopsCopy } from '../features/shops/shops-copy.ts';
import { lazyPage } from '../shared/api/load-part.ts';
import { currentLanguage } from '../shared/copy/copy.ts';
import { floorSentencesCopy } from '../shared/floor-sentences/floor-sentences-copy.ts';
import { readWith } from '../shared/list/text-search.ts';
import { office, read, searchOf, start } from './route-parts.ts';

/** Pages of shops that are connected in the console. */
export const shopRoutes = [
  createRoute({
    ...office('/shops', 'shops.read'),
    loader: ({ context }) => start(context, [shopsQuery], shopsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/shops/shops-page.tsx'), 'ShopsPage'),
  }),
  createRoute({
    ...office('/shops/connect', 'shops.change'),
    loader: async ({ context }) => {
      await floorSentencesCopy.load(currentLanguage());
      return start(context, [], shopsCopy, ({ connect }) => connect);
    },
    component: lazyPage(() => import('../features/shops/connect-page.tsx'), 'ConnectPage'),
  }),
  createRoute({
    ...office('/shops/$clientId/$connection', 'shops.read'),
    ...searchOf(readWith(readShopSearch)),
    loader: async ({ context, params, deps }) => {
      void context.queryClient.prefetchQuery(messagesQuery(params.clientId));
      void context.queryClient.prefetchQuery(shopProductsQuery(params, deps));
      await floorSentencesCopy.load(currentLanguage());
      return read(context, shopsQuery, shopsCopy, (copy, shops) => {
        const shop = shops.find((one) => one.clientId === params.clientId && one.connection === params.connection);
        return [
          { label: copy.title, to: '/shops' },
          { label: shop ? `${copy.kinds[shop.shop]}, ${shop.clientName}` : params.connection },
        ];
      });
    },
    component: lazyPage(() => import('../features/shops/shop-page.tsx'), 'ShopPage'),
  }),
];
