import { Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { DueText, useChoiceWords } from './batch-words.tsx';
import { type Batch, batchesQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { ScanToOpen } from './scan-to-open.tsx';

const route = getRouteApi('/office/batches');

export function BatchesPage() {
  const copy = useCopy(batchesCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(batchesQuery(search));
  return (
    <Page title={copy.batchesTitle}>
      <ScanToOpen />
      <Tabs
        value={search.all ? 'all' : 'open'}
        onChange={(next) => void navigate({ search: next === 'all' ? { all: 'true' } : {} })}
      >
        <Tabs.List aria-label={copy.views}>
          <Tabs.Tab value="open">{copy.open}</Tabs.Tab>
          <Tabs.Tab value="all">{copy.all}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <ListResult
        query={list}
        to="/batches"
        search={search}
        none={<Text>{search.all ? copy.none : copy.noneOpen}</Text>}
      >
        {(rows, isOld) => <BatchesTable batches={rows} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}

function BatchesTable({ batches, isOld }: { batches: readonly Batch[]; isOld: boolean }) {
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
      <Table.Td data-wide style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Table.Td>
      <Table.Td>{ended ? copy.ended : due && <DueText due={due} />}</Table.Td>
      <Table.Td data-wide ta="right">
        {count(orders)}
      </Table.Td>
      <Table.Td ta="right">{count(pieces)}</Table.Td>
    </Table.Tr>
  );
}
