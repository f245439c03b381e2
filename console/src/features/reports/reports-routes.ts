import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { productionReportQuery } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';
import { readReportsSearch } from './reports-search.ts';

const reportsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/reports',
  beforeLoad: pageNeeds('reports.read'),
  validateSearch: readWith(readReportsSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(productionReportQuery(deps));
    return loadCrumbs(reportsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
});

export const reportsRoutes = [reportsRoute] as const;
