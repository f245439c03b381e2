import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentLanguage } from '../shared/copy/language.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import type { Crumb } from './crumbs.ts';

export interface RouterContext {
  queryClient: QueryClient;
}

/** Every page is below it. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: async () => {
    await sharedCopy.load(currentLanguage());
  },
  component: Root,
});

function Root() {
  const crumbs = useCrumbs();
  useEffect(() => {
    document.title = [...crumbs.map(({ label }) => label).reverse(), 'Platen'].join(' · ');
  }, [crumbs]);
  return <Outlet />;
}

const NO_CRUMBS: Crumb[] = [];

/** The way to the page that is shown, as the loader of its route tells it. */
export function useCrumbs(): Crumb[] {
  return useMatches({
    select: (matches) => {
      const data: unknown = matches.at(-1)?.loaderData;
      return (data as { crumbs?: Crumb[] } | undefined)?.crumbs ?? NO_CRUMBS;
    },
  });
}
