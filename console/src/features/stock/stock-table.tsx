import { Badge, Button, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { ListedStock } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';

interface StockTableProps {
  stock: ListedStock[];
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  onClear: () => void;
}

export function StockTable({ stock, isOld, onClear }: StockTableProps) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  if (stock.length === 0) {
    return (
      <Text>
        {copy.none}{' '}
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {copy.clear}
        </Button>
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table horizontalSpacing={8} opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.columns.code}</Table.Th>
            <Table.Th w="40%">{copy.columns.name}</Table.Th>
            <Table.Th>{copy.columns.color}</Table.Th>
            <Table.Th>{copy.columns.size}</Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
              {copy.columns.onHand}
            </Table.Th>
            <Table.Th ta="right">{copy.columns.reserved}</Table.Th>
            <Table.Th ta="right">{copy.columns.available}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stock.map((one) => (
            <Table.Tr key={`${one.kind} ${one.code}`} data-code={one.code}>
              <Table.Td>
                <AnchorLink
                  to="/stock/$kind/$code"
                  params={{ kind: one.kind, code: one.code }}
                  className={tableText.code}
                  ff="monospace"
                  size="sm"
                >
                  {one.code}
                </AnchorLink>
                {one.retired && (
                  <Badge color="gray" variant="light" tt="none" ml="xs">
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
                  <Badge color="red" variant="light" tt="none">
                    {copy.shortBy(count(one.reserved - one.onHand))}
                  </Badge>
                ) : (
                  count(one.available)
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
