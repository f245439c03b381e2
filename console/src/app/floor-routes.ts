import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { scannerTestCopy } from '../features/scanner-test/scanner-test-copy.ts';
import { signInCopy } from '../features/sign-in/sign-in-copy.ts';
import { handOverCopy } from '../features/station/hand-over-copy.ts';
import { packCopy } from '../features/station/pack-copy.ts';
import { piecesCopy } from '../features/station/pieces-copy.ts';
import { stationCopy } from '../features/station/station-copy.ts';
import { type Copy, currentLanguage } from '../shared/copy/copy.ts';
import { floorSentencesCopy } from '../shared/floor-sentences/floor-sentences-copy.ts';
import { readText, searchReader } from '../shared/list/text-search.ts';
import { readOwnCode } from '../shared/scan/own-code-rules.ts';
import { loadCrumbs, rootRoute } from '../shell/root-route.tsx';

/** The pages without the office's navigation: signing in, the stations, and the test of a scanner. */
export const floorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    /** `next`: where the person wanted to, within the console. */
    validateSearch: searchReader({ next: readText }),
    loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.title }]),
    component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome',
    loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.welcomeTitle }]),
    component: lazyRouteComponent(() => import('../features/sign-in/welcome-page.tsx'), 'WelcomePage'),
  }),
  /** For everybody, also at a station at which nobody is signed on: it asks nothing of the server. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/scanner-test',
    loader: () => loadCrumbs(scannerTestCopy, (copy) => [{ label: copy.title }]),
    component: lazyRouteComponent(
      () => import('../features/scanner-test/scanner-test-page.tsx'),
      'ScannerTestPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station',
    loader: () => loadCrumbs(stationCopy, (copy) => [{ label: copy.title }]),
    component: lazyRouteComponent(() => import('../features/station/station-page.tsx'), 'StationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/make',
    loader: () => loadWork(piecesCopy, 'make'),
    component: lazyRouteComponent(() => import('../features/station/piece-pages.tsx'), 'MakePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/check',
    loader: () => loadWork(piecesCopy, 'check'),
    component: lazyRouteComponent(() => import('../features/station/piece-pages.tsx'), 'CheckPage'),
  }),
  /** `code` is a code to look up. The other parameters describe a piece without a ticket. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/find',
    validateSearch: searchReader({ code: readText, sku: readText, color: readText, size: readText }),
    loader: () => loadWork(piecesCopy, 'find'),
    component: lazyRouteComponent(() => import('../features/station/piece-pages.tsx'), 'FindPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/pack',
    loader: () => loadWork(packCopy, 'pack'),
    component: lazyRouteComponent(() => import('../features/station/pack-page.tsx'), 'PackPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/hand-over',
    loader: () => loadWork(handOverCopy, 'handOver'),
    component: lazyRouteComponent(() => import('../features/station/hand-over-page.tsx'), 'HandOverPage'),
  }),
  /** The address of the square on each paper: a phone that reads it finds what it stands on. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/scan/$code',
    beforeLoad: ({ params: { code } }) => {
      throw whereIs(code);
    },
  }),
  /** The same, of papers that were printed before the address had its present name. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/find/$code',
    beforeLoad: ({ params: { code } }) => {
      throw whereIs(code);
    },
  }),
] as const;

/** Redirects to the page for a code. The page of a batch belongs to the office. */
function whereIs(code: string) {
  const own = readOwnCode(code);
  if (own?.kind !== 'batch') return redirect({ to: '/station/find', search: { code }, replace: true });
  // Between the letter and the check digit stands its number.
  const batchId = String(Number(own.code.slice(1, -1)));
  return redirect({ to: '/batches/$batchId', params: { batchId }, replace: true });
}

/** Loads the words of what is done at a station, and its title. */
async function loadWork<Words>(words: Copy<Words>, work: 'make' | 'check' | 'find' | 'pack' | 'handOver') {
  await Promise.all([words.load(currentLanguage()), floorSentencesCopy.load(currentLanguage())]);
  return loadCrumbs(stationCopy, (copy) => [{ label: copy.works[work] }]);
}
