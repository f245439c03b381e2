import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage } from '../../shared/copy/language.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { packCopy } from './pack-copy.ts';
import { piecesCopy } from './pieces-copy.ts';
import { stationCopy } from './station-copy.ts';

const stationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station',
  loader: () => loadCrumbs(stationCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./station-page.tsx'), 'StationPage'),
});

const findRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/find',
  loader: () => loadPieces('find'),
  component: lazyRouteComponent(() => import('./find-page.tsx'), 'FindPage'),
});

const packRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/pack',
  loader: async () => {
    await packCopy.load(currentLanguage());
    return loadCrumbs(stationCopy, (copy) => [{ label: copy.works.pack }]);
  },
  component: lazyRouteComponent(() => import('./pack-page.tsx'), 'PackPage'),
});

/** The words of the station and of pieces, and the title of the page. */
async function loadPieces(work: 'make' | 'check' | 'find') {
  await piecesCopy.load(currentLanguage());
  return loadCrumbs(stationCopy, (copy) => [{ label: copy.works[work] }]);
}

export const stationRoutes = [stationRoute, packRoute, findRoute] as const;
