import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { printersQuery, printJobsQuery } from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';
import { readPrintersSearch } from './printers-search.ts';

const printersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/printers',
  beforeLoad: pageNeeds('prints.read'),
  validateSearch: readPrintersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(printersQuery);
    void queryClient.prefetchQuery(printJobsQuery(deps));
    return loadCrumbs(printersCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./printers-page.tsx'), 'PrintersPage'),
});

export const printersRoutes = [printersRoute] as const;
