import { Badge, Checkbox, Table, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { DueText } from './batch-words.tsx';
import type { ReleaseGroup } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { groupReleasable, keyOfGroup, missingOf } from './release-grouping.ts';
import classes from './release-groups-table.module.css';

interface ReleaseGroupsTableProps {
  groups: readonly ReleaseGroup[];
  /** Whether these are the groups of the previous filter, shown while the next ones load. */
  isOld: boolean;
  /** The keys of the selected groups. */
  selected: ReadonlySet<string>;
  onSelect: (groups: readonly ReleaseGroup[], isSelected: boolean) => void;
}

/** Shows the releasable pieces by technology, article and variant, to select alone or as a group. */
export function ReleaseGroupsTable({ groups, isOld, selected, onSelect }: ReleaseGroupsTableProps) {
  const copy = useCopy(batchesCopy);
  const nameOfPlace = usePlaceName();
  const { count, plural } = useFormats();
  const { columns } = copy;
  const pieces = (number: number) => plural(number, copy.pieceOf(count(number)), copy.piecesOf(count(number)));
  const box = (label: string, some: readonly ReleaseGroup[]) => {
    const chosen = some.filter((one) => selected.has(keyOfGroup(one))).length;
    return (
      <Checkbox
        size="xs"
        aria-label={copy.select(label)}
        checked={chosen === some.length}
        indeterminate={chosen > 0 && chosen < some.length}
        onChange={({ currentTarget }) => onSelect(some, currentTarget.checked)}
      />
    );
  };
  return (
    <HeadedTable
      heads={[
        { label: box(copy.everything, groups), w: 36 },
        columns.what,
        columns.due,
        { label: columns.orders, ta: 'right' },
        { label: columns.pieces, ta: 'right' },
        { label: columns.onHand, ta: 'right' },
      ]}
      minWidth={640}
      horizontalSpacing={8}
      verticalSpacing={4}
      isOld={isOld}
    >
      {groupReleasable(groups).map(({ technology, pieces: sum, articles }) => {
        const nameOfTechnology = technology === undefined ? copy.products : nameOfPlace(technology);
        const ofTechnology = articles.flatMap(({ variants }) => variants);
        return (
          <Fragment key={technology ?? ''}>
            <Table.Tr className={classes.technology}>
              <Table.Td>{box(nameOfTechnology, ofTechnology)}</Table.Td>
              <Table.Th colSpan={5} scope="rowgroup">
                {nameOfTechnology}{' '}
                <Text component="span" size="sm" c="dimmed">
                  {pieces(sum)}
                </Text>
              </Table.Th>
            </Table.Tr>
            {articles.map(({ manufacturerCode, title, pieces: ofArticle, variants }) => (
              <Fragment key={manufacturerCode ?? title}>
                {manufacturerCode !== undefined && (
                  <Table.Tr className={classes.article}>
                    <Table.Td>{box(`${nameOfTechnology}, ${title}`, variants)}</Table.Td>
                    <Table.Th colSpan={5} scope="rowgroup">
                      <span className={classes.title}>{title}</span>{' '}
                      <Text component="span" size="sm" c="dimmed">
                        {`${manufacturerCode} · ${pieces(ofArticle)}`}
                      </Text>
                    </Table.Th>
                  </Table.Tr>
                )}
                {variants.map((variant) => (
                  <VariantRow key={variant.code} variant={variant} box={box} />
                ))}
              </Fragment>
            ))}
          </Fragment>
        );
      })}
    </HeadedTable>
  );
}

type VariantRowProps = {
  variant: ReleaseGroup;
  box: (label: string, some: readonly ReleaseGroup[]) => ReactNode;
};

function VariantRow({ variant, box }: VariantRowProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const {
    technology,
    manufacturerCode,
    title,
    code,
    color,
    size,
    orders,
    pieces,
    late,
    rush,
    due,
    onHand,
    pictureUrl,
  } = variant;
  const missing = missingOf(variant);
  const name = [...(manufacturerCode === undefined ? [title] : []), color, size].filter(Boolean).join(', ');
  return (
    <Table.Tr data-code={code}>
      <Table.Td>{box([technology, name, code].filter(Boolean).join(', '), [variant])}</Table.Td>
      <Table.Td className={classes.variant}>
        {pictureUrl && <img className={tableText.picture} src={pictureUrl} alt="" loading="lazy" />}
        {name || '–'}{' '}
        <Text component="span" ff="monospace" size="xs" c="dimmed">
          {code}
        </Text>
      </Table.Td>
      <Table.Td>
        <DueText due={due} />
        {rush > 0 && (
          <Badge color="red" variant="filled" size="xs" ml={6}>
            {copy.rushOf(count(rush))}
          </Badge>
        )}
        {late > 0 && (
          <Text component="span" size="xs" c="dimmed" ml={6}>
            {copy.lateOf(count(late))}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-wide ta="right">
        {count(orders)}
      </Table.Td>
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
    </Table.Tr>
  );
}
