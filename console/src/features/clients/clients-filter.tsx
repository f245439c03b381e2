import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useTypedSearch } from '../../shared/list/use-typed-search.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { type ClientSearch, MODES, SCOPES, STATUSES } from './client-search.ts';
import { clientsCopy } from './clients-copy.ts';

interface ClientsFilterProps {
  search: ClientSearch;
  onChange: (changes: ClientSearch) => void;
  onClear: () => void;
}

export function ClientsFilter({ search, onChange, onClear }: ClientsFilterProps) {
  const copy = useCopy(clientsCopy);
  const typed = useTypedSearch(search.q, (q) => onChange({ q }));
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={copy.search}
        leftSection={<Icon name="search" size={16} />}
        flex="1 1 240px"
        {...typed}
      />
      <Choice
        label={copy.mode}
        names={copy.modes}
        of={MODES}
        value={search.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <Choice
        label={copy.scope}
        names={copy.scopes}
        of={SCOPES}
        value={search.scope}
        onChange={(scope) => onChange({ scope })}
      />
      <Choice
        label={copy.status}
        names={copy.statuses}
        of={STATUSES}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  of: readonly T[];
  names: Record<T, string>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, of, names, value, onChange }: ChoiceProps<T>) {
  const copy = useCopy(clientsCopy);
  return (
    <NativeSelect
      label={label}
      w={150}
      value={value ?? ''}
      data={[{ value: '', label: copy.all }, ...of.map((one) => ({ value: one, label: names[one] }))]}
      onChange={(event) => onChange((event.currentTarget.value as T) || undefined)}
    />
  );
}
