import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { SESSION_KEY } from '../session/session-api.ts';
import { pageOf } from './answers.ts';
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

type Read<T> = (signal: AbortSignal) => Promise<T>;

/** Returns a query that runs every five seconds while its page is visible. */
export const polledQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal), refetchInterval: POLL_MS });

/** Returns a polled query that keeps its last answer visible until the next query has one. */
export const steadyQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** Returns a steady query for one page of a list. */
export const listQuery = <Row>(queryKey: QueryKey, read: Read<{ data?: Row[]; response: Response }>) =>
  steadyQuery(queryKey, (signal) => pageOf(read(signal)));

/** Returns the query parameters of the page at this cursor. */
export const pageAt = (cursor: string | undefined) => ({ limit: ROWS_PER_PAGE, ...(cursor && { cursor }) });
