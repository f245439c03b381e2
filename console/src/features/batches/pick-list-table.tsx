import { Badge, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import tableText from '../../shared/ui/table-text.module.css';
import type { BatchLine, BatchProgress } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { groupReleasable, missingOf } from './release-grouping.ts';
import classes from './release-groups-table.module.css';

/** What is picked, as it lies on the shelf, and how far its pieces are. */
export function PickListTable({ batchId, progress }: { batchId: string; progress: BatchProgress }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { lines, customizations } = progress;
  const { columns, parts } = copy;
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table horizontalSpacing={8} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="26%">{columns.what}</Table.Th>
            <Table.Th>{columns.code}</Table.Th>
            <Table.Th ta="right">{copy.needed}</Table.Th>
            <Table.Th ta="right">{columns.onHand}</Table.Th>
            <Table.Th ta="right">{parts.toMake}</Table.Th>
            <Table.Th ta="right">{parts.made}</Table.Th>
            <Table.Th ta="right">{parts.checked}</Table.Th>
            <Table.Th ta="right">{parts.packed}</Table.Th>
            <Table.Th ta="right">{copy.rejected}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groupReleasable(lines).map(({ technology, pieces, articles }) => (
            <Fragment key={technology ?? ''}>
              {articles.map(({ manufacturerCode, title, variants }, index) => (
                <Fragment key={manufacturerCode ?? title}>
                  <Table.Tr className={classes.article}>
                    <Table.Th colSpan={9} scope="rowgroup">
                      {index === 0 && (
                        <>
                          {technology ?? copy.products}{' '}
                          <Text component="span" size="sm" c="dimmed">
                            {copy.piecesOf(count(pieces))}
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
                    <PickLine key={line.code} batchId={batchId} line={line} />
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
              <Table.Td colSpan={6} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function PickLine({ batchId, line }: { batchId: string; line: BatchLine }) {
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
          <Badge color="red" variant="light" tt="none" ml={6}>
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
    </Table.Tr>
  );
}
