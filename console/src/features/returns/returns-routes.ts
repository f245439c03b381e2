import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { returnsQuery } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';
import { readReturnsSearch } from './returns-search.ts';

const returnsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/returns',
  beforeLoad: pageNeeds('orders.read'),
  validateSearch: readWith(readReturnsSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(returnsQuery(deps));
    return loadCrumbs(returnsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./returns-page.tsx'), 'ReturnsPage'),
});

export const returnsRoutes = [returnsRoute] as const;
