import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { readDeliverySearch, readEndpointSearch } from './webhook-search.ts';
import { deliveriesQuery, endpointQuery, endpointsQuery } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const endpointsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/webhooks',
  beforeLoad: pageNeeds('webhooks.read'),
  validateSearch: readWith(readEndpointSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(endpointsQuery(deps));
    return loadCrumbs(webhooksCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./endpoints-page.tsx'), 'EndpointsPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/webhooks/$clientId/$endpointId',
  beforeLoad: pageNeeds('webhooks.read'),
  validateSearch: readWith(readDeliverySearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(params, deps));
    const { clientName, host } = await queryClient.ensureQueryData(endpointQuery(params));
    return loadCrumbs(webhooksCopy, (copy) => [
      { label: copy.title, to: '/webhooks' },
      { label: copy.endpointOf(clientName, host) },
    ]);
  },
  component: lazyRouteComponent(() => import('./endpoint-page.tsx'), 'EndpointPage'),
});

export const webhooksRoutes = [endpointsRoute, endpointRoute] as const;
