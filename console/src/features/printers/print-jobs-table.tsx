import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import type { PrintJob } from '../../shared/printing/print-jobs-api.ts';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { PrintJobActions } from './print-job-actions.tsx';
import { printersCopy } from './printers-copy.ts';
import type { PrintState } from './printers-search.ts';

const TONES: Record<PrintState, string> = {
  queued: 'blue',
  sending: 'blue',
  printed: 'green',
  failed: 'red',
  unknown: 'orange',
  cancelled: 'gray',
};

interface PrintJobsTableProps {
  jobs: readonly PrintJob[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  onChanged: () => Promise<void>;
}

export function PrintJobsTable({ jobs, isOld, onChanged }: PrintJobsTableProps) {
  const copy = useCopy(printersCopy);
  return (
    <HeadedTable
      heads={[copy.document, copy.state, copy.asked, { label: '', 'aria-label': copy.actions }]}
      minWidth={640}
      isOld={isOld}
    >
      {jobs.map((job) => (
        <PrintJobRow key={job.jobId} job={job} onChanged={onChanged} />
      ))}
    </HeadedTable>
  );
}

function PrintJobRow({ job, onChanged }: { job: PrintJob; onChanged: () => Promise<void> }) {
  const copy = useCopy(printersCopy);
  const { moment, count } = useFormats();
  const { title, printer, state, lastError, created, createdBy, copies, reason, attempts } = job;
  return (
    <Table.Tr data-job={title} data-state={state}>
      <Table.Td miw={160} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed">
          {printer.name ?? copy.gone}
        </Text>
        {copies > 1 && (
          <Text size="xs" c="dimmed">
            {copy.copies(count(copies))}
          </Text>
        )}
        {reason && (
          <Text size="xs" c="dimmed">
            {copy.reprintBecause(reason)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Badge color={TONES[state]} styles={{ label: { overflow: 'visible' } }}>
            {copy.states[state]}
          </Badge>
          {lastError && <Text size="xs">{copy.errors[lastError] ?? copy.otherError(lastError)}</Text>}
          {attempts > 1 && (
            <Text size="xs" c="dimmed">
              {copy.attempts}: {count(attempts)}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm">{moment(created)}</Text>
        <Text size="xs" c="dimmed">
          {createdBy.name ?? copy.system}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end">
          <PrintJobActions job={job} onChanged={onChanged} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
