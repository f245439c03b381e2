import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  filePath,
  isSheet,
  type Machine,
  type MachineJob,
  type MachineKind,
  machineQuery,
  makeSheets,
  markTaken,
  PARTS,
  queueQuery,
  sendAgain,
  takeBack,
} from './machines-api.ts';
import { machinesCopy } from './machines-copy.ts';
import { MachineState, StopButton, useReadAnew } from './machines-page.tsx';

const route = getRouteApi('/office/machines/$machineId');

/** Shows the queue of a machine. */
export function QueuePage() {
  const copy = useCopy(machinesCopy);
  const { machineId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: machine } = useSuspenseQuery(machineQuery(machineId));
  const queue = useQuery(queueQuery(machineId, search));
  return (
    <Page title={machine.name} actions={<StopButton machine={machine} />}>
      <MachineState machine={machine} />
      {(machine.roll || machine.waitingPrints > 0) && <WaitingPrints machine={machine} />}
      <Section
        title={copy.queue}
        actions={
          <ChoiceSelect
            aria-label={copy.state}
            size="xs"
            any={copy.allStates}
            of={PARTS}
            names={copy.parts}
            value={search.state}
            onChange={(state) => void navigate({ search: withoutEmpty({ state }) })}
          />
        }
      >
        <ListResult
          query={queue}
          to={`/machines/${machineId}`}
          search={search}
          none={<Text size="sm">{copy.noFiles}</Text>}
        >
          {(rows, isOld) => (
            <HeadedTable
              heads={[copy.file, copy.state, copy.age, { label: '', 'aria-label': copy.actions }]}
              minWidth={600}
              isOld={isOld}
            >
              {rows.map((job) => (
                <JobRow key={job.jobId} job={job} kind={machine.kind} />
              ))}
            </HeadedTable>
          )}
        </ListResult>
      </Section>
    </Page>
  );
}

/** Makes gang sheets of the prints that wait. */
function WaitingPrints({ machine: { machineId, waitingPrints } }: { machine: Machine }) {
  const { sheets: copy } = useCopy(machinesCopy);
  const readAnew = useReadAnew();
  const make = useMutation({ mutationFn: () => makeSheets(machineId), onSettled: readAnew });
  return (
    <Group gap="sm">
      {waitingPrints > 0 && (
        <ActionButton
          verb="production.work"
          variant="default"
          size="compact-sm"
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {copy.make}
        </ActionButton>
      )}
      {make.error && <RequestFailure error={make.error} isChange />}
      {make.isSuccess && (
        <Text size="sm" role="status" c="dimmed">
          {copy.requested}
        </Text>
      )}
    </Group>
  );
}

const TONES: Record<MachineJob['state'], string> = {
  ...{ WAITING: 'blue', WRITING: 'blue', PLACING: 'blue', WRITTEN: 'violet', TAKEN: 'green', DONE: 'gray' },
  ...{ WITHDRAWN: 'gray', FAILED: 'red' },
};

function JobRow({ job, kind }: { job: MachineJob; kind: MachineKind }) {
  const copy = useCopy(machinesCopy);
  const { moment, age } = useFormats();
  const now = useNow();
  const { fileName, piece, clientId, orderId, state, cause, created } = job;
  return (
    <Table.Tr data-file={fileName} data-state={state}>
      <Table.Td miw={180} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{fileName}</Text>
        <Text size="xs" c="dimmed">
          {clientId !== undefined && orderId !== undefined ? (
            <>
              {piece} ·{' '}
              <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="xs">
                {orderId}
              </AnchorLink>
            </>
          ) : (
            isSheet(piece) && (
              <AnchorLink to="/machines/sheets/$sheet" params={{ sheet: piece }} size="xs">
                {copy.sheets.one(piece)}
              </AnchorLink>
            )
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Badge color={TONES[state]} variant="light" styles={{ label: { overflow: 'visible' } }}>
            {copy.states[state]}
          </Badge>
          {cause && <Text size="xs">{wordOf(copy.causes, cause, copy.otherCause)}</Text>}
        </Stack>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm">{age(created, now)}</Text>
        <Text size="xs" c="dimmed">
          {moment(created)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end">
          <JobActions job={job} kind={kind} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows only the actions that the state of the file allows. */
function JobActions({ job: { jobId, fileName, state, sha256 }, kind }: { job: MachineJob; kind: MachineKind }) {
  const copy = useCopy(machinesCopy);
  const readAnew = useReadAnew();
  const take = useMutation({ mutationFn: () => markTaken(jobId), onSettled: readAnew });
  const isForBrowser = kind === 'BROWSER' && state === 'WAITING';
  const download = () => {
    location.assign(`${SERVER_URL}${filePath(jobId)}`);
    take.mutate();
  };
  const small = { verb: 'production.work', variant: 'default', size: 'compact-sm' } as const;
  return (
    <>
      {take.error && <RequestFailure error={take.error} isChange />}
      {isForBrowser && (
        <ActionButton {...small} aria-label={copy.of(copy.download, fileName)} onClick={download}>
          {copy.download}
        </ActionButton>
      )}
      {state === 'FAILED' && sha256 && (
        <ActionButton {...small} aria-label={copy.of(copy.take, fileName)} onClick={() => take.mutate()}>
          {copy.take}
        </ActionButton>
      )}
      {(state === 'FAILED' || state === 'TAKEN' || state === 'WITHDRAWN' || state === 'DONE') && sha256 && (
        <ConfirmButton
          {...small}
          label={copy.send}
          aria-label={copy.of(copy.send, fileName)}
          title={copy.sendTitle}
          act={() => sendAgain(jobId).then(readAnew)}
        >
          {copy.sendMeans}
        </ConfirmButton>
      )}
      {(state === 'WAITING' || state === 'WRITTEN' || state === 'FAILED') && (
        <ConfirmButton
          {...small}
          label={copy.withdraw}
          aria-label={copy.of(copy.withdraw, fileName)}
          title={copy.withdrawTitle}
          isGrave
          act={() => takeBack(jobId).then(readAnew)}
        >
          {copy.withdrawMeans}
        </ConfirmButton>
      )}
    </>
  );
}
