import { Badge, Table } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { CodeLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { ListedStock } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';

export function StockTable({ stock, isOld }: { stock: ListedStock[]; isOld: boolean }) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.columns.code,
        { label: copy.columns.name, w: '40%' },
        copy.columns.color,
        copy.columns.size,
        { label: copy.columns.onHand, ta: 'right', style: { whiteSpace: 'nowrap' } },
        { label: copy.columns.reserved, ta: 'right' },
        { label: copy.columns.available, ta: 'right' },
      ]}
      minWidth={640}
      horizontalSpacing={8}
      isOld={isOld}
    >
      {stock.map((one) => (
        <Table.Tr key={`${one.kind} ${one.code}`} data-code={one.code}>
          <Table.Td>
            <CodeLink to="/stock/$kind/$code" params={{ kind: one.kind, code: one.code }}>
              {one.code}
            </CodeLink>
            {one.retired && (
              <Badge color="gray" ml="xs">
                {copy.retired}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>
            <span className={tableText.name} title={one.name}>
              {one.name}
            </span>
          </Table.Td>
          <Table.Td>
            <span className={tableText.brief}>{one.color}</span>
          </Table.Td>
          <Table.Td>
            <span className={tableText.brief}>{one.size}</span>
          </Table.Td>
          <Table.Td ta="right">{count(one.onHand)}</Table.Td>
          <Table.Td ta="right">{count(one.reserved)}</Table.Td>
          <Table.Td ta="right">
            {one.onHand < one.reserved ? (
              <Badge color="red">{copy.shortBy(count(one.reserved - one.onHand))}</Badge>
            ) : (
              count(one.available)
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
