import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { CONSOLE_PATH } from '../shared/api/api-base.ts';
import { parseTextSearch, stringifyTextSearch } from '../shared/list/text-search.ts';
import { startOf } from '../shell/navigation.ts';
import { officeRoute } from '../shell/office-route.tsx';
import { rootRoute } from '../shell/root-route.tsx';
import { floorRoutes } from './floor-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { PageFailure, PageLoading, PageNotFound } from './page-states.tsx';

const homeRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    throw redirect({ to: startOf(session), replace: true });
  },
});

/** Shows "not found" inside the navigation. */
const nowhereRoute = createRoute({ getParentRoute: () => officeRoute, path: '$', component: PageNotFound });

const routeTree = rootRoute.addChildren([
  ...floorRoutes,
  officeRoute.addChildren([homeRoute, ...officeRoutes, nowhereRoute]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: CONSOLE_PATH,
    context: { queryClient },
    parseSearch: parseTextSearch,
    stringifySearch: stringifyTextSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
    // Keeps a page with its typed text until the next page is loaded.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: PageNotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface HistoryState {
    /** A scan to search for, with its keys by position. */
    scanned?: string;
    /** Cursors of the pages before this one in a list; the first page has an empty one. */
    trail?: readonly string[];
  }
}
