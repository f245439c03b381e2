import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { StationDialog } from './station-dialog.tsx';
import { StationState } from './station-state.tsx';
import { type Station, stationsQuery } from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

const route = getRouteApi('/office/stations');

/** Which shared devices are there, and what is done at each? */
export function StationsPage() {
  const copy = useCopy(stationsCopy);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(stationsQuery(search.cursor));
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
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.stations.length === 0 && <Text>{copy.none}</Text>}
      {data && data.stations.length > 0 && <StationsTable stations={data.stations} />}
      {data && <CursorPager to="/stations" search={search} next={data.next} />}
      {isCreating && <StationDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function StationsTable({ stations }: { stations: Station[] }) {
  const copy = useCopy(stationsCopy);
  const { moment } = useFormats();
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.name}</Table.Th>
          <Table.Th>{copy.kindsLabel}</Table.Th>
          <Table.Th>{copy.state}</Table.Th>
          <Table.Th>{copy.created}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
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
      </Table.Tbody>
    </Table>
  );
}
