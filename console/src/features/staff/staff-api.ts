import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import type { Session } from '../../shared/session/session-api.ts';

export type Account = Schemas['Operator'];
export type AccountLink = Schemas['OperatorLink'];

export const STAFF_KEY = ['staff'];

export const accountsQuery = (cursor: string | undefined) =>
  listQuery([...STAFF_KEY, 'list', cursor ?? ''], '/operator/v1/operators', { query: { cursor } });

export const accountQuery = (operatorId: string) =>
  polledQuery([...STAFF_KEY, 'one', operatorId], '/operator/v1/operators/{operatorId}', { path: { operatorId } });

export const sessionsQuery = (operatorId: string) =>
  polledQuery([...STAFF_KEY, 'sessions', operatorId], '/operator/v1/operators/{operatorId}/sessions', {
    path: { operatorId },
  });

export const createAccount = (body: Schemas['NewOperatorRequest']): Promise<AccountLink> =>
  api.POST('/operator/v1/operators', { body });

export const changeAccount = (operatorId: string, body: Schemas['OperatorChangeRequest']): Promise<Account> =>
  api.PATCH('/operator/v1/operators/{operatorId}', { params: { path: { operatorId } }, body });

export const resetAccount = (operatorId: string): Promise<AccountLink> =>
  api.POST('/operator/v1/operators/{operatorId}/reset', { params: { path: { operatorId } } });

const accountParams = (operatorId: string) => ({ params: { path: { operatorId } } });

export const giveBadge = (operatorId: string): Promise<Account> =>
  api.POST('/operator/v1/operators/{operatorId}/badge', accountParams(operatorId));

export const takeBadge = (operatorId: string): Promise<Account> =>
  api.DELETE('/operator/v1/operators/{operatorId}/badge', accountParams(operatorId));

/** Issues a PIN. The server returns it only once. */
export const givePin = async (operatorId: string): Promise<string> =>
  (await api.POST('/operator/v1/operators/{operatorId}/pin', accountParams(operatorId))).pin;

export const takePin = (operatorId: string): Promise<Account> =>
  api.DELETE('/operator/v1/operators/{operatorId}/pin', accountParams(operatorId));

export const endSession = (operatorId: string, sessionId: string) =>
  api.DELETE('/operator/v1/operators/{operatorId}/sessions/{sessionId}', {
    params: { path: { operatorId, sessionId } },
  });

export const endAllSessions = (operatorId: string) =>
  api.DELETE('/operator/v1/operators/{operatorId}/sessions', { params: { path: { operatorId } } });

export const OWN_SESSIONS_KEY = ['own-sessions'];

export const ownSessionsQuery = polledQuery(OWN_SESSIONS_KEY, '/operator/v1/me/sessions');

export const changeMe = (body: Schemas['MeRequest']): Promise<Session> => api.PUT('/operator/v1/me', { body });

export const changePassword = (body: Schemas['PasswordRequest']) => api.POST('/operator/v1/me/password', { body });

export const endOwnSession = (sessionId: string) =>
  api.DELETE('/operator/v1/me/sessions/{sessionId}', { params: { path: { sessionId } } });

export const endOtherSessions = () => api.DELETE('/operator/v1/me/sessions');
