import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { NewAccount } from './new-account.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import { type AccountLink, accountsQuery } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';
import { StaffTable } from './staff-table.tsx';

const route = getRouteApi('/office/staff');

/** Who may do what here? */
export function StaffPage() {
  const copy = useCopy(staffCopy);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(accountsQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<AccountLink>();
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="operators.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && <StaffTable accounts={data.accounts} />}
      {data && <CursorPager to="/staff" search={search} next={data.next} />}
      {isCreating && (
        <NewAccount
          onClose={() => setCreating(false)}
          onMade={(link) => {
            setCreating(false);
            setMade(link);
          }}
        />
      )}
      {made && <OneTimeLink made={made} onDone={() => setMade(undefined)} />}
    </Page>
  );
}
