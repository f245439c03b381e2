import { Badge, Group, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ListPage } from '../../shared/api/answers.ts';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ListResult } from '../../shared/ui/page.tsx';
import { catalogueCopy } from './catalogue-copy.ts';

interface ClientsListProps {
  query: UseQueryResult<
    ListPage<Pick<Schemas['ListedClient'], 'clientId' | 'name' | 'mode' | 'status'> & { default?: boolean }>
  >;
  to: string;
  search: { cursor?: string | undefined };
  none: string;
}

/** Lists the clients that may order a product or ship with a carrier. */
export function ClientsList({ none, ...list }: ClientsListProps) {
  const copy = useCopy(catalogueCopy);
  return (
    <ListResult {...list} none={<Text size="sm">{none}</Text>}>
      {(clients) => (
        <Table>
          <Table.Tbody>
            {clients.map(({ clientId, name, mode, status, default: isDefault }) => (
              <Table.Tr key={clientId}>
                <Table.Td>
                  <AnchorLink to="/clients/$clientId" params={{ clientId }} size="sm">
                    {name}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end">
                    {isDefault && <Badge>{copy.carriers.default}</Badge>}
                    {mode === 'sandbox' && <Badge>{copy.sandbox}</Badge>}
                    {status === 'disabled' && <Badge color="gray">{copy.disabled}</Badge>}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </ListResult>
  );
}
