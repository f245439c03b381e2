import { Badge, Checkbox, Group, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CONSOLE_PATH } from '../../shared/api/api-base.ts';
import { RequestError, violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { PrintPdfButton } from '../../shared/printing/print-pdf-button.tsx';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import { Facts, HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  changeStation,
  createStation,
  endStationSession,
  KINDS,
  openStation,
  printersForStationsQuery,
  STATIONS_KEY,
  type Station,
  stationQuery,
  stationSessionsQuery,
  stationsQuery,
} from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';
import { WallBoards } from './wall-boards.tsx';

const route = getRouteApi('/office/stations');

export function StationsPage() {
  const copy = useCopy(stationsCopy);
  const search = route.useSearch();
  const list = useQuery(stationsQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={copy.title}
      actions={
        <>
          <PrintPdfButton verb="floor.read" path="/papers/commands" label={copy.printCommands} />
          <ActionButton verb="stations.change" onClick={() => setCreating(true)}>
            {copy.create}
          </ActionButton>
        </>
      }
    >
      <ListResult query={list} to="/stations" search={search} none={<Text>{copy.none}</Text>}>
        {(rows) => <StationsTable stations={rows} />}
      </ListResult>
      <WallBoards />
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

const oneRoute = getRouteApi('/office/stations/$stationId');

export function OneStationPage() {
  const copy = useCopy(stationsCopy);
  const { moment } = useFormats();
  const { stationId } = oneRoute.useParams();
  const queryClient = useQueryClient();
  const { data: station, error, refetch } = useQuery(stationQuery(stationId));
  const sessions = useQuery(stationSessionsQuery(stationId));
  const reload = () => queryClient.invalidateQueries({ queryKey: STATIONS_KEY });
  if (!station) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={station.name} actions={<StationActions station={station} onChanged={reload} />}>
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
            onEnd={({ sessionId }) => endStationSession(stationId, sessionId).then(reload)}
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
    // Leaves the page, because the session ended and the page holds its data.
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

interface StationDialogProps {
  /** Absent: a new station. */
  station?: Station;
  onClose: () => void;
}

/** Creates or changes a station. */
function StationDialog({ station, onClose }: StationDialogProps) {
  const copy = useCopy(stationsCopy);
  const [name, setName] = useState(station?.name ?? '');
  const [kinds, setKinds] = useState<string[]>(station?.kinds ?? []);
  const [printers, setPrinters] = useState<string[]>(station?.printers.map(({ printerId }) => printerId) ?? []);
  const { data: known = [] } = useQuery({ ...printersForStationsQuery, enabled: station !== undefined });
  const [isTried, setTried] = useState(false);
  const save = useDialogChange(
    () => {
      const body = { name: name.trim(), kinds: KINDS.filter((kind) => kinds.includes(kind)) };
      if (!station) return createStation(body);
      // An unchanged name is not sent. The server would refuse an old name that breaks the current rules.
      const { name: newName, ...rest } = body;
      const renamed = newName !== station.name && { name: newName };
      return changeStation(station.stationId, { ...rest, ...renamed, printers });
    },
    STATIONS_KEY,
    onClose,
  );
  const isTaken = save.error instanceof RequestError && save.error.status === 409;
  return (
    <Dialog
      title={station ? copy.changeTitle : copy.createTitle}
      confirm={station ? copy.save : copy.createConfirm}
      change={save}
      error={isTaken ? null : save.error}
      onSubmit={() => {
        setTried(true);
        if (name.trim() && kinds.length > 0) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={
          isTaken
            ? copy.taken
            : (violationsByField(save.error).name ?? (isTried && !name.trim() ? copy.needed : undefined))
        }
      />
      <Checkbox.Group
        label={copy.kindsLabel}
        value={kinds}
        onChange={setKinds}
        error={isTried && kinds.length === 0 ? copy.kindsNeeded : undefined}
      >
        <Group gap="md" mt={6} mb={6}>
          {KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={copy.kinds[kind]} />
          ))}
        </Group>
      </Checkbox.Group>
      {known.length > 0 && (
        <Checkbox.Group
          label={copy.printersLabel}
          description={copy.printersHelp}
          value={printers}
          onChange={setPrinters}
        >
          <Group gap="md" mt={6} mb={6}>
            {known.map((printer) => (
              <Checkbox key={printer.printerId} value={printer.printerId} label={printer.name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </Dialog>
  );
}

function StationState({ station: { disabled } }: { station: Station }) {
  const copy = useCopy(stationsCopy);
  return <Badge color={disabled ? 'gray' : 'green'}>{disabled ? copy.disabled : copy.active}</Badge>;
}
