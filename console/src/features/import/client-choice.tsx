import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { clientsToChooseQuery } from './import-api.ts';
import { importCopy } from './import-copy.ts';

/** Long enough not to ask at each letter. */
const TYPING_MS = 250;

interface ClientChoiceProps {
  value: string | undefined;
  onChange: (clientId: string | undefined) => void;
}

/** Whose the products of the file are to be. */
export function ClientChoice({ value, onChange }: ClientChoiceProps) {
  const copy = useCopy(importCopy);
  const [chosenName, setChosenName] = useState('');
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed === chosenName ? '' : typed, TYPING_MS);
  const { data = [] } = useQuery(clientsToChooseQuery(asked));
  const options = data.map(({ clientId, name }) => ({ value: clientId, label: name }));
  const isListed = value === undefined || options.some((one) => one.value === value);
  return (
    <Select
      w={320}
      label={copy.client}
      placeholder={copy.nobody}
      searchable
      clearable
      nothingFoundMessage={copy.noClient}
      data={isListed ? options : [{ value: value ?? '', label: chosenName }, ...options]}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={(clientId, option) => {
        setChosenName(option?.label ?? '');
        onChange(clientId ?? undefined);
      }}
    />
  );
}
