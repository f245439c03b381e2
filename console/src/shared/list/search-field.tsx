import { TextInput, type TextInputProps } from '@mantine/core';
import { Icon } from '../ui/icons.tsx';
import { useTypedSearch } from './use-typed-search.ts';

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
