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

/** How often a page that is looked at asks for what changed; answers that did not change are a 304. */
export const POLL_MS = 5_000;
export const ROWS_PER_PAGE = 50;
const RETRIES_MAX = 2;
const FRESH_MS = 1_000;

/** Reads are tried again where that may help; changes never are, since nobody knows what became of the first. */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended: the office shows the sign-in page instead (office-route.tsx).
    if (error instanceof RequestError && error.status === 401) client.setQueryData(SESSION_KEY, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The browser's guess of being online is wrong on a shop's own network; asking is what tells.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES_MAX && mayHelp(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

function mayHelp(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof RequestError && error.status >= 500);
}

type Read<T> = (signal: AbortSignal) => Promise<T>;

/** A query that runs again every five seconds while its page is visible. */
export const polledQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal), refetchInterval: POLL_MS });

/** A polled query whose last answer stays on the screen until there is one to the new question. */
export const steadyQuery = <T>(queryKey: QueryKey, read: Read<T>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** A steady query of one page of a list. */
export const listQuery = <Row>(queryKey: QueryKey, read: Read<{ data?: Row[]; response: Response }>) =>
  steadyQuery(queryKey, (signal) => pageOf(read(signal)));

/** Query parameters of the page at this cursor. */
export const pageAt = (cursor: string | undefined) => ({ limit: ROWS_PER_PAGE, ...(cursor && { cursor }) });
