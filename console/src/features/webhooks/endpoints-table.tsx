import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { EndpointBadge } from './endpoint-badge.tsx';
import type { Endpoint } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

interface EndpointsTableProps {
  endpoints: Endpoint[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  isFiltered: boolean;
}

export function EndpointsTable({ endpoints, isOld, isFiltered }: EndpointsTableProps) {
  const copy = useCopy(webhooksCopy);
  const { moment, count } = useFormats();
  if (endpoints.length === 0) return <Text>{isFiltered ? copy.none : copy.noneYet}</Text>;
  return (
    <Table layout="fixed" opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.endpoint}</Table.Th>
          <Table.Th w="22%">{copy.client}</Table.Th>
          <Table.Th w="14%">{copy.state}</Table.Th>
          <Table.Th w={90} ta="right">
            {copy.waiting}
          </Table.Th>
          <Table.Th w={170}>{copy.lastSuccess}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {endpoints.map(({ clientId, endpointId, host, clientName, state, pending, lastSuccess }) => (
          <Table.Tr key={endpointId} data-endpoint={endpointId}>
            <Table.Td>
              <AnchorLink
                to="/webhooks/$clientId/$endpointId"
                params={{ clientId, endpointId }}
                size="sm"
                truncate
                display="block"
                title={host}
              >
                {host}
              </AnchorLink>
            </Table.Td>
            <Table.Td>
              <Text size="sm" truncate title={clientName}>
                {clientName}
              </Text>
            </Table.Td>
            <Table.Td>
              <EndpointBadge state={state} />
            </Table.Td>
            <Table.Td ta="right">{count(pending)}</Table.Td>
            <Table.Td>{lastSuccess ? moment(lastSuccess) : copy.never}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
