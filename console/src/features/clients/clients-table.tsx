import { Group, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { ClientBadges } from './client-badges.tsx';
import type { ListedClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

interface ClientsTableProps {
  clients: ListedClient[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
}

export function ClientsTable({ clients, isOld }: ClientsTableProps) {
  const copy = useCopy(clientsCopy);
  const { roles } = useCopy(partsCopy);
  const { moment, count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.name,
        { label: copy.scope, w: '17%' },
        { label: copy.status, w: '15%' },
        { label: copy.products, w: 110, ta: 'right' },
        { label: copy.secrets, w: 110, ta: 'right' },
        { label: copy.created, w: 170 },
      ]}
      layout="fixed"
      isOld={isOld}
    >
      {clients.map((client) => (
        <Table.Tr key={client.clientId} data-client={client.clientId}>
          <Table.Td>
            <NameLink to="/clients/$clientId" params={{ clientId: client.clientId }} title={client.name}>
              {client.name}
            </NameLink>
          </Table.Td>
          <Table.Td>
            {copy.scopes[client.scope]}
            {client.role && (
              <Text span size="sm" c="dimmed">
                {' '}
                ({roles[client.role]})
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Group gap={4}>
              <ClientBadges client={client} />
            </Group>
          </Table.Td>
          <Table.Td ta="right">{client.scope === 'operator' ? '' : count(client.products)}</Table.Td>
          <Table.Td ta="right">{count(client.secrets)}</Table.Td>
          <Table.Td>{moment(client.created)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
