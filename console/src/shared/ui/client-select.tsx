import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/operator-client.ts';

/** Pause after the last letter before the search starts. */
const TYPING_MS = 250;
const CLIENTS_OFFERED = 50;
const NAMES_FRESH_MS = 60_000;

/** Searches clients by a part of their name or by their id. */
export const clientsToChooseQuery = (q: string) =>
  queryOptions({
    queryKey: ['clients', 'to-choose', q],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/clients', {
        params: { query: { scope: 'fulfillment', limit: CLIENTS_OFFERED, ...(q && { q }) } },
        signal,
      }),
    staleTime: NAMES_FRESH_MS,
  });

/** Returns the name of a client, or its id until the name is loaded. */
export function useClientName(clientId: string | undefined): string | undefined {
  const { data = [] } = useQuery({ ...clientsToChooseQuery(clientId ?? ''), enabled: clientId !== undefined });
  return data.find((one) => one.clientId === clientId)?.name ?? clientId;
}

interface ClientSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  value: string | undefined;
  onChange: (clientId: string | undefined) => void;
}

/** Selects a client by a part of its name. */
export function ClientSelect({ value, onChange, ...rest }: ClientSelectProps) {
  const [typed, setTyped] = useState('');
  const name = useClientName(value);
  const [query] = useDebouncedValue(typed === name ? '' : typed, TYPING_MS);
  // The clients stay listed while the next ones are read. Otherwise a quick Enter would choose nothing.
  const { data = [] } = useQuery({ ...clientsToChooseQuery(query), placeholderData: keepPreviousData });
  const options = data.map((one) => ({ value: one.clientId, label: one.name }));
  const isListed = value === undefined || options.some((one) => one.value === value);
  return (
    <Select
      {...rest}
      searchable
      clearable
      data={isListed ? options : [{ value: value ?? '', label: name ?? '' }, ...options]}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={(clientId) => onChange(clientId ?? undefined)}
    />
  );
}
