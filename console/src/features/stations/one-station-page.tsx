import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CONSOLE_PATH } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { StationDialog } from './station-dialog.tsx';
import { StationState } from './station-state.tsx';
import {
  changeStation,
  endStationSession,
  openStation,
  STATIONS_KEY,
  type Station,
  stationQuery,
  stationSessionsQuery,
} from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

const route = getRouteApi('/office/stations/$stationId');

/** What is done at this station, and in which browsers? */
export function OneStationPage() {
  const copy = useCopy(stationsCopy);
  const { moment } = useFormats();
  const { stationId } = route.useParams();
  const queryClient = useQueryClient();
  const { data: station, error, refetch } = useQuery(stationQuery(stationId));
  const sessions = useQuery(stationSessionsQuery(stationId));
  const readAnew = () => queryClient.invalidateQueries({ queryKey: STATIONS_KEY });
  if (!station) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={station.name} actions={<StationActions station={station} onChanged={readAnew} />}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Section title={copy.station}>
        <Facts
          of={[
            [copy.kindsLabel, station.kinds.map((kind) => copy.kinds[kind]).join(', ')],
            [copy.created, moment(station.created)],
          ]}
        />
      </Section>
      <Section title={copy.browsers}>
        {sessions.error && <RequestFailure error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {sessions.data?.length === 0 && <Text size="sm">{copy.noBrowsers}</Text>}
        {sessions.data && sessions.data.length > 0 && (
          <SessionsTable
            sessions={sessions.data}
            verb="stations.change"
            onEnd={(sessionId) => endStationSession(stationId, sessionId).then(readAnew)}
          />
        )}
      </Section>
    </Page>
  );
}

function StationActions({ station, onChanged }: { station: Station; onChanged: () => Promise<void> }) {
  const copy = useCopy(stationsCopy);
  const [changing, setChanging] = useState<Station>();
  const { stationId, name, disabled } = station;
  const open = async () => {
    await openStation(stationId);
    // Nobody is signed in here any more: what this page knows of them goes with it.
    location.replace(`${CONSOLE_PATH}station`);
  };
  return (
    <>
      <StationState station={station} />
      <ButtonLink to="/audit" search={{ kind: 'station', which: stationId }} variant="default">
        {copy.deeds}
      </ButtonLink>
      <ActionButton variant="default" verb="stations.change" onClick={() => setChanging(station)}>
        {copy.change}
      </ActionButton>
      <ConfirmButton
        key={String(disabled)}
        verb="stations.change"
        label={disabled ? copy.enable : copy.disable}
        title={disabled ? copy.enableTitle(name) : copy.disableTitle(name)}
        isGrave={!disabled}
        act={() => changeStation(stationId, { disabled: !disabled }).then(onChanged)}
      >
        {disabled ? copy.enableMeans : copy.disableMeans}
      </ConfirmButton>
      <ConfirmButton
        verb="stations.open"
        variant="filled"
        refusal={disabled ? copy.openRefusal : undefined}
        label={copy.open}
        title={copy.openTitle(name)}
        act={open}
      >
        {copy.openMeans}
      </ConfirmButton>
      {changing && <StationDialog station={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}
