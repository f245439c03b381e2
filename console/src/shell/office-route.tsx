import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../shared/api/load-part.ts';
import { PageNotPermitted, type Session, sessionQuery, type Verb } from '../shared/session/session-api.ts';
import { rootRoute } from './root-route.tsx';

/** Time before the first load shows that it is busy. */
const PENDING_MS = 1_000;

/** The pages with navigation. Without a session, the person signs in and then returns to the page. */
export const officeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'office',
  pendingMs: PENDING_MS,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } } as never);
    return { session };
  },
  component: lazyPage(() => import('./office-shell.tsx'), 'OfficeShell'),
});

/** Throws PageNotPermitted before any request if the role does not include the page. For `beforeLoad`. */
export const pageNeeds =
  (verb: Verb) =>
  ({ context: { session } }: { context: { session: Session } }): void => {
    if (!session.verbs.includes(verb)) throw new PageNotPermitted(session.operator.role);
  };
