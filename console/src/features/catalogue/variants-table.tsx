import { Badge, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { CodeLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { catalogueCopy } from './catalogue-copy.ts';

interface Variant {
  code: string;
  color: string;
  size: string;
  onHand: number;
  reserved: number;
  available: number;
  /** The time of retirement. */
  retired?: string;
  /** The content of the extra column. */
  extra?: ReactNode;
}

interface VariantsTableProps {
  /** Title of the column of codes. */
  code: string;
  kind: 'ARTICLE' | 'PRODUCT';
  variants: Variant[];
  /** Title of the extra column. The column is left out without it. */
  extra?: string;
}

/** Lists variants with their stock and links to their stock movements. */
export function VariantsTable({ code: codeName, kind, variants, extra: extraName }: VariantsTableProps) {
  const { columns, noVariants, retired } = useCopy(catalogueCopy);
  const { count } = useFormats();
  const extra = variants.some((variant) => variant.extra !== undefined) && extraName;
  if (variants.length === 0) return <Text size="sm">{noVariants}</Text>;
  const numbers = [columns.onHand, columns.reserved, columns.available];
  return (
    <HeadedTable
      heads={[
        codeName,
        columns.color,
        columns.size,
        ...(extra ? [extra] : []),
        ...numbers.map((label) => ({ label, ta: 'right' as const })),
      ]}
      minWidth={600}
    >
      {variants.map(({ code, ...variant }) => (
        <Table.Tr key={code} data-variant={code}>
          <Table.Td>
            <CodeLink to="/stock/$kind/$code" params={{ kind, code }}>
              {code}
            </CodeLink>
            {variant.retired && (
              <Badge color="gray" ml="xs">
                {retired}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>
            <span className={tableText.brief}>{variant.color}</span>
          </Table.Td>
          <Table.Td>
            <span className={tableText.brief}>{variant.size}</span>
          </Table.Td>
          {extra && <Table.Td>{variant.extra}</Table.Td>}
          <Table.Td ta="right">{count(variant.onHand)}</Table.Td>
          <Table.Td ta="right">{count(variant.reserved)}</Table.Td>
          <Table.Td ta="right">{count(variant.available)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
