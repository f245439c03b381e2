import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import type { OrderSearch } from './order-search.ts';
import { countsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface ReasonFilterProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

/** Every reason that orders have now, and those that are filtered by. */
export function ReasonFilter({ search, onChange }: ReasonFilterProps) {
  const copy = useCopy(ordersCopy);
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const chosen = search.reason?.split(',') ?? [];
  const codes = [...new Set([...chosen, ...(counts?.reasons ?? []).map(({ reason }) => reason)])];
  return (
    <MultiSelect
      label={copy.columns.reason}
      searchable
      clearable
      data={codes.map((code) => ({ value: code, label: copy.reasons[code] ?? code }))}
      value={chosen}
      comboboxProps={{ withinPortal: false }}
      onChange={(reasons) => onChange({ reason: reasons.length > 0 ? reasons.join(',') : undefined })}
    />
  );
}
