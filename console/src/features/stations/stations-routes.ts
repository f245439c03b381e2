import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { stationQuery, stationsQuery } from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

const listRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stations',
  beforeLoad: pageNeeds('stations.read'),
  validateSearch: (search): { cursor?: string } => {
    const cursor = readText(search.cursor);
    return cursor === undefined ? {} : { cursor };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(stationsQuery(deps.cursor));
    return loadCrumbs(stationsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./stations-page.tsx'), 'StationsPage'),
});

const oneRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/stations/$stationId',
  beforeLoad: pageNeeds('stations.read'),
  loader: async ({ context: { queryClient }, params }) => {
    const station = await queryClient.ensureQueryData(stationQuery(params.stationId));
    return loadCrumbs(stationsCopy, (copy) => [
      { label: copy.title, to: '/stations' },
      { label: station.name },
    ]);
  },
  component: lazyRouteComponent(() => import('./one-station-page.tsx'), 'OneStationPage'),
});

export const stationsRoutes = [listRoute, oneRoute] as const;
