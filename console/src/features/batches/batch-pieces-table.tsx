import { Badge, Button, Group, Pill, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useNow } from '../../shared/copy/use-now.ts';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { BATCH_STATES, type BatchSearch } from './batch-search.ts';
import { batchPiecesQuery, type Piece } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const ANY = 'ALL';

interface BatchPiecesProps {
  batchId: string;
  search: BatchSearch;
  onChange: (changes: BatchSearch) => void;
}

/** The pieces one by one, by state and blank. */
export function BatchPieces({ batchId, search, onChange }: BatchPiecesProps) {
  const copy = useCopy(batchesCopy);
  const { data, error, refetch, isPlaceholderData } = useQuery(batchPiecesQuery(batchId, search));
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
            removeButtonProps={{
              'aria-label': copy.takeOff(search.sku),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange({ sku: undefined })}
          >
            {search.sku}
          </Pill>
        </Group>
      )}
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.pieces.length === 0 && (
        <Text size="sm">
          {copy.noPieces}{' '}
          {(search.state || search.sku) && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange({ state: undefined, sku: undefined })}
            >
              {copy.clear}
            </Button>
          )}
        </Text>
      )}
      {data && data.pieces.length > 0 && <PiecesTable pieces={data.pieces} isOld={isPlaceholderData} />}
      {data && <CursorPager to={`/batches/${batchId}`} search={search} next={data.next} />}
    </>
  );
}

function PiecesTable({ pieces, isOld }: { pieces: readonly Piece[]; isOld: boolean }) {
  const copy = useCopy(batchesCopy);
  const { age, moment } = useFormats();
  const now = useNow();
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table horizontalSpacing={8} verticalSpacing={4} opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.piece}</Table.Th>
            <Table.Th>{copy.order}</Table.Th>
            <Table.Th>{copy.columns.code}</Table.Th>
            <Table.Th>{copy.state}</Table.Th>
            <Table.Th>{copy.since}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pieces.map(
            ({ code, clientId, orderId, sku, attempt, state, stateSince, reason, replacedBy, hasBlank }) => (
              <Table.Tr key={code} data-piece={code}>
                <Table.Td>
                  <Text component="span" ff="monospace" size="sm">
                    {code}
                  </Text>
                  {attempt > 0 && (
                    <Badge color="orange" variant="light" tt="none" ml={6}>
                      R{attempt}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>
                  <AnchorLink
                    to="/orders/$clientId/$orderId"
                    params={{ clientId, orderId }}
                    className={tableText.code}
                    size="sm"
                  >
                    {orderId}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>
                  <Text component="span" className={tableText.code} ff="monospace" size="sm">
                    {sku}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {copy.pieceStates[state]}
                  {hasBlank === false && (
                    <Badge color="red" variant="light" tt="none" ml={6}>
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
            ),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
