import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage } from '../../shared/copy/language.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { problemsQuery } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';
import { readProblemsSearch } from './problems-search.ts';

const problemsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/problems',
  beforeLoad: pageNeeds('production.read'),
  validateSearch: readWith(readProblemsSearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(problemsQuery(deps));
    await floorSentencesCopy.load(currentLanguage());
    return loadCrumbs(problemsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./problems-page.tsx'), 'ProblemsPage'),
});

export const problemsRoutes = [problemsRoute] as const;
