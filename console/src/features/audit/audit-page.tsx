import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { auditQuery } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import { AuditFilter } from './audit-filter.tsx';
import type { AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

const route = getRouteApi('/office/audit');

/** Who did what, and when? */
export function AuditPage() {
  const copy = useCopy(auditCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(search));
  const filter = (changes: AuditSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as AuditSearch });
  return (
    <Page title={copy.title}>
      <AuditFilter search={search} onChange={filter} onClear={() => void navigate({ search: {} })} />
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && <AuditTable entries={data.entries} search={search} isOld={isPlaceholderData} />}
      {data && <CursorPager to="/audit" search={search} next={data.next} />}
    </Page>
  );
}
