import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { overviewQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/today',
  beforeLoad: pageNeeds('reports.read'),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery);
    return loadCrumbs(todayCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
});

export const todayRoutes = [todayRoute] as const;
