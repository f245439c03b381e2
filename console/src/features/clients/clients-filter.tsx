import { Button, Group, TextInput } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
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
      <ChoiceSelect
        w={150}
        any={copy.all}
        label={copy.mode}
        names={copy.modes}
        of={MODES}
        value={search.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <ChoiceSelect
        w={150}
        any={copy.all}
        label={copy.scope}
        names={copy.scopes}
        of={SCOPES}
        value={search.scope}
        onChange={(scope) => onChange({ scope })}
      />
      <ChoiceSelect
        w={150}
        any={copy.all}
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
