import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';
import type { Session } from '../../shared/session/session-api.ts';

export const OWN_SESSIONS_KEY = ['own-sessions'];

export const ownSessionsQuery = polledQuery(OWN_SESSIONS_KEY, () => api.GET('/operator/v1/me/sessions'));

export const changeMe = (body: Schemas['MeRequest']): Promise<Session> =>
  api.PUT('/operator/v1/me', { body });

export const changePassword = (body: Schemas['PasswordRequest']) =>
  api.POST('/operator/v1/me/password', { body });

export const endOwnSession = (sessionId: string) =>
  api.DELETE('/operator/v1/me/sessions/{sessionId}', { params: { path: { sessionId } } });

export const endOtherSessions = () => api.DELETE('/operator/v1/me/sessions');
