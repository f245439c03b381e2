import { Group, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { FilterPopover } from './filter-popover.tsx';
import type { OrderSearch } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';
import { useFilterWords } from './use-filter-words.ts';

/** Long enough not to ask at each letter, short enough to feel like it. */
const TYPING_MS = 250;

interface OrdersFilterProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
  onClear: () => void;
}

/** What is searched for, and every filter that is on, each with a way to take it off. */
export function OrdersFilter({ search, onChange, onClear }: OrdersFilterProps) {
  const copy = useCopy(ordersCopy);
  const words = useFilterWords(search);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <SearchField q={search.q} onChange={(q) => onChange({ q })} />
        <FilterPopover search={search} onChange={onChange} />
      </Group>
      {words.length > 0 && (
        <Group gap={6}>
          {words.map(({ name, text }) => (
            <Pill
              key={name}
              size="md"
              withRemoveButton
              removeButtonProps={{ 'aria-label': copy.takeOff(text), 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange({ [name]: undefined })}
            >
              {text}
            </Pill>
          ))}
          <Pill size="md" component="button" onClick={onClear}>
            {copy.clearFilters}
          </Pill>
        </Group>
      )}
    </>
  );
}

function SearchField({
  q = '',
  onChange,
}: {
  q: string | undefined;
  onChange: (q: string | undefined) => void;
}) {
  const copy = useCopy(ordersCopy);
  const [typed, setTyped] = useState(q);
  const ask = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), TYPING_MS);
  // The address may change by itself: back, a scan, the search of the top bar.
  useEffect(() => setTyped((before) => (before.trim() === q ? before : q)), [q]);
  return (
    <TextInput
      type="search"
      flex={1}
      aria-label={copy.search}
      placeholder={copy.search}
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
