import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { importCopy } from './import-copy.ts';

const importRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/import',
  beforeLoad: pageNeeds('catalog.change'),
  loader: () => loadCrumbs(importCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});

export const importRoutes = [importRoute] as const;
