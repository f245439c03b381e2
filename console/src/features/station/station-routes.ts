import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { stationCopy } from './station-copy.ts';

const stationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station',
  loader: () => loadCrumbs(stationCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./station-page.tsx'), 'StationPage'),
});

export const stationRoutes = [stationRoute] as const;
