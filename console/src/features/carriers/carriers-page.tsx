import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { carriersQuery } from './carriers-api.ts';
import { carriersCopy } from './carriers-copy.ts';

const route = getRouteApi('/office/carriers');

/** Who may carry parcels from here? */
export function CarriersPage() {
  const copy = useCopy(carriersCopy);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(carriersQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="carriers.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.carriers.length === 0 && <Text>{copy.none}</Text>}
      {data && data.carriers.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={280}>{copy.carrierId}</Table.Th>
              <Table.Th>{copy.name}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.carriers.map(({ carrierId, name }) => (
              <Table.Tr key={carrierId} data-carrier={carrierId}>
                <Table.Td>
                  <AnchorLink to="/carriers/$carrierId" params={{ carrierId }} ff="monospace" size="sm">
                    {carrierId}
                  </AnchorLink>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && <CursorPager to="/carriers" search={search} next={data.next} />}
      {isCreating && <CarrierDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
