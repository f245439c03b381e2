import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText, readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { stockListQuery, stockQuery } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import { type Kind, readStockSearch } from './stock-search.ts';

const stockRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock',
  beforeLoad: pageNeeds('stock.read'),
  validateSearch: readWith(readStockSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(stockListQuery(deps));
    return loadCrumbs(stockCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./stock-page.tsx'), 'StockPage'),
});

const stockItemRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stock/$kind/$code',
  beforeLoad: pageNeeds('stock.read'),
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => {
    const cursor = readText(search.cursor);
    return cursor === undefined ? {} : { cursor };
  },
  loader: async ({ context: { queryClient }, params: { kind, code } }) => {
    const crumbs = loadCrumbs(stockCopy, (copy) => [{ label: copy.title, to: '/stock' }, { label: code }]);
    await Promise.all([crumbs, queryClient.ensureQueryData(stockQuery({ kind: kind as Kind, code }))]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./stock-item-page.tsx'), 'StockItemPage'),
});

export const stockRoutes = [stockRoute, stockItemRoute] as const;
