import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { SESSION_KEY } from '../session/session-api.ts';
import { pageOf, seenOf } from './answers.ts';
import { type Content, operatorApi, type ReadParams, type ReadPath } from './operator-client.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** Interval at which a visible page asks for changes. An unchanged answer is a 304. */
export const POLL_MS = 5_000;
export const ROWS_PER_PAGE = 50;
const RETRIES_MAX = 2;
const FRESH_MS = 1_000;

/**
 * Creates the client. It retries failed reads where that may help, but never a change, because the first one
 * may have succeeded.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended. The office asks to sign in again (session-ended.tsx).
    if (error instanceof RequestError && error.status === 401) client.setQueryData(SESSION_KEY, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Browsers may report being offline in a network without internet, so requests are always sent.
        networkMode: 'always',
        retry: mayHelp,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

function mayHelp(failures: number, error: Error): boolean {
  const isServers = error instanceof ConnectionLost || (error instanceof RequestError && error.status >= 500);
  return failures < RETRIES_MAX && isServers;
}

/** Returns whether to retry a read of data that a page needs before it is shown. */
export const retryUntilAnswered = (failures: number, error: Error): boolean =>
  error instanceof ConnectionLost || mayHelp(failures, error);

type Answer<T> = Promise<{ data?: T; response: Response }>;
type Read<T> = (signal: AbortSignal) => Promise<T>;
type RowOf<List> = List extends (infer Row)[] ? Row : never;

/** Returns a query that runs every five seconds while its page is visible. */
const repeatedQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal), refetchInterval: POLL_MS });

function get<P extends ReadPath>(path: P, params: ReadParams<P>, signal: AbortSignal): Answer<Content<P>> {
  const init = { params, signal };
  return (operatorApi.GET as (path: P, init: object) => unknown)(path, init) as Answer<Content<P>>;
}

/** Returns a query that reads `path` every five seconds while its page is visible. */
export const polledQuery = <P extends ReadPath>(queryKey: QueryKey, path: P, params = {} as ReadParams<P>) =>
  repeatedQuery(queryKey, async (signal) => (await get(path, params, signal)).data as Content<P>);

/** Returns a polled query whose data have the ETag. */
export const seenQuery = <P extends ReadPath>(queryKey: QueryKey, path: P, params: ReadParams<P>) =>
  repeatedQuery(queryKey, (signal) => seenOf(get(path, params, signal)));

/** Returns a polled query that keeps its last answer visible until the next query has one. */
export const steadyQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({ ...repeatedQuery(queryKey, read), placeholderData: keepPreviousData });

/** Returns a steady query for one page of the list at `path`. */
export const listQuery = <P extends ReadPath>(queryKey: QueryKey, path: P, params: ReadParams<P>) =>
  steadyQuery(queryKey, (signal) => {
    const paged = { ...params, query: { limit: ROWS_PER_PAGE, ...params.query } };
    return pageOf(get(path, paged as ReadParams<P>, signal) as Answer<RowOf<Content<P>>[]>);
  });
