import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { signInCopy } from './sign-in-copy.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  /** `next`: where the person wanted to, within the console. */
  validateSearch: (search): { next?: string } => {
    const next = readText(search.next);
    return next === undefined ? {} : { next };
  },
  loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.title }]),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  loader: () => loadCrumbs(signInCopy, (copy) => [{ label: copy.welcomeTitle }]),
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
});

export const signInRoutes = [signInRoute, welcomeRoute] as const;
