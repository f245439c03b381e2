import { useSuspenseQuery } from '@tanstack/react-query';
import { useCopy } from '../copy/copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { type Session, sessionQuery, type Verb } from './session-api.ts';

/** The person that is signed in. Only below the office's route, which asks for one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? NOBODY;
}

/** Why the person may not do this; undefined where they may. */
export function useRefusal(verb: Verb): string | undefined {
  const { verbs, operator } = useSession();
  const copy = useCopy(sharedCopy);
  return verbs.includes(verb) ? undefined : copy.notPermitted(operator.role);
}

/** For the moment between the end of a session and the sign-in page. */
const NOBODY: Session = {
  operator: { operatorId: '', name: '', login: '', role: 'viewer' },
  verbs: [],
  expires: '',
};
