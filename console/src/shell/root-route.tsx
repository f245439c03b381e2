import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Copy, currentLanguage } from '../shared/copy/copy.ts';
import { partsCopy } from '../shared/copy/parts-copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';

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

/** A step of the way to a page; the last one is the page, and its title. */
export interface Crumb {
  label: string;
  /** Absent: it is the page itself. */
  to?: string;
}

/** In a route's loader: loads the feature's words, and says the way to the page in them. */
export async function loadCrumbs<Words>(
  copy: Copy<Words>,
  crumbs: (words: Words) => Crumb[],
): Promise<{ crumbs: Crumb[] }> {
  const language = currentLanguage();
  const load = [copy.load(language), sharedCopy.load(language), partsCopy.load(language)] as const;
  const [words] = await Promise.all(load);
  return { crumbs: crumbs(words) };
}
