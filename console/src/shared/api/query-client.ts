import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { SESSION_KEY } from '../session/session-api.ts';
import { ConnectionLost, RequestError } from './request-error.ts';

/** How often a page that is looked at asks for what changed; answers that did not change are a 304. */
export const POLL_MS = 5_000;
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
