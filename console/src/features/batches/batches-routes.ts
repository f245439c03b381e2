import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { readBatchSearch } from './batch-search.ts';
import { batchesQuery, batchQuery, releaseGroupsQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { readBatchesSearch } from './batches-search.ts';
import { readReleaseSearch } from './release-search.ts';

const releaseRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/release',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readReleaseSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(releaseGroupsQuery(deps));
    return loadCrumbs(batchesCopy, (copy) => [{ label: copy.releaseTitle }]);
  },
  component: lazyRouteComponent(() => import('./release-page.tsx'), 'ReleasePage'),
});

const batchesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/batches',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readBatchesSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(batchesQuery(deps));
    return loadCrumbs(batchesCopy, (copy) => [{ label: copy.batchesTitle }]);
  },
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/batches/$batchId',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readBatchSearch),
  loader: async ({ context: { queryClient }, params: { batchId } }) => {
    const crumbs = loadCrumbs(batchesCopy, (copy) => [
      { label: copy.batchesTitle, to: '/batches' },
      { label: batchId },
    ]);
    await Promise.all([crumbs, queryClient.ensureQueryData(batchQuery(batchId))]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});

export const batchesRoutes = [releaseRoute, batchesRoute, batchRoute] as const;
