import { createRoute, redirect } from '@tanstack/react-router';
import { scannerTestCopy } from '../features/scanner-test/scanner-test-copy.ts';
import { readShelvesSearch } from '../features/station/shelves/shelves-api.ts';
import { shelvesCopy } from '../features/station/shelves/shelves-copy.ts';
import { handOverCopy, packCopy, piecesCopy, questionsCopy, stationCopy } from '../features/station/station-copy.ts';
import { readWallSearch } from '../features/wall/wall-api.ts';
import { wallCopy } from '../features/wall/wall-copy.ts';
import { lazyPage } from '../shared/api/load-part.ts';
import { type Copy, currentLanguage } from '../shared/copy/copy.ts';
import { floorSentencesCopy } from '../shared/floor-sentences/floor-sentences-copy.ts';
import { readText, searchReader } from '../shared/list/text-search.ts';
import { readOwnCode } from '../shared/scan/own-code-rules.ts';
import { signInCopy } from '../shared/session/sign-in-copy.ts';
import { loadCrumbs, rootRoute } from '../shell/root-route.tsx';

/** The pages without the office's navigation: sign-in, stations and scanner test. */
export const floorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    /** `next`: the page to open after signing in. */
    validateSearch: searchReader({ next: readText }),
    loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.title }]),
    component: lazyPage(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/signed-in',
    loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.signedIn }]),
    component: lazyPage(() => import('../features/sign-in/sign-in-page.tsx'), 'SignedInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome',
    loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.welcomeTitle }]),
    component: lazyPage(() => import('../features/sign-in/welcome-page.tsx'), 'WelcomePage'),
  }),
  /** For everybody, even if nobody is signed on. It sends no requests. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/scanner-test',
    loader: () => loadCrumbs(scannerTestCopy, (copy) => [{ label: copy.title }]),
    component: lazyPage(() => import('../features/scanner-test/scanner-test-page.tsx'), 'ScannerTestPage'),
  }),
  /** For a screen on the wall. The token of its link is behind the #. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/wall',
    validateSearch: readWallSearch,
    loader: () => loadCrumbs(wallCopy, (copy) => [{ label: copy.title }]),
    component: lazyPage(() => import('../features/wall/wall-page.tsx'), 'WallPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station',
    loader: () => loadCrumbs(stationCopy, (copy) => [{ label: copy.title }]),
    component: lazyPage(() => import('../features/station/station-page.tsx'), 'StationPage'),
  }),
  /** Work between the shelves, at a station or on a phone. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/shelves',
    validateSearch: readShelvesSearch,
    loader: async () => {
      await stationCopy.load(currentLanguage());
      return loadCrumbs(shelvesCopy, (copy) => [{ label: copy.title }]);
    },
    component: lazyPage(() => import('../features/station/shelves/shelves-page.tsx'), 'ShelvesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/make',
    loader: () => loadWork(piecesCopy, 'make'),
    component: lazyPage(() => import('../features/station/piece-pages.tsx'), 'MakePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/check',
    loader: () => loadWork(piecesCopy, 'check'),
    component: lazyPage(() => import('../features/station/piece-pages.tsx'), 'CheckPage'),
  }),
  /** `code` is a code to look up. The other parameters describe a piece without a ticket. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/find',
    validateSearch: searchReader({ code: readText, sku: readText, color: readText, size: readText }),
    loader: () => loadWork(piecesCopy, 'find'),
    component: lazyPage(() => import('../features/station/piece-pages.tsx'), 'FindPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/pack',
    loader: () => loadWork(packCopy, 'pack'),
    component: lazyPage(() => import('../features/station/pack-page.tsx'), 'PackPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/station/hand-over',
    loader: () => loadWork(handOverCopy, 'handOver'),
    component: lazyPage(() => import('../features/station/hand-over-page.tsx'), 'HandOverPage'),
  }),
  /** The address in the QR code of each paper. Opens the page for its code. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/scan/$code',
    beforeLoad: ({ params: { code } }) => {
      throw pageForCode(code);
    },
  }),
  /** The former address, which is still on printed papers. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/find/$code',
    beforeLoad: ({ params: { code } }) => {
      throw pageForCode(code);
    },
  }),
] as const;

/** Redirects to the page for a code. The page of a batch belongs to the office. */
function pageForCode(code: string) {
  const own = readOwnCode(code);
  if (own?.kind !== 'batch') return redirect({ to: '/station/find', search: { code }, replace: true });
  // The number is between the letter and the check digit.
  const batchId = String(Number(own.code.slice(1, -1)));
  return redirect({ to: '/batches/$batchId', params: { batchId }, replace: true });
}

async function loadWork<Words>(words: Copy<Words>, work: 'make' | 'check' | 'find' | 'pack' | 'handOver') {
  const language = currentLanguage();
  await Promise.all([words.load(language), questionsCopy.load(language), floorSentencesCopy.load(language)]);
  return loadCrumbs(stationCopy, (copy) => [{ label: copy.works[work] }]);
}
