import { Alert, Table } from '@mantine/core';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { importCopy } from './import-copy.ts';

const FAULTS_SHOWN_MAX = 200;

/** What is wrong with the file, place by place, in the server's words. */
export function ImportFaults({ error, isApplied }: { error: Error; isApplied: boolean }) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const faults = error instanceof RequestError ? error.violations : [];
  if (faults.length === 0) return <RequestFailure error={error} isChange={isApplied} />;
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={copy.faults(count(faults.length))}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.faultPlace}</Table.Th>
            <Table.Th>{copy.faultWords}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.slice(0, FAULTS_SHOWN_MAX).map(({ pointer, code, message }) => (
            <Table.Tr key={`${pointer} ${code}`} data-fault={pointer}>
              <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {pointer}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  );
}
