import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { binsQuery } from './bins-api.ts';
import { binsCopy } from './bins-copy.ts';
import { readBinsSearch } from './bins-search.ts';

const binsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/bins',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readBinsSearch),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(binsQuery);
    return loadCrumbs(binsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./bins-page.tsx'), 'BinsPage'),
});

export const binsRoutes = [binsRoute] as const;
