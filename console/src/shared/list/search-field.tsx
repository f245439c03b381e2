import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';

/** Long enough not to ask at each letter, short enough to feel like it. */
const TYPING_MS = 250;

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  /** As it stands in the address. */
  value: string | undefined;
  onChange: (q: string | undefined) => void;
}

/** The search of a list: asks while the person types, and follows the address. */
export function SearchField({ label, value = '', onChange, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback((q: string) => onChange(q.trim() || undefined), TYPING_MS);
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value]);
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  );
}
