import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import { type AuditSearch, auditParameters } from './audit-search.ts';

export type AuditEntry = Schemas['AuditEntry'];

const ENTRIES_PER_PAGE = 50;
/** More people than a center has. */
const PEOPLE_MAX = 500;

/** GET /operator/v1/audit */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', search],
    queryFn: async ({ signal }) => {
      const query = { ...auditParameters(search), limit: ENTRIES_PER_PAGE };
      const { data = [], response } = await operatorApi.GET('/operator/v1/audit', {
        params: { query },
        signal,
      });
      return { entries: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/operators: who may be asked for. */
export const peopleQuery = queryOptions({
  queryKey: ['audit-people'],
  queryFn: () =>
    contentOf(operatorApi.GET('/operator/v1/operators', { params: { query: { limit: PEOPLE_MAX } } })),
});
