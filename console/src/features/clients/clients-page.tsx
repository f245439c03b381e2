import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { ClientSearch } from './client-search.ts';
import { ClientSecret } from './client-secret.tsx';
import { clientsQuery, type NewSecret } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';
import { ClientsFilter } from './clients-filter.tsx';
import { ClientsTable } from './clients-table.tsx';
import { NewClient } from './new-client.tsx';

const route = getRouteApi('/office/clients');

/** Who may send us orders? */
export function ClientsPage() {
  const copy = useCopy(clientsCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(clientsQuery(search));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ secret: NewSecret; name: string }>();
  const filter = (changes: ClientSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as ClientSearch });
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="clients.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      <ClientsFilter search={search} onChange={filter} onClear={() => void navigate({ search: {} })} />
      <ListResult
        query={list}
        to="/clients"
        search={search}
        none={<Text>{Object.keys(search).length > 0 ? copy.none : copy.noneYet}</Text>}
      >
        {(clients, isOld) => <ClientsTable clients={clients} isOld={isOld} />}
      </ListResult>
      {isCreating && (
        <NewClient
          onClose={() => setCreating(false)}
          onMade={(secret, name) => {
            setCreating(false);
            setMade({ secret, name });
          }}
        />
      )}
      {made && <ClientSecret {...made} onDone={() => setMade(undefined)} />}
    </Page>
  );
}
