import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { returnsCopy } from './returns-copy.ts';
import { CONDITIONS, REASONS, type ReturnsSearch } from './returns-search.ts';

interface ReturnsFilterProps {
  search: ReturnsSearch;
  onChange: (changes: ReturnsSearch) => void;
  onClear: () => void;
}

export function ReturnsFilter({ search, onChange, onClear }: ReturnsFilterProps) {
  const copy = useCopy(returnsCopy);
  const { client, condition, reason, from, to } = search;
  const isFiltered = [client, condition, reason, from, to].some((one) => one !== undefined);
  return (
    <Group gap="sm" align="flex-end">
      <ClientSelect
        label={copy.client}
        placeholder={copy.anyClient}
        w={200}
        value={client}
        onChange={(chosen) => onChange({ client: chosen })}
      />
      <NativeSelect
        label={copy.condition}
        value={condition ?? ''}
        data={[
          { value: '', label: copy.anyCondition },
          ...CONDITIONS.map((value) => ({ value, label: copy.shortConditions[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ condition: (value || undefined) as ReturnsSearch['condition'] })
        }
      />
      <NativeSelect
        label={copy.reason}
        value={reason ?? ''}
        data={[
          { value: '', label: copy.anyReason },
          ...REASONS.map((value) => ({ value, label: copy.reasons[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ reason: (value || undefined) as ReturnsSearch['reason'] })
        }
      />
      <TextInput
        type="date"
        label={copy.from}
        value={from ?? ''}
        {...(to && { max: to })}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={copy.to}
        value={to ?? ''}
        {...(from && { min: from })}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}
