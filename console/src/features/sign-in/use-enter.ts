import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CONSOLE_PATH } from '../../shared/api/api-base.ts';
import { readLanguage, setLanguage } from '../../shared/copy/language.ts';
import { SESSION_KEY, type Session } from '../../shared/session/session-api.ts';

/** Takes the person who just signed in to where they wanted to, in their language. */
export function useEnter(): (session: Session, next?: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (session, next) => {
    const language = readLanguage(session.operator.language);
    if (language) setLanguage(language);
    queryClient.setQueryData(SESSION_KEY, session);
    router.history.replace(addressOf(next));
  };
}

/** `next` is an address within the console, as the router has it: /orders?status=ERROR. One that leads elsewhere, which somebody may have put into a link, is none. */
function addressOf(next = '/'): string {
  const address = URL.parse(CONSOLE_PATH.slice(0, -1) + next, location.origin);
  const isWithin = address?.origin === location.origin && address.pathname.startsWith(CONSOLE_PATH);
  return isWithin ? address.pathname + address.search : CONSOLE_PATH;
}
