import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/operator-client.ts';

/** Long enough not to ask at each letter. */
const TYPING_MS = 250;
const CLIENTS_OFFERED = 50;
const NAMES_FRESH_MS = 60_000;

/** GET /operator/v1/clients: customers by a part of their name, or by their id. */
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

/** The name of a client; its id until that is known. */
export function useClientName(clientId: string | undefined): string | undefined {
  const { data = [] } = useQuery({
    ...clientsToChooseQuery(clientId ?? ''),
    enabled: clientId !== undefined,
  });
  return data.find((one) => one.clientId === clientId)?.name ?? clientId;
}

interface ClientSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  value: string | undefined;
  onChange: (clientId: string | undefined) => void;
}

/** One of all customers, however many there are: found by a part of the name. */
export function ClientSelect({ value, onChange, ...rest }: ClientSelectProps) {
  const [typed, setTyped] = useState('');
  const name = useClientName(value);
  const [asked] = useDebouncedValue(typed === name ? '' : typed, TYPING_MS);
  const { data = [] } = useQuery(clientsToChooseQuery(asked));
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
