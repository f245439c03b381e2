import { Tabs, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { type OrderSearch, STATUSES, type Status } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';

/** Long enough not to ask at each letter, short enough to feel like it. */
const TYPING_MS = 250;
const ALL = 'all';

interface OrdersFilterProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

export function OrdersFilter({ search, onChange }: OrdersFilterProps) {
  const copy = useCopy(ordersCopy);
  const [typed, setTyped] = useState(search.q ?? '');
  const ask = useDebouncedCallback((q: string) => onChange({ q: q.trim() || undefined }), TYPING_MS);
  // The address may change by itself: back, a scan, the search of the top bar.
  useEffect(
    () => setTyped((before) => (before.trim() === (search.q ?? '') ? before : (search.q ?? ''))),
    [search.q],
  );
  return (
    <>
      <TextInput
        type="search"
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
      <Tabs
        value={search.status ?? ALL}
        onChange={(status) => onChange({ status: status === ALL ? undefined : (status as Status) })}
      >
        <Tabs.List aria-label={copy.byStatus}>
          {[ALL, ...STATUSES].map((status) => (
            <Tabs.Tab key={status} value={status}>
              {status === ALL ? copy.all : copy.statuses[status as Status]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </>
  );
}
