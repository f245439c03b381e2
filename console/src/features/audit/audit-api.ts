import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery } from '../../shared/api/query-client.ts';
import { type AuditSearch, auditParameters } from './audit-search.ts';

export type AuditEntry = Schemas['AuditEntry'];

/** More accounts than a center has. */
const PEOPLE_MAX = 500;

export const auditQuery = (search: AuditSearch) =>
  listQuery(['audit', search], '/operator/v1/audit', { query: auditParameters(search) });

export const peopleQuery = queryOptions({
  queryKey: ['audit-people'],
  queryFn: () => api.GET('/operator/v1/operators', { params: { query: { limit: PEOPLE_MAX } } }),
});
