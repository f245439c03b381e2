import { Button, Group } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { ChoiceSelect, DayRange } from '../../shared/list/filters.tsx';
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
      <ChoiceSelect
        label={copy.condition}
        any={copy.anyCondition}
        of={CONDITIONS}
        names={copy.shortConditions}
        value={condition}
        onChange={(one) => onChange({ condition: one })}
      />
      <ChoiceSelect
        label={copy.reason}
        any={copy.anyReason}
        of={REASONS}
        names={copy.reasons}
        value={reason}
        onChange={(one) => onChange({ reason: one })}
      />
      <DayRange words={copy} days={search} onChange={onChange} />
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}
