import { Badge, Code, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { revokeSecret, type SeenClient, secretsQuery } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

/** The secrets that are valid, for whoever may revoke them. */
export function SecretsTable({ seen, onChanged }: { seen: SeenClient; onChanged: () => Promise<void> }) {
  const copy = useCopy(clientsCopy);
  const { moment } = useFormats();
  const { data: secrets = [], error, refetch } = useQuery(secretsQuery(seen));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (secrets.length === 0) return null;
  return (
    <HeadedTable heads={[copy.created, copy.secretId, { label: '', 'aria-label': copy.revoke }]}>
      {secrets.map(({ secretId, created }, index) => (
        <Table.Tr key={secretId} data-secret={secretId}>
          <Table.Td>
            <Group gap="xs">
              {moment(created)}
              {index === 0 && secrets.length > 1 && <Badge color="green">{copy.newest}</Badge>}
            </Group>
          </Table.Td>
          <Table.Td>
            <Code>{secretId}</Code>
          </Table.Td>
          <Table.Td ta="right">
            <ConfirmButton
              verb="clients.secrets"
              size="compact-sm"
              label={copy.revoke}
              aria-label={copy.revokeOf(moment(created))}
              title={copy.revokeTitle(moment(created))}
              isGrave
              act={() => revokeSecret(seen, secretId).finally(onChanged)}
            >
              {copy.revokeMeans} {secrets.length === 1 && copy.revokeLast}
            </ConfirmButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
