import { Badge, Chip, Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCopy, useFormats, wordOf } from '../../shared/copy/copy.ts';
import { OPEN_STATUSES } from '../../shared/list/open-statuses.ts';
import { type OrderSearch, STATUSES, type Status } from './order-search.ts';
import { countsOfClients, VIEWS, viewFilters, viewOf } from './order-views.ts';
import { clientsQuery, countsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import classes from './status-tabs.module.css';

const ALL = 'all';
/** Only the most frequent reasons are shown. */
const REASONS_MAX = 8;
/** Narrow paddings keep all tabs in one line on a tablet. */
const NARROW = { tab: { paddingInline: 6 }, tabSection: { marginInlineStart: 4 } };

type FilterProps = { search: OrderSearch; onChange: (changes: OrderSearch) => void };

/**
 * Shows the number of orders in each open status, and the reasons of the chosen status. `children` are beside
 * the tabs.
 */
export function StatusTabs({ search, onChange, children }: FilterProps & { children?: ReactNode }) {
  const copy = useCopy(ordersCopy);
  const { orders: format } = useFormats();
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const chosen = search.status ?? ALL;
  // The list of all or of all open orders has no second row of filters.
  const isOne = search.status !== undefined && search.status !== OPEN_STATUSES;
  const reasons = (isOne || search.reason !== undefined ? (counts?.reasons ?? []) : []).filter(
    ({ status }) => search.status === undefined || search.status.split(',').includes(status),
  );
  const open = OPEN_STATUSES.split(',');
  const numberOf = (tab: string) => {
    const statuses = tab.split(',').filter((status) => open.includes(status));
    if (!counts || statuses.length === 0) return undefined;
    return statuses.reduce((sum, status) => sum + counts.statuses[status as Status], 0);
  };
  const names: Record<string, string> = { ...copy.statuses, [ALL]: copy.all, [OPEN_STATUSES]: copy.open };
  return (
    <div>
      <div className={classes.row}>
        <Tabs
          className={classes.tabs}
          value={chosen}
          styles={NARROW}
          onChange={(status) => onChange({ status: status === ALL || !status ? undefined : status, reason: undefined })}
        >
          <Tabs.List aria-label={copy.byStatus} className={classes.list}>
            {[OPEN_STATUSES, ...STATUSES, ALL].map((status) => (
              <Tabs.Tab
                key={status}
                value={status}
                rightSection={
                  numberOf(status) !== undefined && (
                    <Badge
                      size="sm"
                      px={6}
                      flex="none"
                      variant={status === 'ERROR' && numberOf(status) ? 'filled' : 'default'}
                      color="red"
                    >
                      {format(numberOf(status) ?? 0)}
                    </Badge>
                  )
                }
              >
                {names[status]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {children}
      </div>
      <Group gap="md" mt="xs" className={classes.why}>
        {reasons.length > 0 && (
          <Group gap={6} role="group" aria-label={copy.byReason}>
            {reasons.slice(0, REASONS_MAX).map(({ status, reason, orders }) => (
              <Chip
                key={`${status} ${reason}`}
                size="xs"
                checked={search.reason?.split(',').includes(reason) ?? false}
                onChange={(isOn) => onChange({ reason: isOn ? reason : undefined })}
              >
                {wordOf(copy.reasons, reason)} {format(orders)}
              </Chip>
            ))}
          </Group>
        )}
        <ClientChips search={search} onChange={onChange} />
      </Group>
    </div>
  );
}

/** Only the clients with the most orders are shown. */
const CLIENTS_MAX = 8;

interface ViewChipsProps {
  search: OrderSearch;
  /** Replaces all filters with these. */
  onShow: (search: OrderSearch) => void;
}

/** Shows the views. Choosing one keeps the mode and the client. */
export function ViewChips({ search, onShow }: ViewChipsProps) {
  const copy = useCopy(ordersCopy);
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const current = viewOf(search);
  const { mode, clientId } = search;
  return (
    <Group gap={6} role="group" aria-label={copy.views.title}>
      {VIEWS.map((view) => (
        <Chip
          key={view}
          size="xs"
          variant="light"
          checked={current === view}
          onChange={(isOn) => onShow({ ...(isOn && viewFilters(view, counts, Date.now())), mode, clientId })}
        >
          {copy.views[view]}
        </Chip>
      ))}
    </Group>
  );
}

/** Shows the clients of the orders with the chosen reason or in error. */
function ClientChips({ search, onChange }: FilterProps) {
  const copy = useCopy(ordersCopy);
  const { orders: format } = useFormats();
  const { data: counts } = useQuery(countsQuery(search.mode, undefined));
  const { data: clients = [] } = useQuery(clientsQuery);
  if (search.reason === undefined && search.status !== 'ERROR') return null;
  const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  return (
    <Group gap={6} role="group" aria-label={copy.byClient}>
      <Text size="xs" c="dimmed">
        {copy.byClient}
      </Text>
      {countsOfClients(search, counts)
        .slice(0, CLIENTS_MAX)
        .map(({ clientId, orders }) => (
          <Chip
            key={clientId}
            size="xs"
            checked={search.clientId === clientId}
            onChange={(isOn) => onChange({ clientId: isOn ? clientId : undefined })}
          >
            {names.get(clientId) ?? clientId} {format(orders)}
          </Chip>
        ))}
    </Group>
  );
}
