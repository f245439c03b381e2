import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Copy, currentLanguage } from '../shared/copy/copy.ts';
import { partsCopy } from '../shared/copy/parts-copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';

export type RouterContext = { queryClient: QueryClient };

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

/** Returns the breadcrumbs that the route's loader gave. */
export function useCrumbs(): Crumb[] {
  return useMatches({
    select: (matches) => {
      const data: unknown = matches.at(-1)?.loaderData;
      return (data as { crumbs?: Crumb[] } | undefined)?.crumbs ?? NO_CRUMBS;
    },
  });
}

/** A breadcrumb. The last one is the title of the page. */
export interface Crumb {
  label: string;
  /** Absent for the page itself. */
  to?: string;
  search?: Record<string, string>;
}

/** Loads the words of a feature and returns its breadcrumbs. For loaders. */
export async function loadCrumbs<Words>(
  copy: Copy<Words>,
  crumbs: (words: Words) => Crumb[],
): Promise<{ crumbs: Crumb[] }> {
  const language = currentLanguage();
  const load = [copy.load(language), sharedCopy.load(language), partsCopy.load(language)] as const;
  const [words] = await Promise.all(load);
  return { crumbs: crumbs(words) };
}
