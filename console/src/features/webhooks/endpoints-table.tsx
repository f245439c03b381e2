import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { EndpointBadge } from './endpoint-badge.tsx';
import type { Endpoint } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

interface EndpointsTableProps {
  endpoints: Endpoint[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
}

export function EndpointsTable({ endpoints, isOld }: EndpointsTableProps) {
  const copy = useCopy(webhooksCopy);
  const { moment, count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.endpoint,
        { label: copy.client, w: '22%' },
        { label: copy.state, w: '14%' },
        { label: copy.waiting, w: 90, ta: 'right' },
        { label: copy.lastSuccess, w: 170 },
      ]}
      layout="fixed"
      isOld={isOld}
    >
      {endpoints.map(({ clientId, endpointId, host, clientName, state, pending, lastSuccess }) => (
        <Table.Tr key={endpointId} data-endpoint={endpointId}>
          <Table.Td>
            <NameLink to="/webhooks/$clientId/$endpointId" params={{ clientId, endpointId }} title={host}>
              {host}
            </NameLink>
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
    </HeadedTable>
  );
}
