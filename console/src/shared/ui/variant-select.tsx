import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/operator-client.ts';
import { useVariantName, type VariantKey } from './variant-name.tsx';

/** Pause after the last letter before the search starts. */
const TYPING_MS = 250;
const VARIANTS_OFFERED = 30;

interface VariantSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  kind: VariantKey['kind'];
  /** SKU or EAN-13. Empty: none is chosen. */
  value: string;
  onChange: (code: string) => void;
}

/** Selects a variant by its name, colour, size or code. */
export function VariantSelect({ kind, value, onChange, ...rest }: VariantSelectProps) {
  const [typed, setTyped] = useState('');
  const name = useVariantName({ kind, code: value });
  const chosen = value && `${name} · ${value}`;
  const [text] = useDebouncedValue(typed === chosen ? '' : typed, TYPING_MS);
  const { data = [] } = useQuery({
    queryKey: ['stock', 'to-choose', kind, text],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/stock', {
        params: { query: { kind, limit: VARIANTS_OFFERED, ...(text.trim() && { q: text.trim() }) } },
        signal,
      }),
  });
  const options = data.map((one) => ({
    value: one.code,
    label: one.code === value ? chosen : `${[one.name, one.color, one.size].join(', ')} · ${one.code}`,
  }));
  const isListed = value === '' || options.some((one) => one.value === value);
  return (
    <Select
      {...rest}
      searchable
      data={isListed ? options : [{ value, label: chosen }, ...options]}
      // The server has searched already, also for words in another order.
      filter={({ options: found }) => found}
      allowDeselect={false}
      value={value || null}
      onSearchChange={setTyped}
      onChange={(code) => code !== null && onChange(code)}
    />
  );
}
