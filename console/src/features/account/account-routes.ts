import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute } from '../../shell/office-route.tsx';
import { ownSessionsQuery } from './account-api.ts';
import { accountCopy } from './account-copy.ts';

const ownAccountRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/account',
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(ownSessionsQuery);
    return loadCrumbs(accountCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const accountRoutes = [ownAccountRoute] as const;
