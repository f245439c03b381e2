import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
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
  const list = useQuery(accountsQuery(search.cursor));
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
      <ListResult query={list} to="/staff" search={search} none={<Text>{copy.none}</Text>}>
        {(accounts) => <StaffTable accounts={accounts} />}
      </ListResult>
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
