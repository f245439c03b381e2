import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  /** The value in the address. */
  value: string | undefined;
  onChange: (q: string | undefined) => void;
  /** Called after `onChange` when Enter is pressed, which also ends a scan. */
  onEnter?: (q: string) => void;
}

/** The search field of a list. It searches while the person types, and follows the address. */
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

/** Pause after the last letter before the search starts. */
const TYPING_MS = 250;

/**
 * Returns the props of a search field. It searches after a pause or when it loses the focus, and follows
 * `value` of the address.
 */
export function useTypedSearch(value: string | undefined = '', onChange: (text: string | undefined) => void) {
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback((text: string, page: string) => {
    // The person may already be leaving the page. Do not navigate back.
    if (router.latestLocation.pathname === page) onChange(text.trim() || undefined);
  }, TYPING_MS);
  // Follows changes of the address by a link, a scan or the back button, but not while the person types.
  useEffect(() => {
    if (!ask.isPending()) setTyped((before) => (before.trim() === value ? before : value));
  }, [ask, value]);
  return {
    value: typed,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      ask(currentTarget.value, router.latestLocation.pathname);
    },
    // Searches before a link is followed, so that the back button returns to the result.
    onBlur: () => ask.flush(),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === 'Enter') ask.flush();
      if (key === 'Escape') currentTarget.blur();
    },
  };
}
