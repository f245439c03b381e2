import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { accountQuery, accountsQuery } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

const staffRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/staff',
  beforeLoad: pageNeeds('operators.read'),
  validateSearch: (search): { cursor?: string } => {
    const cursor = readText(search.cursor);
    return cursor === undefined ? {} : { cursor };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(accountsQuery(deps.cursor));
    return loadCrumbs(staffCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./staff-page.tsx'), 'StaffPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/staff/$operatorId',
  beforeLoad: pageNeeds('operators.read'),
  loader: async ({ context: { queryClient }, params }) => {
    const account = await queryClient.ensureQueryData(accountQuery(params.operatorId));
    return loadCrumbs(staffCopy, (copy) => [{ label: copy.title, to: '/staff' }, { label: account.name }]);
  },
  component: lazyRouteComponent(() => import('./staff-account-page.tsx'), 'StaffAccountPage'),
});

export const staffRoutes = [staffRoute, accountRoute] as const;
