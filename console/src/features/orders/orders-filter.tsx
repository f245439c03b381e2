import { Button, Group, Pill, Popover, ScrollArea, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useCopy, useFormats, useLanguage, wordOf } from '../../shared/copy/copy.ts';
import { nameOfCountry } from '../../shared/copy/country-names.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useClientName } from '../../shared/ui/client-select.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { type OrderSearch, orderIdsIn, type Status, searchFor } from './order-search.ts';
import { marksQuery, useCarrierName } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { focusFirstOrder } from './orders-table.tsx';

interface OrdersFilterProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
  onEnter: (q: string) => void;
  onClear: () => void;
  /** Further filters in the same row. */
  children: ReactNode;
}

/** Shows the search field and the active filters, each with a button to remove it. */
export function OrdersFilter({ search, onChange, onEnter, onClear, children }: OrdersFilterProps) {
  const copy = useCopy(ordersCopy);
  const words = useFilterWords(search);
  return (
    <>
      <Group gap="xs">
        <SearchField
          label={copy.search}
          flex="1 1 240px"
          value={search.q}
          onChange={(q) => onChange(searchFor(q, search))}
          onEnter={onEnter}
          onPaste={(event) => {
            // A pasted column of a spreadsheet or a list of lines filters by these order numbers.
            const text = event.clipboardData.getData('text').trim();
            const orderIds = /[\r\n\t]/.test(text) ? orderIdsIn(text) : undefined;
            if (orderIds === undefined) return;
            event.preventDefault();
            onChange({ ...searchFor('', search), orderIds, q: undefined });
          }}
          onKeyDown={(event) => event.key === 'ArrowDown' && focusFirstOrder(event)}
        />
        {children}
      </Group>
      {search.q !== undefined && search.status === undefined && (
        <Text size="sm" c="dimmed" role="status">
          {copy.searchesAll}
        </Text>
      )}
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

/** Returns a function that names an assignee, or NONE. */
function useAssigneeName(): (operatorId: string) => string {
  const { marks } = useCopy(ordersCopy);
  const { data } = useQuery(marksQuery);
  return (operatorId) =>
    operatorId === 'NONE'
      ? marks.nobody
      : (data?.people.find((one) => one.operatorId === operatorId)?.name ?? operatorId);
}

/** Returns the active filters in words, except the filters of the tabs. */
function useFilterWords(search: OrderSearch): { name: keyof OrderSearch; text: string }[] {
  const copy = useCopy(ordersCopy);
  const { moment } = useFormats();
  const nameOfCarrier = useCarrierName();
  const nameOfAssignee = useAssigneeName();
  const language = useLanguage();
  const { before, times } = copy.filters;
  const time = (name: keyof typeof times) => {
    const at = search[name];
    if (at === undefined || !at.includes('T')) return at && times[name](at);
    // The lower bound is exclusive, so the text shows one millisecond later.
    const next = moment(new Date(Date.parse(at) + 1).toISOString());
    return name === 'createdTo' || name === 'updatedTo' ? before[name](next) : times[name](next);
  };
  const { clientId, status, reason } = search;
  const client = useClientName(clientId);
  const several =
    status?.includes(',') && status !== OPEN_STATUSES
      ? status.split(',').map((one) => copy.statuses[one as Status])
      : [];
  const reasonOf = (code: string) => wordOf(copy.reasons, code);
  const words: [keyof OrderSearch, string | undefined | false][] = [
    ['status', several.join(', ')],
    ['reason', reason?.split(',').map(reasonOf).join(', ')],
    ['clientId', client && `${copy.columns.client}: ${client}`],
    ['carrier', search.carrier && `${copy.columns.carrier}: ${nameOfCarrier(search.carrier)}`],
    ['country', search.country && `${copy.filters.country}: ${nameOfCountry(search.country, language)}`],
    ['code', search.code && `${copy.filters.code}: ${search.code}`],
    ['orderIds', search.orderIds && copy.filters.orderIdsAre(search.orderIds.split('\n').length)],
    ['createdFrom', time('createdFrom')],
    ['createdTo', time('createdTo')],
    ['updatedFrom', time('updatedFrom')],
    ['updatedTo', time('updatedTo')],
    ['inStatusForHours', search.inStatusForHours && copy.filters.inStatusFor(search.inStatusForHours)],
    ['olderThanHours', search.olderThanHours && copy.filters.olderThan(search.olderThanHours)],
    ['held', search.held && copy.filters.held],
    ['preferred', search.preferred && copy.filters.preferred],
    ['assigneeId', search.assigneeId && `${copy.marks.assignee}: ${nameOfAssignee(search.assigneeId)}`],
    ['tag', search.tag && `${copy.marks.tag}: ${search.tag}`],
    ['due', search.due && `${copy.columns.due}: ${copy.dues[search.due]}`],
    ['rush', search.rush && copy.filters.rush],
    ['cancellation', search.cancellation && copy.filters.cancellation],
    ['mode', search.mode && copy.filters.sandbox],
  ];
  return words.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

/** Loaded after the list, because few people filter at once. */
export const Filters = lazy(async () => ({ default: (await import('./order-filters.tsx')).Filters }));

type FilterPopoverProps = Pick<OrdersFilterProps, 'search' | 'onChange'>;

export function FilterPopover({ search, onChange }: FilterPopoverProps) {
  const copy = useCopy(ordersCopy);
  return (
    <Popover position="bottom-end" width="min(440px, 94vw)" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="settings" size={16} />}>
          {copy.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <ScrollArea.Autosize mah="min(640px, 78vh)" type="auto">
          <Suspense fallback={null}>
            <Filters search={search} onChange={onChange} />
          </Suspense>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
