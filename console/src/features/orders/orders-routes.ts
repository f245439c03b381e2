import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage } from '../../shared/copy/language.ts';
import { fillEmptySearch } from '../../shared/list/remembered-search.ts';
import { readWith } from '../../shared/list/text-search.ts';
import { notesCopy } from '../../shared/notes/notes-copy.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { orderQuery } from './order/order-api.ts';
import { orderCopy } from './order/order-copy.ts';
import { readOrderSearch } from './order-search.ts';
import { ordersQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

const mayRead = pageNeeds('orders.read');

const ordersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders',
  validateSearch: readWith(readOrderSearch),
  beforeLoad: ({ context, search, cause }) => {
    mayRead({ context });
    fillEmptySearch('orders', '/orders', { search, cause });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    // The rows are on their way while the page's code is.
    void queryClient.prefetchQuery(ordersQuery(deps));
    return loadCrumbs(ordersCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

const orderRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/orders/$clientId/$orderId',
  beforeLoad: mayRead,
  loader: async ({ context: { queryClient }, params }) => {
    const crumbs = loadCrumbs(orderCopy, (copy) => [
      { label: copy.orders, to: '/orders' },
      { label: params.orderId },
    ]);
    await Promise.all([
      crumbs,
      queryClient.ensureQueryData(orderQuery(params)),
      ordersCopy.load(currentLanguage()),
      notesCopy.load(currentLanguage()),
    ]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./order/order-page.tsx'), 'OrderPage'),
});

export const ordersRoutes = [ordersRoute, orderRoute] as const;
