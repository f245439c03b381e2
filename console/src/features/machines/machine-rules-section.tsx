import { NativeSelect, Select, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  articlesQuery,
  MACHINES_KEY,
  type Machine,
  type MachineRule,
  rulesQuery,
  saveRules,
  stationsQuery,
} from './machines-api.ts';
import { machinesCopy } from './machines-copy.ts';

const TYPING_MS = 250;

/** Lists the rules that choose a machine, and adds and deletes them. */
export function MachineRulesSection({ machines }: { machines: readonly Machine[] }) {
  const { rules: copy, delete: deleteWord, of } = useCopy(machinesCopy);
  const queryClient = useQueryClient();
  const { data, error } = useQuery(rulesQuery);
  const { data: stations = [] } = useQuery(stationsQuery);
  const rules = data?.rules ?? [];
  const [isAdding, setAdding] = useState(false);
  const save = (changed: MachineRule[]) =>
    saveRules(changed).then((answer) => queryClient.setQueryData(rulesQuery.queryKey, answer));
  const wordsOf = ({ technology, manufacturerCode, stationId }: MachineRule) =>
    [
      technology,
      manufacturerCode,
      stationId && (stations.find((one) => one.stationId === stationId)?.name ?? stationId),
    ]
      .filter(Boolean)
      .join(' · ') || copy.every;
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="machines.change" size="compact-sm" onClick={() => setAdding(true)}>
          {copy.add}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} />}
      <Text size="sm" c="dimmed">
        {data && rules.length === 0 ? copy.none : copy.means}
      </Text>
      {rules.length > 0 && (
        <HeadedTable heads={[copy.when, copy.machine, '']} minWidth={420}>
          {rules.map((rule, at) => (
            <Table.Tr key={JSON.stringify(rule)}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{wordsOf(rule)}</Table.Td>
              <Table.Td>{machines.find((one) => one.machineId === rule.machineId)?.name ?? copy.gone}</Table.Td>
              <Table.Td align="right">
                <ConfirmButton
                  verb="machines.change"
                  size="compact-sm"
                  label={deleteWord}
                  aria-label={of(deleteWord, wordsOf(rule))}
                  title={copy.deleteTitle}
                  isGrave
                  act={() => save(rules.toSpliced(at, 1))}
                >
                  {copy.deleteMeans}
                </ConfirmButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {isAdding && (
        <RuleDialog machines={machines} save={(rule) => save([...rules, rule])} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

interface RuleDialogProps {
  machines: readonly Machine[];
  save: (rule: MachineRule) => Promise<unknown>;
  onClose: () => void;
}

function RuleDialog({ machines, save, onClose }: RuleDialogProps) {
  const { rules: copy, technology: technologyWord, station: stationWord } = useCopy(machinesCopy);
  const { data: stations = [] } = useQuery(stationsQuery);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const { data: articles = [] } = useQuery(articlesQuery(q));
  const [machineId, setMachineId] = useState(machines[0]?.machineId ?? '');
  const [technology, setTechnology] = useState('');
  const [manufacturerCode, setArticle] = useState<string | null>(null);
  const [stationId, setStation] = useState('');
  const rule = {
    machineId,
    ...(technology.trim() !== '' && { technology: technology.trim() }),
    ...(manufacturerCode && { manufacturerCode }),
    ...(stationId !== '' && { stationId }),
  };
  const change = useDialogChange(() => save(rule), MACHINES_KEY, onClose);
  return (
    <Dialog title={copy.add} confirm={copy.create} change={change} onSubmit={() => change.mutate()} onClose={onClose}>
      <TextInput
        data-autofocus
        label={technologyWord}
        placeholder="DTG"
        value={technology}
        onChange={(event) => setTechnology(event.currentTarget.value)}
      />
      <Select
        label={copy.article}
        placeholder={copy.any}
        clearable
        searchable
        data={articles.map((one) => ({ value: one.manufacturerCode, label: one.title }))}
        filter={({ options }) => options}
        value={manufacturerCode}
        onSearchChange={setTyped}
        onChange={setArticle}
      />
      <NativeSelect
        label={stationWord}
        value={stationId}
        data={[{ value: '', label: copy.any }, ...stations.map((one) => ({ value: one.stationId, label: one.name }))]}
        onChange={(event) => setStation(event.currentTarget.value)}
      />
      <NativeSelect
        label={copy.machine}
        value={machineId}
        data={machines.map((one) => ({ value: one.machineId, label: one.name }))}
        onChange={(event) => setMachineId(event.currentTarget.value)}
      />
    </Dialog>
  );
}
