import { Badge, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { DueText } from './batch-words.tsx';
import type { ReleaseChoice, ReleaseGroup } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { groupReleasable, missingOf } from './release-grouping.ts';
import classes from './release-groups-table.module.css';

interface ReleaseGroupsTableProps {
  groups: readonly ReleaseGroup[];
  /** Whether these are the groups of the previous filter, shown while the next ones load. */
  isOld: boolean;
  onRelease: (choice: ReleaseChoice) => void;
}

/** Shows the releasable pieces by technology, article and variant. Each group can be released alone. */
export function ReleaseGroupsTable({ groups, isOld, onRelease }: ReleaseGroupsTableProps) {
  const copy = useCopy(batchesCopy);
  const nameOfPlace = usePlaceName();
  const { count, plural } = useFormats();
  const { columns } = copy;
  const pieces = (number: number) => plural(number, copy.pieceOf(count(number)), copy.piecesOf(count(number)));
  return (
    <HeadedTable
      heads={[
        { label: columns.what, w: '28%' },
        columns.code,
        columns.due,
        { label: columns.orders, ta: 'right' },
        { label: columns.pieces, ta: 'right' },
        { label: columns.onHand, ta: 'right' },
        '',
      ]}
      minWidth={680}
      horizontalSpacing={8}
      verticalSpacing={4}
      isOld={isOld}
    >
      {groupReleasable(groups).map(({ technology, pieces: sum, articles }) => (
        <Fragment key={technology ?? ''}>
          <Table.Tr className={classes.technology}>
            <Table.Th colSpan={6} scope="rowgroup">
              {technology === undefined ? copy.products : nameOfPlace(technology)}{' '}
              <Text component="span" size="sm" c="dimmed">
                {pieces(sum)}
              </Text>
            </Table.Th>
            <Table.Td ta="right">
              {technology !== undefined && <ReleaseButton of={technology} onClick={() => onRelease({ technology })} />}
            </Table.Td>
          </Table.Tr>
          {articles.map(({ manufacturerCode, title, pieces: ofArticle, variants }) => (
            <Fragment key={manufacturerCode ?? title}>
              <Table.Tr className={classes.article}>
                <Table.Th colSpan={6} scope="rowgroup">
                  <span className={classes.title}>{title}</span>{' '}
                  <Text component="span" size="sm" c="dimmed">
                    {manufacturerCode && `${manufacturerCode} · `}
                    {pieces(ofArticle)}
                  </Text>
                </Table.Th>
                <Table.Td ta="right">
                  {manufacturerCode !== undefined && technology !== undefined && (
                    <ReleaseButton
                      of={`${technology}, ${title}`}
                      onClick={() => onRelease({ technology, manufacturerCode })}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
              {variants.map((variant) => (
                <VariantRow key={variant.code} variant={variant} onRelease={onRelease} />
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </HeadedTable>
  );
}

type VariantRowProps = { variant: ReleaseGroup; onRelease: ReleaseGroupsTableProps['onRelease'] };

function VariantRow({ variant, onRelease }: VariantRowProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { technology, code, color, size, orders, pieces, late, due, onHand } = variant;
  const missing = missingOf(variant);
  const name = [color, size].filter(Boolean).join(', ');
  return (
    <Table.Tr data-code={code}>
      <Table.Td className={classes.variant}>{name || '–'}</Table.Td>
      <Table.Td>
        <Text component="span" className={tableText.code} ff="monospace" size="sm">
          {code}
        </Text>
      </Table.Td>
      <Table.Td>
        <DueText due={due} />
        {late > 0 && (
          <Text component="span" size="xs" c="dimmed" ml={6}>
            {copy.lateOf(count(late))}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{count(orders)}</Table.Td>
      <Table.Td ta="right" fw={600}>
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
      <Table.Td ta="right">
        <ReleaseButton
          of={[technology, name, code].filter(Boolean).join(', ')}
          onClick={() => onRelease({ ...(technology !== undefined && { technology }), sku: code })}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function ReleaseButton({ of, onClick }: { of: string; onClick: () => void }) {
  const copy = useCopy(batchesCopy);
  return (
    <ActionButton
      verb="production.release"
      variant="default"
      size="compact-sm"
      aria-label={copy.releaseOf(of)}
      onClick={onClick}
    >
      {copy.release}
    </ActionButton>
  );
}
