import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { carriersQuery } from './carriers-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';

const route = getRouteApi('/office/carriers');

/** Who may carry parcels from here? */
export function CarriersPage() {
  const copy = useCopy(catalogueCopy).carriers;
  const search = route.useSearch();
  const list = useQuery(carriersQuery(search.cursor));
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
      <ListResult query={list} to="/carriers" search={search} none={<Text>{copy.none}</Text>}>
        {(rows) => (
          <HeadedTable heads={[{ label: copy.carrierId, w: 280 }, copy.name]}>
            {rows.map(({ carrierId, name }) => (
              <Table.Tr key={carrierId} data-carrier={carrierId}>
                <Table.Td>
                  <AnchorLink to="/carriers/$carrierId" params={{ carrierId }} ff="monospace" size="sm">
                    {carrierId}
                  </AnchorLink>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        )}
      </ListResult>
      {isCreating && <CarrierDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
