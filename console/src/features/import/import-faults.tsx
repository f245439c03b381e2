import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { toCsv } from '../../shared/list/csv-rules.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { importCopy } from './import-copy.ts';

/** More would make the page slow; the file has them all. */
const FAULTS_SHOWN_MAX = 200;

/** What is wrong with the files, place by place, in the server's words; all of it as a file too, to be mended row by row. */
export function ImportFaults({ error, isApplied }: { error: Error; isApplied: boolean }) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const faults = error instanceof RequestError ? error.violations : [];
  if (faults.length === 0) return <RequestFailure error={error} isChange={isApplied} />;
  const save = () => {
    const rows = faults.map(({ pointer, message }) => [pointer, message]);
    const csv = toCsv([[copy.faultPlace, copy.faultWords], ...rows]);
    saveFile(`${copy.faultsFile}.csv`, csv, 'text/csv;charset=utf-8');
  };
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={copy.faults(count(faults.length))}>
      <Group gap="sm" mb="xs">
        <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={save}>
          {copy.saveFaults}
        </Button>
        {faults.length > FAULTS_SHOWN_MAX && (
          <Text size="sm">{copy.firstOf(count(FAULTS_SHOWN_MAX), count(faults.length))}</Text>
        )}
      </Group>
      <HeadedTable heads={[copy.faultPlace, copy.faultWords]}>
        {faults.slice(0, FAULTS_SHOWN_MAX).map(({ pointer, code, message }) => (
          <Table.Tr key={`${pointer} ${code} ${message}`} data-fault={pointer}>
            <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {pointer}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Alert>
  );
}
