import { Alert, Badge, NumberInput, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { BATCHES_KEY, type BatchLine, type BatchProgress, reportShort } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { groupReleasable, missingOf } from './release-grouping.ts';
import classes from './release-groups-table.module.css';

/** Shows the pick list with the progress of the pieces. */
export function PickListTable({ batchId, progress }: { batchId: string; progress: BatchProgress }) {
  const copy = useCopy(batchesCopy);
  const nameOfPlace = usePlaceName();
  const { count, plural } = useFormats();
  const [short, setShort] = useState<BatchLine>();
  const [left, setLeft] = useState<number>();
  const { lines, customizations } = progress;
  const { columns, parts } = copy;
  const numbers = [copy.needed, columns.onHand, parts.toMake, parts.made, parts.checked, parts.packed, copy.rejected];
  return (
    <>
      {left !== undefined && (
        <Alert color="yellow" role="status" mb="xs">
          {plural(left, copy.short.doneOne, copy.short.done(count(left)))}
        </Alert>
      )}
      {short && (
        <ShortDialog
          batchId={batchId}
          line={short}
          onDone={(pieces) => {
            setShort(undefined);
            setLeft(pieces);
          }}
          onClose={() => setShort(undefined)}
        />
      )}
      <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <HeadedTable
          heads={[
            { label: columns.what, w: '26%' },
            columns.code,
            ...numbers.map((label) => ({ label, ta: 'right' as const })),
            '',
          ]}
          horizontalSpacing={8}
          verticalSpacing={4}
        >
          {groupReleasable(lines).map(({ technology, pieces, articles }) => (
            <Fragment key={technology ?? ''}>
              {articles.map(({ manufacturerCode, title, variants }, index) => (
                <Fragment key={manufacturerCode ?? title}>
                  <Table.Tr className={classes.article}>
                    <Table.Th colSpan={10} scope="rowgroup">
                      {index === 0 && (
                        <>
                          {technology === undefined ? copy.products : nameOfPlace(technology)}{' '}
                          <Text component="span" size="sm" c="dimmed">
                            {plural(pieces, copy.pieceOf(count(pieces)), copy.piecesOf(count(pieces)))}
                          </Text>
                          {' · '}
                        </>
                      )}
                      <span className={classes.title}>{title}</span>{' '}
                      <Text component="span" size="sm" c="dimmed">
                        {manufacturerCode}
                      </Text>
                    </Table.Th>
                  </Table.Tr>
                  {variants.map((line) => (
                    <PickLine key={line.code} batchId={batchId} line={line} onShort={() => setShort(line)} />
                  ))}
                </Fragment>
              ))}
            </Fragment>
          ))}
          {customizations.map(({ code, pieces }) => (
            <Table.Tr key={code} data-code={code}>
              <Table.Td className={classes.variant}>{copy.customization}</Table.Td>
              <Table.Td>
                <Text component="span" className={tableText.code} ff="monospace" size="sm">
                  {code}
                </Text>
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                {count(pieces)}
              </Table.Td>
              <Table.Td colSpan={7} />
            </Table.Tr>
          ))}
        </HeadedTable>
      </Table.ScrollContainer>
    </>
  );
}

type PickLineProps = { batchId: string; line: BatchLine; onShort: () => void };

function PickLine({ batchId, line, onShort }: PickLineProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { technology, code, color, size, pieces, onHand, replaced } = line;
  const missing = missingOf(line);
  const isMade = technology !== undefined;
  return (
    <Table.Tr data-code={code}>
      <Table.Td className={classes.variant}>{[color, size].filter(Boolean).join(', ') || '–'}</Table.Td>
      <Table.Td>
        <Text component="span" className={tableText.code} ff="monospace" size="sm">
          {isMade ? (
            <Link
              to="/batches/$batchId"
              params={{ batchId }}
              search={{ sku: code }}
              className={classes.link}
              hash="pieces"
            >
              {code}
            </Link>
          ) : (
            code
          )}
        </Text>
      </Table.Td>
      <Table.Td ta="right" fw={600} data-needed={pieces}>
        {count(pieces)}
      </Table.Td>
      <Table.Td ta="right">
        {count(onHand)}
        {missing > 0 && (
          <Badge color="red" ml={6}>
            {copy.missing(count(missing))}
          </Badge>
        )}
      </Table.Td>
      {(['toMake', 'made', 'checked', 'packed'] as const).map((part) => (
        <Table.Td key={part} ta="right" {...(line[part] === 0 && { c: 'dimmed' })}>
          {isMade ? count(line[part]) : ''}
        </Table.Td>
      ))}
      <Table.Td ta="right" {...(replaced === 0 && { c: 'dimmed' })}>
        {isMade ? count(replaced) : ''}
      </Table.Td>
      <Table.Td ta="right">
        {isMade && line.toMake > 0 && (
          <ActionButton
            verb="production.work"
            variant="default"
            size="compact-sm"
            aria-label={copy.short.buttonOf(code)}
            onClick={onShort}
          >
            {copy.short.button}
          </ActionButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

type ShortDialogProps = { batchId: string; line: BatchLine; onDone: (pieces: number) => void; onClose: () => void };

/** Reports missing blanks: pieces leave the batch, and the stock is corrected. */
function ShortDialog({ batchId, line, onDone, onClose }: ShortDialogProps) {
  const copy = useCopy(batchesCopy).short;
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [missing, setMissing] = useState<number | string>('');
  // A changed number gets a new key. A retry after a lost connection keeps the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what this says.
  const key = useMemo(newIdempotencyKey, [missing]);
  const change = useMutation({
    mutationFn: () => reportShort(batchId, { sku: line.code, missing: Number(missing) }, key),
    onSuccess: async ({ pieces }) => {
      await queryClient.invalidateQueries({ queryKey: BATCHES_KEY });
      onDone(pieces.reduce((sum, { quantity }) => sum + quantity, 0));
    },
  });
  return (
    <Dialog
      title={copy.title}
      confirm={copy.report}
      change={change}
      onSubmit={() => Number(missing) > 0 && change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {[line.title, line.color, line.size].filter(Boolean).join(', ')}, {line.code}
      </Text>
      <NumberInput
        data-autofocus
        label={copy.missing}
        description={copy.toMake(count(line.toMake))}
        min={1}
        max={line.toMake}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={missing}
        onChange={setMissing}
      />
      <Text size="sm">{copy.means}</Text>
    </Dialog>
  );
}
