import { Badge, Button, Group, Pill, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult } from '../../shared/ui/page.tsx';
import { VariantName } from '../../shared/ui/variant-name.tsx';
import { BATCH_STATES, type BatchSearch, batchPiecesQuery, type Piece } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const ANY = 'ALL';

type BatchPiecesProps = { batchId: string; search: BatchSearch; onChange: (changes: BatchSearch) => void };

export function BatchPieces({ batchId, search, onChange }: BatchPiecesProps) {
  const copy = useCopy(batchesCopy);
  const list = useQuery(batchPiecesQuery(batchId, search));
  return (
    <>
      <Tabs
        value={search.state ?? ANY}
        onChange={(next) => onChange({ state: BATCH_STATES.find((one) => one === next) })}
      >
        <Tabs.List aria-label={copy.piecesShown}>
          <Tabs.Tab value={ANY}>{copy.all}</Tabs.Tab>
          {BATCH_STATES.map((state) => (
            <Tabs.Tab key={state} value={state}>
              {copy.batchStates[state]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {search.sku !== undefined && (
        <Group gap={6}>
          <Pill
            size="md"
            withRemoveButton
            removeButtonProps={{ 'aria-label': copy.takeOff(search.sku), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => onChange({ sku: undefined })}
          >
            {search.sku}
          </Pill>
        </Group>
      )}
      <ListResult
        query={list}
        to={`/batches/${batchId}`}
        search={search}
        none={
          <Text size="sm">
            {copy.noPieces}{' '}
            {(search.state || search.sku) && (
              <Button variant="subtle" size="compact-sm" onClick={() => onChange({ state: undefined, sku: undefined })}>
                {copy.clear}
              </Button>
            )}
          </Text>
        }
      >
        {(rows, isOld) => <PiecesTable pieces={rows} isOld={isOld} />}
      </ListResult>
    </>
  );
}

function PiecesTable({ pieces, isOld }: { pieces: readonly Piece[]; isOld: boolean }) {
  const copy = useCopy(batchesCopy);
  const { age, moment } = useFormats();
  const now = useNow();
  return (
    <HeadedTable
      heads={[copy.piece, copy.order, copy.article, copy.state, copy.since]}
      minWidth={640}
      horizontalSpacing={8}
      verticalSpacing={4}
      isOld={isOld}
    >
      {pieces.map(({ code, clientId, orderId, sku, attempt, state, stateSince, reason, replacedBy, hasBlank }) => (
        <Table.Tr key={code} data-piece={code}>
          <Table.Td>
            <Text component="span" ff="monospace" size="sm">
              {code}
            </Text>
            {attempt > 0 && (
              <Badge color="orange" ml={6}>
                R{attempt}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>
            <OrderLink clientId={clientId} orderId={orderId} />
          </Table.Td>
          <Table.Td>
            <VariantName kind="ARTICLE" code={sku} />
          </Table.Td>
          <Table.Td>
            {copy.pieceStates[state]}
            {hasBlank === false && (
              <Badge color="red" ml={6}>
                {copy.noBlank}
              </Badge>
            )}
            {replacedBy && (
              <Text size="xs" c="dimmed">
                {copy.replacedBy(replacedBy, reason ? (copy.rejectReasons[reason] ?? reason) : '')}
              </Text>
            )}
          </Table.Td>
          <Table.Td title={moment(stateSince)}>{age(stateSince, now)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
