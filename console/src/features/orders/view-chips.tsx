import { Chip, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import type { OrderSearch } from './order-search.ts';
import { countsOfClients, VIEWS, viewFilters, viewOf } from './order-views.ts';
import { clientsQuery, countsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** Of clients, those with the most orders. */
const CLIENTS_MAX = 8;

interface ViewChipsProps {
  search: OrderSearch;
  /** Puts these filters in the place of all others. */
  onShow: (search: OrderSearch) => void;
}

/** What people ask every day, one press away. The tests of a sandbox, and one client, stay chosen. */
export function ViewChips({ search, onShow }: ViewChipsProps) {
  const copy = useCopy(ordersCopy);
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const shown = viewOf(search);
  const { mode, clientId } = search;
  return (
    <Group gap={6} role="group" aria-label={copy.views.title}>
      {VIEWS.map((view) => (
        <Chip
          key={view}
          size="xs"
          variant="light"
          checked={shown === view}
          onChange={(isOn) => onShow({ ...(isOn && viewFilters(view, counts, new Date())), mode, clientId })}
        >
          {copy.views[view]}
        </Chip>
      ))}
    </Group>
  );
}

interface ClientChipsProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

/** Whose orders they are that stand still for a reason, or are in a status: which client sends bad files? */
export function ClientChips({ search, onChange }: ClientChipsProps) {
  const copy = useCopy(ordersCopy);
  const { count } = useFormats();
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
            {names.get(clientId) ?? clientId} {count(orders)}
          </Chip>
        ))}
    </Group>
  );
}
