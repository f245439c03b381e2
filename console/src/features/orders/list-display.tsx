import { Button, Checkbox, NativeSelect, Popover, ScrollArea, Stack } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { keepColumns, useChosenColumns } from './columns-choice.ts';
import { usualColumns } from './order-columns.tsx';
import { COLUMNS, type OrderSearch, PAGE_SIZES } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';

interface ListDisplayProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

const USUAL_SIZE = '50';

/** Chooses the columns and the page size. The browser keeps the columns, and a saved view has its own. */
export function ListDisplay({ search, onChange }: ListDisplayProps) {
  const { display: copy, columns: names } = useCopy(ordersCopy);
  const chosen = useChosenColumns(search);
  const columns = chosen ?? usualColumns(search);
  const choose = (next: typeof columns | undefined) => {
    keepColumns(next);
    onChange({ columns: next?.join(',') });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Icon name="bins" size={14} />}>
          {copy.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah="70vh" type="auto">
          <Stack gap={8}>
            <NativeSelect
              label={copy.pageSize}
              data={PAGE_SIZES.map((value) => ({ value, label: value }))}
              value={search.limit ?? USUAL_SIZE}
              onChange={({ currentTarget: { value } }) =>
                onChange({ limit: PAGE_SIZES.find((size) => size === value && size !== USUAL_SIZE) })
              }
            />
            <Checkbox.Group
              label={copy.columns}
              value={[...columns]}
              onChange={(next) => choose(COLUMNS.filter((column) => column === 'order' || next.includes(column)))}
            >
              <Stack gap={6} mt={4}>
                {COLUMNS.map((column) => (
                  <Checkbox
                    key={column}
                    size="xs"
                    value={column}
                    label={names[column]}
                    // The number of the order is the link to it.
                    disabled={column === 'order'}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
            <Button variant="subtle" size="compact-xs" disabled={!chosen} onClick={() => choose(undefined)}>
              {copy.usual}
            </Button>
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
