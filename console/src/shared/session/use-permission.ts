import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCopy } from '../copy/copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { SESSION_KEY, type Session, sessionQuery, signOut, type Verb } from './session-api.ts';

const office = getRouteApi('/office');

/** Returns the session; after its end, the last one. Only below the office route, which requires one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  const { session } = office.useRouteContext();
  return data ?? session;
}

/** Returns why the person may not do this; undefined if they may. */
export function useRefusal(verb: Verb): string | undefined {
  const { verbs, operator } = useSession();
  const copy = useCopy(sharedCopy);
  return verbs.includes(verb) ? undefined : copy.notPermitted(operator.role);
}

/** Ends the session and shows the sign-in page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: signOut,
    onSettled: async () => {
      await router.navigate({ to: '/sign-in' });
      // Removes all data that the person saw from the memory of this browser.
      queryClient.clear();
      queryClient.setQueryData(SESSION_KEY, null);
    },
  });
}
