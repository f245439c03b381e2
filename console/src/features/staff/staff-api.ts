import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';

export type Account = Schemas['Operator'];
export type Role = Account['role'];
export type AccountLink = Schemas['OperatorLink'];

/** From the one that may do most. */
export const ROLES: readonly Role[] = ['admin', 'office', 'floor', 'viewer'];
/** Every list and account, to have them read anew after a change. */
export const STAFF_KEY = ['staff'];

const ACCOUNTS_PER_PAGE = 50;

/** GET /operator/v1/operators */
export const accountsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'list', cursor ?? ''],
    queryFn: async ({ signal }) => {
      const query = { limit: ACCOUNTS_PER_PAGE, ...(cursor && { cursor }) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/operators', {
        params: { query },
        signal,
      });
      return { accounts: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/operators/{operatorId} */
export const accountQuery = (operatorId: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'one', operatorId],
    queryFn: () =>
      contentOf(operatorApi.GET('/operator/v1/operators/{operatorId}', { params: { path: { operatorId } } })),
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/operators/{operatorId}/sessions */
export const sessionsQuery = (operatorId: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'sessions', operatorId],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/operators/{operatorId}/sessions', { params: { path: { operatorId } } }),
      ),
    refetchInterval: POLL_MS,
  });

/** POST /operator/v1/operators */
export const createAccount = (body: Schemas['NewOperatorRequest']): Promise<AccountLink> =>
  contentOf(operatorApi.POST('/operator/v1/operators', { body }));

/** PATCH /operator/v1/operators/{operatorId} */
export const changeAccount = (operatorId: string, body: Schemas['OperatorChangeRequest']): Promise<Account> =>
  contentOf(
    operatorApi.PATCH('/operator/v1/operators/{operatorId}', { params: { path: { operatorId } }, body }),
  );

/** POST /operator/v1/operators/{operatorId}/reset */
export const resetAccount = (operatorId: string): Promise<AccountLink> =>
  contentOf(
    operatorApi.POST('/operator/v1/operators/{operatorId}/reset', { params: { path: { operatorId } } }),
  );

const ofAccount = (operatorId: string) => ({ params: { path: { operatorId } } });

/** POST /operator/v1/operators/{operatorId}/badge */
export const giveBadge = (operatorId: string): Promise<Account> =>
  contentOf(operatorApi.POST('/operator/v1/operators/{operatorId}/badge', ofAccount(operatorId)));

/** DELETE /operator/v1/operators/{operatorId}/badge */
export const takeBadge = (operatorId: string): Promise<Account> =>
  contentOf(operatorApi.DELETE('/operator/v1/operators/{operatorId}/badge', ofAccount(operatorId)));

/** POST /operator/v1/operators/{operatorId}/pin: answers the PIN, this once. */
export const givePin = async (operatorId: string): Promise<string> =>
  (await contentOf(operatorApi.POST('/operator/v1/operators/{operatorId}/pin', ofAccount(operatorId)))).pin;

/** DELETE /operator/v1/operators/{operatorId}/pin */
export const takePin = (operatorId: string): Promise<Account> =>
  contentOf(operatorApi.DELETE('/operator/v1/operators/{operatorId}/pin', ofAccount(operatorId)));

/** DELETE /operator/v1/operators/{operatorId}/sessions/{sessionId} */
export const endSession = (operatorId: string, sessionId: string) =>
  contentOf(
    operatorApi.DELETE('/operator/v1/operators/{operatorId}/sessions/{sessionId}', {
      params: { path: { operatorId, sessionId } },
    }),
  );

/** DELETE /operator/v1/operators/{operatorId}/sessions */
export const endAllSessions = (operatorId: string) =>
  contentOf(
    operatorApi.DELETE('/operator/v1/operators/{operatorId}/sessions', { params: { path: { operatorId } } }),
  );
