import { Group, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ClientBadges } from './client-badges.tsx';
import type { ListedClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

interface ClientsTableProps {
  clients: ListedClient[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  isFiltered: boolean;
}

export function ClientsTable({ clients, isOld, isFiltered }: ClientsTableProps) {
  const copy = useCopy(clientsCopy);
  const { roles } = useCopy(partsCopy);
  const { moment, count } = useFormats();
  if (clients.length === 0) return <Text>{isFiltered ? copy.none : copy.noneYet}</Text>;
  return (
    <Table layout="fixed" opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.name}</Table.Th>
          <Table.Th w="17%">{copy.scope}</Table.Th>
          <Table.Th w="15%">{copy.status}</Table.Th>
          <Table.Th w={110} ta="right">
            {copy.products}
          </Table.Th>
          <Table.Th w={110} ta="right">
            {copy.secrets}
          </Table.Th>
          <Table.Th w={170}>{copy.created}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.map((client) => (
          <Table.Tr key={client.clientId} data-client={client.clientId}>
            <Table.Td>
              <AnchorLink
                to="/clients/$clientId"
                params={{ clientId: client.clientId }}
                size="sm"
                truncate
                display="block"
                title={client.name}
              >
                {client.name}
              </AnchorLink>
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
      </Table.Tbody>
    </Table>
  );
}
