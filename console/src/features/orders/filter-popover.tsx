import { Button, Popover, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import type { OrderSearch } from './order-search.ts';
import { clientsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface FilterPopoverProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

/** The rarer filters. A text counts when it is left, or at Enter. */
export function FilterPopover({ search, onChange }: FilterPopoverProps) {
  const copy = useCopy(ordersCopy);
  const { data: clients = [] } = useQuery(clientsQuery);
  const text = (name: 'carrier' | 'country' | 'code' | 'olderThanHours', label: string, pattern?: string) => (
    <TextInput
      key={`${name} ${search[name]}`}
      label={label}
      defaultValue={search[name] ?? ''}
      {...(pattern && { pattern })}
      onBlur={({ currentTarget: field }) => {
        const value = field.value.trim() || undefined;
        if (field.checkValidity() && value !== search[name]) onChange({ [name]: value });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
  const flag = (name: 'held' | 'preferred' | 'cancellation' | 'mode', on: string, label: string) => (
    <Switch
      label={label}
      checked={search[name] !== undefined}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked ? on : undefined })}
    />
  );
  return (
    <Popover position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="settings" size={16} />}>
          {copy.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Select
            label={copy.columns.client}
            searchable
            clearable
            data={clients.map(({ clientId, name }) => ({ value: clientId, label: name }))}
            value={search.clientId ?? null}
            comboboxProps={{ withinPortal: false }}
            onChange={(clientId) => onChange({ clientId: clientId ?? undefined })}
          />
          {text('carrier', copy.columns.carrier)}
          {text('country', copy.filters.countryCode, '[A-Za-z]{2}')}
          {text('code', copy.filters.code)}
          {text('olderThanHours', copy.filters.hours, '\\d{1,5}')}
          {flag('held', 'true', copy.filters.held)}
          {flag('preferred', 'true', copy.filters.preferred)}
          {flag('cancellation', 'requested', copy.filters.cancellation)}
          {flag('mode', 'sandbox', copy.filters.sandbox)}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
