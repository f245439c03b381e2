import { NativeSelect } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { type OrderSearch, SORTS } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';

interface SortMenuProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

/** What is found by a text is always newest first. */
export function SortMenu({ search, onChange }: SortMenuProps) {
  const copy = useCopy(ordersCopy);
  return (
    <NativeSelect
      size="sm"
      aria-label={copy.sort}
      disabled={search.q !== undefined}
      value={search.q === undefined ? (search.sort ?? 'newest') : 'newest'}
      data={SORTS.map((sort) => ({ value: sort, label: copy.sorts[sort] }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ sort: value === 'oldest' || value === 'longest' ? value : undefined })
      }
    />
  );
}
