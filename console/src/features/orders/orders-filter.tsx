import { Button, Group, Pill } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { FilterPopover } from './filter-popover.tsx';
import { type OrderSearch, orderIdsIn } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';
import { focusFirstOrder } from './row-keys.ts';
import { useFilterWords } from './use-filter-words.ts';

interface OrdersFilterProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
  onEnter: (q: string) => void;
  onClear: () => void;
}

/** What is searched for, and every filter that is on, each with a way to take it off. */
export function OrdersFilter({ search, onChange, onEnter, onClear }: OrdersFilterProps) {
  const copy = useCopy(ordersCopy);
  const words = useFilterWords(search);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label={copy.search}
          flex={1}
          value={search.q}
          onChange={(q) => onChange({ q })}
          onEnter={onEnter}
          onPaste={(event) => {
            // A column of a spreadsheet, or lines of an e-mail: these orders are wanted.
            const text = event.clipboardData.getData('text').trim();
            const orderIds = /[\r\n\t]/.test(text) ? orderIdsIn(text) : undefined;
            if (orderIds === undefined) return;
            event.preventDefault();
            onChange({ orderIds, q: undefined });
          }}
          onKeyDown={(event) => event.key === 'ArrowDown' && focusFirstOrder(event)}
        />
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
          <Button variant="subtle" size="compact-xs" onClick={onClear}>
            {copy.clearFilters}
          </Button>
        </Group>
      )}
    </>
  );
}
