import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { scannerTestCopy } from './scanner-test-copy.ts';

/** For everybody, also at a station at which nobody is signed on: it asks nothing of the server. */
const scannerTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scanner-test',
  loader: () => loadCrumbs(scannerTestCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./scanner-test-page.tsx'), 'ScannerTestPage'),
});

export const scannerTestRoutes = [scannerTestRoute] as const;
