import { Group, NumberInput, Select, Tabs } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { stockCopy } from './stock-copy.ts';
import { KINDS, type Kind, type StockSearch } from './stock-search.ts';

const LOW_DEFAULT = '10';

interface StockFilterProps {
  search: StockSearch;
  onChange: (changes: StockSearch) => void;
}

export function StockFilter({ search, onChange }: StockFilterProps) {
  const copy = useCopy(stockCopy);
  const view = search.short ? 'short' : search.low === undefined ? 'all' : 'low';
  return (
    <>
      <Group align="flex-end" gap="sm">
        <SearchField
          label={copy.search}
          value={search.q}
          onChange={(q) => onChange({ q })}
          flex={1}
          miw={240}
        />
        <Select
          aria-label={copy.kind}
          w={200}
          data={[
            { value: '', label: copy.bothKinds },
            ...KINDS.map((value) => ({ value, label: copy.kinds[value] })),
          ]}
          value={search.kind ?? ''}
          allowDeselect={false}
          onChange={(kind) => onChange({ kind: (kind || undefined) as Kind | undefined })}
        />
      </Group>
      <Group justify="space-between" wrap="nowrap" align="flex-end" mih={42}>
        <Tabs
          flex={1}
          value={view}
          onChange={(next) =>
            onChange({
              low: next === 'low' ? LOW_DEFAULT : undefined,
              short: next === 'short' ? 'true' : undefined,
            })
          }
        >
          <Tabs.List aria-label={copy.views}>
            <Tabs.Tab value="all">{copy.all}</Tabs.Tab>
            <Tabs.Tab value="low">{copy.low}</Tabs.Tab>
            <Tabs.Tab value="short">{copy.short}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        {view === 'low' && (
          <NumberInput
            aria-label={copy.lowAtMost}
            prefix={`${copy.lowAtMost} `}
            w={220}
            size="sm"
            min={0}
            max={999_999_999}
            allowDecimal={false}
            allowNegative={false}
            value={Number(search.low)}
            onChange={(low) => low !== '' && onChange({ low: String(low) })}
          />
        )}
      </Group>
    </>
  );
}
