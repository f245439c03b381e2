import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fillEmptySearch } from '../../shared/list/remembered-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute } from '../../shell/office-route.tsx';
import { readOrderSearch } from './order-search.ts';
import { ordersQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

const ordersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders',
  validateSearch: readOrderSearch,
  beforeLoad: ({ search, cause }) => fillEmptySearch('orders', '/orders', { search, cause }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    // The rows are on their way while the page's code is.
    void queryClient.prefetchQuery(ordersQuery(deps));
    return loadCrumbs(ordersCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

export const ordersRoutes = [ordersRoute] as const;
