import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { Batch } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { useChoiceWords } from './choice-words.ts';
import { DueText } from './due-text.tsx';

export function BatchesTable({ batches, isOld }: { batches: readonly Batch[]; isOld: boolean }) {
  const copy = useCopy(batchesCopy);
  return (
    <Table.ScrollContainer minWidth={680}>
      <Table horizontalSpacing={8} opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.batch}</Table.Th>
            <Table.Th>{copy.releasedAt}</Table.Th>
            <Table.Th w="35%">{copy.chosenBy}</Table.Th>
            <Table.Th>{copy.due}</Table.Th>
            <Table.Th ta="right">{copy.columns.orders}</Table.Th>
            <Table.Th ta="right">{copy.columns.pieces}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {batches.map((batch) => (
            <BatchRow key={batch.batchId} batch={batch} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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
