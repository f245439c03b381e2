import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { readClientSearch } from './client-search.ts';
import { clientQuery, clientsQuery } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const clientsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients',
  beforeLoad: pageNeeds('clients.read'),
  validateSearch: readWith(readClientSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(clientsQuery(deps));
    return loadCrumbs(clientsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./clients-page.tsx'), 'ClientsPage'),
});

const clientRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients/$clientId',
  beforeLoad: pageNeeds('clients.read'),
  loader: async ({ context: { queryClient }, params }) => {
    const { client } = await queryClient.ensureQueryData(clientQuery(params.clientId));
    return loadCrumbs(clientsCopy, (copy) => [{ label: copy.title, to: '/clients' }, { label: client.name }]);
  },
  component: lazyRouteComponent(() => import('./client-page.tsx'), 'ClientPage'),
});

export const clientsRoutes = [clientsRoute, clientRoute] as const;
