import { Alert, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { MachineDialog } from './machine-dialog.tsx';
import { MachineRulesSection } from './machine-rules-section.tsx';
import {
  deleteMachine,
  MACHINES_KEY,
  type Machine,
  machinesQuery,
  resumeMachine,
  stopMachine,
  testMachine,
  trustHostKey,
} from './machines-api.ts';
import { machinesCopy } from './machines-copy.ts';

/** Shows the machines with their queues, and the rules that choose a machine. */
export function MachinesPage() {
  const copy = useCopy(machinesCopy);
  const { data: machines, error, refetch } = useQuery(machinesQuery);
  const [edited, setEdited] = useState<{ before?: Machine }>();
  const add = (
    <ActionButton verb="machines.change" onClick={() => setEdited({})}>
      {copy.add}
    </ActionButton>
  );
  return (
    <Page title={copy.title} actions={machines?.length !== 0 && add}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {machines?.length === 0 && (
        <EmptyState icon="machines" title={copy.none} means={copy.noneMeans}>
          {add}
        </EmptyState>
      )}
      {machines && machines.length > 0 && (
        <>
          <MachinesTable machines={machines} onEdit={(before) => setEdited({ before })} />
          <MachineRulesSection machines={machines} />
        </>
      )}
      {edited && <MachineDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

function MachinesTable({ machines, onEdit }: { machines: readonly Machine[]; onEdit: (machine: Machine) => void }) {
  const copy = useCopy(machinesCopy);
  const { count } = useFormats();
  const readAnew = useReadAnew();
  const test = useMutation({ mutationFn: ({ machineId }: Machine) => testMachine(machineId), onSettled: readAnew });
  const trust = useMutation({
    mutationFn: ({ machineId, hostKey }: { machineId: string; hostKey: string }) => trustHostKey(machineId, hostKey),
    onSuccess: async () => {
      test.reset();
      await readAnew();
    },
  });
  const { data: result, variables: tested } = test;
  const small = { verb: 'machines.change', variant: 'default', size: 'compact-sm' } as const;
  return (
    <>
      {(test.error ?? trust.error) && <RequestFailure error={test.error ?? trust.error} isChange />}
      {result && tested && (
        <Alert
          role="status"
          color={result.works ? 'green' : 'red'}
          title={result.works ? undefined : copy.fails(tested.name)}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {result.works ? copy.works(tested.name) : wordOf(copy.causes, result.reason ?? '', copy.otherCause)}{' '}
              {result.hostKey && copy.hostKeyIs(result.hostKey)}
            </Text>
            {result.hostKey && (
              <ActionButton
                {...small}
                onClick={() => trust.mutate({ machineId: tested.machineId, hostKey: result.hostKey ?? '' })}
              >
                {copy.trust}
              </ActionButton>
            )}
          </Stack>
        </Alert>
      )}
      <HeadedTable heads={[copy.name, copy.kind, copy.state, { label: '', 'aria-label': copy.actions }]} minWidth={640}>
        {machines.map((machine) => {
          const { machineId, name, kind, mode, address, roll } = machine;
          return (
            <Table.Tr key={machineId} data-machine={name}>
              <Table.Td miw={140} style={{ overflowWrap: 'anywhere' }}>
                <AnchorLink to="/machines/$machineId" params={{ machineId }} fw={600} size="sm">
                  {name}
                </AnchorLink>
                {address && (
                  <Text size="xs" c="dimmed" ff="monospace">
                    {address}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{copy.kinds[kind]}</Text>
                <Text size="xs" c="dimmed">
                  {copy.modes[mode]}
                </Text>
                {roll && (
                  <Text size="xs" c="dimmed">
                    {copy.roll.of(count(roll.widthMm))}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <MachineState machine={machine} />
              </Table.Td>
              <Table.Td>
                <Group gap={6} justify="flex-end">
                  <StopButton machine={machine} />
                  {kind !== 'BROWSER' && (
                    <ActionButton
                      {...small}
                      aria-label={copy.of(copy.test, name)}
                      loading={test.isPending && tested?.machineId === machineId}
                      onClick={() => test.mutate(machine)}
                    >
                      {copy.test}
                    </ActionButton>
                  )}
                  <ActionButton {...small} aria-label={copy.of(copy.edit, name)} onClick={() => onEdit(machine)}>
                    {copy.edit}
                  </ActionButton>
                  <ConfirmButton
                    {...small}
                    label={copy.delete}
                    aria-label={copy.of(copy.delete, name)}
                    title={copy.deleteTitle}
                    isGrave
                    act={() => deleteMachine(machineId).then(readAnew)}
                  >
                    {copy.deleteMeans}
                  </ConfirmButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </>
  );
}

export function useReadAnew() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: MACHINES_KEY });
}

export function StopButton({ machine: { machineId, name, stopped } }: { machine: Machine }) {
  const copy = useCopy(machinesCopy);
  const readAnew = useReadAnew();
  const label = stopped ? copy.resume : copy.stop;
  const change = useMutation({ mutationFn: stopped ? resumeMachine : stopMachine, onSettled: readAnew });
  return (
    <ActionButton
      verb="production.work"
      variant="default"
      size="compact-sm"
      aria-label={copy.of(label, name)}
      loading={change.isPending}
      onClick={() => change.mutate(machineId)}
    >
      {label}
    </ActionButton>
  );
}

/** Shows whether the machine gets its files, and how many there are. */
export function MachineState({ machine }: { machine: Machine }) {
  const copy = useCopy(machinesCopy);
  const { count, age } = useFormats();
  const now = useNow();
  const { stopped, failingSince, lastError, oldest, waitingPrints } = machine;
  const [color, word] = stopped ? ['gray', copy.stopped] : failingSince ? ['red', copy.fails_] : ['green', copy.well];
  const numbers = (['waiting', 'written', 'taken', 'failed'] as const).flatMap((part) =>
    machine[part] > 0 ? [`${copy.parts[part]}: ${count(machine[part])}`] : [],
  );
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={color} variant="light" styles={{ label: { overflow: 'visible' } }}>
        {word}
      </Badge>
      {failingSince && <Text size="xs">{wordOf(copy.causes, lastError ?? '', copy.otherCause)}</Text>}
      {numbers.length > 0 && <Text size="xs">{numbers.join(' · ')}</Text>}
      {waitingPrints > 0 && <Text size="xs">{copy.sheets.wait(count(waitingPrints), waitingPrints)}</Text>}
      {oldest && (
        <Text size="xs" c="dimmed">
          {copy.oldest(age(oldest, now))}
        </Text>
      )}
    </Stack>
  );
}
