import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
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
  const list = useQuery(auditQuery(search));
  const filter = (changes: AuditSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as AuditSearch });
  return (
    <Page title={copy.title}>
      <AuditFilter search={search} onChange={filter} onClear={() => void navigate({ search: {} })} />
      <ListResult query={list} to="/audit" search={search} none={<Text>{copy.none}</Text>}>
        {(entries, isOld) => <AuditTable entries={entries} search={search} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}
