import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readWith } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { auditQuery } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import { readAuditSearch } from './audit-search.ts';

const auditRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/audit',
  beforeLoad: pageNeeds('audit.read'),
  validateSearch: readWith(readAuditSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(deps));
    return loadCrumbs(auditCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const auditRoutes = [auditRoute] as const;
