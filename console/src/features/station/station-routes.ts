import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { currentLanguage } from '../../shared/copy/language.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { readText } from '../../shared/list/text-search.ts';
import { readOwnCode } from '../../shared/scan/own-code-rules.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { handOverCopy } from './hand-over-copy.ts';
import { packCopy } from './pack-copy.ts';
import { piecesCopy } from './pieces-copy.ts';
import { stationCopy } from './station-copy.ts';

type FindSearch = { code?: string; sku?: string; color?: string; size?: string };

const stationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station',
  loader: () => loadCrumbs(stationCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./station-page.tsx'), 'StationPage'),
});

const makeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/make',
  loader: () => loadPieces('make'),
  component: lazyRouteComponent(() => import('./make-page.tsx'), 'MakePage'),
});

const checkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/check',
  loader: () => loadPieces('check'),
  component: lazyRouteComponent(() => import('./check-page.tsx'), 'CheckPage'),
});

/** `code`: of what is to be found, for an address that leads here; else what is seen of a piece without a ticket. */
const findRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/find',
  validateSearch: (search): FindSearch => {
    const read = (['code', 'sku', 'color', 'size'] as const).flatMap((field) => {
      const text = readText(search[field]);
      return text === undefined ? [] : [[field, text]];
    });
    return Object.fromEntries(read);
  },
  loader: () => loadPieces('find'),
  component: lazyRouteComponent(() => import('./find-page.tsx'), 'FindPage'),
});

const packRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/pack',
  loader: async () => {
    await Promise.all([packCopy.load(currentLanguage()), floorSentencesCopy.load(currentLanguage())]);
    return loadCrumbs(stationCopy, (copy) => [{ label: copy.works.pack }]);
  },
  component: lazyRouteComponent(() => import('./pack-page.tsx'), 'PackPage'),
});

/** The address of the square on each paper: a phone that reads it finds what it stands on. */
const scanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scan/$code',
  beforeLoad: ({ params: { code } }) => {
    throw whereIs(code);
  },
});

/** The same, of papers that were printed before the address had its present name. */
const oldScanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/find/$code',
  beforeLoad: ({ params: { code } }) => {
    throw whereIs(code);
  },
});

const handOverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/station/hand-over',
  loader: async () => {
    await Promise.all([handOverCopy.load(currentLanguage()), floorSentencesCopy.load(currentLanguage())]);
    return loadCrumbs(stationCopy, (copy) => [{ label: copy.works.handOver }]);
  },
  component: lazyRouteComponent(() => import('./hand-over-page.tsx'), 'HandOverPage'),
});

/** The page of what a code stands on: that of a batch is the office's. */
function whereIs(code: string) {
  const own = readOwnCode(code);
  if (own?.kind !== 'batch') return redirect({ to: '/station/find', search: { code }, replace: true });
  // Between the letter and the check digit stands its number.
  const batchId = String(Number(own.code.slice(1, -1)));
  return redirect({ to: '/batches/$batchId', params: { batchId }, replace: true });
}

/** The words of the station and of pieces, and the title of the page. */
async function loadPieces(work: 'make' | 'check' | 'find') {
  await Promise.all([piecesCopy.load(currentLanguage()), floorSentencesCopy.load(currentLanguage())]);
  return loadCrumbs(stationCopy, (copy) => [{ label: copy.works[work] }]);
}

export const stationRoutes = [
  stationRoute,
  makeRoute,
  checkRoute,
  packRoute,
  handOverRoute,
  findRoute,
  scanRoute,
  oldScanRoute,
] as const;
