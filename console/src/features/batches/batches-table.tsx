import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import type { Batch } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { useChoiceWords } from './choice-words.ts';
import { DueText } from './due-text.tsx';

export function BatchesTable({ batches, isOld }: { batches: readonly Batch[]; isOld: boolean }) {
  const copy = useCopy(batchesCopy);
  return (
    <HeadedTable
      heads={[
        copy.batch,
        copy.releasedAt,
        { label: copy.chosenBy, w: '35%' },
        copy.due,
        { label: copy.columns.orders, ta: 'right' },
        { label: copy.columns.pieces, ta: 'right' },
      ]}
      minWidth={680}
      horizontalSpacing={8}
      isOld={isOld}
    >
      {batches.map((batch) => (
        <BatchRow key={batch.batchId} batch={batch} />
      ))}
    </HeadedTable>
  );
}

function BatchRow({ batch }: { batch: Batch }) {
  const copy = useCopy(batchesCopy);
  const { count, moment } = useFormats();
  const words = useChoiceWords(batch);
  const { batchId, code, created, createdByName, due, ended, orders, pieces } = batch;
  return (
    <Table.Tr data-batch={batchId}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <AnchorLink to="/batches/$batchId" params={{ batchId }} fw={600}>
          {batchId}
        </AnchorLink>{' '}
        <Text component="span" size="sm" ff="monospace" c="dimmed">
          {code}
        </Text>
      </Table.Td>
      <Table.Td>
        {moment(created)}
        {createdByName && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {createdByName}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{words}</Table.Td>
      <Table.Td>{ended ? copy.ended : due && <DueText due={due} />}</Table.Td>
      <Table.Td ta="right">{count(orders)}</Table.Td>
      <Table.Td ta="right">{count(pieces)}</Table.Td>
    </Table.Tr>
  );
}
