import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { StationDialog } from './station-dialog.tsx';
import { StationState } from './station-state.tsx';
import { type Station, stationsQuery } from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

const route = getRouteApi('/office/stations');

/** Which shared devices are there, and what is done at each? */
export function StationsPage() {
  const copy = useCopy(stationsCopy);
  const search = route.useSearch();
  const list = useQuery(stationsQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="stations.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      <ListResult query={list} to="/stations" search={search} none={<Text>{copy.none}</Text>}>
        {(rows) => <StationsTable stations={rows} />}
      </ListResult>
      {isCreating && <StationDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function StationsTable({ stations }: { stations: Station[] }) {
  const copy = useCopy(stationsCopy);
  const { moment } = useFormats();
  return (
    <HeadedTable heads={[copy.name, copy.kindsLabel, copy.state, copy.created]}>
      {stations.map((station) => (
        <Table.Tr key={station.stationId} data-station={station.stationId}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <AnchorLink to="/stations/$stationId" params={{ stationId: station.stationId }} size="sm">
              {station.name}
            </AnchorLink>
          </Table.Td>
          <Table.Td>{station.kinds.map((kind) => copy.kinds[kind]).join(', ')}</Table.Td>
          <Table.Td>
            <StationState station={station} />
          </Table.Td>
          <Table.Td>{moment(station.created)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
