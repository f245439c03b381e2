import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { ChoiceSelect, DayRange } from '../../shared/list/filters.tsx';
import { useTypedSearch } from '../../shared/list/use-typed-search.ts';
import { peopleQuery } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import { type AuditSearch, SUBJECT_KINDS } from './audit-search.ts';

interface AuditFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearch) => void;
  onClear: () => void;
}

export function AuditFilter({ search, onChange, onClear }: AuditFilterProps) {
  const copy = useCopy(auditCopy);
  const { data: people = [] } = useQuery(peopleQuery);
  const { person, kind } = search;
  const typed = useTypedSearch(search.which, (which) => onChange({ which }));
  const known = people.some(({ operatorId }) => operatorId === person);
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={copy.person}
        w={190}
        value={person ?? ''}
        data={[
          { value: '', label: copy.anybody },
          // A program, by its clientId.
          ...(person && !known ? [{ value: person, label: person }] : []),
          ...people.map(({ operatorId, name }) => ({ value: operatorId, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ person: value || undefined })}
      />
      <ChoiceSelect
        label={copy.subject}
        w={160}
        any={copy.anything}
        of={SUBJECT_KINDS}
        names={copy.kinds}
        value={kind}
        onChange={(one) => onChange({ kind: one })}
      />
      <TextInput label={copy.which} placeholder={copy.whichMeans} w={280} {...typed} />
      <DayRange words={copy} days={search} onChange={onChange} />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}
