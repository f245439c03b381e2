import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText, readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { carriersWaitingQuery, handOverQuery, handOversQuery } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';
import { readHandOversSearch } from './hand-overs-search.ts';

const handOversRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/hand-overs',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readHandOversSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(carriersWaitingQuery);
    void queryClient.prefetchQuery(handOversQuery(deps));
    return loadCrumbs(handOversCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./hand-overs-page.tsx'), 'HandOversPage'),
});

const handOverRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/hand-overs/$handOverId',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => {
    const cursor = readText(search.cursor);
    return cursor === undefined ? {} : { cursor };
  },
  loader: async ({ context: { queryClient }, params: { handOverId } }) => {
    const crumbs = loadCrumbs(handOversCopy, (copy) => [
      { label: copy.title, to: '/hand-overs' },
      { label: copy.list(handOverId) },
    ]);
    await Promise.all([crumbs, queryClient.ensureQueryData(handOverQuery(handOverId))]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./hand-over-list-page.tsx'), 'HandOverListPage'),
});

export const handOversRoutes = [handOversRoute, handOverRoute] as const;
