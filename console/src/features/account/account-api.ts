import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { Session } from '../../shared/session/session-api.ts';

export const OWN_SESSIONS_KEY = ['own-sessions'];

/** GET /operator/v1/me/sessions */
export const ownSessionsQuery = queryOptions({
  queryKey: OWN_SESSIONS_KEY,
  queryFn: () => contentOf(operatorApi.GET('/operator/v1/me/sessions')),
  refetchInterval: POLL_MS,
});

/** PUT /operator/v1/me */
export const changeMe = (body: Schemas['MeRequest']): Promise<Session> =>
  contentOf(operatorApi.PUT('/operator/v1/me', { body }));

/** POST /operator/v1/me/password */
export const changePassword = (body: Schemas['PasswordRequest']) =>
  contentOf(operatorApi.POST('/operator/v1/me/password', { body }));

/** DELETE /operator/v1/me/sessions/{sessionId} */
export const endOwnSession = (sessionId: string) =>
  contentOf(operatorApi.DELETE('/operator/v1/me/sessions/{sessionId}', { params: { path: { sessionId } } }));

/** DELETE /operator/v1/me/sessions */
export const endOtherSessions = () => contentOf(operatorApi.DELETE('/operator/v1/me/sessions'));
