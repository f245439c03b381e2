import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { accountRoutes } from '../features/account/account-routes.ts';
import { auditRoutes } from '../features/audit/audit-routes.ts';
import { batchesRoutes } from '../features/batches/batches-routes.ts';
import { binsRoutes } from '../features/bins/bins-routes.ts';
import { carriersRoutes } from '../features/carriers/carriers-routes.ts';
import { catalogueRoutes } from '../features/catalogue/catalogue-routes.ts';
import { clientsRoutes } from '../features/clients/clients-routes.ts';
import { handOversRoutes } from '../features/hand-overs/hand-overs-routes.ts';
import { importRoutes } from '../features/import/import-routes.ts';
import { ordersRoutes } from '../features/orders/orders-routes.ts';
import { printersRoutes } from '../features/printers/printers-routes.ts';
import { problemsRoutes } from '../features/problems/problems-routes.ts';
import { reportsRoutes } from '../features/reports/reports-routes.ts';
import { returnsRoutes } from '../features/returns/returns-routes.ts';
import { scannerTestRoutes } from '../features/scanner-test/scanner-test-routes.ts';
import { settingsRoutes } from '../features/settings/settings-routes.ts';
import { signInRoutes } from '../features/sign-in/sign-in-routes.ts';
import { staffRoutes } from '../features/staff/staff-routes.ts';
import { stationRoutes } from '../features/station/station-routes.ts';
import { stationsRoutes } from '../features/stations/stations-routes.ts';
import { stockRoutes } from '../features/stock/stock-routes.ts';
import { todayRoutes } from '../features/today/today-routes.ts';
import { webhooksRoutes } from '../features/webhooks/webhooks-routes.ts';
import { CONSOLE_PATH } from '../shared/api/api-base.ts';
import { parseTextSearch, stringifyTextSearch } from '../shared/list/text-search.ts';
import { startOf } from '../shell/navigation.ts';
import { officeRoute } from '../shell/office-route.tsx';
import { rootRoute } from '../shell/root-route.tsx';
import { PageFailure, PageLoading, PageNotFound } from './page-states.tsx';

const homeRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    throw redirect({ to: startOf(session), replace: true });
  },
});

/** Any other address: the navigation stays around what says so. */
const nowhereRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '$',
  component: PageNotFound,
});

/** Every page, by feature. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...stationRoutes,
  ...scannerTestRoutes,
  officeRoute.addChildren([
    homeRoute,
    ...todayRoutes,
    ...ordersRoutes,
    ...batchesRoutes,
    ...binsRoutes,
    ...problemsRoutes,
    ...handOversRoutes,
    ...returnsRoutes,
    ...reportsRoutes,
    ...catalogueRoutes,
    ...stockRoutes,
    ...importRoutes,
    ...carriersRoutes,
    ...printersRoutes,
    ...clientsRoutes,
    ...webhooksRoutes,
    ...staffRoutes,
    ...stationsRoutes,
    ...auditRoutes,
    ...settingsRoutes,
    ...accountRoutes,
    nowhereRoute,
  ]),
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
    /** A scan that is searched for, as its keys lie. */
    scanned?: string;
  }
}
