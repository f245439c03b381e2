import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  /** As it stands in the address. */
  value: string | undefined;
  onChange: (q: string | undefined) => void;
  /** Enter was pressed, which ends a scan too; after `onChange`. */
  onEnter?: (q: string) => void;
}

/** The search of a list: asks while the person types, and follows the address. */
export function SearchField({ label, value, onChange, onEnter, ...rest }: SearchFieldProps) {
  const typed = useTypedSearch(value, onChange);
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      {...typed}
      onKeyDown={(event) => {
        typed.onKeyDown(event);
        rest.onKeyDown?.(event);
        if (event.key === 'Enter') onEnter?.(event.currentTarget.value.trim());
      }}
    />
  );
}

/** Long enough not to ask at each letter, short enough to feel like it. */
const TYPING_MS = 250;

/** Props of a list's search field: it asks a moment after the last letter, or when the field is left, and follows the address, where `value` stands. */
export function useTypedSearch(value: string | undefined = '', onChange: (text: string | undefined) => void) {
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback((text: string, page: string) => {
    // Another page may be loading, with this one on the screen: nobody is brought back from there.
    if (router.latestLocation.pathname === page) onChange(text.trim() || undefined);
  }, TYPING_MS);
  // The address may change by itself: back, a link, a scan. It does not take away what is being typed.
  useEffect(() => {
    if (!ask.isPending()) setTyped((before) => (before.trim() === value ? before : value));
  }, [ask, value]);
  return {
    value: typed,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      ask(currentTarget.value, router.latestLocation.pathname);
    },
    // Before a link is followed, so that back leads to what was found.
    onBlur: () => ask.flush(),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === 'Enter') ask.flush();
      if (key === 'Escape') currentTarget.blur();
    },
  };
}
