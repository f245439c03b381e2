import { queryOptions } from '@tanstack/react-query';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, ROWS_PER_PAGE } from '../../shared/api/query-client.ts';
import { type AuditSearch, auditParameters } from './audit-search.ts';

export type AuditEntry = Schemas['AuditEntry'];

/** More accounts than a center has. */
const PEOPLE_MAX = 500;

export const auditQuery = (search: AuditSearch) =>
  listQuery(['audit', search], (signal) =>
    operatorApi.GET('/operator/v1/audit', {
      params: { query: { ...auditParameters(search), limit: ROWS_PER_PAGE } },
      signal,
    }),
  );

export const peopleQuery = queryOptions({
  queryKey: ['audit-people'],
  queryFn: () => api.GET('/operator/v1/operators', { params: { query: { limit: PEOPLE_MAX } } }),
});
