import type { EnsureQueryDataOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { retryUntilAnswered } from '../shared/api/query-client.ts';
import { type Copy, currentLanguage } from '../shared/copy/copy.ts';
import type { Verb } from '../shared/session/session-api.ts';
import { officeRoute, pageNeeds } from '../shell/office-route.tsx';
import { type Crumb, loadCrumbs, type RouterContext } from '../shell/root-route.tsx';

/** Returns the parts that all office routes share. */
export const office = <Path extends string>(path: Path, verb: Verb) => ({
  getParentRoute: () => officeRoute,
  path,
  beforeLoad: pageNeeds(verb),
});

/** Returns the search parameters of a page, which its loader reads too. */
export const searchOf = <Search>(validateSearch: (search: Record<string, unknown>) => Search) => ({
  validateSearch,
  loaderDeps: ({ search }: { search: Search }) => search,
});

/** Starts the page's requests while its code is loading, and loads its words. */
export function start<Words>(
  { queryClient }: RouterContext,
  // biome-ignore lint/suspicious/noExplicitAny: nothing here depends on what a query answers.
  queries: readonly FetchQueryOptions<any, any, any, any>[],
  copy: Copy<Words>,
  title: (words: Words) => string,
) {
  for (const query of queries) void queryClient.prefetchQuery(query);
  return loadCrumbs(copy, (words) => [{ label: title(words) }]);
}

/** Loads the page's data and words before the page is shown. Without an answer, the page before stays. */
export async function read<Words, Data, Key extends QueryKey>(
  { queryClient }: RouterContext,
  query: EnsureQueryDataOptions<Data, Error, Data, Key>,
  copy: Copy<Words>,
  crumbs: (words: Words, data: Data) => Crumb[],
) {
  const [data] = await Promise.all([
    queryClient.ensureQueryData({ ...query, retry: retryUntilAnswered }),
    copy.load(currentLanguage()),
  ]);
  return loadCrumbs(copy, (words) => crumbs(words, data));
}
