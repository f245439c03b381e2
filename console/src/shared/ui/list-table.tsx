import { Table, type TableProps, type TableThProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface HeadedTableProps extends TableProps {
  /** The column headings; an object sets more than the text. */
  heads: readonly (string | (TableThProps & { label: ReactNode }))[];
  /** Scrolls sideways below this width in pixels. */
  minWidth?: number;
  /** The rows are those of the previous page while the next one is loading. */
  isOld?: boolean;
}

/** A table with a row of headings. The children are the other rows. */
export function HeadedTable({ heads, minWidth, isOld, children, ...rest }: HeadedTableProps) {
  const table = (
    <Table {...(isOld !== undefined && { opacity: isOld ? 0.5 : 1, 'aria-busy': isOld })} {...rest}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, place) => {
            const { label, ...cell } = typeof head === 'string' ? { label: head } : head;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and some have no text
              <Table.Th key={place} {...cell}>
                {label}
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  return minWidth === undefined ? table : <Table.ScrollContainer minWidth={minWidth}>{table}</Table.ScrollContainer>;
}
