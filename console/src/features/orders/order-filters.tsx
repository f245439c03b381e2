import { Group, MultiSelect, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, wordOf } from '../../shared/copy/copy.ts';
import { DUE_FILTERS } from '../../shared/list/due-rules.ts';
import { ZoneNote } from '../../shared/list/filters.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { CountrySelect } from '../../shared/ui/country-select.tsx';
import { type OrderSearch, orderIdsIn } from './order-search.ts';
import { carriersQuery, countsQuery, marksQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

type FilterProps = { search: OrderSearch; onChange: (changes: OrderSearch) => void };

/** Shows the less common filters. A text applies at Enter, or when its field loses the focus. */
export function Filters({ search, onChange }: FilterProps) {
  const copy = useCopy(ordersCopy);
  const flag = (name: 'held' | 'rush' | 'cancellation' | 'mode', on: string, label: string) => (
    <Switch
      label={label}
      checked={search[name] !== undefined}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked ? on : undefined })}
    />
  );
  const field = (name: TextFilterProps['name'], label: string, pattern?: string) => (
    <TextFilter {...{ name, label, search, onChange }} {...(pattern && { pattern })} />
  );
  return (
    <Stack gap="xs" p="sm">
      <ClientSelect
        label={copy.columns.client}
        value={search.clientId}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(clientId) => onChange({ clientId })}
      />
      <Select
        label={copy.columns.due}
        clearable
        data={DUE_FILTERS.map((value) => ({ value, label: copy.dues[value] }))}
        value={search.due ?? null}
        comboboxProps={{ withinPortal: false }}
        onChange={(due) => onChange({ due: DUE_FILTERS.find((one) => one === due) })}
      />
      <ReasonFilter search={search} onChange={onChange} />
      <Group grow gap="xs" align="flex-start">
        <CarrierFilter search={search} onChange={onChange} />
        <CountrySelect
          label={copy.filters.country}
          clearable
          value={search.country}
          comboboxProps={{ withinPortal: false }}
          onChange={(country) => onChange({ country })}
        />
      </Group>
      <MarksFilter search={search} onChange={onChange} />
      {field('code', copy.filters.code)}
      <Group grow gap="xs">
        <DayFilter name="createdFrom" {...{ search, onChange }} />
        <DayFilter name="createdTo" {...{ search, onChange }} />
      </Group>
      <Group grow gap="xs">
        <DayFilter name="updatedFrom" {...{ search, onChange }} />
        <DayFilter name="updatedTo" {...{ search, onChange }} />
      </Group>
      <ZoneNote />
      <Group grow gap="xs">
        {field('olderThanHours', copy.filters.hours, '\\d{1,5}')}
        {field('inStatusForHours', copy.filters.hoursInStatus, '\\d{1,5}')}
      </Group>
      <SimpleGrid cols={2} spacing="xs" my={4}>
        {flag('held', 'true', copy.filters.held)}
        {flag('rush', 'true', copy.filters.rush)}
        {flag('cancellation', 'requested', copy.filters.cancellation)}
        {flag('mode', 'sandbox', copy.filters.sandbox)}
      </SimpleGrid>
      <Textarea
        key={search.orderIds}
        label={copy.filters.orderIds}
        autosize
        minRows={1}
        maxRows={5}
        spellCheck={false}
        defaultValue={search.orderIds ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          const orderIds = orderIdsIn(value) ?? (value.trim() || undefined);
          if (orderIds !== search.orderIds) onChange({ orderIds });
        }}
      />
    </Stack>
  );
}

/** Filters by the person who looks after an order, and by a tag. */
function MarksFilter({ search, onChange }: FilterProps) {
  const { marks: copy } = useCopy(ordersCopy);
  const { data } = useQuery(marksQuery);
  const people = (data?.people ?? []).map(({ operatorId, name }) => ({ value: operatorId, label: name }));
  const shared = { clearable: true, searchable: true, comboboxProps: { withinPortal: false } };
  return (
    <Group grow gap="xs">
      <Select
        {...shared}
        label={copy.assignee}
        data={[{ value: 'NONE', label: copy.nobody }, ...people]}
        value={search.assigneeId ?? null}
        onChange={(assigneeId) => onChange({ assigneeId: assigneeId ?? undefined })}
      />
      <Select
        {...shared}
        label={copy.tag}
        data={data?.tags ?? []}
        value={search.tag ?? null}
        onChange={(tag) => onChange({ tag: tag ?? undefined })}
      />
    </Group>
  );
}

interface TextFilterProps extends FilterProps {
  name: 'code' | 'olderThanHours' | 'inStatusForHours';
  label: string;
  pattern?: string;
}

function TextFilter({ name, label, search, onChange, ...rest }: TextFilterProps) {
  return (
    <TextInput
      {...rest}
      key={search[name]}
      label={label}
      defaultValue={search[name] ?? ''}
      onBlur={({ currentTarget: field }) => {
        const value = field.value.trim() || undefined;
        if (field.checkValidity() && value !== search[name]) onChange({ [name]: value });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

/** Offers the known carriers and the typed name, because staff may have shipped with any carrier name. */
function CarrierFilter({ search, onChange }: FilterProps) {
  const copy = useCopy(ordersCopy);
  const [typed, setTyped] = useState('');
  const { data: carriers = [] } = useQuery(carriersQuery);
  const known = carriers.map(({ carrierId, name }) => ({ value: carrierId, label: name }));
  const isKnown = (text: string) => known.some(({ value, label }) => value === text || label === text);
  const others = [...new Set([search.carrier ?? '', typed.trim()])].filter((text) => text !== '' && !isKnown(text));
  return (
    <Select
      label={copy.columns.carrier}
      searchable
      clearable
      data={[...known, ...others.map((text) => ({ value: text, label: text }))]}
      value={search.carrier ?? null}
      comboboxProps={{ withinPortal: false }}
      onSearchChange={setTyped}
      onChange={(carrier) => onChange({ carrier: carrier ?? undefined })}
    />
  );
}

interface DayFilterProps extends FilterProps {
  name: 'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo';
}

function DayFilter({ name, search, onChange }: DayFilterProps) {
  const copy = useCopy(ordersCopy);
  const day = search[name]?.length === DAY_LENGTH ? search[name] : '';
  return (
    <TextInput
      type="date"
      key={day}
      label={copy.filters.days[name]}
      max="9999-12-31"
      defaultValue={day}
      onBlur={({ currentTarget: { value } }) => {
        if (value !== day) onChange({ [name]: value || undefined });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

/** The length of 2026-11-22. A moment is longer. */
const DAY_LENGTH = 10;

type ReasonFilterProps = { search: OrderSearch; onChange: (changes: OrderSearch) => void };

/** Offers the reasons that orders have now, and the chosen ones. */
function ReasonFilter({ search, onChange }: ReasonFilterProps) {
  const copy = useCopy(ordersCopy);
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const chosen = search.reason?.split(',') ?? [];
  const codes = [...new Set([...chosen, ...(counts?.reasons ?? []).map(({ reason }) => reason)])];
  return (
    <MultiSelect
      label={copy.columns.reason}
      searchable
      clearable
      data={codes.map((code) => ({ value: code, label: wordOf(copy.reasons, code) }))}
      value={chosen}
      comboboxProps={{ withinPortal: false }}
      onChange={(reasons) => onChange({ reason: reasons.length > 0 ? reasons.join(',') : undefined })}
    />
  );
}
