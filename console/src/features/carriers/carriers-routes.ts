import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText, readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { carrierQuery, carriersQuery } from './carriers-api.ts';
import { carriersCopy } from './carriers-copy.ts';

/** Only the page of the list stands in the address. */
const readCursor = (search: Record<string, unknown>): { cursor?: string | undefined } => {
  const cursor = readText(search.cursor);
  return cursor === undefined ? {} : { cursor };
};

const carriersRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/carriers',
  beforeLoad: pageNeeds('carriers.read'),
  validateSearch: readWith(readCursor),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(carriersQuery(deps.cursor));
    return loadCrumbs(carriersCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./carriers-page.tsx'), 'CarriersPage'),
});

const carrierRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/carriers/$carrierId',
  beforeLoad: pageNeeds('carriers.read'),
  validateSearch: readWith(readCursor),
  loader: async ({ context: { queryClient }, params: { carrierId } }) => {
    const crumbs = loadCrumbs(carriersCopy, (copy) => [
      { label: copy.title, to: '/carriers' },
      { label: carrierId },
    ]);
    await Promise.all([crumbs, queryClient.ensureQueryData(carrierQuery(carrierId))]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./carrier-page.tsx'), 'CarrierPage'),
});

export const carriersRoutes = [carriersRoute, carrierRoute] as const;
